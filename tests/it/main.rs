//! One integration binary; each file is one concern.

mod record_lines;
mod schedule_deadlines;
mod schedule_outage;
