//! One integration binary; each file is one concern.

mod mail_samples;
