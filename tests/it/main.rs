//! One integration binary; each file is one concern.

mod cases;
mod cli_games;
mod cli_help;
mod cli_selfplay;
mod cli_try;
mod config_files;
mod dice_audit;
mod dice_blocks;
mod dice_cli;
mod dice_host;
mod dice_vectors;
mod dice_verify_py;
mod geometry_oracle;
mod geometry_path;
mod geometry_sight;

mod config_files;
mod house;
mod laws;
mod mail_compose;
mod mail_reading;
mod mail_robust;
mod mail_samples;
mod mail_send;
mod mailroom_life;
mod readme;
mod record_lines;
mod rules_sign_of_the_pagan;
mod schedule_deadlines;
mod schedule_outage;
mod store_backup;
mod store_cases;
mod store_keys;
mod store_logfile;
mod store_sqlite;
mod support;
