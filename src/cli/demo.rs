//! `tessera demo`: plays a whole match by real mails between two bots.

mod penfriend;
mod rounds;
mod spoils;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use jiff::SignedDuration;
use serde_json::json;

use super::args::dice_mode;
use super::error::CliError;
use super::inboxes::{lend, open_source, open_transport};
use super::site::{desk_error, site_error};
use super::{CliResult, game, init, print_json, scenario};
use crate::bot::Chance;
use crate::config::{Config, FreshSite};
use crate::desk::{Desk, NewMatch, NewSeat, Site};
use crate::games::GameEntry;
use crate::ledger::hash::h;
use crate::mail::transport::Transport;
use crate::schedule::{Clock, FixedClock, Lapse, Policy, SystemClock};
use crate::store::sqlite::SqliteStore;
use crate::store::{DiceMode, Life, MatchId, Store};
use crate::wording::counted;

use penfriend::Penfriend;
use rounds::Rounds;

/// How long the players take for an answer.
const THINKS: SignedDuration = SignedDuration::from_mins(7);

/// How long before its round a LOCK of the demo is sent, in seconds.
const MARGIN: u64 = 60;

/// How long ago a match in beacon mode begins, so that all its rounds are public.
const PUBLISHED: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Exchanges that bring nothing after which a round is not waited for any more.
const PATIENCE: u32 = 2;

/// Exchanges after which a match that does not end is given up.
const LONGEST: i32 = 4_000;

/// Play a whole match by real mails between two bots, in a fresh folder
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// The game, by its key or the beginning of it
    #[arg(default_value = "sign-of-the-pagan", value_name = "GAME")]
    game: String,
    /// The scenario [default: the game's first]
    #[arg(long, value_name = "KEY")]
    scenario: Option<String>,
    /// How the dice are made: casual, chain or beacon
    #[arg(long, value_name = "MODE", default_value = "chain", value_parser = dice_mode)]
    dice: DiceMode,
    /// With `--dice beacon`: files with rounds, `{round}` in their name; the match is dated so that its draws fall on
    /// them. Without it curl fetches each round from api.drand.sh
    #[arg(long, value_name = "PATH")]
    rounds: Option<String>,
    /// The folder for the site, the mails and what they came to; it must not exist
    #[arg(long, default_value = "tessera-demo", value_name = "DIR")]
    folder: PathBuf,
    /// The seed of names, secrets and bots; the same seed writes the same orders
    #[arg(long, value_name = "X")]
    seed: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// A site in a folder, with a clock that runs as fast as its players write.
struct Stage {
    folder: PathBuf,
    config: Config,
    site: Site,
    store: SqliteStore,
    clock: FixedClock,
    /// In beacon mode with files: the rounds that there are.
    rounds: Option<Rounds>,
    seed: Vec<u8>,
    drawn: u64,
}

