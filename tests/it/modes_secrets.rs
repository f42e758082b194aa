//! Nothing that is secret in a match is told to anybody whom it is kept from, in any mode of the dice: every
//! secret of a match is looked for in everything that anybody can read of it.

use std::fs;

use secrecy::ExposeSecret;
use tesserarius::ledger::chain::{Chain, ChainId};
use tesserarius::ledger::hash::{Hash, h};
use tesserarius::ledger::log::Log;
use tesserarius::ledger::names::{GameName, Owner};
use tesserarius::ledger::secret::{ChainSecret, HiddenMaster};
use tesserarius::schedule::FixedClock;
use tesserarius::store::{DiceMode, Life, MatchId, Store};

use super::support::beacons::{MARGIN, ROUNDS, lock_time};
use super::support::leaks::{Notes, Page, Secret, command, leaks, mails, untold};
use super::support::postbox::{ANNA, BRUNO, GEORG, Postbox, plain_answer};
use super::support::seat_tool::Pair;
use super::support::terminal::Terminal;

const OLGA: &str = "olga@example.org";
const READERS: [&str; 4] = [ANNA, BRUNO, GEORG, OLGA];

/// What each player keeps to himself: markers, a plan, standing lines, a card.
const KEPT: [(&str, &str); 2] = [
    (
        ANNA,
        "CAM DEFAULT HUNS HUNS OSTROGOTHS OSTROGOTHS ALLIES\nPLAN ALLIES 2\nFACE fra-mi-2 4\nENDPLAN\n\
         EVADE hun-lc-7 BEFORE HC AWAY FACE 10\nCARD H4 WHEN END OSTROGOTHS\nLOSS hun-lc-3 hun-lc-4",
    ),
    (
        BRUNO,
        "CAM DEFAULT ROMANS ROMANS VISIGOTHS VISIGOTHS ALANS\nPLAN ALANS 2\nFACE ala-mi-1 8\nENDPLAN\n\
         EVADE vis-lc-5 BEFORE HC AWAY FACE 2\nCARD R2 WHEN END ROMANS\nLOSS vis-mi-3 vis-mi-4",
    ),
];

/// A match with its secrets, its pages, and what was noted on the way.
struct Watched {
    pair: Pair,
    notes: Notes,
    id: MatchId,
}

fn side_of(address: &str) -> &'static str {
    if address == ANNA { "hun" } else { "roman" }
}

impl Watched {
    fn start(dice: DiceMode) -> Self {
        let notes = Notes::default();
        let pair = notes.keep(|| {
            let site =
                Postbox::with(|config| config.replace("# file = \"beacon/", "file = \"beacon/"));
            fs::create_dir(site.path().join("beacon")).unwrap();
            let mut site = site;
            if dice == DiceMode::Beacon {
                site.clock = FixedClock::new(lock_time(ROUNDS[0]));
            }
            Pair::start(site, "ACCEPT", |new| {
                new.dice = dice;
                new.margin = MARGIN;
                new.game_master = Some(GEORG.to_owned());
                new.observers = vec![OLGA.to_owned()];
            })
        });
        let id = "chalons".parse().unwrap();
        Self { pair, notes, id }
    }

    /// Both send what they keep to themselves with their first orders; then some draws are made.
    fn play(&mut self, dice: DiceMode) {
        let (pair, notes) = (&mut self.pair, self.notes.clone());
        notes.keep(|| {
            if dice == DiceMode::Casual {
                for tool in [&mut pair.anna, &mut pair.bruno] {
                    let reply = tool.answer("--ahead 60").unwrap();
                    pair.site.deliver(&reply);
                }
                pair.site.sync();
                pair.look();
            }
            for (address, kept) in KEPT {
                let question = pair.game.question(address).unwrap_or_default();
                let text = format!(
                    "{}\n{kept}\nMOVE nobody-7 1609\nGO",
                    plain_answer(&question)
                );
                send(pair, dice, address, &text);
            }
            match dice {
                DiceMode::Beacon => {
                    (0..2).for_each(|at| one_round(pair, at));
                    assert_eq!(pair.log().matches("type: REPORT").count(), 2);
                }
                DiceMode::Casual | DiceMode::Chain => pair.play_draws(3),
            }
        });
    }

    /// Gives the match up; everything that was sealed is opened.
    fn finish(&mut self, dice: DiceMode) {
        let (pair, notes) = (&mut self.pair, self.notes.clone());
        notes.keep(|| {
            for at in 2..ROUNDS.len() - 1 {
                send(pair, dice, ANNA, "RESIGN");
                if pair.life() != Life::Locked {
                    return;
                }
                // What stands had locked the next draw by itself.
                pair.publish(at);
            }
        });
        assert_eq!(self.pair.life(), Life::Finished);
    }

    fn log(&self) -> Log {
        Log::read(&self.pair.log()).unwrap()
    }

    /// What follows from the host's secret of this match, by its use.
    fn derived(&self, what: &str) -> Hash {
        let secret = self.pair.site.site.keys.secret("chalons").unwrap().unwrap();
        h("tessera.host", &[secret.expose_secret(), what.as_bytes()])
    }

