//! Board geometry in integers: hexes, hex maps, lines of sight, paths.
//!
//! Everything here is `Copy` or dense, exact and in a stated order, so that two machines that
//! replay one record walk the same hexes in the same sequence. Terrain, units and costs are not
//! known here: a game hands them in as values of a [`HexMap`] or as closures.
//!
//! ```
//! use tesserarius::geometry::{Extent, Grid, Hex, Layout};
//!
//! let grid = Grid::new(Layout::PointyEvenRight, Extent::new(18, 25));
//! let hex: Hex = "1412".parse().unwrap();
//! let around: Vec<String> = grid.neighbours(hex).map(|(_, hex)| hex.to_string()).collect();
//! assert_eq!(around, ["1313", "1413", "1513", "1512", "1411", "1312"]);
//! ```

mod clock;
mod facing;
mod grid;
mod hex;
mod hexmap;
mod layout;
mod path;
mod sight;

pub use clock::Clock;
pub use facing::{Arc, Facing, FacingError};
pub use grid::{Extent, Grid};
pub use hex::{Hex, HexError};
pub use hexmap::{HexMap, HexSet, HexsideSet};
pub use layout::{Axial, Layout};
pub use path::Reach;
pub use sight::{Line, Step};
