//! What defensive fire comes to: who fires at which hex together, and who holds his fire for want of odds (2.6, R111).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::engine::{LineId, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;
use crate::rulebook::Rule;

use crate::games::legion::bars;
use crate::games::legion::event::{Event, Odds};
use crate::games::legion::fraction::Fraction;
use crate::games::legion::game::seat;
use crate::games::legion::order::{Aim, Order};
use crate::games::legion::terms::{Combat, Side, UnitId};
use crate::games::legion::{Field, Game, fire, points, rules};

/// What one unit is to do, and the line that says so.
pub(crate) struct Wish {
    /// The unit.
    pub unit: UnitId,
    /// What is wanted of it.
    pub order: Order,
    /// The line; none if nobody has said anything.
    pub line: Option<LineId>,
}

/// Shots that fall together, and those that do not fall.
pub(crate) struct Salvo {
    /// Who fires at which hex.
    pub shots: Vec<(Hex, Vec<UnitId>)>,
    /// Who would have fired if the odds had been better.
    pub held: Vec<Held>,
}

/// Units that do not fire at a hex since the odds are too low.
pub(crate) struct Held {
    units: Vec<UnitId>,
    at: Hex,
    line: Option<LineId>,
    attack: Fraction,
    defence: Fraction,
    /// The column that would have been enough; none for the lowest that there is.
    least: Option<u8>,
}

/// A unit that fires at a hex from a column on.
#[derive(Clone, Copy)]
struct Shooter {
    unit: UnitId,
    least: Option<u8>,
    line: Option<LineId>,
}

type Shots = BTreeMap<Hex, Vec<Shooter>>;

fn odds(field: Field<'_>, shooters: &[Shooter], at: Hex) -> Odds {
    let units: Vec<UnitId> = shooters.iter().map(|own| own.unit).collect();
    fire::odds(field, &units, at)
}

/// Lists all units of a side that may fire defensively at a hex.
fn all_at(field: Field<'_>, side: Side, at: Hex) -> Vec<UnitId> {
    let near = field.game.land.around(at).into_iter().flatten();
    let units = near.flat_map(|hex| field.stack(hex, side));
    units
        .filter(|&unit| fire::may_fire_at(field, unit, at, Combat::Defensive).is_ok())
        .collect()
}

/// Finds the units that can fire, alone or together, and those that have enemies beside them but too few missiles.
pub(crate) fn able(field: Field<'_>, side: Side) -> (Vec<UnitId>, Vec<Held>) {
    let mut hopes: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for (unit, _) in field
        .army(side)
        .filter(|(unit, _)| field.kind(*unit).has_fire())
    {
        for hex in fire::defensive_targets(field, unit) {
            hopes.entry(hex).or_default().push(unit);
        }
    }
    let mut able: Vec<UnitId> = Vec::new();
    let mut held = Vec::new();
    for (at, units) in hopes {
        let odds = fire::odds(field, &units, at);
        match odds.column {
            Some(_) => able.extend(units),
            None => held.push(Held {
                units,
                at,
                line: None,
                attack: odds.attack,
                defence: odds.defence,
                least: None,
            }),
        }
    }
    able.sort_unstable();
    able.dedup();
    (able, held)
}

/// 6.42, 8.1: tells why a unit cannot fire at a hex, not even with all others that may.
pub(crate) fn may_aim(field: Field<'_>, unit: UnitId, at: Hex) -> Result<(), Illegal> {
    fire::may_fire_at(field, unit, at, Combat::Defensive)?;
    let all = all_at(field, field.side(unit), at);
    let odds = fire::odds(field, &all, at);
    if odds.column.is_some() {
        return Ok(());
    }
    let others = match all.len() {
        0 | 1 => String::new(),
        _ => format!(", even with all of {}", bars::names(field, all)),
    };
    let because = format!(
        "{} against {} is below {}{others}",
        odds.attack,
        odds.defence,
        lowest(field)
    );
    Err(Illegal::new(rules::R8_1, because))
}

