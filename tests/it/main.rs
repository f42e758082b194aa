//! One integration binary; each file is one concern.
