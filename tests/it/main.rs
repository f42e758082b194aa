//! One integration binary; each file is one concern.

mod geometry_oracle;
mod geometry_sight;

mod rules_sign_of_the_pagan;
