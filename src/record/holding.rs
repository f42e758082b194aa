//! Who may hold which line, and when.

use super::{Holder, Kind, SeatNumber};

/// Somebody who asks for lines of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    /// A player, by seat.
    Seat(SeatNumber),
    /// The game master.
    GameMaster,
    /// Somebody who looks on.
    Observer {
        /// The last line that may be shown, where the match delays what observers see.
        through: Option<u64>,
    },
}

/// Whether the match still goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It goes on.
    Running,
    /// It is over, and its log says so.
    Finished,
}

/// Whether the host sits at the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// The host plays no seat.
    Neutral,
    /// The host plays a seat.
    Plays,
}

/// Says whether `viewer` may hold line `n` of `kind` that is for `holder`.
///
/// Lines for all are for all at once; what is for one seat is its own until the end, and a neutral game
/// master's, secrets excepted. When the match is finished everybody may hold everything.
pub fn may_hold(
    n: u64,
    kind: Kind,
    holder: Holder,
    viewer: Viewer,
    phase: Phase,
    host: Host,
) -> bool {
    if phase == Phase::Finished {
        return true;
    }
    match (holder, viewer) {
        (Holder::All, Viewer::Observer { through }) => through.is_none_or(|last| n <= last),
        (Holder::All, Viewer::Seat(_) | Viewer::GameMaster) => true,
        (Holder::Owner(owner), Viewer::Seat(seat)) => owner == seat,
        (Holder::Owner(_), Viewer::GameMaster) => host == Host::Neutral && kind != Kind::Secret,
        (Holder::Owner(_), Viewer::Observer { .. }) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Viewer = Viewer::Seat(SeatNumber::new(1));
    const OTHER: Viewer = Viewer::Seat(SeatNumber::new(2));
    const OBSERVER: Viewer = Viewer::Observer { through: None };
    const DELAYED: Viewer = Viewer::Observer { through: Some(6) };
    const FOR_ONE: Holder = Holder::Owner(SeatNumber::new(1));
    const FOR_HOST: Holder = Holder::Owner(SeatNumber::GAME_MASTER);

    /// Columns: owner, other seat, neutral game master, game master beside a host who plays, observer,
    /// observer whose delay hides the line.
    #[rustfmt::skip]
    const WHILE_RUNNING: &[(Kind, Holder, [bool; 6])] = &[
        (Kind::Match,   Holder::All, [true,  true,  true,  true,  true,  false]),
        (Kind::Entry,   Holder::All, [true,  true,  true,  true,  true,  false]),
        (Kind::Public,  Holder::All, [true,  true,  true,  true,  true,  false]),
        (Kind::Input,   Holder::All, [true,  true,  true,  true,  true,  false]),
        (Kind::Input,   FOR_ONE,     [true,  false, true,  false, false, false]),
        (Kind::Orders,  FOR_ONE,     [true,  false, true,  false, false, false]),
        (Kind::Private, FOR_ONE,     [true,  false, true,  false, false, false]),
        (Kind::Secret,  FOR_ONE,     [true,  false, false, false, false, false]),
        (Kind::Secret,  FOR_HOST,    [false, false, false, false, false, false]),
    ];

    const COLUMNS: [(Viewer, Host); 6] = [
        (OWN, Host::Neutral),
        (OTHER, Host::Plays),
        (Viewer::GameMaster, Host::Neutral),
        (Viewer::GameMaster, Host::Plays),
        (OBSERVER, Host::Neutral),
        (DELAYED, Host::Neutral),
    ];

    #[test]
    fn while_the_match_runs_each_holds_what_the_table_says() {
        for (kind, holder, expected) in WHILE_RUNNING {
            for ((viewer, host), may) in COLUMNS.into_iter().zip(expected) {
                assert_eq!(
                    may_hold(7, *kind, *holder, viewer, Phase::Running, host),
                    *may,
                    "{kind:?} for {holder:?}, {viewer:?}, host {host:?}"
                );
            }
        }
    }

    #[test]
    fn after_the_end_everybody_may_hold_everything() {
        for (kind, holder, _) in WHILE_RUNNING {
            for (viewer, host) in COLUMNS {
                assert!(may_hold(7, *kind, *holder, viewer, Phase::Finished, host));
            }
        }
    }

    #[test]
    fn a_delayed_observer_holds_the_lines_up_to_the_delay() {
        for (n, may) in [(5, true), (6, true), (7, false)] {
            assert_eq!(
                may_hold(
                    n,
                    Kind::Public,
                    Holder::All,
                    DELAYED,
                    Phase::Running,
                    Host::Neutral
                ),
                may
            );
        }
    }
}
