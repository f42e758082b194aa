//! The odds of a planned shot or melee, worked out from what the asker sees.

use std::collections::BTreeMap;

use crate::engine::{
    Chance, DieOdds, LaterOdds, LeftOut, ModifierFacts, NoOdds, Odds, OutcomeOdds, StepOdds,
};
use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;

use super::data::Melee;
use super::event::{self, AttackPart, Event, HexResult};
use super::fraction::Fraction;
use super::melee::{self, Clash};
use super::options::HalfScope;
use super::order::Order;
use super::phases;
use super::state::View;
use super::terms::{Combat, Outcome, Side, UnitId};
use super::{Field, Game, fire, judge, panic, points, rules, strike};

/// The faces of the die.
const FACES: std::ops::RangeInclusive<u8> = 1..=6;

/// Works out the odds of an order, after what its owner plans before it.
///
/// # Errors
/// Why there is nothing to work out.
pub(super) fn odds(
    game: &Game,
    view: &View,
    ahead: &[Order],
    order: &Order,
) -> Result<Vec<Odds>, NoOdds> {
    let owner = |units: &[UnitId]| match (view.side, units.first()) {
        (Some(side), _) => Ok(side),
        (None, Some(&unit)) => Ok(game.side_of(unit)),
        (None, None) => Err(NoOdds::NotOffered("nobody attacks")),
    };
    let planned = match order {
        Order::Fire { units, at } => {
            let side = owner(units)?;
            let view = judge::carry_ahead(game, view, side, (ahead, order));
            let field = Field::new(game, &view.open);
            let able = phases::fire::firers(field, side, units, *at, false);
            let able = able.map_err(NoOdds::Illegal)?;
            let odds = fire::odds(field, &able, *at);
            let without = left_out(field, units, &able, |unit| {
                phases::fire::own(field, side, unit)?;
                fire::may_fire_at(field, unit, *at, Combat::Fire)
            });
            let at = [*at];
            let planned = Planned::new(Combat::Fire, side, able, &at, odds);
            Odds {
                left_out: without,
                ..worked_out(field, &planned)
            }
        }
        Order::Melee {
            units, at, legion, ..
        } => {
            let side = owner(units)?;
            let view = judge::carry_ahead(game, view, side, (ahead, order));
            let field = Field::new(game, &view.open);
            let able = phases::melee::fighters(field, side, units, at, *legion);
            let able = able.map_err(NoOdds::Illegal)?;
            let odds = melee::odds(field, Clash::new(&able, at), &melee::nobody_moves);
            let without = left_out(field, units, &able, |unit| {
                phases::fire::own(field, side, unit)?;
                melee::may_join(field, unit, at).map(|_| ())
            });
            let planned = Planned::new(Combat::Melee, side, able, at, odds);
            Odds {
                left_out: without,
                ..worked_out(field, &planned)
            }
        }
        _ => {
            return Err(NoOdds::NotOffered(
                "odds are worked out for FIRE and for MELEE, also where everything is plotted",
            ));
        }
    };
    Ok(vec![planned])
}

/// 2.3: names the units that take no part in an attack, each with the reason.
fn left_out(
    field: Field<'_>,
    named: &[UnitId],
    able: &[UnitId],
    may: impl Fn(UnitId) -> Result<(), Illegal>,
) -> Vec<LeftOut> {
    let others = named.iter().filter(|unit| !able.contains(unit));
    let left_out = |&unit: &UnitId| {
        let illegal = may(unit).err().unwrap_or_else(|| {
            Illegal::new(
                rules::L1_2,
                "it is of another legion than the one that attacks",
            )
        });
        LeftOut {
            unit: field.game.id(unit).to_owned(),
            because: illegal.because,
            rule: illegal.rule,
        }
    };
    others.map(left_out).collect()
}

/// An attack as it would be made.
struct Planned<'a> {
    combat: Combat,
    side: Side,
    units: Vec<UnitId>,
    at: &'a [Hex],
    odds: event::Odds,
}

