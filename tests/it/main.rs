//! One integration binary; each file is one concern.

mod geometry_oracle;
mod geometry_sight;
