//! Board geometry in integers: hexes, hex maps, lines of sight, paths.
