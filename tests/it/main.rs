//! One integration binary; each file is one concern.
mod dice_vectors;