impl<'a> Planned<'a> {
    fn new(
        combat: Combat,
        side: Side,
        units: Vec<UnitId>,
        at: &'a [Hex],
        odds: event::Odds,
    ) -> Self {
        Self {
            combat,
            side,
            units,
            at,
            odds,
        }
    }
}

/// What one face of the die leads to.
struct Face {
    results: Vec<HexResult>,
    events: Vec<Event>,
}

fn worked_out(field: Field<'_>, planned: &Planned<'_>) -> Odds {
    let column = planned.odds.column.expect("an order below 1:2 is refused");
    let faces: Vec<Face> = FACES
        .map(|natural| {
            let results = strike::read(field, planned.at, column, natural);
            let events = strike::foreseen(field, planned.combat, &results);
            Face { results, events }
        })
        .collect();
    let id = |&unit: &UnitId| field.game.id(unit).to_owned();
    let defenders: Vec<UnitId> = planned
        .at
        .iter()
        .flat_map(|&hex| field.open.stack(hex))
        .collect();
    Odds {
        attackers: planned.units.iter().map(id).collect(),
        left_out: Vec::new(),
        defenders: defenders.iter().map(id).collect(),
        steps: steps(field, planned),
        dice: dice(field, planned, &faces),
        checks: Vec::new(),
        outcomes: outcomes(field, &defenders, &faces),
        later: later(field, planned, &defenders, &faces),
        assumes: assumes(field, planned),
    }
}

fn sixths(count: usize) -> Chance {
    Chance::of(count as u128, FACES.count() as u128)
}

/// The one die, read for each hex (8.24).
fn dice(field: Field<'_>, planned: &Planned<'_>, faces: &[Face]) -> Vec<DieOdds> {
    let side = &field.game.terms(planned.side).key;
    let several = planned.at.len() > 1;
    let die = |(index, &hex): (usize, &Hex)| {
        let shaken = field.open.stack(hex).any(|unit| field.is_disrupted(unit));
        let modifier = ModifierFacts {
            rule: if several { rules::R8_24 } else { rules::R8_2 },
            name: "disrupted_target".into(),
            value: 1,
        };
        let chances = Outcome::ALL.iter().map(|&outcome| {
            let comes = |face: &&Face| face.results[index].result == outcome;
            (outcome.word(), sixths(faces.iter().filter(comes).count()))
        });
        DieOdds {
            purpose: planned.combat.purpose(),
            by: format!("{side} on {}", field.name(hex)),
            rule: planned.combat.rule(),
            modifiers: if shaken { vec![modifier] } else { Vec::new() },
            rating: None,
            chances: chances.filter(|(_, chance)| !chance.is_never()).collect(),
        }
    };
    planned.at.iter().enumerate().map(die).collect()
}

/// How everybody stands afterwards, the likeliest first.
fn outcomes(field: Field<'_>, defenders: &[UnitId], faces: &[Face]) -> Vec<OutcomeOdds> {
    let mut counts: BTreeMap<Vec<&'static str>, usize> = BTreeMap::new();
    for face in faces {
        let words = defenders
            .iter()
            .map(|&unit| fate(field, unit, &face.events));
        *counts.entry(words.collect()).or_default() += 1;
    }
    let outcome = |(words, count): (Vec<&'static str>, usize)| OutcomeOdds {
        units: defenders
            .iter()
            .map(|&unit| field.game.id(unit).to_owned())
            .zip(words)
            .collect(),
        chance: sixths(count),
    };
    let mut outcomes: Vec<OutcomeOdds> = counts.into_iter().map(outcome).collect();
    outcomes.sort_by(|a, b| b.chance.cmp(&a.chance).then_with(|| a.units.cmp(&b.units)));
    outcomes
}

