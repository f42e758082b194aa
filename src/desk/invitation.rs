//! Invitations and what is answered to them: the match starts when all have accepted the same terms.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::engine::wanted;
use crate::ledger::hash::h;
use crate::orders::{Common, Item, Nearest, Sheet, nearest};
use crate::store::{self, DiceMode, Life, MailKind, Match as Row, MatchId, Role, SeatOffer, Unit};

use super::house::House;
use super::language::{MatchLanguage, no_answer, objection_to_answer};
use super::letters::{Addressee, Letter, queue};
use super::post::Post;
use super::press::{self, Speaker};
use super::proposal::propose;
use super::run::Went;
use super::silence::Silent;
use super::table::{find, game_of, players, seat_of_side};
use super::wants::{self, Asker};
use super::world::side_of;
use super::{DeskError, Moment, Site, blocks, doubtful, life, queries};

/// What identifies the invitation of a seat to its terms.
pub(super) const INVITATION: &str = "i";

/// What came of an answer to an invitation.
pub(super) struct Answer {
    /// What the one who answered is told.
    pub told: Vec<String>,
    /// How far the first run has come, if everybody has accepted.
    pub started: Option<Went>,
}

/// What the template of an invitation gets.
#[derive(Serialize)]
struct InvitationFacts<'a> {
    id: &'a str,
    title: &'a str,
    scenario: &'a str,
    side: &'a str,
    parties: Vec<PartyFacts<'a>>,
    /// A list: the order of a template's maps is not fixed.
    options: Vec<OptionFacts<'a>>,
    deadline: String,
    grace: String,
    dice: &'a str,
    join: Option<String>,
    /// Whether nobody may bring values, so that nothing ever waits for them.
    beacon_alone: bool,
    host_plays: Option<u8>,
    plays: bool,
    why: Option<&'a str>,
    /// Who has had the seat so far, where one of a match that goes on is offered.
    takes_over: Option<&'a str>,
}

#[derive(Serialize)]
struct OptionFacts<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct PartyFacts<'a> {
    side: &'a str,
    name: &'a str,
    accepted: bool,
}

/// One word for everything that is to be accepted; another one as soon as any of it changes.
pub(super) fn terms_word(unit: &dyn Unit, row: &Row) -> Result<String, DeskError> {
    let options = unit.options(&row.id)?;
    let mut parts = vec![
        row.scenario.clone(),
        row.deadline.to_string(),
        row.dice.word().to_owned(),
    ];
    parts.extend(
        options
            .iter()
            .map(|(name, value)| format!("{name}={value}")),
    );
    let parts: Vec<&[u8]> = parts.iter().map(String::as_bytes).collect();
    let hash = h("tessera.terms", &parts).to_string();
    Ok(hash[..12].to_owned())
}

/// Invites everybody who has not accepted the present terms.
pub(super) fn invite(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    why: Option<&str>,
    now: Moment,
) -> Result<(), DeskError> {
    let post = site.post()?;
    let row = find(unit, id)?;
    for to in Addressee::all(post, unit, &row, 0)? {
        if to.seat.accepted_at.is_none() && to.seat.role != Role::Observer {
            let text = text(site, unit, &row, &to, why)?;
            let subject = format!("invitation to {}", game_of(site, &row)?.title);
            let letter = Letter::plain(MailKind::Invitation, INVITATION, subject, text);
            queue(site, unit, &to, letter, now)?;
        }
    }
    Ok(())
}

fn text(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    to: &Addressee,
    why: Option<&str>,
) -> Result<String, DeskError> {
    let join = (to.seat.role == Role::Player).then(|| join_in_lines(row, &to.seat));
    worded(site, unit, row, to, (why, None, join))
}

/// Words the offer of a seat in a match that goes on.
pub(super) fn offer_text(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    to: &Addressee,
    (seat, offer): (&store::Seat, &SeatOffer),
) -> Result<String, DeskError> {
    let join = format!(
        "{} --from {}",
        join_in_lines(row, &to.seat),
        offer.from_draw
    );
    let why = format!(
        "{} is to play on with somebody else: {}.",
        side_of(seat),
        offer.why
    );
    worded(
        site,
        unit,
        row,
        to,
        (Some(&why), Some(&seat.name), Some(join)),
    )
}

