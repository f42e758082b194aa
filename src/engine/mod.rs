//! What every game shares: the contract of a rule set and the machine that runs it.
