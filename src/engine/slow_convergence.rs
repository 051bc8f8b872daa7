//! Slow convergence: bounds that raise each other in a cycle, by a step each time, through a domain of many values.
//!
//! `x < y` and `y ≤ x` are refuted by as many runs as there are values. Where a fixpoint takes very many runs, each propagator is asked
//! which [`Differences`] between bounds hold as long as the other bounds are no weaker. A bound is the least value of a variable, or of its
//! negation, and an inequality says that it is at least another bound plus a gap, or at least the least of several such sums. They are
//! relaxed as edges for longest paths are, for some rounds. Then each bound that was raised follows from the last inequality that did so.
//! If among these each cycle is longer than 0, it is known where the bounds end: values follow one sum of each inequality from bound to
//! bound, and cannot come back to where they were, so that they end at a bound that nothing has raised, by the shortest path at least. If
//! there is none, the domains are refuted.
//!
//! | Promise | |
//! |---|---|
//! | Finds | the ends of most bounds that raise each other, in as many rounds as their cycles have edges, and 4096 at most |
//! | Cost | nothing before a fixpoint took four runs for each propagator, and 2,000; then O(differences) a round; and again after twice as many runs |
//! | Explains | by the guards of these inequalities, the bounds of the other variables in them, and those that nothing has raised |
//! | Source | Bellman, *On a Routing Problem*, 1958; Bordeaux, Katsirelos, Narodytska & Vardi, *The Complexity of Integer Bound Propagation*, JAIR 40, 2011; Gawlitza & Seidl, *Precise Fixpoint Computation Through Strategy Iteration*, ESOP 2007 |

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::differences::{Bound, WIDE};
use crate::engine::{Cost, Differences, Engine, ExplainRequest, Outcome, Propagator, Slot, Subscriptions};
use crate::store::{Atom, Domains, Failure, Past, PropId, Relation, Source, Store, VarId, View};

/// A bound, and what it is raised to; to no end if that is [`i64::MAX`].
#[derive(Debug)]
struct Jump {
    bound: Bound,
    low: i64,
    /// By which inequalities, and from which bounds.
    inequalities: Vec<u32>,
    start: Vec<Bound>,
}

/// The number of runs that a run counts for which gave up before its bounds were at rest.
pub(super) const SLOW_RUN: usize = 1 << 12;

/// The number of bounds whose end is looked for, of those that may be raised far.
const MOST_TRIED: usize = 32;

/// More bounds than this that depend on each other are taken as they are found.
const MOST_REDUCED: usize = 256;

/// Rounds of relaxations, and how many relaxations they have together at most.
const MOST_ROUNDS: usize = 1 << 12;
const MOST_WORK: usize = 1 << 23;

