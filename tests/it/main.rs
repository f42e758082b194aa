//! One integration binary; each file is one concern.
mod dice_audit;
mod dice_blocks;
mod dice_host;
mod dice_vectors;
