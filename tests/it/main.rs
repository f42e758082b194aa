//! One integration binary; each file is one concern.

mod schedule_deadlines;
mod schedule_outage;
