//! A table for the dice protocol alone: host and players with their own tools, and whole matches in each mode.

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::ledger::{
    audit::{Audit, Checks, Code, Mail, audit},
    block::{
        Ack, Body, HiddenPlanned, HiddenRolled, Join, LockSeal, Mark, Mode, Need, Orders, Party,
        Planned, Player, Side,
    },
    chain::{Chain, ChainId},
    dice::{Label, Spec},
    drand::{self, Verifier},
    hash::Hash,
    host::{self, HostSecrets, OpenedDraw, Plan, Values},
    log::{Log, LogError},
    names::{GameName, Owner, Seat},
    player::{Filed, PlayerError, PlayerMemory, PlayerSecrets},
    seal::SealedText,
    secret::{ChainSecret, HiddenMaster, Nonce},
    seed::Give,
    text::Text,
    time::Time,
};

pub(crate) const START: i64 = 1_754_071_200;

pub(crate) fn text(text: &str) -> Text {
    text.parse().unwrap()
}

pub(crate) fn label(text: &str) -> Label {
    text.parse().unwrap()
}

pub(crate) fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

pub(crate) fn all(seats: &[u8]) -> BTreeSet<Seat> {
    seats.iter().map(|number| seat(*number)).collect()
}

pub(crate) fn game() -> GameName {
    host::game_name("table", [0xab; 4]).unwrap()
}

pub(crate) fn chain(owner: Owner, first: u64, secret: u8) -> Chain {
    let id = ChainId {
        game: game(),
        owner,
    };
    Chain::new(id, first, 50, ChainSecret::new([secret; 32]))
}

pub(crate) fn master(secret: u8) -> HiddenMaster {
    HiddenMaster::new([secret; 32])
}

pub(crate) fn planned(name: &str, what: &str) -> Planned {
    Planned {
        label: label(name),
        spec: spec(what),
        need: Need::Due,
    }
}

/// A player at his own computer.
pub(crate) struct Guest {
    pub(crate) secrets: PlayerSecrets,
    pub(crate) memory: PlayerMemory,
    pub(crate) join: Join,
}

impl Guest {
    pub(crate) fn new(number: u8, name: &str, first: u64, secret: u8) -> Self {
        let owner = Owner::Seat(seat(number));
        let secrets = PlayerSecrets {
            game: game(),
            owner,
            chain: Some(chain(owner, first, secret)),
            master: Some(master(secret + 100)),
        };
        let join = secrets.join(name.parse().unwrap());
        Self {
            secrets,
            memory: PlayerMemory::default(),
            join,
        }
    }

    pub(crate) fn without_chain(mut self) -> Self {
        self.secrets.chain = None;
        self.join = self.secrets.join(self.join.name);
        self
    }

    pub(crate) fn orders(&self, log: &Log, line: &str) -> Orders {
        let text = SealedText::transliterate(line).unwrap();
        self.secrets
            .orders(log, text, Nonce::new([9; 32]), None)
            .unwrap()
    }

    pub(crate) fn party(&self, played_by: Player) -> Party {
        host::party(&game(), &self.join, played_by).unwrap()
    }
}

/// The host's table: the log, his secrets, and a clock that strikes once for each entry.
pub(crate) struct Table {
    pub(crate) log: Log,
    pub(crate) secrets: HostSecrets,
    pub(crate) sides: Vec<Side>,
    pub(crate) clock: i64,
}

impl Table {
    pub(crate) fn open(mode: Mode, seats: Vec<Party>) -> Self {
        let has_chain = !mode.is_beacon();
        let secrets = HostSecrets {
            chain: has_chain.then(|| chain(Owner::Host, 1, 200)),
            master: Some(master(201)),
        };
        let rules = Hash::sha256(b"rules");
        let genesis = host::genesis(game(), mode, rules, &secrets, seats, None);
        let log = Log::start(genesis, Time::from_unix(START).unwrap()).unwrap();
        Self {
            log,
            secrets,
            sides: Vec::new(),
            clock: START,
        }
    }

    pub(crate) fn now(&mut self) -> Time {
        self.clock += 3_600;
        Time::from_unix(self.clock).unwrap()
    }

    pub(crate) fn say(&mut self, body: Body) -> Result<(), LogError> {
        let now = self.now();
        self.log.append(body, now).map(|_| ())
    }

