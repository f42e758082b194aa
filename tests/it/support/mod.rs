//! What several tests need: a second game, matches played by filed lines, the laws of every game.

pub(crate) mod acts;
pub(crate) mod answers;
pub(crate) mod beacons;
pub(crate) mod cheat;
pub(crate) mod checkers;
pub(crate) mod checklist;
pub(crate) mod dice_table;
pub(crate) mod fights;
pub(crate) mod imap_server;
pub(crate) mod laws;
pub(crate) mod leaks;
pub(crate) mod legion_field;
pub(crate) mod lost;
pub(crate) mod mail_servers;
pub(crate) mod postbox;
pub(crate) mod salt_road;
pub(crate) mod seat_tool;
pub(crate) mod site4;
pub(crate) mod terminal;
pub(crate) mod terms;
#[cfg(unix)]
pub(crate) mod unprivileged;
pub(crate) mod walk;
