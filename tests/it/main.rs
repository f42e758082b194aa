//! One integration binary; each file is one concern.

mod mail_compose;
mod mail_reading;
mod mail_robust;
mod mail_samples;
mod mail_send;