fn lowest(field: Field<'_>) -> &str {
    field.game.results.name(0)
}

/// 2.6, R111: gives each unit its hex: those that name one first, then the others where the odds become best.
pub(crate) fn allot(field: Field<'_>, wishes: &[Wish]) -> Salvo {
    let mut shots = Shots::new();
    let mut waiting = Vec::new();
    let even = field.game.results.find("1:1");
    for Wish { unit, order, line } in wishes {
        let Order::Defend { aim, least, .. } = order else {
            continue;
        };
        let shooter = |least| Shooter {
            unit: *unit,
            least,
            line: *line,
        };
        match aim {
            Aim::At(hexes) => {
                let targets = fire::defensive_targets(field, *unit);
                if let Some(&hex) = hexes.iter().find(|hex| targets.contains(hex)) {
                    shots.entry(hex).or_default().push(shooter(*least));
                }
            }
            Aim::Best => waiting.push(shooter((*least).or(even))),
            Aim::Hold => {}
        }
    }
    waiting.retain(|&own| {
        let best = best(field, own, &shots);
        let joins = best.filter(|(_, column)| Some(*column) >= own.least);
        if let Some((hex, _)) = joins {
            shots.entry(hex).or_default().push(own);
        }
        joins.is_none()
    });
    // Whom the odds of one alone do not satisfy fires with others whom they do not satisfy either.
    while let Some((hex, band)) = together(field, &waiting, &shots) {
        waiting.retain(|own| band.iter().all(|other| other.unit != own.unit));
        shots.entry(hex).or_default().extend(band);
    }
    let mut held = Vec::new();
    for (&hex, shooters) in &mut shots {
        let too_few = without_odds(field, hex, shooters);
        held.extend(not_fired(field, hex, &too_few, shooters));
    }
    held.extend(left_over(field, &waiting, &shots));
    let shots = shots
        .into_iter()
        .filter(|(_, shooters)| !shooters.is_empty());
    let shots = shots.map(|(hex, own)| (hex, own.iter().map(|own| own.unit).collect()));
    Salvo {
        shots: shots.collect(),
        held,
    }
}

/// Takes those out who ask for a higher column than all that are left come to; returns them.
fn without_odds(field: Field<'_>, hex: Hex, shooters: &mut Vec<Shooter>) -> Vec<Shooter> {
    let mut out = Vec::new();
    loop {
        let column = odds(field, shooters, hex).column;
        let (stay, go): (Vec<Shooter>, Vec<Shooter>) = shooters
            .iter()
            .partition(|own| column.is_some() && column >= own.least);
        if go.is_empty() {
            return out;
        }
        out.extend(go);
        *shooters = stay;
    }
}

/// The hex at which a further unit makes the highest column; then most worth, then the lowest.
fn best(field: Field<'_>, own: Shooter, shots: &Shots) -> Option<(Hex, u8)> {
    let targets = fire::defensive_targets(field, own.unit).into_iter();
    let rated = targets.filter_map(|hex| {
        let mut all = vec![own];
        all.extend(firing(shots, hex));
        let column = odds(field, &all, hex).column?;
        Some((column, worth(field, hex), Reverse(hex)))
    });
    rated.max().map(|(column, _, hex)| (hex.0, column))
}

fn worth(field: Field<'_>, hex: Hex) -> u16 {
    let stack = field.open.stack(hex);
    stack.map(|unit| points::worth(field, unit)).sum()
}

/// R111: finds the hex at which those who are left make the highest column together, and who of them fires at it.
fn together(field: Field<'_>, waiting: &[Shooter], shots: &Shots) -> Option<(Hex, Vec<Shooter>)> {
    let bands = by_target(field, waiting).into_iter();
    let rated = bands.filter_map(|(hex, band)| {
        let firing = firing(shots, hex);
        let mut all = [firing, &band].concat();
        without_odds(field, hex, &mut all);
        let column = odds(field, &all, hex).column?;
        all.retain(|own| firing.iter().all(|other| other.unit != own.unit));
        (!all.is_empty()).then(|| ((column, worth(field, hex), Reverse(hex)), all))
    });
    let (rating, band) = rated.max_by_key(|(rating, _)| *rating)?;
    Some((rating.2.0, band))
}

