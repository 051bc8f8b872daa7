//! The propagator of `Σ fᵢ·xᵢ ≤ c` whose variables are in groups of different values: bounds that count on it.
//!
//! Four different digits make 10 at least, and not 4: where a sum lies across the rows and boxes of a puzzle, its parts within each have
//! different values. The terms of a group have one factor. The least of a group takes its variables by their lower ends and gives each the
//! next value that is free; what all groups leave up to the total is the room of each variable, which loses the values with which its own
//! group would need more.
//!
//! An equation is two of these, one of them negated. Holes in domains, and the upper ends of a group's other variables, are not looked at.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | weaker than bounds of the sum with all differences, stronger than those of the sum alone |
//! | Cost | O(n²) of the sizes n of the groups a run |
//! | Wakes on | the end of a variable that raises the sum |
//! | Explains | by the ends of the other variables, none of which can be left out or weakened |
//! | Source | Beldiceanu, Carlsson, Petit & Régin, *An O(n log n) Bound Consistency Algorithm for the Conjunction of an alldifferent and an Inequality Between a Sum of Variables and a Constant*, ECAI 2012, without the upper ends |

use smallvec::SmallVec;

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Relation, Store, VarId};

/// A variable with an offset; of a group with a negative factor, both are read with the opposite sign.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub(super) var: VarId,
    pub(super) offset: i64,
}

/// Members that all have different values, times a factor.
#[derive(Clone, Debug)]
struct Group {
    /// Not 0. Its sign is that of the members.
    factor: i64,
    members: Vec<Member>,
}

impl Group {
    /// The least that a member can be, with the sign of the factor.
    #[inline]
    fn low(&self, member: Member, domains: &impl Domains) -> i64 {
        if self.factor > 0 {
            i64::from(domains.min(member.var)) + member.offset
        } else {
            -i64::from(domains.max(member.var)) - member.offset
        }
    }

    /// The greatest that a member can be, with the sign of the factor.
    #[inline]
    fn high(&self, member: Member, domains: &impl Domains) -> i64 {
        if self.factor > 0 {
            i64::from(domains.max(member.var)) + member.offset
        } else {
            -i64::from(domains.min(member.var)) - member.offset
        }
    }

    fn lows(&self, domains: &impl Domains) -> Ends {
        self.members.iter().map(|&member| self.low(member, domains)).collect()
    }

    /// The least of the group, whose members are at least `lows`.
    fn least(&self, lows: &[i64]) -> i64 {
        let mut sorted: Ends = lows.into();
        sorted.sort_unstable();
        self.factor.abs() * spread(sorted)
    }
}

/// Ends of the members of a group.
type Ends = SmallVec<[i64; 12]>;

/// The least sum of different integers that are at least as great as these, which come in order.
#[inline]
fn spread(sorted: impl IntoIterator<Item = i64>) -> i64 {
    let (mut sum, mut free) = (0, i64::MIN);
    for low in sorted {
        let value = low.max(free);
        sum += value;
        free = value + 1;
    }
    sum
}

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct Grouped {
    groups: Vec<Group>,
    total: i64,
}

impl Grouped {
    /// The propagator for groups, each with its factor, which is not 0; no variable occurs twice.
    pub(super) fn new(groups: impl IntoIterator<Item = (i64, Vec<Member>)>, total: i64) -> Grouped {
        let group = |(factor, members)| Group { factor, members };
        Grouped { groups: groups.into_iter().map(group).collect(), total }
    }

    /// The lower ends of all groups.
    fn lows(&self, domains: &impl Domains) -> SmallVec<[Ends; 8]> {
        self.groups.iter().map(|group| group.lows(domains)).collect()
    }

    /// The group of a variable, and its place there.
    fn place(&self, var: VarId) -> (usize, usize) {
        let places = self.groups.iter().enumerate().filter_map(|(at, group)| {
            group.members.iter().position(|member| member.var == var).map(|within| (at, within))
        });
        places.into_iter().next().expect("invariant: only variables of the sum are changed")
    }
}

/// The lower ends of a group, in order, with those of a member replaced again and again.
struct Sorted {
    lows: Ends,
    least: i64,
}

impl Sorted {
    fn new(lows: &[i64]) -> Sorted {
        let mut lows: Ends = lows.into();
        lows.sort_unstable();
        let least = spread(lows.iter().copied());
        Sorted { lows, least }
    }

    /// The least sum where one of the ends, `from`, is `to`, which is not less.
    fn with(&self, from: i64, to: i64) -> i64 {
        let at = self.lows.partition_point(|&low| low < from);
        let others = self.lows[..at].iter().chain(&self.lows[at + 1..]).copied();
        let mut inserted: Ends = SmallVec::with_capacity(self.lows.len());
        inserted.extend(others);
        let to_at = inserted.partition_point(|&low| low < to);
        inserted.insert(to_at, to);
        spread(inserted)
    }

    /// The greatest end between `from`, its end now, and `most` with which the sum is at most `limit`, which it is with `from`.
    fn greatest(&self, from: i64, most: i64, limit: i64) -> i64 {
        if self.with(from, most) <= limit {
            return most;
        }
        let (mut fits, mut too_great) = (from, most);
        while too_great - fits > 1 {
            let middle = fits + (too_great - fits) / 2;
            if self.with(from, middle) <= limit { fits = middle } else { too_great = middle }
        }
        fits
    }
}

