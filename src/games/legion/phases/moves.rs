//! The Movement Phase: D3, moves one after the other (5.0, 11.4, 16.11, L1.5, L1.14).

use crate::engine::{Fit, LineId, Mode, Next, Pause, Rank, Turn};
use crate::geometry::Hex;
use crate::orders::Illegal;

use super::fire::{Pages, own};
use crate::games::legion::decision::{Decision, Frame};
use crate::games::legion::event::{Event, Stop as Halt};
use crate::games::legion::game::seat;
use crate::games::legion::march::{self, HALVES, Walked};
use crate::games::legion::order::{Order, Way};
use crate::games::legion::state::{Moved, Phase};
use crate::games::legion::terms::{Dir, Edge, Side, UnitId};
use crate::games::legion::{Field, Game, bars, panic, print, rules, stacking};

/// D3: asks for moves and carries them out as they come.
pub(crate) fn phase(game: &Game, turn: &mut Turn<'_, Game>) -> Result<Next<Frame>, Pause> {
    let side = turn.state().open.phasing;
    let Some(given) = turn.ask(seat(side), Mode::List, Decision::Move { side })? else {
        turn.turn_page_unless(game, side);
        return Ok(Next::done());
    };
    carry_out(game, turn, side, &given.order, given.line);
    // R62: units that withdraw may count as lost, which may be what the enemy's Panic Level waits for.
    panic::test(game, turn);
    Ok(Next::Go(vec![Frame::Moves]))
}

fn carry_out(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    order: &Order,
    line: Option<LineId>,
) {
    match order {
        Order::Move { .. } | Order::Exit { .. } => march_on(game, turn, side, order, line),
        Order::Face { units, facing } => {
            for &unit in units {
                let spent = if turn.state().open.phase == Phase::SetUp {
                    0
                } else {
                    HALVES
                };
                turn.emit(Event::Faced {
                    unit,
                    to: *facing,
                    spent,
                });
            }
        }
        Order::Convert { unit, to } => {
            let kind = may_convert(Field::new(game, &turn.state().open), *unit, *to);
            if let Ok(to) = kind {
                turn.emit(Event::Converted { unit: *unit, to });
            }
        }
        Order::SquareDissolve { hex } => {
            let dissolved = dissolved(Field::new(game, &turn.state().open), *hex);
            turn.emit(dissolved);
        }
        Order::Concede => turn.emit(Event::Conceded { side }),
        _ => {}
    }
}

/// A move as it can be carried out now: who goes, from where, and how far.
pub(super) struct March {
    pub(super) units: Vec<UnitId>,
    pub(super) from: Hex,
    pub(super) walked: Walked,
    pub(super) facing: Option<Dir>,
    pub(super) edge: Option<Edge>,
    /// The end of a way that was to be found.
    pub(super) goal: Option<Hex>,
}

impl March {
    /// Returns the hex in which it ends.
    pub(super) fn end(&self) -> Hex {
        self.walked.path.last().copied().unwrap_or(self.from)
    }

    /// Tells what ends it before the end of its way: the cause, the hex that is not entered or left, and the words.
    pub(super) fn stopped(&self, field: Field<'_>) -> Option<(Halt, Hex, Illegal)> {
        let at = self.end();
        match (self.walked.halt, self.walked.leaves) {
            (Some((halt, hex)), _) => {
                let illegal = bars::refusal(field, &self.units, at, halt, hex);
                let illegal = match self.goal.filter(|_| halt == Halt::Points) {
                    Some(goal) => bars::detour(field, &self.units, (self.from, goal), illegal),
                    None => illegal,
                };
                Some((halt, hex, illegal))
            }
            (None, Some(Err(halt))) => Some((halt, at, bars::kept(field, &self.units, at, halt))),
            (None, Some(Ok(())) | None) => None,
        }
    }

    /// Returns the line for the part of its way that it goes, if there is room at the end of that.
    pub(super) fn as_far_as_it_goes(&self, field: Field<'_>, order: &Order) -> Option<String> {
        let Order::Move { facing, .. } = order else {
            return None;
        };
        let path = &self.walked.path;
        let has_room = |&hex: &Hex| stacking::may_join(field, hex, &self.units).is_ok();
        let last = path.iter().rposition(has_room)?;
        let order = Order::Move {
            units: self.units.clone(),
            way: Way::Via(path[..=last].to_vec()),
            facing: *facing,
        };
        Some(print::order(field.game, &order))
    }
}

