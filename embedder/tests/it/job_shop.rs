//! The job shop ft06: six jobs of six steps on six machines, each of which does one step at a time, done as early as may be.
//!
//! The least makespan is 55 (Fisher & Thompson, in *Industrial Scheduling*, 1963). It is found by a bound that is posted
//! again and again, and proved by the last search. Which of two steps goes first is a variable, and what it says a
//! constraint of the program's own. A smaller shop is compared with all of its orders.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{Constraint, Simplified, le, lt};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Status as Ended};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::{Mistake, check_constraint};

/// A step, of variables of a model or of an engine: when it starts, and how long it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step<V = IntVar>(View<V>, i32);

/// Two steps that need the same machine: the first one is done before the other starts where `order` is 0, the other before
/// the first where it is 1.
#[derive(Clone, Debug, PartialEq)]
struct OneAtATime<V = IntVar> {
    order: View<V>,
    steps: [Step<V>; 2],
}

impl<V: Copy> OneAtATime<V> {
    /// The constraint over other views.
    fn over<W>(&self, to: &dyn Fn(View<V>) -> View<W>) -> OneAtATime<W> {
        OneAtATime { order: to(self.order), steps: self.steps.map(|Step(start, time)| Step(to(start), time)) }
    }

    /// The step that goes first in that order, and the other.
    fn pair(&self, order: i32) -> (Step<V>, Step<V>) {
        if order == 0 { (self.steps[0], self.steps[1]) } else { (self.steps[1], self.steps[0]) }
    }

    /// Whether the domains leave room for that order.
    fn has_room(&self, domains: &(impl Domains<V> + ?Sized), order: i32) -> bool {
        let (Step(first, time), Step(second, _)) = self.pair(order);
        first.min(domains) + time <= second.max(domains)
    }
}

impl Constraint for OneAtATime {
    fn name(&self) -> &'static str {
        "one_at_a_time"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.order, self.steps[0].0, self.steps[1].0]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let order = value(self.order);
        let (Step(first, time), Step(second, _)) = self.pair(order as i32);
        (0..=1).contains(&order) && value(first) + i64::from(time) <= value(second)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let here = self.over(&|view| to.view(view));
        to.restrict(here.order, &(0..=1).into())?;
        to.add(here);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let Some(order) = self.order.value(domains) else { return Simplified::Unchanged };
        if !(0..=1).contains(&order) {
            return Simplified::Violated;
        }
        let (Step(first, time), Step(second, _)) = self.pair(order);
        Simplified::Into(vec![Arc::new(le(first + time, second))])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(self.over(to))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let [Step(one, _), Step(other, _)] = self.steps;
        write!(f, "one_at_a_time({}, {}, {})", name(self.order), name(one), name(other))
    }

    fn validate(&self) -> Result<(), String> {
        if self.steps.iter().all(|step| step.1 >= 0) {
            Ok(())
        } else {
            Err("a step takes no time".to_owned())
        }
    }
}

/// What the payload of a reason says: that an order has no room, or which side of a known order moved.
const NO_ROOM: u32 = 0;
const SECOND: u32 = 2;
const FIRST: u32 = 4;

impl Propagator for OneAtATime<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&[self.order], Events::FIXED);
        events.on_all(&self.steps.map(|step| step.0), Events::BOUNDS);
    }

    fn cost(&self) -> Cost {
        Cost::Unit
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        for order in 0..=1 {
            if !self.has_room(store, order) {
                let why = store.because(NO_ROOM + order as u32);
                let _ = self.order.remove(store, order, why)?;
            }
        }
        let Some(order) = self.order.value(store) else { return Ok(Outcome::Again) };
        let (Step(first, time), Step(second, _)) = self.pair(order);
        let why = store.because(SECOND + order as u32);
        let _ = second.set_min(store, first.min(store) + time, why)?;
        let why = store.because(FIRST + order as u32);
        let _ = first.set_max(store, second.max(store) - time, why)?;
        let is_done = first.max(store) + time <= second.min(store);
        Ok(if is_done { Outcome::Entailed } else { Outcome::Again })
    }

    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let order = (payload % 2) as i32;
        let (Step(first, _), Step(second, _)) = self.pair(order);
        let (begins, ends) = (first.at_least(first.min(past)), second.at_most(second.max(past)));
        match payload - payload % 2 {
            NO_ROOM => out.extend([begins, ends].into_iter().flatten()),
            SECOND => out.extend([self.order.equals(order), begins].into_iter().flatten()),
            _ => out.extend([self.order.equals(order), ends].into_iter().flatten()),
        }
    }
}

#[test]
fn one_at_a_time_keeps_its_promises() -> Result<(), Mistake> {
    let mut model = Model::new();
    let order = model.int_var(0..=1);
    let wide = model.int_var([-1, 0, 1, 3]);
    let [x, y] = [0, 1].map(|_| model.int_var([0, 1, 2, 5, 6]));
    for steps in [
        [Step(x.into(), 2), Step(y.into(), 3)],
        [Step(x * 2, 1), Step(-y, 4)],
        [Step(x.into(), 9), Step(y.into(), 9)],
        [Step(x.into(), 0), Step(x.into(), 2)],
        [Step(x.into(), 3), Step(wide.into(), 2)],
    ] {
        for order in [order.view(), order * -1 + 1, wide.view()] {
            check_constraint(&model, OneAtATime { order, steps })?;
        }
    }
    Ok(())
}

