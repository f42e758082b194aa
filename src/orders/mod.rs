//! The order language that all games share: words, cursors, diagnostics, groups, guards.
