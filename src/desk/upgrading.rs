//! A match that goes on by the rules that the program has now, and matches that cannot be played before it does.

use serde_json::json;

use crate::auditor::{Handed, Held, Papers};
use crate::games::{GameEntry, rules_hash};
use crate::ledger::text::Text;
use crate::record::{InputKind, Sha256Hash, Upgraded};
use crate::store::{Life, MailKind, Match as Row, MatchId, Unit};

use super::acts::{Acted, reason};
use super::book::Book;
use super::letters::{Addressee, Letter, queue};
use super::post::short;
use super::table::{find, game_of, refused};
use super::{DeskError, Moment, Site, ends, notices};

/// As many differences are told.
const TOLD: usize = 8;

/// Says why a match cannot be gone on with, if its rules are of another version than this program has.
pub(super) fn other_rules(site: &Site, row: &Row) -> Option<String> {
    let upgrade = format!(
        "`tessera gm {0} upgrade --dry-run` says whether it can go on by these; else it needs the tessera of its time",
        row.id
    );
    other_rules_with(
        site,
        row,
        (&upgrade, "use the newer tessera by which it was played"),
    )
}

/// Says the same to those who play, who have no shell of the site.
pub(super) fn other_rules_for_players(site: &Site, row: &Row) -> Option<String> {
    let remedies = (
        "the game master can let it go on by these with UPGRADE, else the operator has to bring back the program of \
         its time; send the mail once more when you hear of it",
        "the operator has to bring the newer program by which it was played; send the mail once more when you hear \
         of it",
    );
    other_rules_with(site, row, remedies)
}

/// Words that rules are of another version, with what helps if the match's are older, and if they are newer.
fn other_rules_with(site: &Site, row: &Row, (older, newer): (&str, &str)) -> Option<String> {
    // A table for dice has no rules; a game that is not known is named by whoever looks for it.
    let game = site.game(&row.game)?;
    let (own, ours) = (row.rules_version, game.rules_version);
    let remedy = match own.cmp(&ours) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => older,
        std::cmp::Ordering::Greater => newer,
    };
    // Before its start a match has no rules yet: it gets those of the day.
    (row.life != Life::Inviting).then(|| {
        format!(
            "match `{}` follows version {own} of the rules of {}, and this program has version {ours}; {remedy}",
            row.id, game.title
        )
    })
}

/// Tells the operator, once for each version, that a match waits since the program has other rules.
pub(super) fn tell_waiting(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    why: &str,
    now: Moment,
) -> Result<(), DeskError> {
    if site.post.is_none() {
        return Ok(());
    }
    let about = format!("rules {} {}", row.id, row.rules_version);
    let text = format!("A run is due and does not take place: {why}.\n");
    notices::tell_operator(
        site,
        unit,
        &about,
        ("a match waits for its rules", &text),
        now,
    )
}

/// Lets a match go on by the rules of this program if everything in it comes out by them as it was told.
pub(super) fn upgrade(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (why, dry): (&str, bool),
    now: Moment,
) -> Result<Acted, DeskError> {
    refuse_unfit(site, row)?;
    let why = reason(why, "the program has changed")?;
    let game = game_of(site, row)?;
    let book = Book::open(site, unit, row)?;
    let (anew, runs) = play_anew(site, unit, (row, game), &book)?;
    let (old, new) = (row.rules_version, game.rules_version);
    let mut difference = vec![
        format!(
            "{}: the rules go from version {old} to version {new}.",
            game.title
        ),
        format!(
            "All {runs} runs so far were played again by version {new} and came out as they were told."
        ),
    ];
    difference.extend(
        game.changes_since(old)
            .map(|change| format!("What changes: {change}.")),
    );
    let acted = Acted {
        difference,
        waits_for: Vec::new(),
        done: !dry,
    };
    if dry {
        return Ok(acted);
    }
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let told = json!({ "upgraded": { "from": old, "to": new, "why": why.as_str() } }).to_string();
    ends::tell(unit, (&row.id, stop), InputKind::Gm, (None, &told), now)?;
    note(site, unit, (row, game), book, now)?;
    unit.set_rules_version(&row.id, new)?;
    unit.save_position(&row.id, stop, &anew, now.stamp())?;
    tell_everybody(site, unit, row, (&acted, why.as_str()), now)?;
    Ok(acted)
}

