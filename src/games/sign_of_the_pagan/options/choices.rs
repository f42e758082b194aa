//! The options one by one: a type per option, the table of all, and the struct that holds a choice of each.

use super::{Choice, OptionInfo, Value};
use crate::games::options::choices;

/// Defines [`Options`] and [`OPTIONS`]: name, type, ruling or rule, subject.
macro_rules! options {
    ($($name:ident: $type:ty, $source:literal, $subject:literal;)*) => {
        /// One choice for every option; the default is the choice when nothing is agreed.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct Options {
            $(#[doc = concat!($subject, ".")] pub $name: $type,)*
        }

        /// All options, in the order of the rulings, the book's optional rules last.
        pub const OPTIONS: &[OptionInfo] = &[
            $(OptionInfo {
                name: stringify!($name),
                source: $source,
                subject: $subject,
                values: <$type as Choice>::VALUES,
            },)*
        ];

        impl Options {
            /// Sets an option by name; `None` if it does not take the value.
            pub(super) fn put(&mut self, name: &str, value: &str) -> Option<()> {
                match name {
                    $(stringify!($name) => self.$name = Choice::from_key(value)?,)*
                    _ => return None,
                }
                Some(())
            }

            /// Returns names and values, in the order of [`OPTIONS`].
            pub(super) fn pairs(&self) -> Vec<(&'static str, &str)> {
                vec![$((stringify!($name), Choice::key(&self.$name)),)*]
            }
        }
    };
}

/// The deck of opportunity cards (Q42).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Deck {
    /// `reconstruction`: the shipped deck.
    #[default]
    Reconstruction,
    /// `none`: the match is played without cards.
    None,
    /// The name of another file of the same form.
    File(String),
}

impl Choice for Deck {
    const VALUES: &'static [Value] = &[
        Value {
            key: "reconstruction",
            meaning: "the shipped deck",
        },
        Value {
            key: "none",
            meaning: "no cards are dealt",
        },
        Value {
            key: "NAME.toml",
            meaning: "the deck of that file in the game's folder, of the same form",
        },
    ];

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "reconstruction" => Some(Self::Reconstruction),
            "none" => Some(Self::None),
            name => {
                let stem = name.strip_suffix(".toml")?;
                let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
                (!stem.is_empty() && stem.chars().all(is_plain))
                    .then(|| Self::File(name.to_owned()))
            }
        }
    }

    fn key(&self) -> &str {
        match self {
            Self::Reconstruction => "reconstruction",
            Self::None => "none",
            Self::File(name) => name,
        }
    }
}

