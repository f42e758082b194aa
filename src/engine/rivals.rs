//! Lines that are added and cannot be beside what was filed: which filed line stands in the way.

use super::reading::read_once;
use super::{Judged, Position, ReadLine, Reading, Rules, Seat};

/// So many refused lines of a text are told what stands in their way.
const MOST_LINES: usize = 5;

/// So many filed lines are tried for each.
const MOST_TRIED: usize = 4;

/// Names the filed line for which a line that is added is refused, and what to do.
pub(super) fn name_rivals<R: Rules>(
    rules: &R,
    position: &Position<R>,
    seat: Seat,
    (filed, text): (&[String], &str),
    reading: &mut Reading,
) {
    let is_refused =
        |line: &ReadLine| line.verdict == Judged::Illegal && !line.planned && !line.stands;
    let slots = (0..reading.lines.len()).filter(|slot| is_refused(&reading.lines[*slot]));
    for slot in slots.take(MOST_LINES).collect::<Vec<_>>() {
        let pairs = filed.iter().enumerate().zip(&reading.filed);
        let near = pairs.filter(|(_, line)| speak_of_the_same(line, &reading.lines[slot]));
        let mut tried = near.map(|(own, _)| own).take(MOST_TRIED);
        let rival = tried.find(|(at, _)| {
            let rest = [&filed[..*at], &filed[at + 1..]].concat();
            let (without, _) = read_once(rules, position, seat, (&rest, text));
            // Beside the others it may break another rule, which then is the reason that counts.
            let (line, alone) = (&reading.lines[slot], &without.lines[slot]);
            !alone.verdict.is_bad() || alone.reason != line.reason
        });
        if let Some((_, rival)) = rival {
            reading.lines[slot].add_to_refusal(format!(
                "that is `{rival}`, which you filed before: to change it send the whole set again"
            ));
        }
    }
}

/// Tells whether two lines name the same unit or place.
fn speak_of_the_same(one: &ReadLine, other: &ReadLine) -> bool {
    let names = |line: &ReadLine| -> Vec<String> {
        let words = line
            .canonical
            .iter()
            .flat_map(|order| order.split([' ', ',']));
        let named =
            words.filter(|word| word.len() > 1 && word.contains(|c: char| c.is_ascii_digit()));
        named.map(str::to_owned).collect()
    };
    let known = names(other);
    names(one).iter().any(|name| known.contains(name))
}