    pub(crate) fn lock(&mut self, seals: &[LockSeal], plan: Plan) {
        let seals: BTreeMap<Seat, LockSeal> = self.log.seats().zip(seals.iter().copied()).collect();
        let lock = host::lock(&self.log, &seals, plan, None).unwrap();
        self.say(Body::Lock(lock)).unwrap();
    }

    pub(crate) fn report(&mut self, values: Values, rolls: &[(&str, &str)]) -> OpenedDraw {
        self.report_hidden(values, rolls, Vec::new())
    }

    pub(crate) fn report_hidden(
        &mut self,
        values: Values,
        rolls: &[(&str, &str)],
        hidden: Vec<HiddenRolled>,
    ) -> OpenedDraw {
        let opened = OpenedDraw::open(&self.log, &self.secrets, values).unwrap();
        let rolls: Vec<(Label, Spec)> = rolls.iter().map(|(l, s)| (label(l), spec(s))).collect();
        let state = Hash::sha256(b"state");
        let report = opened.report(&self.log, &rolls, hidden, state).unwrap();
        self.say(Body::Report(report)).unwrap();
        opened
    }

    pub(crate) fn audit(
        &self,
        mails: &[Mail],
        replayed: &[u64],
        verifier: Option<&Verifier>,
    ) -> Audit {
        let checks = Checks {
            replayed: replayed.iter().copied().collect(),
            verifier,
        };
        audit(&self.text(), mails, &checks)
    }
}

pub(crate) fn sealed(orders: &Orders) -> LockSeal {
    LockSeal::Sealed(orders.seal())
}

pub(crate) fn codes(audit: &Audit) -> Vec<Code> {
    audit.findings.iter().map(|finding| finding.code).collect()
}

pub(crate) fn two_guests(mode: Mode) -> (Table, Guest, Guest) {
    let (ann, ben) = (Guest::new(1, "ann", 1, 1), Guest::new(2, "ben", 1, 2));
    let seats = vec![ann.party(Player::Other), ben.party(Player::Other)];
    let table = Table::open(mode, seats);
    let (mut ann, mut ben) = (ann, ben);
    let joins = [ann.join.clone(), ben.join.clone()];
    for guest in [&mut ann, &mut ben] {
        let mine = guest.join.clone();
        guest
            .secrets
            .acknowledge_genesis(&table.log, &mut guest.memory, &mine, &joins, mode)
            .unwrap();
    }
    (table, ann, ben)
}

pub(crate) fn give(table: &Table, guest: &mut Guest, filed: Filed) -> Result<Ack, PlayerError> {
    guest
        .secrets
        .give(&table.log, &mut guest.memory, filed, &[])
}

/// One chain-mode draw with sealed orders of both guests.
pub(crate) fn chain_draw(
    table: &mut Table,
    ann: &mut Guest,
    ben: &mut Guest,
    plan: Plan,
) -> Values {
    let ours = [
        ann.orders(&table.log, "attack 1203"),
        ben.orders(&table.log, "hold"),
    ];
    table.lock(&[sealed(&ours[0]), sealed(&ours[1])], plan);
    let mut values = Values::none(&table.log);
    for (guest, orders) in [ann, ben].into_iter().zip(&ours) {
        let ack = give(table, guest, Filed::Orders(orders)).unwrap();
        values.take_ack(&table.log, &ack).unwrap();
        table.sides.push(Side::Ack(ack));
        table.sides.push(Side::Orders(orders.clone()));
    }
    assert_eq!(values.missing(&table.log), []);
    values
}

pub(crate) fn one_roll(name: &str) -> Plan {
    Plan {
        rolls: vec![planned(name, "2d6")],
        hidden: Vec::new(),
    }
}

/// A match that was played honestly, as host and players keep it.
pub(crate) struct Played {
    /// What kind of match it is.
    pub(crate) name: &'static str,
    /// Its entries, and the blocks of players that were opened.
    pub(crate) log: String,
    /// What one of the players kept: every entry and every block in a mail of its own.
    pub(crate) mails: Vec<Mail>,
    /// The notes that the mode implies.
    pub(crate) notes: &'static [&'static str],
}

