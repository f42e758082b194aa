//! Acts of the game master, and of all players together: each is thought through first, needs the consent that
//! the dice protocol demands, stands in the record, and is told in the next report.

mod moving;
mod way;
mod words;

pub(super) use moving::{Consented, again, carry_out, draws_are, void, voided};
pub(super) use way::moved_at;
pub(super) use words::{agree, by_players, from_mail};

use crate::engine::Viewer;
use crate::ledger::text::Text;
use crate::record::{Act, InputKind, SeatNumber};
use crate::store::{Consent, DiceMode, Life, MailKind, Match as Row, MatchId, Unit};

use super::book::Book;
use super::letters::{Addressee, Letter, queue};
use super::post::short;
use super::run::{self, Went};
use super::table::{Table, find, refuse_stale};
use super::world::side_of;
use super::{Desk, DeskError, Moment, Site, crash, handover, holding, offering, upgrading, watch};
use moving::Planned;

/// The longest reason that is given for an act.
const REASON: usize = 200;

/// What is wanted of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// Back to a stop; without one to the stop before.
    Undo(Option<u64>),
    /// Facts set anew, each as `FACT = VALUE`.
    Correct(Vec<String>),
    /// The locked draw called off.
    Void,
    /// A seat offered to somebody else.
    Substitute {
        /// The side.
        side: String,
        /// The address of whoever is to play it.
        address: String,
    },
    /// The reports let go that are held.
    Release,
    /// The match goes on by the rules of this program.
    Upgrade,
}

/// What came of an act that was wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acted {
    /// What it changes.
    pub difference: Vec<String>,
    /// The sides whose consent it waits for.
    pub waits_for: Vec<String>,
    /// Whether it has been carried out.
    pub done: bool,
}

/// Who wants an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// The game master, by mail: he sees what everybody sees.
    GameMaster,
    /// Whoever sits at the site's shell in the game master's place.
    Shell,
    /// A player, who asks the others.
    Player(SeatNumber),
}

impl Word {
    fn leads(self) -> bool {
        matches!(self, Self::GameMaster | Self::Shell)
    }

    fn seat(self) -> SeatNumber {
        match self {
            Self::GameMaster | Self::Shell => SeatNumber::GAME_MASTER,
            Self::Player(seat) => seat,
        }
    }
}

impl Desk<'_> {
    /// Wants an act in the game master's place: it is carried out, or the seats whose consent it needs are
    /// asked. A dry run only says what would change.
    ///
    /// # Errors
    /// Why the match cannot take the act.
    pub fn act(
        &mut self,
        id: &MatchId,
        (wish, why): (&Wish, &str),
        dry: bool,
    ) -> Result<Acted, DeskError> {
        let now = self.now();
        watch::compare_logs(self.site, self.store)?;
        let mut work = self.store.write()?;
        let row = find(&*work, id)?;
        let wanted = (Word::Shell, wish, why);
        let (acted, _) = want(self.site, &mut *work, &row, wanted, dry, now)?;
        if !dry {
            self.site.logs.probe(id)?;
            work.commit()?;
            crash::at(crash::Point::Committed);
            self.write_log(id)?;
        }
        Ok(acted)
    }
}

/// Reads a reason as the dice log can state it.
pub(super) fn reason(why: &str, otherwise: &str) -> Result<Text, DeskError> {
    let read = Text::transliterate(why).map_err(|error| DeskError::refused(error.to_string()))?;
    let text = match read {
        Some(text) => text,
        None => otherwise.parse().expect("a sentence of ours is plain"),
    };
    match text.as_str().len() > REASON {
        true => Err(DeskError::refused(format!(
            "a reason has at most {REASON} characters"
        ))),
        false => Ok(text),
    }
}

/// Lays a match out for an act; refuses one that cannot take it now.
fn lay_out(site: &Site, unit: &dyn Unit, row: &Row, wish: &Wish) -> Result<Table, DeskError> {
    let id = &row.id;
    refuse_stale(row)?;
    if let Some(reason) = upgrading::other_rules(site, row) {
        return Err(DeskError::refused(reason));
    }
    match row.life {
        Life::Running => Table::load(site, unit, id),
        Life::Locked if matches!(wish, Wish::Void | Wish::Substitute { .. }) => {
            Table::load(site, unit, id)
        }
        Life::Finished if *wish == Wish::Release => Table::load(site, unit, id),
        Life::Inviting => Err(DeskError::refused(format!(
            "match `{id}` has not started: not everybody has accepted"
        ))),
        Life::Locked => Err(DeskError::refused(format!(
            "a draw of match `{id}` is locked: nothing can be changed before its dice are reported, or it is \
             called off"
        ))),
        Life::Finished => Err(DeskError::refused(format!(
            "match `{id}` is over, and what was sealed in it is open: nothing is changed any more"
        ))),
    }
}

