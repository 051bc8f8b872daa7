//! Promise: undoing a level restores the store: domains of every form, numbers of propagators, the trail.

use proptest::prelude::*;
use residua::constraints::{Constraint, Simplified, ne};
use residua::domain::Domain;
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, Options, Solver};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, Trailed, VarId};
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::catalogue::cases;

/// A constraint that always holds, whose propagator applies every verb to its variables, chosen by a number that it
/// keeps. (It removes values all the same: it is a test of the store, not of propagation.)
#[derive(Clone, Debug)]
struct Scribble {
    views: Vec<IntView>,
    /// Its numbers in the store, for the test to read.
    cells: Arc<OnceLock<[Trailed; 2]>>,
}

impl PartialEq for Scribble {
    fn eq(&self, other: &Self) -> bool {
        self.views == other.views
    }
}

impl Constraint for Scribble {
    fn name(&self) -> &'static str {
        "scribble"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, _: &dyn Fn(IntView) -> i64) -> bool {
        true
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let cells = [to.new_trailed(1), to.new_trailed(0)];
        let _ = self.cells.set(cells);
        to.add(Scribbler { vars: to.views(&self.views).iter().map(|x| x.var).collect(), cells });
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Scribble { views: self.views.iter().map(|&x| to(x)).collect(), cells: Arc::default() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("scribble")
    }
}

#[derive(Clone, Debug)]
struct Scribbler {
    vars: Vec<VarId>,
    /// The number that decides the next verb, and how many verbs there were.
    cells: [Trailed; 2],
}

