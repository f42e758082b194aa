//! Sets of options to try a game out with: drawn at random, or so that any two choices meet.

use crate::engine::Pick;

use super::options::OptionInfo;

/// A value for each option of a set, by the option's name.
pub type OptionSet = Vec<(String, String)>;

/// Tells whether a set can be played at all.
type Judge<'a> = &'a dyn Fn(&[(String, String)]) -> bool;

/// Sets that are drawn before one of them has to be the best.
const TRIES: usize = 30;

/// Draws sets of options of one game.
pub struct OptionSets<'a> {
    /// The options that may vary.
    free: Vec<&'a OptionInfo>,
    /// Options that hold in every set.
    fixed: OptionSet,
    /// Tells whether a set can be played at all.
    is_legal: Judge<'a>,
}

/// Which of the free options of a set depart from their usual value.
type Departures = Vec<bool>;

/// Two free options, each with whether it departs.
type Pair = [(usize, bool); 2];

impl<'a> OptionSets<'a> {
    /// Prepares sets in which `fixed` holds and everything else may vary, as far as `is_legal` lets it.
    pub fn new(options: &'a [OptionInfo], fixed: &[(String, String)], is_legal: Judge<'a>) -> Self {
        let is_free = |info: &&OptionInfo| {
            let mut names = fixed.iter().map(|(name, _)| name);
            info.values.len() > 1 && !names.any(|name| name.eq_ignore_ascii_case(info.name))
        };
        Self {
            free: options.iter().filter(is_free).collect(),
            fixed: fixed.to_vec(),
            is_legal,
        }
    }

    /// Draws a set: each free option has its usual value or any other, with the same chance.
    pub fn random(&self, pick: &mut dyn Pick) -> OptionSet {
        let departs: Departures = self.free.iter().map(|_| pick.pick(2) == 1).collect();
        let departs = self.repaired(departs);
        self.set(&departs, pick)
    }

    /// Draws few sets in which any two options meet in each of the four ways, usual and not, that can
    /// be played.
    pub fn pairwise(&self, pick: &mut dyn Pick) -> Vec<OptionSet> {
        let mut open = self.pairs();
        let mut sets = Vec::new();
        while let Some(departs) = self.best(&open, pick) {
            open.retain(|pair| !meets(&departs, pair));
            sets.push(self.set(&departs, pick));
        }
        sets
    }

    fn pairs(&self) -> Vec<Pair> {
        let count = self.free.len();
        let mut pairs = Vec::new();
        for first in 0..count {
            for second in first + 1..count {
                for ways in 0..4_u8 {
                    pairs.push([(first, ways & 1 != 0), (second, ways & 2 != 0)]);
                }
            }
        }
        pairs
    }

    /// Finds a set in which many open pairs meet; nothing if none of them can.
    fn best(&self, open: &[Pair], pick: &mut dyn Pick) -> Option<Departures> {
        let mut seeds: Vec<&Pair> = open.iter().collect();
        shuffle(&mut seeds, pick);
        let mut best: Option<(usize, Departures)> = None;
        for (tried, seed) in seeds.into_iter().enumerate() {
            if tried >= TRIES && best.is_some() {
                break;
            }
            let departs = self.repaired(self.grown(seed, open, pick));
            let gain = open.iter().filter(|pair| meets(&departs, pair)).count();
            if gain > best.as_ref().map_or(0, |(most, _)| *most) {
                best = Some((gain, departs));
            }
        }
        best.map(|(_, departs)| departs)
    }