    /// What nobody is ever told: keys of the site and of the host, values of draws to come, tokens of others.
    fn lasting(&self) -> Vec<Secret> {
        let keys = &self.pair.site.site.keys;
        let secret = keys.secret("chalons").unwrap().unwrap();
        let site_key = fs::read_to_string(keys.path().join("site-1.key")).unwrap();
        let mut secrets = vec![
            Secret::bytes("the secret of the match", secret.expose_secret(), &[]),
            Secret::words("the key of the site", site_key.trim(), &[]),
            Secret::bytes(
                "the source of the nonces",
                self.derived("nonces").as_bytes(),
                &[],
            ),
        ];
        let log = self.log();
        let game = &log.genesis().game;
        let chain = self.derived("chain");
        secrets.extend(chain_secrets("the host", (game, Owner::Host), chain, &log));
        for (tool, number) in [(&self.pair.anna, "1"), (&self.pair.bruno, "2")] {
            let file = tool
                .terminal
                .path()
                .join(format!("secrets/{game}.{number}.json"));
            let file: serde_json::Value =
                serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            let own = file["chain_secret"].as_str().unwrap().parse().unwrap();
            let owner = number.parse().unwrap();
            secrets.extend(chain_secrets(tool.address, (game, owner), own, &log));
        }
        secrets.extend(self.tokens());
        secrets
    }

    /// The tokens of all readers, each known to its own.
    fn tokens(&self) -> Vec<Secret> {
        let mut tokens = Vec::new();
        for letter in self.pair.site.sent() {
            let Some(reader) = READERS.iter().find(|reader| **reader == letter.to) else {
                continue;
            };
            let local = letter.reply_to.split('@').next().unwrap_or_default();
            if let Some(token) = local.split('.').nth(3) {
                tokens.push(Secret::words("the token", token, &[reader]));
            }
        }
        assert!(tokens.len() > 8, "there are tokens");
        tokens
    }