choices! {
    /// An optional rule of the book.
    Switch {
        Off = "off", "not used";
        On = "on", "used";
    }
    /// Two or more hits on one unit in one combat (Q1).
    MultiResult {
        Stack = "stack", "each hit counts: the first flips a unit in good order, every further one is a Second Disorder Check";
        Cap = "cap", "one combat gives a unit at most one result";
    }
    /// Which hexes are an enemy zone for Momentum (Q2).
    Zoc {
        Adjacent = "adjacent", "the six hexes round every enemy combat unit, however it faces";
        Frontal = "frontal", "only the two frontal hexes of every enemy combat unit";
    }
    /// Attacks that share a defender or an attacker (Q3).
    Chain {
        Joined = "joined", "they are one combat; its hits are spread over everybody in it";
        Split = "split", "a defender belongs to the first line that names it, and every attacker of a combat must face all its defenders";
    }
    /// Whether Momentum is a choice (Q4).
    Momentum {
        Optional = "optional", "it is used unless the SHOCK line says NOMOMENTUM";
        Automatic = "automatic", "a unit that has it always uses it";
    }
    /// Entering a hex that a Retreat Before Shock emptied (Q5).
    EvadeAdvance {
        Must = "must", "compulsory if an attacker of that combat used Momentum";
        May = "may", "always a free choice";
    }
    /// An Overwhelming roll inside a counterattack (Q6).
    CounterChain {
        None = "none", "it is an ordinary hit";
        Phasing = "phasing", "a former attacker that rolls it may make Continued Attacks afterwards";
        Full = "full", "it may also counterattack in its turn, and the counterattacker may continue";
    }
    /// When an Overwhelming defender stops the attacker from continuing (Q7).
    OvCancel {
        Result = "result", "by the roll alone, counterattack or not";
        Actual = "actual", "only if a counterattack is really made";
    }
    /// Entering the hex of an attacker destroyed by a counterattack (Q8).
    CounterAdvance {
        No = "no", "never: only a hex vacated by a defender is entered";
        Yes = "yes", "the counterattacker may advance like an attacker";
    }
    /// What makes a further reaction shot worse (Q9).
    ReactCount {
        Entries = "entries", "each earlier enemy unit that entered the archer's frontal hexes in this activation";
        Shots = "shots", "each earlier reaction shot of this archer in this activation";
    }
    /// One die against opponents with different modifiers (Q10).
    MixedModifiers {
        Worst = "worst", "the worst modifier for the roller counts";
        Best = "best", "the best modifier for the roller counts";
        Each = "each", "the die is compared with each opponent by its own modifier";
    }
    /// Movement allowance of a unit that breaks off (Q11).
    WithdrawMa {
        Disordered = "disordered", "that of its Disordered side";
        Normal = "normal", "that of its good side";
    }
    /// Whether a unit that broke off has its one hex for certain (Q12).
    MinHex {
        Always = "always", "the first hex is always allowed";
        NotAfterWithdraw = "not_after_withdraw", "a unit that cannot pay stays and fights";
    }
    /// Where a unit that breaks off may end (Q13).
    Withdraw {
        LeaveHex = "leave_hex", "anywhere but in its old hex";
        BreakContact = "break_contact", "not next to the enemies it left, if another hex is within reach";
    }
    /// When Engaged horse archers cannot get away (Q14).
    Trapped {
        AnyBlock = "any_block", "no hex to enter, whoever or whatever bars it: they are eliminated";
        EnemyOnly = "enemy_only", "only enemies trap them; barred by a friend or the map edge they stay Engaged";
    }
    /// Retreat Before Shock by Engaged cavalry (Q15).
    EvadeEngaged {
        No = "no", "not allowed";
        Yes = "yes", "allowed";
    }
    /// A sight line along a hexside: what blocks it or costs -1 (Q16).
    LosHexside {
        Both = "both", "both hexes beside the line must do so";
        Either = "either", "one of the two is enough";
    }
    /// A sight line along a hexside: the arc of fire (Q16).
    ArcHexside {
        Both = "both", "both hexes beside the line must lie in the arc";
        Either = "either", "one of the two is enough";
    }
    /// Light cavalry attacked by heavy cavalry together with foot (Q17).
    EvadeMixed {
        Roll = "roll", "it may retreat and must roll";
        No = "no", "it may not retreat";
    }
    /// Reform by a unit that turned (Q18).
    ReformFace {
        No = "no", "not allowed: turning is doing something";
        Yes = "yes", "allowed: turning does not count";
    }
    /// Counterattack by a unit with a white ring or rating 0 (Q19).
    CounterWhite {
        No = "no", "not allowed; a white square may, with 1, if it was Engaged";
        Yes = "yes", "allowed";
    }
    /// Attila riding by himself (Q20).
    AttilaMove {
        Huns = "huns", "in an activation of the Huns";
        WithUnit = "with_unit", "never: he only goes with his unit";
        Any = "any", "in any activation of his side";
    }
    /// A Disordered unit that fails its river check (Q21).
    RiverSecond {
        Yes = "yes", "makes a Second Disorder Check";
        No = "no", "suffers nothing more";
    }
    /// River check for advances and retreats (Q22).
    RiverNonmove {
        No = "no", "none: they are not movement";
        Yes = "yes", "as for movement";
    }
    /// Target of a Continued Attack without an advance (Q23).
    ContinueTarget {
        Front = "front", "an enemy in a frontal hex";
        Adjacent = "adjacent", "any adjacent enemy; the attacker turns for nothing";
    }
    /// Retreat before a Continued Attack (Q24).
    EvadeContinued {
        No = "no", "not allowed: that step is over";
        Yes = "yes", "allowed";
    }
    /// When a unit Engaged only in flank or rear turns (Q25).
    TurnWhen {
        Activation = "activation", "in its own activation, if it stays";
        Immediate = "immediate", "at once";
    }
    /// Whom an attacker must attack (Q27).
    FrontDuty {
        All = "all", "every enemy in front that no friend attacks or holds Engaged";
        Any = "any", "at least one enemy in front";
    }
    /// Markers of a contingent without units (Q28).
    DeadCam {
        Barred = "barred", "may not be picked while five others are left";
        Pass = "pass", "may be picked, and pass";
    }
    /// Several Alan units lost in one combat (Q30).
    AlanRolls {
        Each = "each", "one die for each";
        Once = "once", "one die for all";
    }
    /// Movement points of a unit Disordered on the way (Q32).
    DisMove {
        Keep = "keep", "its allowance was fixed when it set out";
        Recalc = "recalc", "the Disordered allowance, less what is spent";
    }
    /// Advance by an attacker Engaged with somebody else (Q33).
    AdvanceEngaged {
        Yes = "yes", "allowed";
        No = "no", "not allowed";
    }
    /// The loser's marker as second activation, on turn 1 (Q35).
    SecondT1 {
        Yes = "yes", "the Roman's initiative marker acts second";
        No = "no", "not on turn 1";
    }
    /// Momentum of a unit Disordered by reaction fire (Q38).
    DisMomentum {
        Yes = "yes", "it keeps its -1 and loses ferocity";
        No = "no", "it loses both";
    }
    /// An enemy moves into a hex with Attila alone (Q39).
    AttilaOverrun {
        Same = "same", "as when he is caught in any other way";
        Slip = "slip", "he gets away without a die";
    }
    /// A retreat leads away from whom (Q43).
    EvadeAway {
        All = "all", "the hex may touch none of the attackers";
        One = "one", "it is enough to be away from one of them";
    }
    /// Attila when his unit advances or retreats (Q45).
    AttilaAlong {
        Yes = "yes", "he goes with it";
        No = "no", "he stays in the hex, alone";
    }
    /// When cards are asked for.
    CardTiming {
        Triggers = "triggers", "never: they are played by lines filed in advance";
        AskBoth = "ask_both", "both players are asked at fixed moments, whether or not they hold anything";
    }
}