impl Differences<'_> {
    /// The current value of a bound.
    fn least(&self, bound: Bound) -> i64 {
        let var = VarId::new(bound as usize / 2);
        if bound.is_multiple_of(2) { self.store.min(var).into() } else { -i64::from(self.store.max(var)) }
    }

    /// A bound that is raised far.
    fn jump(&self) -> Option<Jump> {
        let mut at_least: Vec<i64> =
            (0..2 * self.store.vars() as u32).map(|bound| self.least(bound)).collect();
        // By bound: the inequality that raised it last.
        let mut last: Vec<Option<u32>> = vec![None; at_least.len()];
        for round in 1..=MOST_ROUNDS.min(MOST_WORK / (self.sources.len() + 1)) {
            let mut is_at_rest = true;
            for (number, inequality) in (0..).zip(&self.inequalities) {
                let sums = self.sources_of(number).iter();
                let sums = sums.map(|&(from, gap)| at_least[from as usize].saturating_add(gap));
                let (to, Some(low)) = (inequality.to as usize, sums.min()) else { continue };
                if low > at_least[to] {
                    (at_least[to], last[to]) = (low, Some(number));
                    is_at_rest = false;
                }
            }
            if is_at_rest {
                return None;
            }
            if round.is_power_of_two()
                && let Some(jump) = self.jump_among(&last, &at_least)
            {
                return Some(jump);
            }
        }
        None
    }

    /// A bound that these inequalities, one for each bound that has been raised, raise far beyond what it has come to: the farthest whose end
    /// is known.
    fn jump_among(&self, last: &[Option<u32>], at_least: &[i64]) -> Option<Jump> {
        let sources = |bound: Bound| last[bound as usize].map_or(&[][..], |number| self.sources_of(number));
        let raised: Vec<Bound> = (0..).zip(last).filter_map(|(bound, last)| last.map(|_| bound)).collect();
        let mut ends: BTreeMap<Bound, i64> = raised.iter().map(|&bound| (bound, i64::MAX)).collect();
        // As many rounds as bounds are enough for those that depend on positive cycles only.
        if raised.len().saturating_mul(self.sources.len()) > MOST_WORK {
            return None;
        }
        for _ in 0..=raised.len() {
            let mut is_at_rest = true;
            for &to in &raised {
                let sums = sources(to).iter().map(|&(from, gap)| match ends.get(&from) {
                    Some(&i64::MAX) => i64::MAX,
                    end => end.copied().unwrap_or_else(|| self.least(from)).saturating_add(gap),
                });
                if let Some(low) = sums.min().filter(|&low| low < ends[&to]) {
                    ends.insert(to, low);
                    is_at_rest = false;
                }
            }
            if is_at_rest {
                break;
            }
        }
        let by = |bound: &Bound| ends[bound].saturating_sub(at_least[*bound as usize]);
        let mut far: Vec<Bound> = raised.iter().copied().filter(|bound| by(bound) >= WIDE).collect();
        far.sort_by_key(|bound| std::cmp::Reverse(by(bound)));
        // All that a bound depends on, itself among it.
        let closed = |bound: Bound| {
            let (mut found, mut stack) = (BTreeSet::from([bound]), vec![bound]);
            while let Some(to) = stack.pop() {
                stack.extend(sources(to).iter().map(|source| source.0).filter(|&from| found.insert(from)));
            }
            found
        };
        let is_known = |bounds: &BTreeSet<Bound>| {
            let edges = |&to: &Bound| sources(to).iter().map(move |&(from, gap)| (from, to, gap));
            are_all_cycles_positive(bounds, &bounds.iter().flat_map(edges).collect::<Vec<_>>())
        };
        let found = far.into_iter().take(MOST_TRIED).map(|bound| (bound, closed(bound)));
        let (mut bound, mut bounds) = found.into_iter().find(|(_, bounds)| is_known(bounds))?;
        // Of those without end as few as possible: that all depend on each other.
        while ends[&bound] == i64::MAX
            && bounds.len() <= MOST_REDUCED
            && let Some(fewer) =
                bounds.iter().map(|&one| (one, closed(one))).find(|(_, of)| of.len() < bounds.len())
        {
            (bound, bounds) = fewer;
        }
        Some(Jump {
            bound,
            low: ends[&bound],
            inequalities: bounds.iter().filter_map(|&bound| last[bound as usize]).collect(),
            start: bounds.iter().copied().filter(|&bound| last[bound as usize].is_none()).collect(),
        })
    }

    /// What a bound depends on that was raised: the bounds at the start, and what its inequalities do.
    fn premises(&self, jump: &Jump) -> (Vec<Atom>, Vec<Atom>) {
        let part = |&number: &u32| {
            let (start, end) = self.inequalities[number as usize].premises;
            &self.premises[start as usize..end as usize]
        };
        let start = jump.start.iter().map(|&bound| atom(bound, self.least(bound)));
        let mut others: Vec<Atom> = jump.inequalities.iter().flat_map(part).copied().collect();
        others.sort_unstable();
        others.dedup();
        (start.collect(), others)
    }
}

fn atom(bound: Bound, low: i64) -> Atom {
    let var = VarId::new(bound as usize / 2);
    if bound.is_multiple_of(2) { Atom::ge(var, low as i32) } else { Atom::le(var, -low as i32) }
}