impl Table {
    /// Ends the table.
    fn leave(mut self, name: &'static str, notes: &'static [&'static str]) -> Played {
        self.say(host::note(&[Mark::Finished])).unwrap();
        let entries = (0..self.log.next_entry()).map(|entry| self.log.mail_text(entry).unwrap());
        let sides = self.sides.iter().map(|side| side.to_block().to_string());
        let mails = entries.chain(sides).enumerate().map(|(number, text)| Mail {
            name: format!("ann-{number}"),
            text: format!("Dear Ann,\n\n{text}\nyours\n"),
            ..Mail::default()
        });
        Played {
            name,
            mails: mails.collect(),
            log: self.text(),
            notes,
        }
    }

    /// Returns the log with the blocks of players behind it.
    pub(crate) fn text(&self) -> String {
        let sides: Vec<String> = self
            .sides
            .iter()
            .map(|s| s.to_block().to_string())
            .collect();
        format!("{}\n{}", self.log, sides.join("\n"))
    }
}

/// Plays one match of each kind to its end.
pub(crate) fn matches_of_all_modes() -> Vec<Played> {
    vec![
        casual(),
        chain_with_hidden_draws(),
        host_plays(),
        silent_seat(),
        undone(),
        beacon(),
    ]
}

fn casual() -> Played {
    let (mut table, ann, _) = two_guests(Mode::Casual);
    let ahead = ann.secrets.chain.as_ref().unwrap().value(4).unwrap();
    for draw in 1..=4 {
        let orders = [
            ann.orders(&table.log, "advance"),
            Orders {
                seat: seat(2),
                ..ann.orders(&table.log, "hold")
            },
        ];
        table.lock(&[sealed(&orders[0]), sealed(&orders[1])], Plan::default());
        let mut values = Values::none(&table.log);
        values
            .take_give(&table.log, seat(1), Give::Value(ahead))
            .unwrap();
        let phrase = Give::Phrase(format!("my cat sat on {draw} keys").parse().unwrap());
        values.take_give(&table.log, seat(2), phrase).unwrap();
        table.report(
            values,
            &[
                (&format!("t{draw}/a"), "3avg"),
                (&format!("t{draw}/b"), "2z10"),
            ],
        );
        table.sides.extend(orders.map(Side::Orders));
    }
    table.leave(
        "casual, values and phrases",
        &["PHRASE_USED", "SEAT_SKIPPED"],
    )
}

fn chain_with_hidden_draws() -> Played {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    let hidden = |name: &str| HiddenRolled {
        scope: name.parse().unwrap(),
        label: label("h1"),
        spec: spec("perm20"),
    };
    let planned_hidden = |name: &str| HiddenPlanned {
        scope: name.parse().unwrap(),
        roll: planned("h1", "perm20"),
    };
    let mut plan = one_roll("combat/1203");
    plan.hidden = vec![planned_hidden("h.deck"), planned_hidden("s1.hand")];
    let values = chain_draw(&mut table, &mut ann, &mut ben, plan);
    let rolls = [("combat/1203", "2d6")];
    let opened = table.report_hidden(values, &rolls, vec![hidden("h.deck"), hidden("s1.hand")]);
    let key = host::key(&table.log, &opened, seat(1), "h.deck".parse().unwrap()).unwrap();
    table.sides.push(Side::Key(key));
    let again = vec![(label("combat/1203"), spec("2d6"))];
    let correct =
        host::correct(Some(2), text("wrong column"), again, Vec::new(), all(&[])).unwrap();
    table.say(Body::Correct(correct)).unwrap();
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("combat/1204"));
    table.report(values, &[("combat/1204", "2d6")]);
    let masters = vec![
        (Owner::Host, master(201)),
        (Owner::Seat(seat(1)), master(101)),
    ];
    let disclose = host::disclose(&table.log, masters).unwrap();
    table.say(Body::Disclose(disclose)).unwrap();
    table.leave("chain, hidden draws and a correction", &["CORRECTED"])
}

