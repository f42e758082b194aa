//! Which rules an event carries out, for reports and for the test of the index.

use crate::geometry::Hex;
use crate::rulebook::Rule;

use super::Game;
use super::event::{Attack, Event, Purpose, Weight};
use super::phases::salvo;
use super::rules;
use super::state::Phase;
use super::terms::{Combat, Elevation, Outcome, Side};

/// Returns the rules that an event carries out, the one that reports print first.
pub(super) fn of(game: &Game, event: &Event) -> Vec<Rule> {
    let together = game.options.simultaneous.is_on();
    match event {
        Event::Deployed { .. } => vec![rules::R11_1],
        Event::LegionsAssigned { .. } => vec![rules::L1_2],
        Event::TurnBegan { .. } => vec![rules::R2_0],
        Event::PlayerTurnBegan { .. } => vec![rules::R4_2],
        Event::PhaseBegan { phase } if together => match phase {
            Phase::Plot => vec![rules::R19_0, rules::R19_1],
            Phase::SetUp | Phase::Fire | Phase::Movement | Phase::Defence | Phase::Melee => {
                vec![rules::R19_1]
            }
        },
        Event::PhaseBegan { .. } => vec![rules::R4_1],
        Event::Stepped { .. } => vec![rules::R22_12],
        Event::Moved {
            units,
            path,
            spent,
            panic,
            ..
        } => {
            let first = if *panic { rules::R13_0 } else { rules::R5_0 };
            let mut cited = vec![first];
            if units.len() > 1 {
                cited.push(rules::R5_43);
            }
            cited.extend(way(game, path, spent));
            cited
        }
        Event::Left { panic: true, .. } => vec![rules::R11_42, rules::R13_0],
        Event::Left { .. } => vec![rules::R11_42],
        Event::Faced { .. } => vec![rules::R16_11],
        Event::Converted { .. } => vec![rules::L1_5],
        Event::SquareFormed { .. } => vec![rules::L1_1],
        Event::SquareDissolved { .. } => vec![rules::L1_14],
        Event::BackedUp { .. } => vec![rules::R5_4],
        Event::SurplusLost { .. } => vec![rules::L1_16],
        Event::Attacked { attack } => attacked(attack),
        Event::Struck { .. } => struck(game, event),
        Event::Tied { .. } => vec![rules::R18_1],
        Event::Retreated { .. } => vec![rules::R17_0],
        Event::Advanced { pursuit: true, .. } => vec![rules::R17_4],
        Event::Advanced { .. } => vec![rules::R8_4],
        Event::Panicked { side, .. } => panicked(game, *side),
        Event::Rallied { .. } => vec![rules::R13_22],
        Event::Recovered { .. } => vec![rules::R8_23, rules::R4_2],
        Event::Rolled { purpose, .. } => vec![purpose.rule()],
        Event::Conceded { .. } => vec![rules::R15_0],
        Event::Withdrawn { .. } => vec![rules::R15_2],
        Event::Finished { .. } => vec![rules::R92],
        Event::Plotted { .. } => vec![rules::R20_0],
        Event::TaskFailed { .. } => vec![rules::R21_2],
        Event::HeldFire { least, .. } => vec![salvo::rule(*least)],
        Event::PlotsSpent => vec![rules::R20_1],
        Event::Halted { why, .. } => vec![why.rule()],
        Event::Decided { .. } => vec![rules::R11_1, rules::R11_2],
    }
}

impl Purpose {
    /// Returns the rule that calls for the die.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Race => rules::R22_23,
            Self::Panic => rules::R13_12,
        }
    }
}

/// 5.1, 5.5, 5.6: the rules by which the steps of a path cost what they do.
fn way(game: &Game, path: &[Hex], spent: &[u8]) -> Vec<Rule> {
    let land = &game.land;
    let mut cited = Vec::new();
    let mut whole = 0_u16;
    for step in path.windows(2) {
        let Some(dir) = land.towards(step[0], step[1]) else {
            continue;
        };
        let cost = land.cost(step[0], dir, step[1]);
        whole += u16::from(cost * super::march::HALVES);
        let (from, to) = (land.cell(step[0]), land.cell(step[1]));
        let climbs = from.elevation == Elevation::Slope && to.elevation == Elevation::Hilltop;
        let rule = if land.has_road(step[0], dir) {
            Some(rules::R5_51)
        } else if to.roads != 0 {
            Some(rules::R5_52)
        } else if to.elevation == Elevation::Slope {
            Some(rules::R5_61)
        } else if climbs {
            Some(rules::R5_62)
        } else {
            (cost > 1).then_some(rules::R5_11)
        };
        cited.extend(rule);
    }
    if spent.iter().any(|&spent| u16::from(spent) < whole) {
        cited.push(rules::R5_15);
    }
    cited.sort_unstable_by_key(|rule| rules::RULES.iter().position(|own| own == rule));
    cited.dedup();
    cited
}

