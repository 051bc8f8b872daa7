//! The propagator of `sliding_sum` and `sliding_among`: difference constraints on prefix sums, by shortest paths.
//!
//! Let `sᵢ` be the sum of the first i steps. What a step can be says how far two sums next to each other are apart, and what a window may
//! have says it of two that are a window apart. These are differences only, so that all that follows from all of them together is found
//! by shortest paths: from one place to the next lies the greatest value of the step between, and back lies the least.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | bounds of the conjunction of all windows; of literals domain; where no variable occurs twice |
//! | Cost | O(n²) a sweep over the places from each of them, in sweeps until nothing changes, most often few |
//! | Wakes on | the bounds of a step, or what may decide a literal |
//! | Explains | by the steps on the shortest path, the first of them as weak as the bound that is asked about allows |
//! | Source | the sums: van Hoeve, Pesant, Rousseau & Sabharwal, *Revisiting the Sequence Constraint*, CP 2006; the differences: Dechter, Meiri & Pearl, *Temporal Constraint Networks*, AIJ 49, 1991 |

use smallvec::SmallVec;

use crate::constraints::counting::condition::{ConditionStatus, CountedCondition};
use crate::domain::Domain;
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Events, Failure, Past, Store, View};

/// The payload of a failure; those of least values are twice the number of their step, those of greatest ones that and one.
const FAILED: u32 = u32::MAX;

/// Farther than any sum of values: what there is no path to.
const FAR: i64 = i64::MAX / 4;

/// What is added at a place.
#[derive(Clone, Debug)]
pub(super) enum Step {
    View(View),
    /// One where it is true, else zero.
    CountedCondition(CountedCondition),
    Constant(i64),
}

#[derive(Clone, Debug)]
pub(super) struct Windows {
    steps: Box<[Step]>,
    /// How many steps a window has, and what their sum is at least and at most.
    window: usize,
    low: i64,
    high: i64,
    /// Scratch, by step: the least and the greatest value; what was found of them.
    ends: Vec<(i64, i64)>,
    found: Vec<(i64, i64)>,
    /// Scratch, by place: how far it is, and the place before it on the way.
    far: Vec<i64>,
    from: Vec<u32>,
}

type List<T> = SmallVec<[T; 32]>;

impl Step {
    /// One where the view has a value of the set.
    pub(super) fn within(x: View, set: &Domain) -> Step {
        match CountedCondition::within(x, set) {
            ConditionStatus::Open(part) => Step::CountedCondition(part),
            ConditionStatus::Always(truth) => Step::Constant(i64::from(truth)),
        }
    }

    fn now(&self, store: &Store) -> (i64, i64) {
        match self {
            Step::View(x) => (x.min(store).into(), x.max(store).into()),
            Step::CountedCondition(part) => match part.truth(0, store) {
                None => (0, 1),
                Some(truth) => (i64::from(truth), i64::from(truth)),
            },
            Step::Constant(constant) => (*constant, *constant),
        }
    }

    fn then(&self, past: &Past<'_>) -> (i64, i64) {
        match self {
            Step::View(x) => (x.min(past).into(), x.max(past).into()),
            Step::CountedCondition(part) => {
                (i64::from(part.was(true, 0, past)), i64::from(!part.was(false, 0, past)))
            }
            Step::Constant(constant) => (*constant, *constant),
        }
    }

    /// Writes why it was no less than that, or no more; `slack` is by how much that may be weakened, and is used up.
    fn explain(&self, is_low: bool, end: i64, slack: &mut i64, past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = self.then(&past.start());
        let rest = if is_low { end - start.0 } else { start.1 - end };
        if rest <= *slack {
            *slack -= rest;
            return;
        }
        match self {
            Step::View(x) if is_low => out.extend(x.at_least(end - std::mem::take(slack))),
            Step::View(x) => out.extend(x.at_most(end + std::mem::take(slack))),
            Step::CountedCondition(part) => part.explain(is_low, 0, past, out),
            Step::Constant(_) => {}
        }
    }
}