/// Wants an act of a match: carries it out, or asks for the consent that it lacks. A dry run only says what
/// it would change.
pub(super) fn want(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (word, wish, why): (Word, &Wish, &str),
    dry: bool,
    now: Moment,
) -> Result<(Acted, Option<Went>), DeskError> {
    if *wish == Wish::Upgrade {
        let acted = upgrading::upgrade(site, unit, row, (why, dry), now)?;
        return Ok((acted, None));
    }
    let table = lay_out(site, unit, row, wish)?;
    let why = reason(why, "no reason was given")?;
    if let Wish::Substitute { side, address } = wish {
        let offered = (&**side, &**address, why.as_str());
        let acted = offering::offer(site, unit, &table.row, offered, dry, now)?;
        return Ok((acted, None));
    }
    if *wish == Wish::Release {
        let acted = holding::release(site, unit, &table.row, dry, now)?;
        return Ok((acted, None));
    }
    let planned = plan(site, unit, &table, (word, wish, &why), now)?;
    let mut acted = Acted {
        difference: planned.difference.clone(),
        waits_for: Vec::new(),
        done: false,
    };
    let absent = absent(unit, &table, &planned.act)?;
    let mut needed = needed(&table, &planned, word);
    needed.retain(|number| !absent.contains(number));
    let consents = consents(unit, &table, &planned.act, word)?;
    let has_asked = consents.iter().any(|of| of.seat == SeatNumber::GAME_MASTER);
    if *wish == Wish::Void && !has_asked {
        return Err(DeskError::refused("the game master has not asked for that"));
    }
    let agreed: Vec<SeatNumber> = consents.iter().map(|consent| consent.seat).collect();
    let missing = |number: &&SeatNumber| !agreed.contains(number);
    let missing: Vec<SeatNumber> = needed.iter().filter(missing).copied().collect();
    acted.waits_for = missing.iter().map(|number| name(&table, *number)).collect();
    if dry {
        return Ok((acted, None));
    }
    if missing.is_empty() {
        let (planned, kind) = as_asked_for(planned, &consents, word);
        let agreed: Vec<SeatNumber> = agreed
            .iter()
            .filter(|of| **of != SeatNumber::GAME_MASTER)
            .copied()
            .collect();
        let mut book = Book::open(site, unit, &table.row)?;
        let word = Consented {
            kind,
            agreed: &agreed,
            absent: &absent,
        };
        let ran = carry_out(unit, table, &mut book, planned, &word, now)?;
        let went = Went::Ran(Box::new(ran));
        run::after(site, unit, &went, now)?;
        acted.done = true;
        return Ok((acted, Some(went)));
    }
    let own = Consent {
        seat: word.seat(),
        why: why.to_string(),
    };
    let key = key(&planned.act);
    unit.agree_act(&row.id, table.stop, &key, &own, now.stamp())?;
    ask(
        site,
        unit,
        (&table, &missing),
        (word, &key, &why),
        &acted,
        now,
    )?;
    Ok((acted, None))
}

fn plan(
    site: &Site,
    unit: &dyn Unit,
    table: &Table,
    (word, wish, why): (Word, &Wish, &Text),
    now: Moment,
) -> Result<Planned, DeskError> {
    match wish {
        Wish::Void => {
            let book = Book::open(site, unit, &table.row)?;
            moving::void(unit, table, (&book, why), now)
        }
        Wish::Undo(to) => moving::undo(unit, table, (*to, why)),
        Wish::Substitute { .. } | Wish::Release | Wish::Upgrade => {
            unreachable!("what does not move the match is done before")
        }
        Wish::Correct(facts) => {
            let host_plays = table.players.iter().any(|seat| seat.host_plays);
            let sees_all = word == Word::Shell && !host_plays;
            let eyes = (!sees_all).then_some(Viewer::Observer);
            moving::correct(unit, table, (facts, eyes, why))
        }
    }
}

