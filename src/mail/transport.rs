//! Sending: bytes go out exactly as they were composed, so that a resend is the same mail.

use std::time::Duration;

/// Whom the servers on the way are told that a mail is from and to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Envelope {
    /// Where failures are reported to; nowhere for receipts.
    pub from: Option<String>,
    /// The one recipient.
    pub to: String,
}

/// Why a mail was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// It may work later.
    #[error("the mail to `{to}` was not sent and will be tried again: {because}")]
    Transient {
        /// The recipient.
        to: String,
        /// Why.
        because: String,
    },
    /// It will never work.
    #[error("the mail to `{to}` cannot be sent: {because}")]
    Permanent {
        /// The recipient.
        to: String,
        /// Why.
        because: String,
    },
}

impl SendError {
    /// Creates a failure that may pass.
    pub(super) fn transient(envelope: &Envelope, because: &dyn std::fmt::Display) -> Self {
        Self::Transient {
            to: envelope.to.clone(),
            because: because.to_string(),
        }
    }

    /// Creates a failure that will not pass.
    pub(super) fn permanent(envelope: &Envelope, because: &dyn std::fmt::Display) -> Self {
        Self::Permanent {
            to: envelope.to.clone(),
            because: because.to_string(),
        }
    }

    /// Says whether trying again later makes sense.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Transient { .. })
    }
}

/// A way that mail leaves the site.
pub trait Transport {
    /// Sends one mail.
    fn send(&mut self, envelope: &Envelope, bytes: &[u8]) -> Result<(), SendError>;

    /// Returns how many mails may be handed over before [`Self::flush`]: what dies between sends them all again.
    fn batch(&self) -> usize {
        1
    }

    /// Makes sure of what was sent so far; a mail counts as sent only after that.
    ///
    /// A transport that waits for a disk waits here, once for a whole batch.
    fn flush(&mut self) -> Result<(), SendError> {
        Ok(())
    }

    /// Clears away what senders have left that died; nobody else sends while it runs.
    fn tidy(&mut self) -> Result<(), SendError> {
        Ok(())
    }
}

/// How long to wait before a mail is tried again: one minute, then twice as long each time, at most six hours.
pub fn back_off(failures: u32) -> Duration {
    let minutes = 1_u64
        .checked_shl(failures.saturating_sub(1))
        .unwrap_or(u64::MAX);
    Duration::from_secs(60 * minutes.clamp(1, 360))
}

#[cfg(test)]
mod tests {
    use super::back_off;

    #[test]
    fn waits_double_up_to_six_hours() {
        let minutes: Vec<_> = [0, 1, 2, 3, 9, 10, 64, 1000]
            .map(|n| back_off(n).as_secs() / 60)
            .to_vec();
        assert_eq!(minutes, [1, 1, 2, 4, 256, 360, 360, 360]);
    }
}