/// Parts the units of a line by the hexes in which they stand.
pub(super) fn parties(field: Field<'_>, units: &[UnitId]) -> Vec<(Hex, Vec<UnitId>)> {
    let mut parties: Vec<(Hex, Vec<UnitId>)> = Vec::new();
    for &unit in units {
        let Some(hex) = field.open.hex(unit) else {
            continue;
        };
        match parties.iter_mut().find(|(own, _)| *own == hex) {
            Some((_, party)) => party.push(unit),
            None => parties.push((hex, vec![unit])),
        }
    }
    parties
}

/// Finds how far the units of one hex get; an error where they cannot even set out.
pub(super) fn plan(
    field: Field<'_>,
    side: Side,
    from: Hex,
    units: &[UnitId],
    order: &Order,
) -> Result<March, Illegal> {
    let alone = units.len() == 1;
    let mut able = Vec::new();
    let mut first = None;
    for &unit in units {
        match own(field, side, unit).and_then(|()| march::may_set_out(field, unit, alone)) {
            Ok(_) => able.push(unit),
            Err(illegal) => {
                first.get_or_insert(illegal);
            }
        }
    }
    if let Some(illegal) = first
        && able.is_empty()
    {
        return Err(illegal);
    }
    march::moves_whole(field, &able, from)?;
    let (path, edge, facing) = match order {
        Order::Move {
            way: Way::Via(path),
            facing,
            ..
        } => (path.clone(), None, *facing),
        Order::Move {
            way: Way::To(hex),
            facing,
            ..
        } => {
            let path = march::way_to(field, &able, from, *hex)
                .filter(|path| !path.is_empty())
                .ok_or_else(|| bars::no_way(field, &able, from, *hex))?;
            (path, None, *facing)
        }
        Order::Exit { via, edge, .. } => (via.clone(), Some(*edge), None),
        _ => return Err(Illegal::new(rules::R5_0, "this is no move")),
    };
    // A path that begins where the unit stands means the hexes behind.
    let ahead = path.strip_prefix(&[from][..]).unwrap_or(&path);
    if let (true, None, None) = (ahead.is_empty(), edge, facing) {
        return Err(bars::no_way(field, &able, from, from));
    }
    let walked = march::walk(field, &able, from, ahead, edge);
    if let (true, Some((halt, hex))) = (walked.path.is_empty(), walked.halt) {
        let illegal = bars::refusal(field, &able, from, halt, hex);
        let before: Vec<String> = path[..path.len() - ahead.len()]
            .iter()
            .map(|&hex| field.name(hex))
            .collect();
        return Err(illegal.about_step(&before, &field.name(hex)));
    }
    if let (true, Some(Err(halt))) = (walked.path.is_empty(), walked.leaves) {
        return Err(bars::kept(field, &able, from, halt));
    }
    Ok(March {
        units: able,
        from,
        walked,
        facing,
        edge,
        goal: match order {
            Order::Move {
                way: Way::To(goal), ..
            } => Some(*goal),
            _ => None,
        },
    })
}

fn march_on(
    game: &Game,
    turn: &mut Turn<'_, Game>,
    side: Side,
    order: &Order,
    line: Option<LineId>,
) {
    let (Order::Move { units, .. } | Order::Exit { units, .. }) = order else {
        return;
    };
    let parties = parties(Field::new(game, &turn.state().open), units);
    let alone = parties.len() == 1;
    let mut refused = Vec::new();
    let mut begun = false;
    for (from, party) in parties {
        let field = Field::new(game, &turn.state().open);
        match plan(field, side, from, &party, order) {
            Ok(march) => {
                begun = true;
                carry(game, turn, side, &march, line);
            }
            Err(illegal) => refused.push((party, illegal)),
        }
    }
    for (party, illegal) in refused {
        let because = if alone {
            illegal.because
        } else {
            let ids: Vec<&str> = party.iter().map(|&unit| game.id(unit)).collect();
            format!(
                "{} stay where they are: {}",
                ids.join(", "),
                illegal.because
            )
        };
        turn.balk(seat(side), line, None, (illegal.rule, because), begun);
    }
}

