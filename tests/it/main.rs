//! One integration binary; each file is one concern.

mod dice_audit;
mod dice_blocks;
mod dice_host;
mod dice_vectors;
mod geometry_oracle;
mod geometry_path;
mod geometry_sight;

mod laws;
mod mail_samples;
mod rules_sign_of_the_pagan;
mod support;
