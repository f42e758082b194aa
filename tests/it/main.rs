//! One integration binary; each file is one concern.

mod config_files;
mod record_lines;
mod schedule_deadlines;
mod schedule_outage;
mod store_backup;
mod store_cases;
mod store_keys;
mod store_logfile;
mod store_sqlite;