/// The seats whose consent an act needs. Dice that may be known are withdrawn only if everybody outside the host
/// agrees; what the game master has no part in needs everybody.
fn needed(table: &Table, planned: &Planned, word: Word) -> Vec<SeatNumber> {
    let is_led = word.leads() || matches!(planned.act, Act::Voided(_));
    let needed = table.players.iter().filter(|seat| match is_led {
        true => planned.needs_consent && !seat.host_plays,
        false => true,
    });
    needed.map(|seat| seat.number).collect()
}

/// The seats that cannot agree that a draw is called off, since somebody else has accepted to take them. Only in
/// chain mode does the log know a seat as silent.
fn absent(unit: &dyn Unit, table: &Table, act: &Act) -> Result<Vec<SeatNumber>, DeskError> {
    match act {
        Act::Voided(_) if table.row.dice == DiceMode::Chain => {
            handover::accepted(unit, &table.row.id)
        }
        _ => Ok(Vec::new()),
    }
}

/// Who has agreed so far, whoever wants the act now included.
fn consents(
    unit: &dyn Unit,
    table: &Table,
    act: &Act,
    word: Word,
) -> Result<Vec<Consent>, DeskError> {
    let mut consents = unit.act_agreed(&table.row.id, table.stop, &key(act))?;
    if consents.iter().all(|consent| consent.seat != word.seat()) {
        consents.push(Consent {
            seat: word.seat(),
            why: String::new(),
        });
    }
    Ok(consents)
}

/// Gives an act the reason for which it was asked for first, and says whose word it is.
fn as_asked_for(mut planned: Planned, consents: &[Consent], word: Word) -> (Planned, InputKind) {
    let asked = consents.iter().find(|consent| !consent.why.is_empty());
    if let Some(asked) = asked {
        planned.act = planned.act.because(&asked.why);
    }
    let leads = word.leads() || consents.iter().any(|of| of.seat == SeatNumber::GAME_MASTER);
    let kind = match leads {
        true => InputKind::Gm,
        false => InputKind::Seat,
    };
    (planned, kind)
}

/// The act as consents name it.
fn key(act: &Act) -> String {
    match act {
        Act::Undone(undone) => format!("UNDO {}", undone.to),
        Act::Corrected(_) => "CORRECT".to_owned(),
        Act::Voided(voided) => format!("VOID {}", voided.draw),
    }
}

fn name(table: &Table, number: SeatNumber) -> String {
    let seat = table.players.iter().find(|seat| seat.number == number);
    seat.map_or("somebody", side_of).to_owned()
}

/// Asks the seats whose consent is missing.
fn ask(
    site: &Site,
    unit: &mut dyn Unit,
    (table, missing): (&Table, &[SeatNumber]),
    (word, key, why): (Word, &str, &Text),
    acted: &Acted,
    now: Moment,
) -> Result<(), DeskError> {
    let Some(post) = &site.post else {
        return Ok(());
    };
    let asker = match word {
        Word::GameMaster | Word::Shell => "The game master".to_owned(),
        Word::Player(seat) => name(table, seat),
    };
    // Where the match stands nobody is told before the game master lets its report go.
    let difference = match holding::is_held(unit, &table.row.id)? {
        true => {
            "What it changes is told with the report that the game master still holds.".to_owned()
        }
        false => acted.difference.join("\n"),
    };
    for number in missing {
        let Some(seat) = table.players.iter().find(|seat| seat.number == *number) else {
            continue;
        };
        let Some(to) = Addressee::of(post, unit, &table.row, seat, table.stop)? else {
            continue;
        };
        let text = format!(
            "{asker} asks for something that needs your consent: {why}.\n\n{difference}\n\nIf you agree, answer\n\n\
             | ACCEPT {key}\n\nIf not, do nothing: the match goes on as it stands.\n"
        );
        let hash = crate::ledger::hash::h("tessera.asked", &[key.as_bytes()]);
        let number = u32::from_be_bytes(hash.as_bytes()[..4].try_into().expect("four bytes"));
        let unique = format!("c{}", short(u64::from(number) % 60_000_000));
        let letter = Letter::plain(MailKind::Notice, unique, "your consent is asked for", text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}
