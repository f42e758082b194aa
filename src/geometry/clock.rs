//! Directions as hours of a clock face that lies on the map, 12 pointing to the top.

use std::fmt;

/// A direction: an hour from 1 to 12, going round clockwise.
///
/// ```text
///            12
///        11      1
///      10          2
///      9           3
///       8         4
///         7     5
///            6
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock(u8);

impl Clock {
    /// The odd hours, clockwise from 1: the hexsides of a pointy-topped hex.
    pub const ODD: [Self; 6] = [Self(1), Self(3), Self(5), Self(7), Self(9), Self(11)];

    /// The even hours, clockwise from 12: the hexsides of a flat-topped hex.
    pub const EVEN: [Self; 6] = [Self(12), Self(2), Self(4), Self(6), Self(8), Self(10)];

    /// Creates a direction; `None` unless the hour is 1 to 12.
    pub const fn new(hour: u8) -> Option<Self> {
        if hour >= 1 && hour <= 12 {
            Some(Self(hour))
        } else {
            None
        }
    }

    /// Returns the hour, 1 to 12.
    pub const fn hour(self) -> u8 {
        self.0
    }

    /// Returns the direction that many hours further clockwise (negative: counter-clockwise).
    #[must_use]
    pub const fn turned(self, hours: i32) -> Self {
        let from_one = (self.0 as i32 - 1 + hours).rem_euclid(12);
        Self(from_one as u8 + 1)
    }

    /// Returns the direction straight behind.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.turned(6)
    }

    /// Counts the hours between two directions by the shorter way, 0 to 6.
    pub const fn hours_between(self, other: Self) -> u8 {
        let apart = self.0.abs_diff(other.0);
        if apart > 6 { 12 - apart } else { apart }
    }

    /// Returns the number of the hexside, 0 to 5 clockwise, that bears this hour in a layout
    /// whose hexsides have the same parity.
    pub(super) const fn side(self) -> usize {
        (self.0 % 12) as usize / 2
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_go_round_in_both_directions() {
        let eleven = Clock::new(11).unwrap();
        assert_eq!(eleven.turned(2), Clock::ODD[0]);
        assert_eq!(Clock::ODD[0].turned(-2), eleven);
        assert_eq!(eleven.turned(-36), eleven);
        assert_eq!(eleven.opposite().hour(), 5);
    }

    #[test]
    fn only_twelve_hours_exist() {
        assert_eq!(Clock::new(0), None);
        assert_eq!(Clock::new(13), None);
        assert_eq!(Clock::new(12).map(Clock::hour), Some(12));
    }

    #[test]
    fn the_shorter_way_is_counted() {
        let hour = |h| Clock::new(h).unwrap();
        assert_eq!(hour(12).hours_between(hour(1)), 1);
        assert_eq!(hour(2).hours_between(hour(11)), 3);
        assert_eq!(hour(1).hours_between(hour(7)), 6);
    }

    #[test]
    fn both_parities_number_their_sides_clockwise() {
        for (number, (odd, even)) in Clock::ODD.into_iter().zip(Clock::EVEN).enumerate() {
            assert_eq!((odd.side(), even.side()), (number, number));
        }
    }
}