fn fate(field: Field<'_>, unit: UnitId, events: &[Event]) -> &'static str {
    let mut fate = match field.is_disrupted(unit) {
        true => "dis",
        false => "good",
    };
    for event in events {
        let Event::Struck {
            eliminated,
            disrupted,
            leaders,
            ..
        } = event
        else {
            continue;
        };
        if eliminated.contains(&unit) {
            fate = "elim";
        } else if disrupted.contains(&unit) {
            fate = "dis";
        } else if leaders.iter().any(|(leader, _)| *leader == unit) {
            fate = "reduced";
        }
    }
    fate
}

/// What may follow: an emptied hex, Contact, panic.
fn later(
    field: Field<'_>,
    planned: &Planned<'_>,
    defenders: &[UnitId],
    faces: &[Face],
) -> Vec<LaterOdds> {
    let mut later = Vec::new();
    let mut add = |what, unit: String, rule: Rule, comes: &dyn Fn(&Face) -> bool| {
        let chance = sixths(faces.iter().filter(|face| comes(face)).count());
        if !chance.is_never() {
            later.push(LaterOdds {
                what,
                unit,
                rule,
                chance,
            });
        }
    };
    let dies = |unit: UnitId, face: &Face| fate(field, unit, &face.events) == "elim";
    for &hex in planned
        .at
        .iter()
        .filter(|_| planned.combat == Combat::Melee)
    {
        let emptied = |face: &Face| field.open.stack(hex).all(|unit| dies(unit, face));
        add("emptied", field.name(hex), rules::R8_4, &emptied);
    }
    if planned.combat == Combat::Melee && field.game.options.contact.is_on() {
        let id = field.game.id(planned.units[0]).to_owned();
        let nothing = |face: &Face| {
            let mut results = face.results.iter();
            results.all(|own| own.result == Outcome::Nothing)
        };
        add("contact", id, rules::R18_1, &nothing);
    }
    let other = planned.side.other();
    let calm = !field.open.panic_over && field.game.options.panic.is_on();
    if let Some(level) = field.game.terms(other).panic_level.filter(|_| calm) {
        let lost = field.open.points[planned.side.index()];
        let panics = |face: &Face| {
            let dead = defenders.iter().filter(|&&unit| dies(unit, face));
            let more: u16 = dead.map(|&unit| points::worth(field, unit)).sum();
            lost < level && lost + more >= level && !panic::uncovered(field, other).is_empty()
        };
        let name = field.game.terms(other).name.clone();
        add("panic", name, rules::R13_0, &panics);
    }
    later
}

fn assumes(field: Field<'_>, planned: &Planned<'_>) -> Vec<&'static str> {
    let options = &field.game.options;
    let melee = planned.combat == Combat::Melee;
    let mut assumes = Vec::new();
    let groups: Vec<&[Hex]> = match options.half_scope {
        HalfScope::Attack => vec![planned.at],
        HalfScope::Hex => planned.at.chunks(1).collect(),
    };
    let chooses = |hexes: &&[Hex]| {
        let units = strike::counted(field, hexes);
        units.len() > 1 && strike::differ(field, &units)
    };
    if groups.iter().any(chooses) {
        assumes.push("half elimination takes the units that it takes by default [8.1]");
    }
    let able = |&hex: &Hex| !phases::retreat::able(field, &planned.units, hex).is_empty();
    if melee && options.retreat.is_on() && planned.at.iter().any(able) {
        assumes.push("nobody retreats before the melee [17.0]");
    }
    if melee && options.integrity.is_on() {
        assumes.push("of several legions in a hex the strongest that you know of defends [L1.2]");
    }
    if melee && options.simultaneous.is_on() {
        assumes.push("no defender is plotted to move, which would halve it [23.11]");
    }
    assumes
}

/// How strengths and column come about, in the one order of modifications (0.6).
fn steps(field: Field<'_>, planned: &Planned<'_>) -> Vec<StepOdds> {
    let mut steps = Steps {
        field,
        list: Vec::new(),
    };
    match planned.combat {
        Combat::Melee => steps.melee(planned),
        Combat::Fire | Combat::Defensive => steps.fire(planned),
    }
    let event::Odds {
        attack,
        defence,
        column,
        ..
    } = &planned.odds;
    let side = &field.game.terms(planned.side).key;
    steps.add(
        side,
        "ratio",
        format!("{attack} to {defence}"),
        rules::R7_32,
    );
    if let Some(column) = column {
        let name = field.game.results.name(*column).to_owned();
        steps.add(side, "column", name, rules::R7_32);
    }
    steps.list
}