/// Runs the command and returns its exit code.
pub fn run(args: &DemoArgs, out: &mut dyn Write, err: &mut dyn Write) -> CliResult {
    let game = game(&args.game)?;
    let mut stage = Stage::build(args)?;
    let files = stage.site.game_files(game).map_err(site_error)?;
    let scenario = scenario(game, &files, args.scenario.as_deref())?;
    let mut players = penfriends(&mut stage, game, &scenario)?;
    let id = stage.invite(game, &scenario, args.dice, &players)?;
    writeln!(
        err,
        "Two bots play match {id} by mail in {}.",
        stage.folder.display()
    )?;
    if args.dice == DiceMode::Beacon {
        writeln!(err, "{}", rounds::told(args.rounds.as_deref()))?;
    }
    stage.play(&id, &mut players, err)?;
    writeln!(err, "The match is over; its record is audited.")?;
    let spoils = spoils::gather(&mut stage, &id, &players)?;
    if args.json {
        let document = json!({
            "folder": stage.folder,
            "match": id.to_string(),
            "dice": args.dice.word(),
            "verdict": spoils.audit.verdict,
            "reports": spoils.reports,
            "record": spoils.record,
            "log": spoils.log,
            "mails": players.iter().map(Penfriend::folder).collect::<Vec<_>>(),
        });
        print_json(&document, out)?;
        return Ok(0);
    }
    writeln!(
        out,
        "Match {id} of {} was played by {}, with dice in {} mode.",
        game.title,
        counted(spoils.mails, "mail", "mails"),
        args.dice.word()
    )?;
    for player in &players {
        writeln!(
            out,
            "Mails of {}: {}",
            player.side(),
            player.folder().display()
        )?;
    }
    writeln!(
        out,
        "Reports as text: {} in {}",
        counted(spoils.reports.len(), "file", "files"),
        spoils.folder.display()
    )?;
    writeln!(out, "Record: {}", spoils.record.display())?;
    writeln!(out, "Dice log, opened: {}", spoils.log.display())?;
    writeln!(out, "Audit: {}", spoils.told.display())?;
    writeln!(out, "Verdict: {}", spoils.audit.verdict)?;
    Ok(0)
}

fn penfriends(
    stage: &mut Stage,
    game: &'static GameEntry,
    scenario: &str,
) -> Result<Vec<Penfriend>, CliError> {
    let names = ["anna", "bruno", "clara", "david"];
    let terms = stage
        .site
        .terms(game, scenario, Vec::new())
        .map_err(site_error)?;
    let sides =
        (game.sides)(&terms).map_err(|error| CliError::refused("cannot play").because(&error))?;
    let seats = sides.iter().zip(names).enumerate();
    seats
        .map(|(index, (side, name))| {
            let secret = stage.bytes::<32>();
            let chance = Chance::new(stage.bytes::<32>().into());
            let hand = (game.correspondent)(&terms, chance)
                .map_err(|error| CliError::refused(error.to_string()))?;
            Penfriend::new(&stage.folder, (index, side), name, (secret, hand))
        })
        .collect()
}