fn worded(
    site: &Site,
    unit: &dyn Unit,
    row: &Row,
    to: &Addressee,
    (why, takes_over, join): (Option<&str>, Option<&str>, Option<String>),
) -> Result<String, DeskError> {
    let game = game_of(site, row)?;
    let seats = unit.seats(&row.id)?;
    let options = unit.options(&row.id)?;
    let playing = seats.iter().filter(|seat| seat.role == Role::Player);
    let facts = InvitationFacts {
        id: row.id.as_str(),
        title: game.title,
        scenario: &row.scenario,
        side: side_of(&to.seat),
        parties: playing
            .map(|seat| PartyFacts {
                side: side_of(seat),
                name: &seat.name,
                accepted: seat.accepted_at.is_some(),
            })
            .collect(),
        options: options
            .iter()
            .map(|(name, value)| OptionFacts { name, value })
            .collect(),
        deadline: row.deadline.to_string(),
        grace: row.grace.to_string(),
        dice: row.dice.word(),
        join,
        beacon_alone: House::of(unit, &row.id)?.silent == Silent::Beacon,
        host_plays: host_seat(&seats, &to.seat),
        plays: to.seat.role == Role::Player,
        why,
        takes_over,
    };
    Ok(site.templates.render("mail/invitation.txt", &facts)?)
}

/// Returns the seat that the host plays, if it is another one.
fn host_seat(seats: &[store::Seat], own: &store::Seat) -> Option<u8> {
    let mut host = seats.iter().filter(|seat| seat.host_plays);
    let host = host.find(|seat| seat.number != own.number)?;
    Some(host.number.number())
}

/// Carries out what somebody answers to an invitation.
pub(super) fn answer(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    (lines, outdated): (&str, bool),
    now: Moment,
) -> Result<Answer, DeskError> {
    let mut told = Vec::new();
    let mut proposals = Vec::new();
    let everybody = unit.seats(&row.id)?;
    for item in Sheet::read(lines).items {
        match item {
            Item::Common(line, common) if let Some(because) = objection_to_answer(&common) => {
                told.push(no_answer(line.text, &because));
            }
            Item::Common(_, Common::Accept(_)) if outdated => told.push(
                "You accept terms that have been changed since: answer the latest invitation with ACCEPT."
                    .to_owned(),
            ),
            Item::Common(_, Common::Accept(what)) => {
                accept(unit, (row, seat), !what.text.is_empty(), &mut told, now)?;
            }
            Item::Common(_, Common::Decline(_)) => {
                told.push(decline(site, unit, (row, seat), now)?);
                break;
            }
            Item::Common(_, Common::Propose(what)) => {
                proposals.push(what.text.to_owned());
            }
            Item::Common(_, Common::Say(words)) => {
                let speaker = (row, &*everybody, seat);
                told.push(say(site, unit, speaker, ("all", words), now)?);
            }
            Item::Message { to, text, .. } => {
                let words = text.join("\n");
                let speaker = (row, &*everybody, seat);
                told.push(say(site, unit, speaker, (to.text, &words), now)?);
            }
            Item::Common(_, Common::Show(what)) if what.text.eq_ignore_ascii_case("OPTIONS") => {
                told.push(queries::options(site, unit, row)?);
            }
            Item::Common(line, Common::Show(_) | Common::Help(_)) => {
                let post = site.post()?;
                if let Some(to) = Addressee::of(post, unit, row, seat, 0)? {
                    told.push(text(site, unit, row, &to, None)?);
                }
                tracing::debug!(line = line.text, "showed an invitation");
            }
            // What somebody wishes about himself does not wait for a match.
            Item::Common(
                _,
                common @ (Common::Set { .. } | Common::Address(_) | Common::ForgetMe),
            ) => {
                let asker = Asker::beside(site, unit, (row, &everybody, seat))?;
                let wanted = wanted(&common).into_iter().collect::<Vec<_>>();
                told.extend(wants::answer(site, unit, &asker, &wanted, now)?.told);
            }
            Item::Bad(line, diagnostic) if line.begins_message() => {
                told.push(format!("`{}`: {}.", line.text, diagnostic.message));
            }
            Item::Common(line, _) | Item::Game(line) | Item::Bad(line, _) => told.push(format!(
                "`{}` means nothing yet: the match has not started",
                line.text
            )),
            Item::Plan { .. } => {
                told.push("plans mean nothing yet: the match has not started".to_owned());
            }
        }
    }
    let proposals: Vec<&str> = proposals.iter().map(String::as_str).collect();
    told.extend(propose(site, unit, (row, seat), &proposals, now)?);
    // An answer that was pasted twice is told once.
    let mut said = BTreeSet::new();
    told.retain(|line| said.insert(line.clone()));
    let started = start_if_agreed(site, unit, &row.id, &mut told, now)?;
    Ok(Answer { told, started })
}