struct Steps<'a> {
    field: Field<'a>,
    list: Vec<StepOdds>,
}

impl Steps<'_> {
    fn add(&mut self, of: &str, what: &'static str, value: String, rule: Rule) {
        self.list.push(StepOdds {
            of: of.to_owned(),
            what,
            value,
            rule,
        });
    }

    fn fire(&mut self, planned: &Planned<'_>) {
        let field = self.field;
        for &unit in &planned.units {
            let strength = field.kind(unit).fire.to_string();
            self.add(field.game.id(unit), "fire", strength, rules::R6_0);
        }
        for &hex in planned.at {
            let protection = field.game.land.effect(hex).protection.to_string();
            self.add(&field.name(hex), "protection", protection, rules::R6_22);
        }
    }

    fn melee(&mut self, planned: &Planned<'_>) {
        let field = self.field;
        let event::Odds {
            parts,
            flank,
            attack,
            defenders,
            defence_leader,
            ..
        } = &planned.odds;
        for part in parts {
            self.part(planned, part);
        }
        if *flank {
            let side = &field.game.terms(planned.side).key;
            self.add(side, "flank", attack.to_string(), rules::R7_51);
        }
        for &(unit, strength) in defenders {
            self.defender(parts, unit, strength);
        }
        if !defence_leader.is_zero() {
            let side = &field.game.terms(planned.side.other()).key;
            self.add(side, "leaders", defence_leader.to_string(), rules::R10_0);
        }
    }

    fn part(&mut self, planned: &Planned<'_>, part: &AttackPart) {
        let field = self.field;
        let here = |&&unit: &&UnitId| field.open.hex(unit) == Some(part.hex);
        for &unit in planned.units.iter().filter(here) {
            let strength = melee::strength(field, unit).to_string();
            self.add(field.game.id(unit), "printed", strength, rules::R7_0);
        }
        let name = field.name(part.hex);
        if part.adjusted != part.base {
            let climbs = |&&unit: &&UnitId| {
                field.game.options.elevation.is_on()
                    && melee::is_uphill(field, unit, part.hex, planned.at)
            };
            let level = |at: &Hex| field.elevation(*at) == field.elevation(part.hex);
            let rule = if !planned.units.iter().filter(here).any(|unit| climbs(&unit)) {
                rules::R7_6
            } else if planned.at.iter().any(level) {
                rules::R14_21
            } else {
                rules::R14_11
            };
            self.add(&name, "ground_and_height", part.adjusted.to_string(), rule);
        }
        if !part.leader.is_zero() {
            self.add(&name, "leaders", part.leader.to_string(), rules::R10_0);
        }
    }

    fn defender(&mut self, parts: &[AttackPart], unit: UnitId, strength: Fraction) {
        let field = self.field;
        let id = field.game.id(unit);
        let Some(at) = field.open.hex(unit) else {
            return;
        };
        if let Melee::Strength(_) = field.kind(unit).melee {
            let printed = melee::strength(field, unit).to_string();
            self.add(id, "printed", printed, rules::R7_0);
        }
        let half = Fraction::HALF.to_string();
        if field.kind(unit).bracket {
            self.add(id, "bracket", half.clone(), rules::R3_37);
        }
        if field.piece(unit).panicked {
            self.add(id, "panicked", half.clone(), rules::R13_0);
        }
        if melee::is_struck_from_flank(field, parts, unit, at) {
            self.add(id, "from_flank", half, rules::R16_21);
        }
        let ground = field.game.land.effect(at).defence;
        if ground != Fraction::ONE {
            self.add(id, "ground", ground.to_string(), rules::R7_6);
        }
        let rule = match field.kind(unit).melee {
            Melee::Dot => rules::R3_36,
            Melee::Strength(_) => rules::R7_0,
        };
        self.add(id, "counts", strength.to_string(), rule);
    }
}