fn refuse_unfit(site: &Site, row: &Row) -> Result<(), DeskError> {
    let id = &row.id;
    let because = match (row.life, other_rules(site, row)) {
        (Life::Inviting, _) => {
            format!(
                "match `{id}` has not started: it begins by the rules that the program has then"
            )
        }
        (Life::Finished, _) => format!("match `{id}` is over: it stays as it was played"),
        (_, None) => format!("match `{id}` follows the rules of this program already"),
        (Life::Locked, _) => format!(
            "a draw of match `{id}` is locked, and its dice follow the rules by which it was locked: report it \
             with the tessera of its time"
        ),
        (Life::Running, _) if row.needs_recover => {
            format!("match `{id}` must be rebuilt first: `tessera recover {id}`")
        }
        (Life::Running, Some(why))
            if site
                .game(&row.game)
                .is_some_and(|game| game.rules_version < row.rules_version) =>
        {
            why
        }
        (Life::Running, Some(_)) => return Ok(()),
    };
    Err(DeskError::refused(because))
}

/// Plays the whole record again by our rules; returns the position it leads to, and how many runs there were.
fn play_anew(
    site: &Site,
    unit: &dyn Unit,
    (row, game): (&Row, &GameEntry),
    book: &Book,
) -> Result<(String, usize), DeskError> {
    let mut papers = Papers::default();
    let log = site.logs.text(&row.id)?;
    papers.add(&format!("{}.log", row.id), log.as_bytes(), Handed::Named);
    papers.add_lines("the record", unit.record_after(&row.id, 0)?);
    let held = Held::gather(&papers, &[]).map_err(|error| DeskError::refused(error.to_string()))?;
    let files = site.game_files(game).map_err(refused)?;
    let anew = held.play_by_ours(&|_| Some((*game, files.clone())), book.masters());
    anew.map_err(|mut differences| {
        let more = differences.len().saturating_sub(TOLD);
        differences.truncate(TOLD);
        if more > 0 {
            differences.push(format!("and {more} more"));
        }
        DeskError::refused(format!(
            "match `{}` does not come out by version {} of the rules as it was told: {}; it goes on only with \
             the tessera that has version {}",
            row.id,
            game.rules_version,
            differences.join("; "),
            row.rules_version
        ))
    })
}

/// Says in the log by which rules the match goes on.
fn note(
    site: &Site,
    unit: &mut dyn Unit,
    (row, game): (&Row, &GameEntry),
    mut book: Book,
    now: Moment,
) -> Result<(), DeskError> {
    let options = unit.options(&row.id)?.into_iter().collect();
    let terms = site.terms(game, &row.scenario, options).map_err(refused)?;
    let options = (game.options)(&terms)?;
    let upgraded = Upgraded {
        old: row.rules_version,
        new: game.rules_version,
        from: book.log().draw_locked_next(),
        rules: Sha256Hash::from_bytes(*rules_hash(game, &terms, &options).as_bytes()),
    };
    book.note(unit, upgraded.lines(), now)
}

/// Tells everybody at once by which rules he plays from now on.
fn tell_everybody(
    site: &Site,
    unit: &mut dyn Unit,
    row: &Row,
    (acted, why): (&Acted, &str),
    now: Moment,
) -> Result<(), DeskError> {
    let Some(post) = &site.post else {
        return Ok(());
    };
    let stop = unit.open_stop_of(&row.id)?.map_or(0, |open| open.number);
    let entry = unit.last_entry(&row.id)?.map_or(0, |entry| entry.n);
    for to in Addressee::all(post, unit, row, stop)? {
        let text = format!(
            "The game master lets the match go on by other rules: {why}.\n\n{}\n",
            acted.difference.join("\n")
        );
        let subject = "the match goes on by other rules";
        let letter = Letter::plain(
            MailKind::Notice,
            format!("u{}", short(entry)),
            subject,
            text,
        );
        queue(site, unit, &to, letter, now)?;
    }
    Ok(())
}

/// Takes over what a NOTE of the log says about the rules, where a match is rebuilt.
pub(super) fn again(unit: &mut dyn Unit, id: &MatchId, lines: &[Text]) -> Result<(), DeskError> {
    if let Some(upgraded) = Upgraded::read(lines.iter().map(Text::as_str)) {
        unit.set_rules_version(id, upgraded.new)?;
    }
    Ok(())
}

/// Gives a match that starts the rules of this program.
pub(super) fn at_start(site: &Site, unit: &mut dyn Unit, id: &MatchId) -> Result<Row, DeskError> {
    let row = find(unit, id)?;
    let game = game_of(site, &row)?;
    if row.rules_version != game.rules_version {
        unit.set_rules_version(id, game.rules_version)?;
    }
    find(unit, id)
}
