//! The rule index against the document.