impl Windows {
    /// The propagator for a window of at least one step.
    pub(super) fn new(steps: Vec<Step>, window: usize, low: i64, high: i64) -> Windows {
        let (count, places) = (steps.len(), steps.len() + 1);
        Windows {
            steps: steps.into(),
            window,
            low,
            high,
            ends: Vec::with_capacity(count),
            found: Vec::with_capacity(count),
            far: vec![0; places],
            from: vec![0; places],
        }
    }

    /// The greatest difference of the sum at the one place to that at the other, as the two say by themselves.
    fn difference(&self, from: usize, to: usize, ends: &[(i64, i64)]) -> i64 {
        match (to.wrapping_sub(from), from.wrapping_sub(to)) {
            (1, _) if self.window == 1 => ends[from].1.min(self.high),
            (_, 1) if self.window == 1 => -ends[to].0.max(self.low),
            (1, _) => ends[from].1,
            (_, 1) => -ends[to].0,
            (ahead, _) if ahead == self.window => self.high,
            _ => -self.low,
        }
    }

    /// Finds how far all places are from one; where some way leads back to it, or round and round, and is less than nothing, a place
    /// that this leads to. `spends` is told how many places are looked at next, and ends the search by its error.
    fn measure(
        &self,
        start: usize,
        ends: &[(i64, i64)],
        far: &mut [i64],
        from: &mut [u32],
        spends: &dyn Fn(usize) -> Result<(), Failure>,
    ) -> Result<Option<usize>, Failure> {
        let places = far.len();
        far.fill(FAR);
        far[start] = 0;
        for sweep in 0.. {
            spends(places)?;
            let mut changed = None;
            for at in 0..places {
                let here = far[at];
                if here == FAR {
                    continue;
                }
                let next = [
                    at.checked_add(1),
                    at.checked_sub(1),
                    at.checked_add(self.window),
                    at.checked_sub(self.window),
                ];
                for to in next.into_iter().flatten().filter(|&to| to < places) {
                    let length = here.saturating_add(self.difference(at, to, ends));
                    if length < far[to] {
                        (far[to], from[to]) = (length, at as u32);
                        changed = Some(to);
                    }
                }
            }
            match changed {
                None => break,
                Some(at) if sweep > places => return Ok(Some(at)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Writes the steps on a way that leads round in less than nothing, and to a place.
    fn explain_round(
        &self,
        mut at: usize,
        from: &[u32],
        ends: &[(i64, i64)],
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        // As many predecessors as there are places lead onto the cycle.
        for _ in from {
            at = from[at] as usize;
        }
        let (mut length, mut to) = (0, at);
        loop {
            let before = from[to] as usize;
            length += self.difference(before, to, ends);
            to = before;
            if to == at {
                break;
            }
        }
        self.explain_way([at, at], from, ends, -1 - length, past, out);
    }

    /// Writes the steps on the way from one place to another, which `from` has backwards.
    fn explain_way(
        &self,
        [first, last]: [usize; 2],
        from: &[u32],
        ends: &[(i64, i64)],
        mut slack: i64,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        let mut to = last;
        loop {
            let at = from[to] as usize;
            let (step, is_low) = (at.min(to), to < at);
            let end = if is_low { ends[step].0 } else { ends[step].1 };
            let is_step =
                at.abs_diff(to) == 1 && (if is_low { -end } else { end }) == self.difference(at, to, ends);
            if is_step {
                self.steps[step].explain(is_low, end, &mut slack, past, out);
            }
            to = at;
            if to == first {
                return;
            }
        }
    }
}

impl Propagator for Windows {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        for step in &self.steps {
            match step {
                Step::View(x) => events.on(x.var, Events::BOUNDS),
                Step::CountedCondition(part) => events.on(part.var(), Events::CHANGED),
                Step::Constant(_) => {}
            }
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let (mut ends, mut found) = (std::mem::take(&mut self.ends), std::mem::take(&mut self.found));
        let (mut far, mut from) = (std::mem::take(&mut self.far), std::mem::take(&mut self.from));
        ends.clear();
        ends.extend(self.steps.iter().map(|step| step.now(store)));
        found.clone_from(&ends);
        let is_met = |part: &[(i64, i64)]| {
            part.iter().map(|end| end.0).sum::<i64>() >= self.low
                && part.iter().map(|end| end.1).sum::<i64>() <= self.high
        };
        let is_entailed = ends.windows(self.window).all(is_met);
        let mut result = Ok(None);
        for place in (0..far.len()).filter(|_| !is_entailed) {
            result = self.measure(place, &ends, &mut far, &mut from, &|steps| store.spend(steps));
            if result != Ok(None) {
                break;
            }
            if place < found.len() {
                found[place].1 = far[place + 1];
            }
            if place > 0 {
                found[place - 1].0 = -far[place - 1];
            }
        }
        (self.ends, self.found, self.far, self.from) = (ends, found, far, from);
        if result?.is_some() {
            return Err(store.contradiction(store.because(FAILED)));
        }
        let mut is_changed = false;
        for (at, step) in self.steps.iter().enumerate() {
            let (before, now) = (self.ends[at], self.found[at]);
            let of_low = 2 * at as u32;
            if now.0 > before.0 {
                is_changed = true;
                match step {
                    Step::View(x) => {
                        let _ = x.set_min(store, now.0 as i32, store.because(of_low))?;
                    }
                    Step::CountedCondition(part) => part.make(true, 0, store, store.because(of_low))?,
                    Step::Constant(_) => {}
                }
            }
            if now.1 < before.1 {
                is_changed = true;
                match step {
                    Step::View(x) => {
                        let _ = x.set_max(store, now.1 as i32, store.because(of_low + 1))?;
                    }
                    Step::CountedCondition(part) => part.make(false, 0, store, store.because(of_low + 1))?,
                    Step::Constant(_) => {}
                }
            }
        }
        Ok(match (is_entailed, is_changed) {
            (true, _) => Outcome::Entailed,
            (_, true) => Outcome::Again,
            _ => Outcome::Fixpoint,
        })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let mut ends: List<(i64, i64)> = self.steps.iter().map(|step| step.then(past)).collect();
        let places = self.steps.len() + 1;
        let (mut far, mut from): (List<i64>, List<u32>) =
            (SmallVec::from_elem(0, places), SmallVec::from_elem(0, places));
        let mut way = [0, 0];
        let (step, is_low) = ((payload / 2) as usize, payload.is_multiple_of(2));
        if payload != FAILED {
            way = if is_low { [step + 1, step] } else { [step, step + 1] };
            // The way round the step: what else the same run found of it may contradict.
            ends[step] = (-FAR, FAR);
        }
        // Every place can be reached from any other.
        if let Ok(Some(at)) = self.measure(way[0], &ends, &mut far, &mut from, &|_| Ok(())) {
            return self.explain_round(at, &from, &ends, past, out);
        }
        if payload == FAILED {
            return;
        }
        let length = far[way[1]];
        let wanted = match (&self.steps[step], request) {
            (Step::View(x), ExplainRequest::Atom(atom)) if is_low => x.low_implying(atom).map(|low| -low),
            (Step::View(x), ExplainRequest::Atom(atom)) => x.high_implying(atom),
            // No less than one, or no more than zero.
            (Step::CountedCondition(_), _) => Some(if is_low { -1 } else { 0 }),
            (Step::View(x), _) if is_low => Some(-1 - i64::from(x.max(past))),
            (Step::View(x), _) => Some(i64::from(x.min(past)) - 1),
            (Step::Constant(constant), _) => Some(if is_low { -1 - constant } else { constant - 1 }),
        };
        let slack = (wanted.unwrap_or(length) - length).max(0);
        self.explain_way(way, &from, &ends, slack, past, out);
    }
}