/// Whether each cycle of these edges, from one bound to another with a gap, is longer than 0.
fn are_all_cycles_positive(bounds: &BTreeSet<Bound>, edges: &[(Bound, Bound, i64)]) -> bool {
    let number: BTreeMap<Bound, usize> = bounds.iter().copied().zip(0..).collect();
    if bounds.len().saturating_mul(edges.len()) > MOST_WORK {
        return false;
    }
    // A cycle of length 0 or less is one of negative length where each gap is a little less, all of them together by less than 1.
    let scale = bounds.len() as i128 + 1;
    let mut shortest = vec![0i128; bounds.len()];
    for _ in 0..=bounds.len() {
        let mut is_at_rest = true;
        for (from, to, gap) in edges {
            let length = shortest[number[from]] + i128::from(*gap) * scale - 1;
            if length < shortest[number[to]] {
                shortest[number[to]] = length;
                is_at_rest = false;
            }
        }
        if is_at_rest {
            return true;
        }
    }
    false
}

impl Engine {
    /// After how many runs within one fixpoint bounds may be raising each other by small steps.
    #[inline]
    pub(super) fn patience(&self) -> usize {
        4 * self.slots.len() + 2_000
    }

    /// Looks for bounds that raise each other, and raises one as far as they will.
    ///
    /// # Errors
    /// [`Failure`] if that is beyond its domain.
    #[cold]
    pub(super) fn raise_slow_bounds(&mut self) -> Result<(), Failure> {
        // It follows from several constraints, and where explanations are shown or claims checked, these are of one at a time.
        if self.meaning.is_some() || self.store.is_recording() && !self.keeps_nogoods() {
            return Ok(());
        }
        let mut all = Differences::new(&self.store);
        for (number, slot) in self.slots.iter().enumerate() {
            all.asked = PropId::new(number);
            slot.propagator.differences(&mut all);
        }
        let Some(jump) = all.jump() else { return Ok(()) };
        let propagator = all.inequalities[jump.inequalities[0] as usize].propagator;
        let (start, others) = all.premises(&jump);
        let raised = i32::try_from(jump.low).ok().filter(|low| *low < i32::MAX);
        let raised = raised.map(|low| atom(jump.bound, low.into()));

        let constraint = self.slots[propagator.index()].constraint;
        let id = *self.raiser.get_or_insert_with(|| {
            let id = PropId::new(self.slots.len());
            self.slots.push(Slot { propagator: Box::new(Raiser), constraint, width: 0 });
            self.queue.add_propagator(id);
            id
        });
        self.slots[id.index()].constraint = constraint;
        self.store.set_current_source(Source::Propagator(id));
        let value = raised.map_or(0, Atom::value) as u32;
        let words = |atom: Atom| [atom.var().index() as u32, atom.relation() as u32, atom.value() as u32];
        let head = [value, start.len() as u32].into_iter();
        let note: Vec<u32> = head.chain(start.into_iter().chain(others).flat_map(words)).collect();
        let payload = self.store.keep_note(&note);
        let why = self.store.because(payload);
        let result = match raised {
            Some(atom) => self.store.apply(atom, why).map(|_| ()),
            None => Err(self.store.contradiction(why)),
        };
        result.inspect_err(|_| self.failed_constraint = Some(constraint))
    }
}

/// The source of bounds that are raised so: it explains them, by notes, and infers nothing itself.
#[derive(Clone, Debug)]
struct Raiser;

impl Propagator for Raiser {
    fn subscribe(&self, _: &mut Subscriptions<'_>) {}

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, _: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let [raised, starts, atoms @ ..] = past.note(payload) else { return };
        // By how much less it is wanted to be raised, it may start with less.
        let less = match request {
            ExplainRequest::Atom(atom) if matches!(atom.relation(), Relation::Ge | Relation::Le) => {
                i64::from(atom.value()).abs_diff((*raised as i32).into()) as i64
            }
            _ => 0,
        };
        let (atoms, _) = atoms.as_chunks::<3>();
        for (number, &[var, relation, value]) in atoms.iter().enumerate() {
            let (var, value) = (VarId::new(var as usize), i64::from(value as i32));
            let less = if number < *starts as usize { less } else { 0 };
            out.extend(match RELATIONS[relation as usize] {
                Relation::Ge => View::from(var).at_least(value - less),
                Relation::Le => View::from(var).at_most(value + less),
                relation => Some(Atom::new(var, relation, value as i32)),
            });
        }
    }
}

/// By the number in a note.
const RELATIONS: [Relation; 4] = [Relation::Eq, Relation::Ne, Relation::Le, Relation::Ge];