/// Lists the hexes at which units may fire, each with those who may.
fn by_target(field: Field<'_>, shooters: &[Shooter]) -> Shots {
    let mut targets = Shots::new();
    for own in shooters {
        for hex in fire::defensive_targets(field, own.unit) {
            targets.entry(hex).or_default().push(*own);
        }
    }
    targets
}

/// Says of those who fire nowhere what it would have come to at the hex where they come nearest to it.
fn left_over(field: Field<'_>, waiting: &[Shooter], shots: &Shots) -> Vec<Held> {
    let bands = by_target(field, waiting);
    let mut nearest: Shots = Shots::new();
    for own in waiting {
        let hexes = bands
            .iter()
            .filter(|(_, band)| band.iter().any(|other| other.unit == own.unit));
        let rated = hexes.map(|(&hex, band)| {
            let odds = odds(field, &[band, firing(shots, hex)].concat(), hex);
            (odds.attack.over(odds.defence), Reverse(hex))
        });
        if let Some((_, Reverse(hex))) = rated.max() {
            nearest.entry(hex).or_default().push(*own);
        }
    }
    let bands = nearest.iter();
    bands
        .flat_map(|(&hex, band)| not_fired(field, hex, band, firing(shots, hex)))
        .collect()
}

/// Returns those who fire at a hex.
fn firing(shots: &Shots, hex: Hex) -> &[Shooter] {
    shots.get(&hex).map_or(&[], Vec::as_slice)
}

/// Notes units that do not fire at a hex, those of one line and one least column together.
fn not_fired(field: Field<'_>, at: Hex, band: &[Shooter], firing: &[Shooter]) -> Vec<Held> {
    let odds = odds(field, &[band, firing].concat(), at);
    let mut groups: BTreeMap<(Option<LineId>, Option<u8>), Vec<UnitId>> = BTreeMap::new();
    for own in band {
        groups
            .entry((own.line, own.least))
            .or_default()
            .push(own.unit);
    }
    let groups = groups.into_iter();
    groups
        .map(|((line, least), units)| Held {
            units,
            at,
            line,
            attack: odds.attack,
            defence: odds.defence,
            least,
        })
        .collect()
}

/// R111: tells the owner who has held his fire: of his lines, and where nobody has said anything of the units.
pub(crate) fn tell(game: &Game, turn: &mut Turn<'_, Game>, held: &[Held]) {
    let mut of_lines: BTreeMap<LineId, Vec<&Held>> = BTreeMap::new();
    for held in held {
        match held.line {
            Some(line) => of_lines.entry(line).or_default().push(held),
            None => turn.emit(Event::HeldFire {
                side: game.side_of(held.units[0]),
                units: held.units.clone(),
                at: held.at,
                attack: held.attack,
                defence: held.defence,
                least: held.least,
            }),
        }
    }
    for (line, held) in of_lines {
        let field = Field::new(game, &turn.state().open);
        let parts: Vec<String> = held.iter().map(|held| held.because(field)).collect();
        let first = held[0];
        let seat = seat(game.side_of(first.units[0]));
        turn.balk(
            seat,
            Some(line),
            None,
            (rule(first.least), parts.join("; ")),
            true,
        );
    }
}

/// Returns the rule by which odds below a column are too low.
pub(crate) fn rule(least: Option<u8>) -> Rule {
    match least {
        Some(_) => rules::R111,
        None => rules::R8_1,
    }
}

impl Held {
    fn because(&self, field: Field<'_>) -> String {
        format!(
            "{} at {}: {} against {} is below {}",
            bars::names(field, self.units.iter().copied()),
            field.name(self.at),
            self.attack,
            self.defence,
            field.game.results.name(self.least.unwrap_or(0))
        )
    }
}