/// Says how an invitation is answered to somebody whose mail holds none of the lines that do.
pub(super) fn unanswered(
    unit: &dyn Unit,
    (row, seat): (&Row, &store::Seat),
    first: &str,
) -> Result<String, DeskError> {
    let accept = match host_seat(&unit.seats(&row.id)?, seat) {
        Some(_) => "ACCEPT HOST PLAYS",
        None => "ACCEPT",
    };
    let word = first.split_whitespace().next().unwrap_or_default();
    let lines = ["ACCEPT", "DECLINE", "PROPOSE"];
    let meant = match nearest(word, lines.iter().map(|line| (*line, *line))) {
        Nearest::One(meant) => format!("`{word}` is no line of an answer; did you mean {meant}? "),
        Nearest::Two(..) | Nearest::None => String::new(),
    };
    Ok(format!(
        "{meant}Your mail holds none of the lines that answer an invitation, and nothing has changed. Write one of \
         these, alone on its line:\n\n| {accept}\n| DECLINE\n| PROPOSE option = value"
    ))
}

/// Starts a match if everybody has accepted it, and its dice can be made.
fn start_if_agreed(
    site: &Site,
    unit: &mut dyn Unit,
    id: &MatchId,
    told: &mut Vec<String>,
    now: Moment,
) -> Result<Option<Went>, DeskError> {
    if !everybody_accepted(unit, id)? {
        return Ok(None);
    }
    if !has_needed_anchor(unit, id)? {
        told.push(
            "Everybody has accepted, but nobody beside the host has joined with secret values of \
             his own; in chain mode one seat at least must: see the invitation for `tessera seat join`."
                .to_owned(),
        );
        return Ok(None);
    }
    told.push("Everybody has accepted: the match starts, the first report follows.".to_owned());
    life::start(site, unit, id, now).map(Some)
}

