//! What a commander weighs things by: commanders think alike and differ in what matters to them.

/// Weights, in points of which a plain unit is worth a thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Doctrine {
    /// What an act has to be worth more than staying.
    pub(super) inertia: i32,
    /// What looking at the enemy is worth.
    pub(super) looks: i32,
    /// What being in good order again is worth beside what being Disordered costs.
    pub(super) reformed: i32,
    /// Of ten parts by which help that is still to come is counted.
    pub(super) hoped_for: i32,
    /// The balance from which an attack is made: whoever hangs back for even odds never wins.
    pub(super) dare: i32,
    /// What an advance has to better.
    pub(super) settle: i32,
    /// Of ten parts by which a shot at a unit in contact with one's own is worth more.
    pub(super) prepares: i32,
    /// What a marker is worth beside the first of its contingent, in tenths.
    pub(super) again: [i32; 3],
    /// What each point of its bonus is worth to an initiative marker.
    pub(super) per_bonus: i32,
    /// What a unit that attacks, that shoots, that only stands, that is Disordered does in an activation.
    pub(super) does: [i32; 4],
    /// What each point of shock rating adds for one that attacks.
    pub(super) strikes: i32,
    /// An enemy as near as this gives a unit something to do.
    pub(super) busy: u8,
    /// By how many tenths such a unit counts more.
    pub(super) busier: i32,
    /// Where units want to be that attack, that shoot, that only stand, that are Disordered.
    pub(super) distances: [Distance; 4],
    /// How many hexes a unit may be ahead of the middle of its line.
    pub(super) lead: i32,
    /// What each hex more costs.
    pub(super) too_far_ahead: i32,
    /// What a friend on a flank is worth to a unit of the line.
    pub(super) shoulder: i32,
    /// What a flank or rear costs that the enemy can get at.
    pub(super) open_flank: i32,
    /// What it costs a unit of the line to have no other of it within two hexes.
    pub(super) alone: i32,
    /// What a hit is thought to cost an attacker.
    pub(super) hit: i32,
    /// The share of danger that is counted, in twelfths: not every enemy acts first.
    pub(super) likely: i32,
    /// How the danger of an attack is reckoned.
    pub(super) danger: Danger,
    /// Whether danger is counted by the markers that both sides have still to draw.
    pub(super) foresees: bool,
    /// The enemy's losses in combat beside one's own, in tenths.
    pub(super) eager: i32,
    /// A shot beside other things, in tenths.
    pub(super) shoots: i32,
    /// Whether light cavalry is expected to ride away from an attack (9.3).
    pub(super) flight: bool,
    /// What it is worth to drive it off.
    pub(super) driven: i32,
    /// What a horse archer that is held will pay for getting away (6.5), in tenths.
    pub(super) pins: i32,
    /// Whether those who hung back are asked again when the others have come up.
    pub(super) looks_again: bool,
    /// When cards are played.
    pub(super) cards: Cards,
    /// What each point of its shock rating adds to a unit's worth.
    pub(super) per_rating: i32,
    /// What a bow adds.
    pub(super) bow: i32,
    /// What each unit that its side has already lost adds: the end is nearer.
    pub(super) per_loss: i32,
    /// What it costs a unit to be Disordered, until it reforms.
    pub(super) shaken: i32,
    /// What each point of rating adds that it loses by it.
    pub(super) per_rating_shaken: i32,
}

/// How the danger of an attack is reckoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Danger {
    /// By how many enemies can strike, each of whom hits.
    ByNumber,
    /// By their ratings and the arcs that lie open to them (9.5.1).
    ByArc,
}

/// When a commander plays his cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cards {
    /// As soon as he may.
    AtOnce,
    /// When enough units gain by it.
    InTime,
}

/// How far from the enemy a unit wants to be, and what a hex more or less costs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Distance {
    /// Steps to the nearest enemy.
    pub(super) ideal: u8,
    /// What each step more costs.
    pub(super) too_far: i32,
    /// What each step less costs.
    pub(super) too_near: i32,
}

impl Distance {
    const fn of(ideal: u8, too_far: i32, too_near: i32) -> Self {
        Self {
            ideal,
            too_far,
            too_near,
        }
    }
}

/// Advances in line, shoots before it strikes, strikes where the odds are good.
pub(super) static STEADY: [Doctrine; 2] = [STEADY_OF_A_SIDE; 2];

const STEADY_OF_A_SIDE: Doctrine = Doctrine {
    inertia: 10,
    looks: 15,
    reformed: 80,
    hoped_for: 4,
    dare: 0,
    settle: 20,
    prepares: 2,
    again: [10, 8, 6],
    per_bonus: 20,
    does: [4, 10, 1, 4],
    strikes: 3,
    busy: 8,
    busier: 10,
    distances: [
        Distance::of(3, 60, 60),
        Distance::of(2, 25, 40),
        Distance::of(5, 15, 60),
        Distance::of(6, 5, 60),
    ],
    lead: 2,
    too_far_ahead: 60,
    shoulder: 40,
    open_flank: 40,
    alone: 100,
    hit: 420,
    likely: 4,
    danger: Danger::ByNumber,
    foresees: false,
    eager: 10,
    shoots: 10,
    flight: false,
    driven: 0,
    pins: 0,
    looks_again: false,
    cards: Cards::AtOnce,
    per_rating: 80,
    bow: 100,
    per_loss: 30,
    shaken: 250,
    per_rating_shaken: 60,
};

/// What has been found to beat the steady one, for each side.
pub(super) static CAPTAIN: [Doctrine; 2] = [
    // The Huns let their horse archers do the work, and close with the enemy at once: nobody shoots at
    // units that are Engaged.
    Doctrine {
        does: [4, 25, 1, 4],
        distances: [
            Distance::of(1, 100, 60),
            Distance::of(2, 25, 40),
            Distance::of(5, 15, 60),
            Distance::of(6, 5, 60),
        ],
        shoots: 13,
        ..CAPTAIN_OF_A_SIDE
    },
    // The Romans wait until somebody is within reach of many, stake more on each combat, hold horse
    // archers fast, and keep what cannot fight out of bowshot.
    Doctrine {
        reformed: 200,
        hoped_for: 0,
        does: [10, 10, 1, 4],
        strikes: 5,
        distances: [
            Distance::of(1, 0, 60),
            Distance::of(2, 25, 40),
            Distance::of(14, 15, 60),
            Distance::of(6, 5, 60),
        ],
        foresees: true,
        eager: 18,
        driven: 100,
        pins: 10,
        ..CAPTAIN_OF_A_SIDE
    },
];

const CAPTAIN_OF_A_SIDE: Doctrine = Doctrine {
    likely: 2,
    danger: Danger::ByArc,
    flight: true,
    driven: 20,
    looks_again: true,
    cards: Cards::InTime,
    shaken: 320,
    per_rating_shaken: 80,
    ..STEADY_OF_A_SIDE
};