options! {
    multi_result: MultiResult, "Q1", "Two or more hits on one unit in one combat";
    zoc: Zoc, "Q2", "Which hexes are an enemy zone for Momentum";
    chain: Chain, "Q3", "Attacks that share a defender or an attacker";
    momentum: Momentum, "Q4", "Whether Momentum is a choice";
    evade_advance: EvadeAdvance, "Q5", "Entering a hex that a Retreat Before Shock emptied";
    counter_chain: CounterChain, "Q6", "An Overwhelming roll inside a counterattack";
    ov_cancel: OvCancel, "Q7", "When an Overwhelming defender stops the attacker from continuing";
    counter_advance: CounterAdvance, "Q8", "Entering the hex of an attacker destroyed by a counterattack";
    react_count: ReactCount, "Q9", "What makes a further reaction shot worse";
    mixed_modifiers: MixedModifiers, "Q10", "One die against opponents with different modifiers";
    withdraw_ma: WithdrawMa, "Q11", "Movement allowance of a unit that breaks off";
    min_hex: MinHex, "Q12", "Whether a unit that broke off has its one hex for certain";
    withdraw: Withdraw, "Q13", "Where a unit that breaks off may end";
    trapped: Trapped, "Q14", "When Engaged horse archers cannot get away";
    evade_engaged: EvadeEngaged, "Q15", "Retreat Before Shock by Engaged cavalry";
    los_hexside: LosHexside, "Q16", "A sight line along a hexside: what blocks it or costs -1";
    arc_hexside: ArcHexside, "Q16", "A sight line along a hexside: the arc of fire";
    evade_mixed: EvadeMixed, "Q17", "Light cavalry attacked by heavy cavalry together with foot";
    reform_face: ReformFace, "Q18", "Reform by a unit that turned";
    counter_white: CounterWhite, "Q19", "Counterattack by a unit with a white ring or rating 0";
    attila_move: AttilaMove, "Q20", "Attila riding by himself";
    river_second: RiverSecond, "Q21", "A Disordered unit that fails its river check";
    river_nonmove: RiverNonmove, "Q22", "River check for advances and retreats";
    continue_target: ContinueTarget, "Q23", "Target of a Continued Attack without an advance";
    evade_continued: EvadeContinued, "Q24", "Retreat before a Continued Attack";
    turn_when: TurnWhen, "Q25", "When a unit Engaged only in flank or rear turns";
    front_duty: FrontDuty, "Q27", "Whom an attacker must attack";
    dead_cam: DeadCam, "Q28", "Markers of a contingent without units";
    alan_rolls: AlanRolls, "Q30", "Several Alan units lost in one combat";
    dis_move: DisMove, "Q32", "Movement points of a unit Disordered on the way";
    advance_engaged: AdvanceEngaged, "Q33", "Advance by an attacker Engaged with somebody else";
    second_t1: SecondT1, "Q35", "The loser's marker as second activation, on turn 1";
    dis_momentum: DisMomentum, "Q38", "Momentum of a unit Disordered by reaction fire";
    attila_overrun: AttilaOverrun, "Q39", "An enemy moves into a hex with Attila alone";
    deck: Deck, "Q42", "The opportunity cards";
    evade_away: EvadeAway, "Q43", "A retreat leads away from whom";
    attila_along: AttilaAlong, "Q45", "Attila when his unit advances or retreats";
    card_timing: CardTiming, "", "When cards are asked for";
    opt_free_setup: Switch, "3.0", "Free set-up: Romans in rows 06-08, Huns in rows 12-15";
    opt_second_chit: Switch, "5.3", "The loser's initiative marker is the second activation";
    opt_alan_two_strikes: Switch, "12.2", "The first desertion of the Alans, of either kind, is ignored";
    opt_attila_fate: Switch, "13.2", "Attila caught alone may be wounded or killed";
}
