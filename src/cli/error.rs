//! What can go wrong on the command line, for the person at the terminal.

use std::fmt;

/// Whose trouble it is; decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was asked for was refused, for a reason that people can read.
    Refused,
    /// The command was not used rightly.
    Usage,
    /// It may work later: disk full, database locked, server away.
    TryLater,
    /// Our own fault.
    Internal,
    /// Whoever read the output has stopped reading: nobody is left to be told.
    Unread,
}

impl Kind {
    /// Returns the exit code.
    pub fn exit(self) -> u8 {
        match self {
            Self::Refused => 1,
            Self::Usage => 64,
            Self::Internal => 70,
            Self::TryLater | Self::Unread => 75,
        }
    }
}

/// An error with its causes and hints, printed as `error:`, `caused by:` and `hint:` lines.
#[derive(Debug)]
pub struct CliError {
    /// Whose trouble it is.
    pub kind: Kind,
    message: String,
    causes: Vec<String>,
    hints: Vec<String>,
}

impl CliError {
    /// Refuses what was asked for.
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(Kind::Refused, message)
    }

    /// Reports wrong use.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// Reports something that may work later.
    pub fn try_later(message: impl Into<String>) -> Self {
        Self::new(Kind::TryLater, message)
    }

    /// Reports our own fault.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::Internal, message)
    }

    fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            causes: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Adds what an error of a lower layer says, with all that caused it.
    #[must_use]
    pub fn because(mut self, error: &dyn std::error::Error) -> Self {
        let mut next = Some(error);
        while let Some(error) = next {
            self.causes.push(error.to_string());
            next = error.source();
        }
        self
    }

    /// Says what is wrong and why in one line, for a list of troubles.
    pub fn in_one_line(&self) -> String {
        let words = std::iter::once(&self.message).chain(&self.causes);
        words.map(String::as_str).collect::<Vec<_>>().join(": ")
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        for cause in &self.causes {
            write!(f, "\ncaused by: {cause}")?;
        }
        for hint in &self.hints {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for CliError {}

impl From<std::io::Error> for CliError {
    /// Output that cannot be written: a closed pipe, a full disk.
    fn from(error: std::io::Error) -> Self {
        let kind = match error.kind() {
            std::io::ErrorKind::BrokenPipe => Kind::Unread,
            _ => Kind::TryLater,
        };
        Self::new(kind, "cannot write the output").because(&error)
    }
}
