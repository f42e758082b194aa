//! Facing towards a corner of a pointy-topped hex, and what lies in front, beside and behind.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Clock, Hex, Layout};

/// The corner a unit faces: an even clock hour.
///
/// ```text
///            12
///         11    1        facing 12: front 11 and 1,
///      10         2                 flank  9 and 3,
///       9         3                 rear   7 and 5
///       8         4
///          7    5
///            6
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Facing(u8);

/// Where an adjacent hex lies, seen from a unit with a facing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arc {
    /// One of the two hexes beside the corner faced.
    Front,
    /// One of the two hexes to the left and right.
    Flank,
    /// One of the two hexes behind.
    Rear,
}

/// An hour that no corner of a pointy-topped hex has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a facing: a unit faces a corner of its hex, 2, 4, 6, 8, 10 or 12 o'clock")]
pub struct FacingError(u8);

impl Facing {
    /// All facings, clockwise from 2 o'clock to 12, which is also their order.
    pub const ALL: [Self; 6] = [Self(2), Self(4), Self(6), Self(8), Self(10), Self(12)];

    /// Creates a facing; `None` unless the hour is even and 2 to 12.
    pub const fn new(hour: u8) -> Option<Self> {
        if hour >= 2 && hour <= 12 && hour.is_multiple_of(2) {
            Some(Self(hour))
        } else {
            None
        }
    }

    /// Returns the hour.
    pub const fn hour(self) -> u8 {
        self.0
    }

    /// Returns the facing as a direction.
    pub const fn clock(self) -> Clock {
        Clock::new(self.0).expect("a facing is an hour from 2 to 12")
    }

    /// Returns the facing that many corners further clockwise (negative: counter-clockwise).
    #[must_use]
    pub const fn turned(self, corners: i32) -> Self {
        Self(self.clock().turned(2 * corners).hour())
    }

    /// Returns the smallest turn to another facing in corners, -2 to 3, clockwise positive; to
    /// face about is 3.
    pub const fn turn_to(self, other: Self) -> i32 {
        let clockwise = (other.0 as i32 - self.0 as i32).rem_euclid(12) / 2;
        if clockwise > 3 {
            clockwise - 6
        } else {
            clockwise
        }
    }

    /// Returns the arc in which the adjacent hex in that direction (an odd hour) lies.
    ///
    /// # Panics
    ///
    /// Panics on an even hour: no hex lies there.
    pub const fn arc(self, towards: Clock) -> Arc {
        match self.clock().hours_between(towards) {
            1 => Arc::Front,
            3 => Arc::Flank,
            5 => Arc::Rear,
            _ => panic!("an adjacent hex lies at an odd hour"),
        }
    }

    /// Returns the arc in which a hex lies as seen from an adjacent one; `None` if they do not
    /// touch, or touch where a corner could be faced.
    pub fn arc_of(self, layout: Layout, from: Hex, to: Hex) -> Option<Arc> {
        let towards = layout.towards(from, to)?;
        (towards.hour() % 2 == 1).then(|| self.arc(towards))
    }

    /// Returns the two directions of an arc, the left one first.
    pub const fn directions(self, arc: Arc) -> [Clock; 2] {
        let aside = match arc {
            Arc::Front => 1,
            Arc::Flank => 3,
            Arc::Rear => 5,
        };
        [self.clock().turned(-aside), self.clock().turned(aside)]
    }
}

impl fmt::Display for Facing {
    /// Writes the hour alone.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<u8> for Facing {
    type Error = FacingError;

    fn try_from(hour: u8) -> Result<Self, FacingError> {
        Self::new(hour).ok_or(FacingError(hour))
    }
}

impl From<Facing> for u8 {
    fn from(facing: Facing) -> Self {
        facing.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facing(hour: u8) -> Facing {
        Facing::new(hour).unwrap()
    }

    #[test]
    fn arcs_of_the_printed_example() {
        let hexes = |arc| {
            facing(12).directions(arc).map(|hour| {
                let next = Layout::PointyEvenRight.neighbour(Hex::new(13, 12), hour);
                next.unwrap().to_string()
            })
        };
        assert_eq!(hexes(Arc::Front), ["1211", "1212"]);
        assert_eq!(hexes(Arc::Flank), ["1311", "1313"]);
        assert_eq!(hexes(Arc::Rear), ["1411", "1412"]);
    }

    #[test]
    fn every_neighbour_lies_in_the_arc_that_lists_it() {
        for facing in Facing::ALL {
            for hour in Clock::ODD {
                assert!(facing.directions(facing.arc(hour)).contains(&hour));
            }
        }
    }

    #[test]
    fn the_arc_of_a_hex_needs_a_common_hexside() {
        let from = Hex::new(13, 12);
        let arc = |layout, row, column| facing(12).arc_of(layout, from, Hex::new(row, column));
        let pointy = Layout::PointyEvenRight;
        assert_eq!(arc(pointy, 12, 11), Some(Arc::Front));
        assert_eq!(arc(pointy, 13, 13), Some(Arc::Flank));
        assert_eq!(arc(pointy, 14, 12), Some(Arc::Rear));
        assert_eq!(arc(pointy, 11, 12), None);
        assert_eq!(arc(Layout::FlatEvenLower, 13, 13), None);
    }

    #[test]
    fn the_smallest_turn_leads_there() {
        for from in Facing::ALL {
            for to in Facing::ALL {
                let turn = from.turn_to(to);
                assert!((-2..=3).contains(&turn));
                assert_eq!(from.turned(turn), to);
            }
        }
        assert_eq!(facing(12).turn_to(facing(2)), 1);
        assert_eq!(facing(2).turn_to(facing(12)), -1);
        assert_eq!(facing(12).turn_to(facing(6)), 3);
    }

    #[test]
    fn only_corners_are_facings() {
        let known: Vec<u8> = (0..=255)
            .filter(|&hour| Facing::new(hour).is_some())
            .collect();
        assert_eq!(known, [2, 4, 6, 8, 10, 12]);
        let error = serde_json::from_str::<Facing>("3").unwrap_err();
        assert!(
            error.to_string().starts_with("3 is not a facing"),
            "{error}"
        );
        assert_eq!(serde_json::to_string(&facing(12)).unwrap(), "12");
    }
}