fn host_plays() -> Played {
    let (harry, mut ann) = (Guest::new(1, "harry", 1, 1), Guest::new(2, "ann", 1, 2));
    let seats = vec![harry.party(Player::Host), ann.party(Player::Other)];
    let mut table = Table::open(Mode::Chain, seats);
    ann.secrets
        .acknowledge(&table.log, &mut ann.memory, 0)
        .unwrap();
    for stop in 1..=2u64 {
        let his = harry.orders(&table.log, "advance on the bridge");
        table
            .say(host::note(&[Mark::Early {
                stop,
                seal: his.seal(),
            }]))
            .unwrap();
        table.lock(&[sealed(&his), LockSeal::Later], one_roll("a"));
        let hers = ann.orders(&table.log, "defend the bridge");
        let ack = give(&table, &mut ann, Filed::Nothing).unwrap();
        let mut values = Values::none(&table.log);
        values.take_ack(&table.log, &ack).unwrap();
        values.take_orders(&table.log, &hers).unwrap();
        let own = chain(Owner::Seat(seat(1)), 1, 1).value(stop).unwrap();
        values
            .take_give(&table.log, seat(1), Give::Value(own))
            .unwrap();
        table.report(values, &[("a", "2d6")]);
        table
            .sides
            .extend([Side::Ack(ack), Side::Orders(his), Side::Orders(hers)]);
    }
    table.leave("chain, the host plays", &[])
}

fn silent_seat() -> Played {
    let (mut table, mut ann, ben) = two_guests(Mode::Chain);
    table.lock(&[LockSeal::Nothing, LockSeal::Nothing], one_roll("a"));
    give(&table, &mut ann, Filed::Nothing).unwrap();
    let void = host::void(&table.log, text("ben is silent"), all(&[1]), all(&[2])).unwrap();
    table.say(Body::Void(void)).unwrap();
    let mut carla = Guest::new(2, "carla", 2, 7);
    let change = host::seat_change(&table.log, &carla.join, Player::Other, text("ben forfeits"));
    table.say(Body::Seat(change.unwrap())).unwrap();
    carla
        .secrets
        .acknowledge(&table.log, &mut carla.memory, 3)
        .unwrap();
    ann.secrets
        .acknowledge(&table.log, &mut ann.memory, 3)
        .unwrap();
    let values = chain_draw(&mut table, &mut ann, &mut carla, one_roll("a"));
    table.report(values, &[("a", "2d6")]);
    let joins = [ann.join, ben.join, carla.join];
    table.sides.extend(joins.map(Side::Join));
    table.leave(
        "chain, a silent seat is replaced",
        &["REANCHORED", "SEAT_ABSENT", "VOIDED"],
    )
}

fn undone() -> Played {
    let (mut table, mut ann, mut ben) = two_guests(Mode::Chain);
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("a"));
    table.report(values, &[("a", "2d6")]);
    let correct = host::correct(None, text("wrong map"), Vec::new(), vec![1], all(&[1, 2]));
    table.say(Body::Correct(correct.unwrap())).unwrap();
    let values = chain_draw(&mut table, &mut ann, &mut ben, one_roll("b"));
    table.report(values, &[("b", "2d6")]);
    table.leave("chain, a draw is undone", &["UNDONE"])
}

fn beacon() -> Played {
    const ROUND: u64 = 20_791_007;
    const SIGNATURE: &str = "8d2c8bbc37170dbacc5e280a21d4e195cff5f32a19fd6a58633fa4e4670478b5fb39bc13dd8f8c4372c5a76191198ac5";
    let mode = Mode::Beacon { margin: 43_200 };
    let mut ann = Guest::new(1, "ann", 1, 1).without_chain();
    let mut table = Table::open(mode, vec![ann.party(Player::Other)]);
    ann.secrets
        .acknowledge(&table.log, &mut ann.memory, 0)
        .unwrap();
    let hers = ann.orders(&table.log, "fleet to sea zone 11");
    table.clock = drand::time_of(ROUND) - 90_000;
    let seals = BTreeMap::from([(seat(1), sealed(&hers))]);
    let lock = host::lock(&table.log, &seals, one_roll("a"), Some(ROUND)).unwrap();
    table.say(Body::Lock(lock)).unwrap();
    let ack = ann
        .secrets
        .acknowledge(&table.log, &mut ann.memory, 1)
        .unwrap();
    let mut values = Values::none(&table.log);
    values.take_ack(&table.log, &ack).unwrap();
    table.clock = drand::time_of(ROUND);
    values.take_beacon(SIGNATURE.parse().unwrap());
    table.report(values, &[("a", "2d6")]);
    table.sides.extend([Side::Ack(ack), Side::Orders(hers)]);
    table.leave("beacon", &[])
}