    /// What is opened when the match is over, and not before.
    fn sealed(&mut self) -> Vec<Secret> {
        let master = HiddenMaster::new(*self.derived("hidden").as_bytes());
        let mut secrets = vec![Secret::bytes("the hidden master", master.expose(), &[])];
        for reported in self.log().reported() {
            for roll in &reported.hidden_rolls {
                let own = if roll.scope.as_str().ends_with('1') {
                    ANNA
                } else {
                    BRUNO
                };
                let seed = master.hidden_seed(reported.draw, &roll.scope, reported.seed);
                let what = format!("the hidden seed of {}", roll.scope);
                secrets.push(Secret::bytes(&what, seed.expose().as_bytes(), &[own]));
            }
        }
        let unit = self.pair.site.store.read().unwrap();
        for draw in 1..unit.next_draw(&self.id).unwrap() {
            for frozen in unit.frozen(&self.id, draw).unwrap() {
                let own = if frozen.seat.number() == 1 {
                    ANNA
                } else {
                    BRUNO
                };
                let nonce = frozen.nonce.unwrap();
                secrets.push(Secret::bytes("the nonce", &nonce, &[own, GEORG]));
                let lines = frozen.text.lines().filter(|line| line.len() > 12);
                secrets.extend(lines.map(|line| Secret::words("the line", line, &[own, GEORG])));
            }
        }
        let lines = KEPT
            .iter()
            .flat_map(|(own, text)| text.lines().map(move |line| (own, line)));
        let told =
            |(own, line): (&&'static str, &str)| Secret::words("the line", line, &[own, GEORG]);
        secrets.extend(lines.filter(|(_, line)| line.len() > 12).map(told));
        secrets
    }

    /// Everything that anybody can read.
    fn pages(&self) -> Vec<Page> {
        let mut pages = mails(&self.pair.site, &READERS);
        pages.push(Page::new(
            "the notes for the operator",
            None,
            self.notes.text(),
        ));
        pages.push(Page::new("the log", None, self.pair.log()));
        let terminal = Terminal::new().file("orders.txt", "PASS\nMOVE nobody-7 1609\n");
        let config = self.pair.site.path().join("config.toml");
        let at = (&terminal, config.as_path());
        for address in [ANNA, BRUNO] {
            let side = side_of(address);
            for looked in [
                "show chalons --as SIDE",
                "show chalons --as SIDE --json",
                "show chalons --as SIDE --prose",
                "show chalons --as SIDE --map",
                "show chalons --as SIDE --legal",
                "show chalons --as SIDE --html here/page.html --svg here/map.svg",
                "export chalons --as SIDE",
                "replay chalons --as SIDE --out here/replay",
                "check chalons --as SIDE orders.txt",
                "check chalons --as SIDE orders.txt --json",
            ] {
                pages.extend(command(at, Some(address), &looked.replace("SIDE", side)));
            }
        }
        pages.extend(command(at, Some(GEORG), "export chalons --as gm"));
        for looked in [
            "show chalons",
            "show chalons --json",
            "show chalons --html here/page.html",
            "show chalons --as nobody",
            "export chalons",
            "export chalons --as nobody",
            "status",
            "status chalons",
            "status chalons --json",
            "status --late --html here/late.html",
            "audit chalons",
            "audit chalons --json",
            "site --out here/site",
            "recover chalons",
            "gm chalons undo 1 --dry-run",
            "gm chalons void --dry-run",
            "submit chalons --as hun missing.txt",
            "check chalons --as nobody orders.txt",
        ] {
            pages.extend(command(at, None, looked));
        }
        for tool in [&self.pair.anna, &self.pair.bruno] {
            for said in ["seat verify mails", "seat answer mails --auto"] {
                let (_, out, err) = tool.terminal.run(&format!("{said} --secrets secrets"));
                pages.push(Page::new(format!("`{said}`"), Some(tool.address), out));
                pages.push(Page::new(format!("the errors of `{said}`"), None, err));
            }
        }
        pages
    }
}

/// Sends a player's orders. By the beacon no time passes meanwhile: the next LOCK names a round that is known here.
fn send(pair: &mut Pair, dice: DiceMode, address: &'static str, text: &str) {
    if dice != DiceMode::Beacon {
        return pair.order(address, text);
    }
    let letter = pair.game.report_of(address).clone();
    pair.site.answer(&letter, address, text);
    pair.site.sync();
    pair.look();
}

/// Lets the round that the next LOCK names be published.
fn one_round(pair: &mut Pair, at: usize) {
    pair.until_locked();
    pair.publish(at);
}

/// The secret of a chain, and its values for draws to come; what was handed over ahead its owner's mails have.
fn chain_secrets(
    whose: &'static str,
    (game, owner): (&GameName, Owner),
    secret: Hash,
    log: &Log,
) -> Vec<Secret> {
    let known_to: &[&'static str] = if owner == Owner::Host { &[] } else { &[whose] };
    let id = ChainId {
        game: game.clone(),
        owner,
    };
    let chain = Chain::new(id, 1, 4_000, ChainSecret::new(*secret.as_bytes()));
    let next = log.next_draw();
    let to_come = (next..next + 70).chain([4_000]);
    let mut secrets = vec![Secret::bytes(
        &format!("the chain secret of {whose}"),
        secret.as_bytes(),
        &[],
    )];
    secrets.extend(to_come.map(|draw| {
        let value = chain.value(draw).unwrap();
        let what = format!("the value of {whose} for draw {draw}");
        Secret::bytes(&what, value.as_bytes(), known_to)
    }));
    secrets
}

/// Plays a match in a mode, looks for its secrets while it goes on and when it is over.
fn nothing_secret_is_told(dice: DiceMode) {
    let mut watched = Watched::start(dice);
    watched.play(dice);
    let (lasting, sealed) = (watched.lasting(), watched.sealed());
    let pages = watched.pages();
    assert_eq!(leaks(&lasting, &pages), [""; 0]);
    assert_eq!(leaks(&sealed, &pages), [""; 0]);
    // What is looked for is written as its owner reads it.
    for kind in ["the line", "the token"] {
        assert_eq!(untold(kind, &sealed, &pages), [""; 0]);
        assert_eq!(untold(kind, &lasting, &pages), [""; 0]);
    }
    watched.finish(dice);
    let (lasting, pages) = (watched.lasting(), watched.pages());
    assert_eq!(leaks(&lasting, &pages), [""; 0]);
    // Now everybody may know what was sealed, and the search would have found it.
    for kind in ["the hidden master", "the nonce"] {
        assert_eq!(untold(kind, &sealed, &pages), [""; 0]);
    }
}

#[test]
fn nothing_secret_is_told_in_casual_mode() {
    nothing_secret_is_told(DiceMode::Casual);
}

#[test]
fn nothing_secret_is_told_in_chain_mode() {
    nothing_secret_is_told(DiceMode::Chain);
}

#[test]
fn nothing_secret_is_told_in_beacon_mode() {
    nothing_secret_is_told(DiceMode::Beacon);
}

#[test]
fn a_secret_is_found_however_it_is_written_unless_its_reader_may_know_it() {
    let bytes = [0xfb; 32];
    let secret = Secret::bytes("the key", &bytes, &[ANNA]);
    let base64 = data_encoding::BASE64.encode(&bytes);
    for written in [hex::encode_upper(bytes), base64, format!("Key({bytes:?})")] {
        let page = |reader| [Page::new("a page", reader, format!("so: {written}."))];
        assert_eq!(
            leaks(std::slice::from_ref(&secret), &page(Some(BRUNO))).len(),
            1
        );
        assert_eq!(leaks(std::slice::from_ref(&secret), &page(None)).len(), 1);
        assert_eq!(
            leaks(std::slice::from_ref(&secret), &page(Some(ANNA))),
            [""; 0]
        );
    }
    let other = [Page::new("a page", None, hex::encode([0xfa; 32]))];
    assert_eq!(leaks(&[secret], &other), [""; 0]);
}
