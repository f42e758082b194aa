//! The options one by one: a type for the values of each, and the struct that holds a choice of each.

use super::{Choice, OptionInfo};
use crate::games::options::choices;

/// Defines the types of values, [`Options`] and [`OPTIONS`]: field, type, name, rule or ruling, subject.
macro_rules! options {
    ($($field:ident: $type:ident, $name:literal, $source:literal, $subject:literal $(,{
        $first:ident = $first_key:literal, $first_meaning:literal;
        $($variant:ident = $key:literal, $meaning:literal;)*
    })?;)*) => {
        $($(choices! {
            #[doc = concat!($source, ": ", $subject, ".")]
            $type {
                $first = $first_key, $first_meaning;
                $($variant = $key, $meaning;)*
            }
        })?)*

        /// One choice for every option; the default is the choice when nothing is agreed.
        #[derive(Debug, Clone, PartialEq, Eq, Default)]
        pub struct Options {
            $(#[doc = concat!($source, ": ", $subject, ".")] pub $field: $type,)*
        }

        /// All options: the book's optional rules, then the readings by number.
        pub const OPTIONS: &[OptionInfo] = &[
            $(OptionInfo {
                name: $name,
                source: $source,
                subject: $subject,
                values: <$type as Choice>::VALUES,
            },)*
        ];

        impl Options {
            /// Sets an option by name; `None` if it does not take the value.
            pub(super) fn put(&mut self, name: &str, value: &str) -> Option<()> {
                match name {
                    $($name => self.$field = Choice::from_key(value)?,)*
                    _ => return None,
                }
                Some(())
            }

            /// Returns names and values, in the order of [`OPTIONS`].
            pub(super) fn pairs(&self) -> Vec<(&'static str, &str)> {
                vec![$(($name, self.$field.key()),)*]
            }
        }
    };
}

choices! {
    /// An optional rule of the book, on or off.
    Switch {
        Off = "off", "it is not played";
        On = "on", "it is played";
    }
}

impl Switch {
    /// Tells whether the rule is played.
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

options! {
    unit_capability: Switch, "5.39_unit_capability", "5.39", "whether the Unit Capability Chart is used";
    panic: Switch, "13.0_panic", "13.0", "whether armies panic";
    elevation: Switch, "14.0_elevation", "14.0", "whether height tells in melee";
    concession: Switch, "15.0_concession", "15.0", "whether a side may withdraw its army";
    facing: Switch, "16.0_facing", "16.0", "whether units face a hexside";
    retreat: Switch, "17.0_retreat", "17.0", "whether units may retreat before combat";
    contact: Switch, "18.0_contact", "18.1", "whether melee without result ties units";
    simultaneous: Switch, "19.0_simultaneous", "19.0", "whether both sides plot and act at once";
    square: Switch, "L1.1_square", "L1.1", "whether Roman SD form Squares";
    integrity: Switch, "L1.2_integrity", "L1.2", "whether legions keep to themselves";
    green: Switch, "L1.3_green", "L1.3", "whether legions differ in strength";
    roman_panic: Switch, "L1.4_roman_panic", "L1.4", "whether Romans who stack four are exempt from panic";
    cataphracts: Switch, "L1.5_bc", "L1.5", "whether cataphracts dismount, and fire and fight in one Player-Turn";
    tempo: Tempo, "tempo", "R105", "which decisions wait for a mail", {
        Phase = "phase", "each phase asks, and so do losses, retreats and defensive fire";
        Turn = "turn", "one list for the whole Player-Turn; the other side by standing lines and defaults";
        Attack = "attack", "as phase, and each attack is settled before the next is named";
    };
    attack_commit: AttackCommit, "attack_commit", "R3", "an attack that has become weaker than declared", {
        GoesOn = "goes_on", "the rest attacks if it still may";
        Cancel = "cancel", "it is given up";
    };
    half_scope: HalfScope, "half_scope", "R4", "half elimination of several hexes", {
        Hex = "hex", "each struck hex is halved by itself";
        Attack = "attack", "all struck hexes together";
    };
    half_redisrupt: HalfRedisrupt, "half_redisrupt", "R5", "a disrupted survivor of half elimination", {
        Dies = "dies", "it dies, unless a Leader is there";
        Survives = "survives", "it stays disrupted";
    };
    half_with_leader: HalfWithLeader, "half_with_leader", "R6", "survivors of half elimination with a Leader", {
        Sound = "sound", "they are not disrupted";
        Disrupted = "disrupted", "they are disrupted";
    };
    half_leader_steps: HalfLeaderSteps, "half_leader_steps", "R7", "grades that half elimination costs a Leader", {
        One = "1", "one";
        Two = "2", "two";
    };
    leader_cap_scope: LeaderCap, "leader_cap_scope", "R8", "whose strength caps the bonus", {
        Attacking = "attacking_units", "the units of the hex that take part";
        All = "all_units_in_hex", "all units of the hex";
    };
    leader_dot: LeaderDot, "leader_dot", "R9", "when a Leader defends as 1", {
        Alone = "alone", "where no other unit stands";
        WithDots = "with_dots", "where no unit with a strength stands";
    };
    advance_after_fire: AdvanceAfterFire, "advance_after_fire", "R10", "advance after fire", {
        Never = "never", "there is none";
        Adjacent = "adjacent", "firers beside the hex may";
    };
    leader_advance: LeaderAdvance, "leader_advance", "R11", "whether Leaders advance", {
        Yes = "yes", "with a unit of their hex";
        No = "no", "they stay";
    };
    advance_who: AdvanceWho, "advance_who", "R12", "who may advance after melee", {
        Participants = "participants", "units of the attack";
        AnyAdjacent = "any_adjacent", "any unit beside the hex";
    };
    zone_panicked: ZonePanicked, "zone_panicked", "R13", "whether panicked fire units stop movers", {
        Yes = "yes", "they do";
        No = "no", "they do not";
    };
    move_end_order: MoveEndOrder, "move_end_order", "R15", "when stacking, Squares and rallying are seen to", {
        BeforeFire = "before_fire", "before defensive fire";
        AfterFire = "after_fire", "after it";
    };
    los_ground_hilltop: LosGroundHilltop, "los_ground_hilltop", "R19", "sight from the ground through a hilltop", {
        Blocked = "blocked", "there is none";
        Open = "open", "the hilltop does not block";
    };
    los_corner: LosCorner, "los_corner", "R20", "a hex of which the line touches a corner only", {
        Ignored = "ignored", "it does not count";
        Touches = "touches", "it counts";
    };
    panic_move_ma: PanicMoveMa, "panic_move_ma", "R23", "allowance of a panicked unit", {
        Controlled = "controlled", "halved out of control, as always";
        Full = "full", "never halved";
    };
    panic_both_exact: PanicBothExact, "panic_both_exact", "R26", "both sides exactly at their level in one phase", {
        FewerAttacks = "fewer_attacks", "who attacked less panics";
        Die = "die", "a die each, the lower panics";
        Both = "both", "both panic";
    };
    panic_contact: PanicContact, "panic_contact", "R28", "panicked units in Contact", {
        Pinned = "pinned", "they stay";
        Runs = "runs", "they run";
    };
    panic_slope: PanicSlope, "panic_slope", "R29", "D on a panicked unit on a slope", {
        Ignores = "ignores", "is ignored like any D there";
        Dies = "dies", "kills it";
    };
    panic_exit_counts: PanicExit, "panic_exit_counts", "R30", "panicked units that leave the map", {
        No = "no", "are lost and no exit";
        Yes = "yes", "are lost and an exit";
    };
    elev_ground_hilltop: ElevGroundHilltop, "elev_ground_hilltop", "R31", "melee from the ground against a hilltop", {
        Half = "half", "is halved";
        Full = "full", "is not";
    };
    elev_multi: ElevMulti, "elev_multi", "R32", "melee against hexes of several heights", {
        Any = "any", "is halved if one of them demands it";
        All = "all", "only if all do";
    };
    slope_half: SlopeHalf, "slope_half", "R33", "survivors of half elimination on a slope", {
        No = "no", "are disrupted";
        Yes = "yes", "ignore that";
    };
    rbc_scope: RbcScope, "rbc_scope", "R34", "who may retreat before combat", {
        Individual = "individual", "each unit by its own allowance";
        All = "all", "only if all of the hex can";
    };
    rbc_leader_speed: RbcLeaderSpeed, "rbc_leader_speed", "R35", "whether Leaders count as fastest attacker", {
        No = "no", "they do not attack and do not count";
        Yes = "yes", "they count";
    };
    rbc_stayers: RbcStayers, "rbc_stayers", "R36", "attackers that did not advance after a full retreat", {
        MayAttack = "may_attack", "may attack elsewhere";
        Spent = "spent", "have attacked";
    };
    contact_nullified: ContactNullified, "contact_nullified", "R38", "a result that a Leader or a slope has nullified", {
        Stays = "stays", "does not end Contact";
        Ends = "ends", "ends it";
    };
    contact_graph: ContactGraph, "contact_graph", "R39", "Contact of several units", {
        Pairs = "pairs", "only pairs with a struck unit end";
        All = "all", "the whole knot ends";
    };
    contact_leaders: ContactLeaders, "contact_leaders", "R40", "Leaders in Contact", {
        Free = "free", "are free";
        Pinned = "pinned", "are tied like others";
    };
    contact_elsewhere: ContactElsewhere, "contact_elsewhere", "R41", "attacks on others while in Contact", {
        Yes = "yes", "are allowed";
        No = "no", "are not";
    };
    facing_leaders: FacingLeaders, "facing_leaders", "R42", "facing of Leaders", {
        AllRound = "all_round", "they have none";
        Faced = "faced", "they face like others";
    };
    facing_edge: FacingEdge, "facing_edge", "R43", "fire along the line between front and flank", {
        Either = "either", "is allowed";
        Both = "both", "is not";
    };
    square_grace: SquareGrace, "square_grace", "R45", "when the surplus of a broken Square dies", {
        Literal = "literal", "at the end of the next own Movement Phase";
        Able = "able", "of the first one in which a unit of the hex can move";
    };
    square_nullified: SquareNullified, "square_nullified", "R46", "a D on a Square that a Leader nullifies", {
        Holds = "holds", "does not break it";
        Breaks = "breaks", "breaks it";
    };
    square_mixed: SquareMixed, "square_mixed", "R47", "a Square of two legions", {
        No = "no", "cannot be formed";
        Yes = "yes", "can";
    };
    legion_size: LegionSize, "legion_size", "R48", "sizes of the legions", {
        Eight = "8", "eight each, in order";
        Agreed = "agreed", "as the Roman player assigns them";
    };
    spare_leaders: SpareLeaders, "spare_leaders", "R49", "Leaders beyond the legions", {
        Army = "army", "serve every legion";
        None = "none", "serve none";
    };
    legion_secret: LegionSecret, "legion_secret", "R50", "whether legions are secret", {
        Yes = "yes", "until the SD fight";
        No = "no", "they are open";
    };
    green_vp: GreenVp, "green_vp", "R51", "worth of green units", {
        Printed = "printed", "2 each";
        Strength = "strength", "by their strength";
    };
    three_high_panic: ThreeHighPanic, "three_high_panic", "R52", "Romans who stack three", {
        Panic = "panic", "panic";
        Exempt = "exempt", "do not";
    };
    roman_ask: RomanAsk, "roman_ask", "R53", "SD of Byzantines and Palmyra", {
        No = "no", "are not Roman";
        Yes = "yes", "are Roman";
    };
    bc_sd_roman: BcSdRoman, "bc_sd_roman", "R54", "a cataphract dismounted as SD", {
        No = "no", "is no Roman SD";
        Yes = "yes", "is one";
    };
    sim_bc: SimBc, "sim_bc", "R55", "tasks of a cataphract in simultaneous play, with L1.5_bc=on", {
        OfMl = "of_ml", "may be fire and melee together";
        OneTask = "one_task", "is one only";
    };
    victory_check: VictoryCheck, "victory_check", "R58", "when victory is judged", {
        Settled = "settled", "at the end, and as soon as it cannot change";
        End = "end", "at the end only";
    };
    exit_within_reading: ExitWithin, "exit_within_reading", "R59", "exits within so many hexes, exclusive", {
        CountExcludesAnchor = "count_excludes_anchor", "at distance 0 to N";
        AnchorBarred = "anchor_barred", "at 1 to N";
        StrictlyLess = "strictly_less", "at 0 to N-1";
    };
    control_any_unit: ControlAnyUnit, "control_any_unit", "R60", "who controls a hex", {
        Yes = "yes", "any unit, Leaders too";
        CombatOnly = "combat_only", "units that are no Leaders";
    };
    leader_counts_as_unit: LeaderCounts, "leader_counts_as_unit", "R61", "Leaders in counts of units", {
        No = "no", "do not count";
        Yes = "yes", "count";
    };
    concession_vp: ConcessionVp, "concession_vp", "R62", "units withdrawn after a concession", {
        None = "none", "pay nothing";
        Lost = "lost", "pay like lost ones";
    };
    concession_immobile: ConcessionImmobile, "concession_immobile", "R63", "when a withdrawal is over", {
        CannotMove = "cannot_move", "when no unit left can move";
        Disrupted = "disrupted", "when all left are disrupted";
    };
    sim_recovery: SimRecovery, "sim_recovery", "R65", "recovery in simultaneous play", {
        NotCurrent = "not_current", "all but those disrupted in this Game-Turn";
        All = "all", "all";
    };
    sim_fire: SimFire, "sim_fire", "R66", "fire in simultaneous play", {
        EveryTurn = "every_turn", "each Game-Turn";
        Alternate = "alternate", "every other Game-Turn";
    };
    sim_rbc: SimRbc, "sim_rbc", "R71", "retreat before combat in simultaneous play", {
        Off = "off", "there is none";
        Standing = "standing", "by standing lines";
    };
    deployment_mode: DeploymentMode, "deployment_mode", "R75", "whether the second side sees the first set-up", {
        Open = "open", "it does";
        Sealed = "sealed", "it does not";
    };
    sambre_half: SambreHalf, "sambre_half", "R76", "half of the Nervii", {
        Combat = "combat", "21 of 42 combat units";
        All = "all", "22 of 44, Leaders counted";
    };
    sambre_north: SambreNorth, "sambre_north", "R76", "where the northern Nervii stand", {
        C3 = "c3", "within 3 of C";
        G6 = "g6", "within 6 of G";
    };
    minden_s: MindenS, "minden_s", "R77", "the German zone S", {
        E = "e", "is E";
        Void = "void", "does not exist";
        A = "a", "is A";
        B = "b", "is B";
        C = "c", "is C";
        D = "d", "is D";
        F = "f", "is F";
        G = "g", "is G";
        H = "h", "is H";
        J = "j", "is J";
        K = "k", "is K";
    };
    boudicca_bridges: BoudiccaBridges, "boudicca_bridges", "R78", "bridges in the Boudiccan Revolt", {
        Open = "open", "are open along the road";
        Barred = "barred", "are barred like the river";
    };
    adrianople_pl: AdrianoplePl, "adrianople_pl", "R79", "the Roman Panic Level at Adrianople", {
        TwentyThree = "23", "is 23";
        Thirty = "30", "is 30";
    };
    busta_stack: BustaStack, "busta_stack", "R80", "BI and PS at Busta Gallorum", {
        Max2 = "max2", "at most two to a hex";
        None = "none", "as the side";
    };
    hypothetical_terrain: HypotheticalTerrain, "hypothetical_terrain", "R81", "the ground of the hypothetical battle", {
        Keep = "keep", "counts";
        Ignore = "ignore", "is ignored";
    };
    outcome_gap: OutcomeGap, "outcome_gap", "R82", "battles that the book leaves undecided", {
        Draw = "draw", "are draws";
        FirstNamed = "first_named", "go to the side named first";
    };
    panic_measure: PanicMeasure, "panic_measure", "R83", "away from the enemy", {
        Nearest = "nearest", "farther from the nearest one";
        Every = "every", "farther from every one";
    };
    los_leader: LosLeader, "los_leader", "R85", "a lone Leader in the line of sight", {
        Blocks = "blocks", "blocks";
        Open = "open", "does not";
    };
    ignore_river_scope: IgnoreRiver, "ignore_river_scope", "R89", "what falls with an ignored river", {
        AllWater = "all_water", "fords and bridges too";
        RiverOnly = "river_only", "the river alone";
    };
}