fn carry(game: &Game, turn: &mut Turn<'_, Game>, side: Side, march: &March, line: Option<LineId>) {
    let Walked {
        path,
        spent,
        facing,
        leaves,
        ..
    } = &march.walked;
    let field = Field::new(game, &turn.state().open);
    let turns = march
        .facing
        .filter(|&to| field.has_facing(march.units[0]) && Some(to) != *facing);
    let stopped = march.stopped(field);
    let mut whole = Vec::with_capacity(path.len() + 1);
    whole.push(march.from);
    whole.extend(path);
    if !path.is_empty() {
        turn.emit(Event::Moved {
            units: march.units.clone(),
            path: whole,
            spent: spent.clone(),
            facing: *facing,
            panic: false,
        });
    }
    if let Some(to) = turns {
        turn_to(turn, &march.units, to);
    }
    if let Some((why, hex, illegal)) = stopped {
        for &unit in &march.units {
            turn.emit(Event::Halted { unit, why });
        }
        let because = (illegal.rule, illegal.because);
        turn.balk(seat(side), line, Some(game.hex(hex)), because, true);
    } else if let (Some(Ok(())), Some(edge)) = (leaves, march.edge) {
        leave(turn, march, edge);
    }
}

/// 16.11: turns those units in place that have a point left for it.
fn turn_to(turn: &mut Turn<'_, Game>, units: &[UnitId], to: Dir) {
    for &unit in units {
        if turn.state().open.piece(unit).left() >= HALVES {
            turn.emit(Event::Faced {
                unit,
                to,
                spent: HALVES,
            });
        }
    }
}

fn leave(turn: &mut Turn<'_, Game>, march: &March, edge: Edge) {
    for &unit in &march.units {
        let hex = turn.state().open.hex(unit);
        turn.emit(Event::Left {
            unit,
            hex: hex.expect("who leaves is on the map"),
            edge,
            panic: false,
        });
    }
}

/// Says whether a line belongs to the Movement Phase, and whether it can be carried out now.
pub(crate) fn answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    match judge(field, side, order) {
        None => Fit::Other,
        Some(Ok(())) => Fit::Takes(Rank::Named, order.clone()),
        Some(Err(illegal)) => Fit::Fails(illegal),
    }
}

/// Tells why an order of the Movement Phase cannot be carried out now; `None` if it is no such order.
pub(crate) fn judge(field: Field<'_>, side: Side, order: &Order) -> Option<Result<(), Illegal>> {
    Some(match order {
        Order::Move { units, .. } | Order::Exit { units, .. } => {
            may_march(field, side, units, order)
        }
        Order::Face { units, .. } => units
            .iter()
            .try_for_each(|&unit| may_face(field, side, unit)),
        Order::Convert { unit, to } => {
            own(field, side, *unit).and_then(|()| may_convert(field, *unit, *to).map(|_| ()))
        }
        Order::SquareDissolve { hex } => may_dissolve(field, side, *hex),
        Order::SquareForm { .. } if !field.game.options.square.is_on() => Err(Illegal::new(
            rules::L1_1,
            "Squares are not played in this match",
        )),
        _ => return None,
    })
}

pub(super) fn may_march(
    field: Field<'_>,
    side: Side,
    units: &[UnitId],
    order: &Order,
) -> Result<(), Illegal> {
    let parties = parties(field, units);
    if parties.is_empty() {
        let first = units.first().expect("a line names units");
        return Err(march::off_the_map(field, *first));
    }
    let mut first = None;
    for (from, party) in &parties {
        match plan(field, side, *from, party, order) {
            Ok(_) => return Ok(()),
            Err(illegal) => {
                first.get_or_insert(illegal);
            }
        }
    }
    Err(first.expect("there is a party and none can go"))
}

/// 16.11: tells why a unit may not turn in place.
pub(crate) fn may_face(field: Field<'_>, side: Side, unit: UnitId) -> Result<(), Illegal> {
    own(field, side, unit)?;
    has_facings(field.game)?;
    let id = || field.game.id(unit);
    let no = |because: String| Err(Illegal::new(rules::R16_11, because));
    if !field.has_facing(unit) {
        let because = format!("{} faces all round", id());
        return Err(Illegal::new(rules::R16_0, because));
    }
    let piece = field.piece(unit);
    if piece.hex().is_none() || piece.deeds.converted {
        return no(format!("{} cannot turn now", id()));
    }
    if piece.disrupted.is_some() {
        return Err(Illegal::new(rules::R8_2, format!("{} is disrupted", id())));
    }
    march::is_free(field, unit)?;
    if piece.left() < HALVES {
        return no(format!("{} has no point left to turn", id()));
    }
    Ok(())
}