impl Propagator for Grouped {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for group in &self.groups {
            let raising = if group.factor > 0 { Events::MIN } else { Events::MAX };
            group.members.iter().for_each(|member| events.on(member.var, raising));
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let mut sorted: SmallVec<[Sorted; 8]> = SmallVec::new();
        let (mut room, mut width) = (self.total, 0);
        for group in &self.groups {
            let lows = group.lows(store);
            let highs = group.members.iter().map(|&member| group.high(member, store));
            let widths = highs.zip(&lows).map(|(high, low)| high - low).sum::<i64>();
            let ends = Sorted::new(&lows);
            room -= group.factor.abs() * ends.least;
            width += group.factor.abs() * (widths + lows.iter().sum::<i64>() - ends.least);
            sorted.push(ends);
        }
        let why = store.because(0);
        if room < 0 {
            return Err(store.contradiction(why));
        }
        if width <= room {
            return Ok(Outcome::Entailed);
        }
        // An upper end that moves raises no lower one.
        for (group, ends) in self.groups.iter().zip(&sorted) {
            let limit = ends.least + room / group.factor.abs();
            for &member in &group.members {
                let (low, high) = (group.low(member, store), group.high(member, store));
                // Beyond the new end there are at most as many taken values as there are others.
                let is_near = high - low + (group.members.len() as i64 - 1) <= limit - ends.least;
                let greatest = if low == high || is_near { high } else { ends.greatest(low, high, limit) };
                if greatest < high && group.factor > 0 {
                    store.set_max(member.var, (greatest - member.offset) as i32, why)?;
                } else if greatest < high {
                    store.set_min(member.var, (-greatest - member.offset) as i32, why)?;
                }
            }
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let mut lows = self.lows(past);
        let own = match request {
            ExplainRequest::Failure => None,
            // No verb of this propagator empties a domain without naming an atom.
            ExplainRequest::Emptied(_) => return,
            ExplainRequest::Atom(atom) => {
                let (at, within) = self.place(atom.var());
                let member = self.groups[at].members[within];
                let excluded = self.groups[at].excluded(member, atom);
                lows[at][within] = self.refuted(&mut lows, (at, within), excluded);
                Some((at, within))
            }
        };
        self.premises(lows, own, past, out);
    }
}

impl Group {
    /// The least value of a member, with the sign of the factor, that the atom excludes.
    fn excluded(&self, member: Member, atom: Atom) -> i64 {
        let value = i64::from(atom.value()) + member.offset;
        match atom.relation() {
            Relation::Le => value + 1,
            Relation::Ge => 1 - value,
            Relation::Ne | Relation::Eq if self.factor > 0 => value,
            Relation::Ne | Relation::Eq => -value,
        }
    }
}

/// Explanations.
///
/// Lower ends refute where the least of all groups by them exceeds the total. Each is lowered in turn, those first that are nearest to where
/// their variable started, as long as the others still refute.
impl Grouped {
    /// The least of all groups by these lower ends.
    fn least(&self, lows: &[Ends]) -> i64 {
        self.groups.iter().zip(lows).map(|(group, lows)| group.least(lows)).sum()
    }

    /// From `excluded` on, the least end of a member that the ends of the others refute: what else an atom excludes was gone before.
    fn refuted(&self, lows: &mut SmallVec<[Ends; 8]>, (at, within): (usize, usize), excluded: i64) -> i64 {
        lows[at][within] = excluded;
        while self.least(lows) <= self.total {
            lows[at][within] += 1;
        }
        lows[at][within]
    }

    /// Adds weakest lower ends with which the least exceeds the total, but that of `own`.
    fn premises(
        &self,
        mut lows: SmallVec<[Ends; 8]>,
        own: Option<(usize, usize)>,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let starts = self.lows(&past.start());
        let mut of_groups: SmallVec<[i64; 8]> =
            self.groups.iter().zip(&lows).map(|(group, lows)| group.least(lows)).collect();
        let mut spare = of_groups.iter().sum::<i64>() - self.total - 1;
        debug_assert!(spare >= 0, "invariant: the ends refute");
        let mut raised: SmallVec<[(i64, usize, usize); 16]> = SmallVec::new();
        for (at, ends) in lows.iter().enumerate() {
            let more = |(within, &low): (usize, &i64)| (low - starts[at][within], at, within);
            let others = ends.iter().enumerate().map(more);
            raised.extend(others.filter(|&(more, at, within)| more > 0 && own != Some((at, within))));
        }
        raised.sort_unstable();
        for (_, at, within) in raised {
            let group = &self.groups[at];
            let (start, low) = (starts[at][within], lows[at][within]);
            // The lowest end that suffices; the least of the group rises with it.
            let enough = of_groups[at] - spare;
            let (mut too_low, mut suffices) = (start - 1, low);
            while suffices - too_low > 1 {
                // The start first: a whole premise less.
                let middle = if too_low < start { start } else { too_low + (suffices - too_low) / 2 };
                lows[at][within] = middle;
                if group.least(&lows[at]) >= enough { suffices = middle } else { too_low = middle }
            }
            lows[at][within] = suffices;
            let least = group.least(&lows[at]);
            spare -= of_groups[at] - least;
            of_groups[at] = least;
            if suffices > start {
                let Member { var, offset } = group.members[within];
                out.push(if group.factor > 0 {
                    Atom::ge(var, (suffices - offset) as i32)
                } else {
                    Atom::le(var, (-suffices - offset) as i32)
                });
            }
        }
    }
}