/// By job, its steps in order: on which machine, and how long.
type Shop = Vec<Vec<(usize, i32)>>;

const FT06: [[(usize, i32); 6]; 6] = [
    [(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
    [(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
    [(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
    [(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
    [(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
    [(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
];

/// A shop as a model: starts, orders, and the makespan.
struct Plan {
    model: Model,
    starts: Vec<Vec<IntVar>>,
    orders: Vec<IntVar>,
    makespan: IntVar,
}

fn plan(shop: &Shop) -> Result<Plan, ModelError> {
    let mut model = Model::new();
    let horizon: i32 = shop.iter().flatten().map(|step| step.1).sum();
    let makespan = model.named_var("makespan", 0..=horizon);
    let mut starts = Vec::new();
    let mut needs: Vec<(usize, Step)> = Vec::new();
    for (number, job) in shop.iter().enumerate() {
        let vars = model.int_vars(&format!("job {number}"), job.len(), 0..=horizon);
        for (pair, &(_, time)) in vars.windows(2).zip(job) {
            model.post(le(pair[0] + time, pair[1]))?;
        }
        let (&last, &(_, time)) = vars.last().zip(job.last()).expect("a job has a step");
        model.post(le(last + time, makespan))?;
        needs.extend(vars.iter().zip(job).map(|(&var, &(machine, time))| (machine, Step(var.into(), time))));
        starts.push(vars);
    }
    let mut orders = Vec::new();
    for (at, &(machine, one)) in needs.iter().enumerate() {
        for &(_, other) in needs[at + 1..].iter().filter(|need| need.0 == machine) {
            let order = model.int_var(0..=1);
            model.post(OneAtATime { order: order.into(), steps: [one, other] })?;
            orders.push(order);
        }
    }
    Ok(Plan { model, starts, orders, makespan })
}

/// Better and better makespans; that there is no better one is proved.
fn makespans(plan: &mut Plan) -> Result<Vec<i32>, ModelError> {
    let mut found = Vec::new();
    loop {
        let limits = Limits::none().nodes(5_000_000);
        let search = plan.model.search().limits(limits);
        let search = search.branch(&plan.orders, VariableOrder::DomWdeg, ValueOrder::Ascending);
        let mut solutions =
            search.branch(&[plan.makespan], VariableOrder::Input, ValueOrder::Ascending).solutions();
        let Some(solution) = solutions.next() else {
            assert_eq!(solutions.status(), Some(Ended::Exhausted), "{found:?}: {}", solutions.statistics());
            return Ok(found);
        };
        assert_eq!(plan.model.check(&solution), Ok(()));
        found.push(solution[plan.makespan]);
        plan.model.post(lt(plan.makespan, solution[plan.makespan]))?;
    }
}

#[test]
fn ft06_takes_55() -> Result<(), ModelError> {
    let shop: Shop = FT06.map(|job| job.to_vec()).to_vec();
    let mut plan = plan(&shop)?;
    assert_eq!((plan.orders.len(), plan.starts.len()), (6 * 15, 6));
    let found = makespans(&mut plan)?;
    assert!(found.is_sorted_by(|a, b| a > b), "{found:?}");
    assert_eq!(found.last(), Some(&55), "{found:?}");
    Ok(())
}

/// The least makespan: at each point, any job may go on with its next step as early as job and machine allow. Some such order
/// is as good as any plan.
fn by_brute_force(shop: &Shop, done: &mut [usize], free: &mut [i32], ready: &mut [i32]) -> i32 {
    let mut best = i32::MAX;
    for job in 0..shop.len() {
        let Some(&(machine, time)) = shop[job].get(done[job]) else { continue };
        let before = (free[machine], ready[job]);
        let end = before.0.max(before.1) + time;
        (free[machine], ready[job]) = (end, end);
        done[job] += 1;
        best = best.min(by_brute_force(shop, done, free, ready));
        done[job] -= 1;
        (free[machine], ready[job]) = before;
    }
    // Nothing is left to be done.
    if best == i32::MAX { ready.iter().copied().max().unwrap_or(0) } else { best }
}

#[test]
fn small_shops_take_what_all_orders_say() -> Result<(), ModelError> {
    let corner = |from: usize| -> Shop {
        // The first three steps of three jobs, on machines numbered anew.
        let job = |job: &[(usize, i32); 6]| {
            (0..3).map(|step| ((job[step].0 + step) % 3, job[step].1)).collect::<Vec<_>>()
        };
        FT06[from..from + 3].iter().map(job).collect()
    };
    for from in 0..4 {
        let shop = corner(from);
        let expected = by_brute_force(&shop, &mut [0; 3], &mut [0; 3], &mut [0; 3]);
        assert_eq!(makespans(&mut plan(&shop)?)?.last(), Some(&expected), "{shop:?}");
    }
    Ok(())
}