impl Stage {
    /// Makes a fresh site.
    fn build(args: &DemoArgs) -> Result<Self, CliError> {
        if args.folder.exists() {
            return Err(CliError::refused(format!(
                "there is something at {} already",
                args.folder.display()
            ))
            .hint("name another folder with --folder"));
        }
        // So long ago that no mail of it is dated in the future.
        let mut begins = SystemClock.now() - THINKS * LONGEST;
        let (mut beacon, mut rounds) = (None, None);
        if args.dice == DiceMode::Beacon {
            let files = args.rounds.as_deref();
            rounds = files
                .map(|files| Rounds::find(Path::new(files)))
                .transpose()?;
            begins = match &rounds {
                Some(rounds) => rounds.begin(),
                None => begins - PUBLISHED,
            };
            beacon = Some(rounds::source(files, begins)?);
        }
        let address = |text: &str| text.parse().expect("the demo's addresses are addresses");
        let fresh = FreshSite {
            name: "Demo",
            orders: &address("orders@tessera.example"),
            operator: &address("operator@tessera.example"),
            time_zone: "UTC",
        };
        let config = init::make(&args.folder, &fresh)?;
        let mut site = Site::open(&config).map_err(site_error)?;
        site.beacon = beacon;
        let store = site.store().map_err(site_error)?;
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).expect("the operating system has random bytes");
        let seed = match &args.seed {
            Some(seed) => seed.clone().into_bytes(),
            None => seed.to_vec(),
        };
        Ok(Self {
            folder: args.folder.clone(),
            config,
            site,
            store,
            clock: FixedClock::new(begins),
            rounds,
            seed,
            drawn: 0,
        })
    }

    /// Returns arbitrary bytes that follow from the seed.
    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        fill(&self.seed, &mut self.drawn, &mut bytes);
        bytes
    }

    /// Sits down at the desk for one step.
    fn at_desk<T>(
        &mut self,
        step: impl FnOnce(&mut Desk<'_>) -> Result<T, crate::desk::DeskError>,
    ) -> Result<T, CliError> {
        let (seed, drawn) = (&self.seed, &mut self.drawn);
        let mut chance = |bytes: &mut [u8]| fill(seed, drawn, bytes);
        let mut desk = Desk::new(&self.site, &mut self.store, &self.clock, &mut chance);
        step(&mut desk).map_err(desk_error)
    }

    /// Makes the match that the players are invited to.
    fn invite(
        &mut self,
        game: &'static GameEntry,
        scenario: &str,
        dice: DiceMode,
        players: &[Penfriend],
    ) -> Result<MatchId, CliError> {
        let mut new = NewMatch::of(game, scenario, &self.config.deadlines);
        new.grace = Lapse::ZERO;
        new.dice = dice;
        new.margin = MARGIN;
        if self.rounds.is_some() {
            // From one round to the next there may be years.
            new.deadline = Policy::none();
        }
        new.seats = players
            .iter()
            .map(|player| NewSeat {
                side: player.side().to_owned(),
                address: Some(player.address().to_owned()),
            })
            .collect();
        self.at_desk(|desk| desk.make(&new))
    }

    /// Lets site and players write to each other until the match is over and everybody has read that.
    fn play(
        &mut self,
        id: &MatchId,
        players: &mut [Penfriend],
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let mut transport = open_transport(&self.config)?;
        let (mut told, mut idle) = (0, 0);
        for _ in 0..LONGEST {
            self.sync(&mut *transport)?;
            let table = match self.life(id)? {
                Life::Inviting => None,
                _ => Some(self.at_desk(|desk| desk.table(id))?),
            };
            if let Some(table) = table.as_ref().filter(|table| table.play.turn() != told) {
                told = table.play.turn();
                writeln!(err, "Turn {told}, stop {}", table.stop)?;
            }
            let mut wrote = false;
            for player in &mut *players {
                wrote |= player.look(&self.config, table.as_ref(), &self.clock)?;
            }
            let life = self.life(id)?;
            if !wrote && life == Life::Finished {
                return Ok(());
            }
            idle = if wrote { 0 } else { idle + 1 };
            if idle > PATIENCE && life == Life::Locked {
                return Err(rounds::no_round());
            }
            match &self.rounds {
                Some(rounds) => rounds.turn(&self.clock, life == Life::Locked)?,
                None => self.clock.advance(THINKS),
            }
        }
        Err(CliError::internal("the match did not come to an end")
            .hint("the folder holds everything that was played"))
    }

    fn life(&mut self, id: &MatchId) -> Result<Life, CliError> {
        let unit = self
            .store
            .read()
            .map_err(|error| desk_error(error.into()))?;
        let row = unit
            .the_match(id)
            .map_err(|error| desk_error(error.into()))?;
        Ok(row.life)
    }

    fn sync(&mut self, transport: &mut dyn Transport) -> Result<(), CliError> {
        let config = &self.config;
        let opened = config.incoming.iter().map(|one| open_source(config, one));
        let mut fetched: Vec<_> = opened
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect();
        let mut inboxes = lend(&mut fetched);
        self.at_desk(|desk| desk.sync(&mut inboxes, transport).map(drop))
    }
}

/// Fills bytes from a stream of hashes.
fn fill(seed: &[u8], drawn: &mut u64, bytes: &mut [u8]) {
    for chunk in bytes.chunks_mut(32) {
        *drawn += 1;
        let block = h("tessera.demo", &[seed, &drawn.to_be_bytes()]);
        chunk.copy_from_slice(&block.as_bytes()[..chunk.len()]);
    }
}

/// Says that something in the demo's folder cannot be used.
fn unwritable(path: &Path, error: &std::io::Error) -> CliError {
    CliError::try_later(format!("cannot use {}", path.display())).because(error)
}