    /// Decides the options one by one, after the two of a pair, each so that most open pairs meet.
    fn grown(&self, seed: &Pair, open: &[Pair], pick: &mut dyn Pick) -> Departures {
        let mut chosen: Vec<Option<bool>> = vec![None; self.free.len()];
        for &(option, departs) in seed {
            chosen[option] = Some(departs);
        }
        let mut order: Vec<usize> = (0..chosen.len())
            .filter(|&option| chosen[option].is_none())
            .collect();
        shuffle(&mut order, pick);
        for option in order {
            let mut gain = [0_usize; 2];
            for pair in open {
                for (own, other) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    if own.0 == option && chosen[other.0] == Some(other.1) {
                        gain[usize::from(own.1)] += 1;
                    }
                }
            }
            let departs = match gain[1].cmp(&gain[0]) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => pick.pick(2) == 1,
            };
            chosen[option] = Some(departs);
        }
        chosen.into_iter().map(|own| own == Some(true)).collect()
    }

    /// Takes the departure back that keeps a set from being played, or all if there is more to it.
    fn repaired(&self, departs: Departures) -> Departures {
        let can_be_played = |departs: &Departures| {
            (self.is_legal)(&self.written(departs, &mut |info| info.values[1].key.to_owned()))
        };
        if can_be_played(&departs) {
            return departs;
        }
        let without = (0..departs.len())
            .filter(|&option| departs[option])
            .map(|option| {
                let mut without = departs.clone();
                without[option] = false;
                without
            });
        let mut mended = without.filter(can_be_played);
        mended.next().unwrap_or_else(|| vec![false; departs.len()])
    }

    fn set(&self, departs: &[bool], pick: &mut dyn Pick) -> OptionSet {
        self.written(departs, &mut |info| {
            let others = &info.values[1..];
            others[pick.pick(others.len())].key.to_owned()
        })
    }

    fn written(&self, departs: &[bool], value: &mut dyn FnMut(&OptionInfo) -> String) -> OptionSet {
        let mut set = self.fixed.clone();
        for (info, _) in self
            .free
            .iter()
            .zip(departs)
            .filter(|(_, departs)| **departs)
        {
            set.push((info.name.to_owned(), value(info)));
        }
        set
    }
}

fn meets(departs: &[bool], pair: &Pair) -> bool {
    pair.iter().all(|&(option, own)| departs[option] == own)
}

fn shuffle<T>(list: &mut [T], pick: &mut dyn Pick) {
    for last in (1..list.len()).rev() {
        list.swap(last, pick.pick(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Chance;
    use crate::games::options::Value;

    const fn values<const N: usize>(keys: [&'static str; N]) -> [Value; N] {
        let mut values = [Value {
            key: "",
            meaning: "",
        }; N];
        let mut index = 0;
        while index < N {
            values[index].key = keys[index];
            index += 1;
        }
        values
    }

    const TWO: [Value; 2] = values(["off", "on"]);
    const THREE: [Value; 3] = values(["low", "middle", "high"]);
    const ONE: [Value; 1] = values(["only"]);

    const fn option(name: &'static str, values: &'static [Value]) -> OptionInfo {
        OptionInfo {
            name,
            source: "",
            subject: "",
            values,
        }
    }

    const OPTIONS: &[OptionInfo] = &[
        option("a", &TWO),
        option("b", &TWO),
        option("c", &THREE),
        option("d", &TWO),
        option("e", &ONE),
        option("f", &TWO),
    ];

    /// `b` may not be on without `a`.
    fn is_legal(set: &[(String, String)]) -> bool {
        let has = |name: &str| set.contains(&(name.to_owned(), "on".to_owned()));
        has("a") || !has("b")
    }

    fn departs(set: &OptionSet, name: &str) -> bool {
        set.iter().any(|(own, _)| own == name)
    }

    #[test]
    fn any_two_choices_that_can_be_played_together_meet_in_a_pairwise_array() {
        let sets = OptionSets::new(OPTIONS, &[], &is_legal).pairwise(&mut Chance::of(1, "sets"));
        assert!(sets.len() <= 7, "{sets:?}");
        assert!(sets.iter().all(|set| is_legal(set)));
        let names = ["a", "b", "c", "d", "f"];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                for wanted in [(false, false), (false, true), (true, false), (true, true)] {
                    let meet = |set: &OptionSet| (departs(set, one), departs(set, other)) == wanted;
                    let never = (*one, *other, wanted) == ("a", "b", (false, true));
                    assert_eq!(sets.iter().any(meet), !never, "{one} {other} {wanted:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_fixed_holds_in_every_set() {
        let fixed = [("A".to_owned(), "off".to_owned())];
        let sets = OptionSets::new(OPTIONS, &fixed, &is_legal);
        let mut chance = Chance::of(2, "sets");
        let drawn: Vec<_> = (0..50).map(|_| sets.random(&mut chance)).collect();
        assert!(drawn.iter().all(|set| set[0] == fixed[0] && is_legal(set)));
        assert!(
            drawn
                .iter()
                .all(|set| !departs(set, "a") && !departs(set, "e"))
        );
        assert!(drawn.iter().any(|set| departs(set, "c")) && drawn.contains(&fixed.to_vec()));
    }
}