/// Says whether the mode of the dice has the anchors that it needs.
pub(super) fn has_needed_anchor(unit: &dyn Unit, id: &MatchId) -> Result<bool, DeskError> {
    let row = find(unit, id)?;
    if row.dice != DiceMode::Chain {
        return Ok(true);
    }
    for seat in unit.seats(id)? {
        if seat.role == Role::Player
            && !seat.host_plays
            && let Some(join) = blocks::join_of(unit, &row, &seat)?
            && join.anchor.is_some()
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Answers for a side of a match that is played from files: blocks and lines of a text.
pub(super) fn answer_from_file(
    site: &Site,
    unit: &mut dyn Unit,
    (id, side): (&MatchId, &str),
    text: &str,
    now: Moment,
) -> Result<Answer, DeskError> {
    let row = find(unit, id)?;
    let players = players(&unit.seats(id)?);
    let seat = &players[seat_of_side(&players, side)?.index()];
    let (lines, blocks) = blocks::part(text);
    let sides = players.iter().filter_map(|seat| seat.side.clone());
    doubtful::refuse(&lines, &MatchLanguage::beside(sides.collect()))?;
    let mut taken = blocks::take(site, unit, (&row, seat), (None, &blocks), now)?;
    let answer = answer(site, unit, (&row, seat), (&lines, false), now)?;
    taken.told.extend(answer.told);
    Ok(Answer {
        told: taken.told,
        started: answer.started,
    })
}

/// The command by which a seat joins, over lines that no mail program breaks and a shell puts together again.
fn join_in_lines(row: &Row, seat: &store::Seat) -> String {
    let command = join_command(row, seat);
    let lines = command.replace(" --game", " \\\n      --game");
    lines.replace(" --seat", " \\\n      --seat")
}

/// The command by which a seat makes secrets of its own for a match.
pub(super) fn join_command(row: &Row, seat: &store::Seat) -> String {
    format!(
        "tessera seat join --game {} --seat {} --name {} --dice {}",
        row.log_name,
        seat.number,
        seat.name,
        row.dice.word()
    )
}

/// Accepts for the seats that are played from files: they have no one to ask.
pub(super) fn accept_for_nobody(
    unit: &mut dyn Unit,
    id: &MatchId,
    now: Moment,
) -> Result<(), DeskError> {
    for seat in unit.seats(id)? {
        if seat.role == Role::Player && seat.player.is_none() {
            life::accept(unit, id, seat.number, now)?;
        }
    }
    Ok(())
}

fn everybody_accepted(unit: &dyn Unit, id: &MatchId) -> Result<bool, DeskError> {
    let seats = unit.seats(id)?;
    let life = find(unit, id)?.life;
    let mut playing = seats.iter().filter(|seat| seat.role == Role::Player);
    Ok(life == Life::Inviting && playing.all(|seat| seat.accepted_at.is_some()))
}

/// Notes an acceptance; where the host plays it must say so.
pub(super) fn accept(
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    names_host: bool,
    told: &mut Vec<String>,
    now: Moment,
) -> Result<(), DeskError> {
    if seat.role != Role::Player {
        told.push("Only those who play accept the match.".to_owned());
        return Ok(());
    }
    if let Some(host) = host_seat(&unit.seats(&row.id)?, seat) {
        if !names_host {
            told.push(format!(
                "HOST PLAYS: seat {host} can read what the other seats file. If you agree to that, answer \
                 ACCEPT HOST PLAYS; ACCEPT alone is not enough."
            ));
            return Ok(());
        }
        let mut own = seat.clone();
        own.accepted_host = true;
        unit.update_seat(&row.id, &own)?;
    } else if names_host {
        told.push(
            "Nobody who plays this match beside you is its host: ACCEPT alone is what you need."
                .to_owned(),
        );
    }
    life::accept(unit, &row.id, seat.number, now)?;
    told.push("You have accepted the match as the invitation describes it.".to_owned());
    if !everybody_accepted(unit, &row.id)? && !has_needed_anchor(unit, &row.id)? {
        told.push(
            "So far nobody beside the host has joined with secret values of his own. In chain mode one seat at least \
             must before the match can start: the invitation shows how `tessera seat join` makes your JOIN."
                .to_owned(),
        );
    }
    Ok(())
}

/// Calls the match off.
fn decline(
    site: &Site,
    unit: &mut dyn Unit,
    (row, seat): (&Row, &store::Seat),
    now: Moment,
) -> Result<String, DeskError> {
    unit.set_life(&row.id, Life::Finished, now.stamp())?;
    let post = site.post()?;
    let row = find(unit, &row.id)?;
    for to in others(post, unit, &row, seat)? {
        let text = format!("{} has declined the match `{}`.\n", side_of(seat), row.id);
        let subject = "the match does not take place";
        let letter = Letter::plain(MailKind::Notice, "d", subject, text);
        queue(site, unit, &to, letter, now)?;
    }
    Ok("You have declined; the match does not take place.".to_owned())
}

fn others(
    post: &Post,
    unit: &dyn Unit,
    row: &Row,
    seat: &store::Seat,
) -> Result<Vec<Addressee>, DeskError> {
    let mut all = Addressee::all(post, unit, row, 0)?;
    all.retain(|to| to.seat.number != seat.number);
    Ok(all)
}

fn say(
    site: &Site,
    unit: &mut dyn Unit,
    (row, everybody, seat): (&Row, &[store::Seat], &store::Seat),
    (to, words): (&str, &str),
    now: Moment,
) -> Result<String, DeskError> {
    let speaker = Speaker {
        row,
        everybody,
        seat,
    };
    match press::message(site, unit, &speaker, (to, words), now) {
        Err(DeskError::Refused(reason) | DeskError::Usage(reason)) => Ok(reason),
        said => said,
    }
}