/// 16.0: tells that nobody faces anywhere in a match without facing.
pub(crate) fn has_facings(game: &Game) -> Result<(), Illegal> {
    match game.options.facing.is_on() {
        true => Ok(()),
        false => Err(Illegal::new(
            rules::R16_0,
            "this match is played without facing",
        )),
    }
}

/// L1.5: returns the type that a cataphract would have, or why it cannot change now.
pub(crate) fn may_convert(
    field: Field<'_>,
    unit: UnitId,
    to: crate::games::legion::data::KindId,
) -> Result<crate::games::legion::data::KindId, Illegal> {
    let kind = form(field, unit, to)?;
    let hex = field.open.hex(unit).expect("who has a form to take stands");
    if field.has_enemy_beside(hex, field.side(unit)) {
        let beside = bars::enemies_beside(field, hex, field.side(unit));
        let because = format!("enemies stand beside {}: {beside}", field.game.id(unit));
        return Err(Illegal::new(rules::L1_5, because));
    }
    Ok(kind)
}

/// L1.5: returns the type that a cataphract would have, or why it cannot change whoever stands beside it.
pub(crate) fn form(
    field: Field<'_>,
    unit: UnitId,
    to: crate::games::legion::data::KindId,
) -> Result<crate::games::legion::data::KindId, Illegal> {
    let id = || field.game.id(unit);
    let no = |because: String| Err(Illegal::new(rules::L1_5, because));
    if !field.game.options.cataphracts.is_on() {
        return no("dismounting is not played in this match".to_owned());
    }
    let printed = field.game.unit(unit).kind;
    let piece = field.piece(unit);
    let found = field
        .game
        .kinds
        .forms
        .iter()
        .find(|form| form.of == printed && form.named == to);
    let kind = match found {
        Some(form) => form.kind,
        None if to == printed && field.game.kinds.forms.iter().any(|form| form.of == printed) => {
            printed
        }
        None => return no(format!("{} cannot become that", id())),
    };
    if piece.hex().is_none() {
        return no(format!("{} is not on the map", id()));
    }
    if kind == piece.kind {
        return no(format!("{} has that form already", id()));
    }
    if piece.disrupted.is_some() || piece.panicked {
        let state = if piece.panicked {
            "panicked"
        } else {
            "disrupted"
        };
        return no(format!("{} is {state}", id()));
    }
    if piece.deeds.moved != Moved::No || piece.spent > 0 || piece.deeds.converted {
        return no(format!(
            "{} has moved, turned or changed in this phase",
            id()
        ));
    }
    Ok(kind)
}

/// Dissolves the Square of a hex.
pub(super) fn dissolved(field: Field<'_>, hex: Hex) -> Event {
    let units = field.open.stack(hex);
    let units = units.filter(|&unit| field.piece(unit).square).collect();
    Event::SquareDissolved { hex, units }
}

/// R108: dissolves the Squares of a side at the beginning of simultaneous movement; tells whether it has.
pub(crate) fn dissolve(game: &Game, turn: &mut Turn<'_, Game>, side: Side) -> Result<bool, Pause> {
    let given = turn.ask(seat(side), Mode::Quiet, Decision::Dissolve { side })?;
    let Some(Order::SquareDissolve { hex }) = given.map(|given| given.order) else {
        return Ok(false);
    };
    let dissolved = dissolved(Field::new(game, &turn.state().open), hex);
    turn.emit(dissolved);
    Ok(true)
}

/// Says whether a line dissolves a Square.
pub(crate) fn dissolve_answer(field: Field<'_>, side: Side, order: &Order) -> Fit<Order> {
    let Order::SquareDissolve { hex } = order else {
        return Fit::Other;
    };
    match may_dissolve(field, side, *hex) {
        Ok(()) => Fit::Takes(Rank::Named, order.clone()),
        Err(illegal) => Fit::Fails(illegal),
    }
}

/// Lists the Squares of a side that can be dissolved.
pub(crate) fn dissolve_options(field: Field<'_>, side: Side) -> Vec<Order> {
    let mut hexes: Vec<Hex> = field
        .army(side)
        .filter(|(unit, _)| field.piece(*unit).square)
        .map(|(_, hex)| hex)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let order = |hex| Order::SquareDissolve { hex };
    hexes.into_iter().map(order).collect()
}

fn may_dissolve(field: Field<'_>, side: Side, hex: Hex) -> Result<(), Illegal> {
    if field.square_in(hex) == Some(side) {
        return Ok(());
    }
    let because = format!("you have no Square in {}", field.name(hex));
    Err(Illegal::new(rules::L1_14, because))
}
