//! The propagator of `Σ fᵢ·xᵢ ≤ c` whose variables are in groups of different values: bounds that count on it.
//!
//! Four different digits make 10 at least, and not 4: where a sum lies across the rows and boxes of a puzzle, its parts within each have
//! different values. The terms of a group have one factor. The least of a group takes its variables by their lower ends and gives each the
//! next value that is free; what all groups leave up to the total is the room of each variable, which loses the values with which its own
//! group would need more. A raised end takes the place of one value by another: those of the others stay what they are.
//!
//! First come the ends alone: where the room they leave is enough for the widest variable, however the values of the groups give way for each
//! other, the run is over.
//!
//! An equation is two of these, one of them negated. Holes in domains, and the upper ends of a group's other variables, are not looked at.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | weaker than bounds of the sum with all differences, stronger than those of the sum alone |
//! | Cost | O(n) to see that there is room, O(n²) of the sizes n of the groups otherwise, nothing but additions |
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
    /// The sum of their offsets.
    offset: i64,
}

impl Group {
    fn new(factor: i64, members: Vec<Member>) -> Group {
        let offset = members.iter().map(|member| member.offset).sum();
        Group { factor, members, offset }
    }

    /// The least and the greatest that a member can be, with the sign of the factor.
    #[inline]
    fn ends(&self, member: Member, domains: &impl Domains) -> (i64, i64) {
        let (min, max) = domains.bounds(member.var);
        let (least, greatest) = (i64::from(min) + member.offset, i64::from(max) + member.offset);
        if self.factor > 0 { (least, greatest) } else { (-greatest, -least) }
    }

    /// How much the least of the group can be above the sum of the lower ends of its members, at most.
    fn most_above(&self) -> i64 {
        let n = self.members.len() as i64;
        self.factor.abs() * (n * (n - 1) / 2)
    }

    fn lows(&self, domains: &impl Domains) -> Ends {
        self.members.iter().map(|&member| self.ends(member, domains).0).collect()
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
    /// How much the least can be above the sum of all lower ends, at most.
    most_above: i64,
    /// Scratch, group by group: see [`Packed`].
    ends: Vec<End>,
    values: Vec<i64>,
}

/// The ends of a member, which is the place in its group.
#[derive(Clone, Copy, Debug)]
struct End {
    low: i64,
    high: i64,
    member: usize,
}

impl Grouped {
    /// The propagator for groups, each with its factor, which is not 0; no variable occurs twice.
    pub(super) fn new(groups: impl IntoIterator<Item = (i64, Vec<Member>)>, total: i64) -> Grouped {
        let groups: Vec<Group> =
            groups.into_iter().map(|(factor, members)| Group::new(factor, members)).collect();
        let most_above = groups.iter().map(Group::most_above).sum();
        Grouped { groups, total, most_above, ends: Vec::new(), values: Vec::new() }
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
    /// By lower ends.
    ends: &'a [End],
    values: &'a [i64],
}

/// Sorts ends by insertion: groups are small.
#[inline]
fn sort(ends: &mut [End]) {
    for at in 1..ends.len() {
        let end = ends[at];
        let mut to = at;
        while to > 0 && ends[to - 1].low > end.low {
            ends[to] = ends[to - 1];
            to -= 1;
        }
        ends[to] = end;
    }
}

/// Writes the values of ends, which come in order; their sum.
#[inline]
fn pack(ends: &[End], values: &mut Vec<i64>) -> i64 {
    let (mut sum, mut free) = (0, i64::MIN);
    for &End { low, .. } in ends {
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
        self.ends.get(at + 1).is_some_and(|next| next.low <= self.values[at])
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
        let Grouped { groups, total, most_above, ends, values } = self;
        let (mut room, mut width, mut widest) = (*total, 0, 0);
        for group in &*groups {
            let size = group.factor.abs();
            let (mut least, mut greatest) = (group.offset, group.offset);
            for member in &group.members {
                let (min, max) = store.bounds(member.var);
                (least, greatest) = (least + i64::from(min), greatest + i64::from(max));
                widest = widest.max(size * (i64::from(max) - i64::from(min)));
            }
            room -= size * if group.factor > 0 { least } else { -greatest };
            width += size * (greatest - least);
        }
        if width <= room {
            return Ok(Outcome::Entailed);
        }
        // Whatever the members give way for each other, there is room for the widest.
        if widest <= room - *most_above {
            return Ok(Outcome::Fixpoint);
        }
        room = *total;
        ends.clear();
        values.clear();
        for group in &*groups {
            let first = ends.len();
            ends.extend(group.members.iter().enumerate().map(|(at, &member)| {
                let (low, high) = group.ends(member, store);
                End { low, high, member: at }
            }));
            sort(&mut ends[first..]);
            room -= group.factor.abs() * pack(&ends[first..], values);
        }
        let why = store.because(0);
        if room < 0 {
            return Err(store.contradiction(why));
        }
        // An upper end that moves raises no lower one.
        let mut first = 0;
        for group in &*groups {
            let range = first..first + group.members.len();
            first = range.end;
            let packed = Packed { ends: &ends[range.clone()], values: &values[range] };
            let spare = room / group.factor.abs();
            let mut given_up = 0;
            for (at, end) in packed.ends.iter().enumerate().rev() {
                given_up = if packed.is_followed(at) { given_up } else { at };
                let greatest = packed.greatest(given_up, spare);
                if greatest < end.high {
                    let Member { var, offset } = group.members[end.member];
                    if group.factor > 0 {
                        store.set_max(var, (greatest - offset) as i32, why)?;
                    } else {
                        store.set_min(var, (-greatest - offset) as i32, why)?;
                    }
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