/// The rules of an attack and of its reckoning; that of its die comes first.
fn attacked(attack: &Attack) -> Vec<Rule> {
    let mut cited = vec![attack.combat.rule()];
    let several = attack.units.len() > 1;
    match attack.combat {
        Combat::Fire | Combat::Defensive => {
            cited.push(rules::R6_22);
            if several && attack.combat == Combat::Fire {
                cited.push(rules::R6_21);
            } else if several {
                cited.push(rules::R6_45);
            }
        }
        Combat::Melee => cited.extend(melee(attack)),
    }
    if attack.declared.is_some() {
        cited.push(rules::R17_5);
    }
    let Some(odds) = &attack.odds else {
        return cited;
    };
    cited.push(rules::R8_0);
    cited.extend(odds.weighed.iter().map(|weight| weight.rule()));
    let natural = attack.natural.unwrap_or(0);
    if attack.results.iter().any(|own| own.die > natural) {
        let several = attack.results.len() > 1;
        cited.push(if several { rules::R8_24 } else { rules::R8_2 });
    }
    cited
}

fn melee(attack: &Attack) -> Vec<Rule> {
    let mut cited = Vec::new();
    let Some(odds) = &attack.odds else {
        return cited;
    };
    cited.push(rules::R7_32);
    if odds.parts.len() > 1 {
        cited.push(rules::R7_21);
    }
    if attack.at.len() > 1 {
        cited.push(rules::R7_22);
    } else if odds.defenders.len() > 1 {
        cited.push(rules::R7_12);
    }
    if odds.flank {
        cited.extend([rules::R7_51, rules::R7_52]);
    }
    cited
}

impl Weight {
    /// Returns the rule by which it counts.
    pub const fn rule(self) -> Rule {
        match self {
            Self::Bracket => rules::R3_37,
            Self::Capability => rules::R5_39,
            Self::Ground => rules::R7_6,
            Self::Leader => rules::R10_0,
            Self::Panic => rules::R13_0,
            Self::Uphill => rules::R14_11,
            Self::Slope => rules::R14_21,
            Self::Flank => rules::R16_21,
            Self::March => rules::R23_11,
            Self::Green => rules::L1_3,
        }
    }
}

/// The rules of what a hex suffers.
fn struck(game: &Game, event: &Event) -> Vec<Rule> {
    let Event::Struck {
        combat,
        result,
        eliminated,
        leaders,
        contacts_end,
        resisted,
        ..
    } = event
    else {
        return Vec::new();
    };
    let mut cited = vec![rules::R8_1];
    let is_leader = |unit| game.kinds.get(game.unit(unit).kind).is_leader();
    let dies_of_d = eliminated.iter().any(|&unit| !is_leader(unit));
    if *result == Outcome::Disrupted && dies_of_d {
        cited.push(rules::R8_22);
    }
    if !leaders.is_empty() {
        cited.push(rules::R10_3);
        match result {
            Outcome::Disrupted => cited.push(rules::R10_32),
            Outcome::Half => cited.push(rules::R10_33),
            Outcome::Nothing | Outcome::Eliminated => {}
        }
    }
    if !resisted.is_empty() {
        cited.push(rules::R14_31);
    }
    if !contacts_end.is_empty() {
        cited.push(rules::R18_5);
    }
    if *combat != Combat::Melee {
        cited.push(rules::R6_23);
    }
    cited
}

fn panicked(game: &Game, side: Side) -> Vec<Rule> {
    let mut cited = vec![rules::R13_0];
    if game.terms(side).calm_romans {
        cited.push(rules::L1_4);
    }
    cited
}