impl Propagator for Scribbler {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.vars.iter().for_each(|&var| events.on(var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let state = store.get(self.cells[0]).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        store.set(self.cells[0], state);
        store.set(self.cells[1], store.get(self.cells[1]) + 1);
        let number = (state >> 33) as usize;
        let var = self.vars[number % self.vars.len()];
        let values: Vec<i32> = store.domain(var).iter().collect();
        let value = values[(number >> 8) % values.len()];
        let why = store.because(0);
        let odd: Domain = values.iter().copied().filter(|v| v & 1 == 1 || *v == value).collect();
        let _ = match (number >> 16) % 8 {
            0 => store.fix(var, value, why)?,
            1 => store.remove(var, value, why)?,
            2 => store.set_min(var, value, why)?,
            3 => store.set_max(var, value, why)?,
            4 => store.intersect(var, &odd, why)?,
            5 if store.base(var).is_some() => store.keep_bits(var, 0x5555_5555_5555_5555, why)?,
            _ => false,
        };
        Ok(Outcome::Again)
    }

    fn explain(&self, _: ExplainRequest, _: u32, _: &Past<'_>, _: &mut Vec<Atom>) {}
}

/// Everything that can be read of a store.
#[derive(Clone, Debug, PartialEq)]
struct Snapshot {
    domains: Vec<Domain>,
    ends: Vec<(i32, i32, u64)>,
    runs: Vec<Vec<(i32, i32)>>,
    cells: [u64; 2],
    position: usize,
    level: usize,
}

fn snapshot(solver: &Solver, cells: [Trailed; 2]) -> Snapshot {
    let store = solver.store();
    let vars: Vec<VarId> = (0..store.vars()).map(VarId::new).collect();
    let snapshot = Snapshot {
        domains: vars.iter().map(|&x| store.domain(x)).collect(),
        ends: vars.iter().map(|&x| (store.min(x), store.max(x), store.size(x))).collect(),
        runs: vars.iter().map(|&x| store.runs(x).collect()).collect(),
        cells: cells.map(|cell| store.get(cell)),
        position: store.position(),
        level: store.level(),
    };
    for (domain, (ends, runs)) in snapshot.domains.iter().zip(snapshot.ends.iter().zip(&snapshot.runs)) {
        assert_eq!((domain.min(), domain.max(), domain.size()), (Some(ends.0), Some(ends.1), ends.2));
        assert!(domain.ranges().map(std::ops::RangeInclusive::into_inner).eq(runs.iter().copied()));
    }
    snapshot
}

/// A few clusters of values, so that a domain is small, medium or large, and has holes over several words.
pub(crate) fn wide_domain() -> impl Strategy<Value = Vec<i32>> {
    let place = prop::sample::select(vec![-70, 0, 0, 0, 64, 130, 900, 100_000]);
    let cluster = (place, prop::collection::btree_set(0..=20, 1..=9));
    prop::collection::vec(cluster, 1..=4).prop_map(|clusters| {
        clusters.iter().flat_map(|(place, values)| values.iter().map(move |v| place + v)).collect()
    })
}

pub(crate) fn model(domains: &[Vec<i32>]) -> (Model, Arc<OnceLock<[Trailed; 2]>>) {
    let mut model = Model::new();
    let vars: Vec<IntVar> = domains.iter().map(|d| model.int_var(d.clone())).collect();
    let cells = Arc::default();
    let views = vars.iter().map(|x| x.view()).collect();
    let _ = model.post(Scribble { views, cells: Arc::clone(&cells) }).expect("the values are small");
    (model, cells)
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn undoing_restores(
        domains in prop::collection::vec(wide_domain(), 1..=4),
        verbs in prop::collection::vec((0..6u8, 0..4usize, 0..40usize), 0..=24),
        record: bool,
    ) {
        let (model, cells) = model(&domains);
        let vars: Vec<IntVar> = model.vars().collect();
        let mut solver = Solver::new(&model, Options::default().record(record));
        let cells = *cells.get().expect("it was posted");
        if solver.propagate().is_err() {
            return Ok(());
        }
        // The state when each open level was opened.
        let mut saved: Vec<Snapshot> = Vec::new();
        for (verb, var, pick) in verbs {
            let x = vars[var % vars.len()];
            let values: Vec<i32> = solver.domain(x).iter().collect();
            let value = values[pick % values.len()];
            match verb {
                0 => {
                    saved.push(snapshot(&solver, cells));
                    solver.push();
                }
                1 => {
                    if let Some(before) = saved.pop() {
                        solver.pop();
                        prop_assert_eq!(snapshot(&solver, cells), before);
                    }
                }
                _ => {
                    saved.push(snapshot(&solver, cells));
                    solver.push();
                    let atom = [x.is(value), x.is_not(value), x.at_most(value), x.at_least(value)][usize::from(verb - 2)];
                    let alive = solver.assume(atom).is_ok() && solver.propagate().is_ok();
                    if !alive {
                        solver.pop();
                        let before = saved.pop().expect("it was opened just now");
                        prop_assert_eq!(snapshot(&solver, cells), before);
                    }
                }
            }
            for (level, before) in saved.iter().enumerate() {
                let past = solver.store().past(solver.store().end_of_level(level));
                for (at, domain) in before.domains.iter().enumerate() {
                    let x = VarId::new(at);
                    prop_assert_eq!(&past.domain(x), domain, "at the end of level {}", level);
                    prop_assert_eq!((past.min(x), past.max(x), past.size(x)), before.ends[at]);
                }
            }
        }
        while let Some(before) = saved.pop() {
            solver.pop();
            prop_assert_eq!(snapshot(&solver, cells), before);
        }
        solver.pop();
        prop_assert_eq!(solver.level(), 0, "the root is never undone");
    }
}

/// Two variables of one value that must differ.
fn clash() -> Solver {
    let mut model = Model::new();
    let (x, y) = (model.int_var(1), model.int_var(1));
    let _ = model.post(ne(x, y)).expect("the values are small");
    Solver::new(&model, Options::default())
}

#[test]
fn what_was_due_below_is_still_due() {
    let mut solver = clash();
    solver.push();
    solver.pop();
    assert!(solver.propagate().is_err(), "the level was opened before the first fixpoint");
}

#[test]
fn a_dead_end_at_the_root_stays_one() {
    let mut solver = clash();
    assert!(solver.propagate().is_err());
    assert!(solver.propagate().is_err(), "there is nothing to undo");
    solver.push();
    assert!(solver.propagate().is_err());
    solver.pop();
    assert!(solver.propagate().is_err());
}
