//! The propagator of `Σ fᵢ·xᵢ ≤ c` whose variables are in groups of different values: bounds that count on it.
//!
//! Four different digits make 10 at least, and not 4: where a sum lies across the rows and boxes of a puzzle, its parts within each have
//! different values. The terms of a group have one factor. The least of a group takes its variables by their lower ends and gives each the
//! next value that is free; what all groups leave up to the total is the room of each variable, which loses the values with which its own
//! group would need more. A raised end takes the place of one value by another: those of the others stay what they are.
//!
//! An equation is two of these, one of them negated. Holes in domains, and the upper ends of a group's other variables, are not looked at.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | weaker than bounds of the sum with all differences, stronger than those of the sum alone |
//! | Cost | O(n²) of the sizes n of the groups a run, nothing but additions |
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
    /// Scratch, group by group: see [`Packed`].
    ends: Vec<(i64, u32)>,
    values: Vec<i64>,
}

impl Grouped {
    /// The propagator for groups, each with its factor, which is not 0; no variable occurs twice.
    pub(super) fn new(groups: impl IntoIterator<Item = (i64, Vec<Member>)>, total: i64) -> Grouped {
        let group = |(factor, members)| Group { factor, members };
        let groups = groups.into_iter().map(group).collect();
        Grouped { groups, total, ends: Vec::new(), values: Vec::new() }
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

/// The least different values of a group, in the order of the lower ends.
///
/// A member whose lower end is raised gives up a value, the last one of those that move up for it: `given_up`. From its new end on it takes
/// the next free value, as a job does that is released later.
struct Packed<'a> {
    /// Each lower end, with its member.
    ends: &'a [(i64, u32)],
    values: &'a [i64],
}

/// Writes the values of ends, which come in order; their sum.
#[inline]
fn pack(ends: &[(i64, u32)], values: &mut Vec<i64>) -> i64 {
    let (mut sum, mut free) = (0, i64::MIN);
    for &(low, _) in ends {
        let value = low.max(free);
        (sum, free) = (sum + value, value + 1);
        values.push(value);
    }
    sum
}

impl Packed<'_> {
    /// Whether the next one moves up if the one at that place leaves.
    #[inline]
    fn is_followed(&self, at: usize) -> bool {
        self.ends.get(at + 1).is_some_and(|&(low, _)| low <= self.values[at])
    }

    /// The greatest lower end of a member with which the sum grows by `spare` at most, if it gives up the value at that place.
    #[inline]
    fn greatest(&self, given_up: usize, spare: i64) -> i64 {
        let mut end = self.values[given_up] + spare;
        for &taken in self.values[given_up + 1..].iter().rev() {
            end -= i64::from(taken == end);
        }
        end
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
        let Grouped { groups, total, ends, values } = self;
        let (mut room, mut width) = (*total, 0);
        ends.clear();
        values.clear();
        for group in &*groups {
            let first = ends.len();
            ends.extend(group.members.iter().map(|&member| group.low(member, store)).zip(0..));
            ends[first..].sort_unstable();
            let least = pack(&ends[first..], values);
            let greatest: i64 = group.members.iter().map(|&member| group.high(member, store)).sum();
            room -= group.factor.abs() * least;
            width += group.factor.abs() * (greatest - least);
        }
        let why = store.because(0);
        if room < 0 {
            return Err(store.contradiction(why));
        }
        if width <= room {
            return Ok(Outcome::Entailed);
        }
        // An upper end that moves raises no lower one.
        let mut first = 0;
        for group in &*groups {
            let range = first..first + group.members.len();
            first = range.end;
            let packed = Packed { ends: &ends[range.clone()], values: &values[range] };
            let spare = room / group.factor.abs();
            let mut given_up = 0;
            for (at, &(_, member)) in packed.ends.iter().enumerate().rev() {
                given_up = if packed.is_followed(at) { given_up } else { at };
                let member = group.members[member as usize];
                let (greatest, high) = (packed.greatest(given_up, spare), group.high(member, store));
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
