//! All-interval series: an order of 0 to n-1 in which the distances of neighbours differ, too (csplib.org, problem 007), with
//! a constraint of the program's own, `|x - y| = z`.
//!
//! For n = 1 to 8 there are 1, 2, 4, 4, 8, 24, 32, 40 (OEIS A006967, as graceful permutations). Up to n = 7 the test goes
//! through all orders as well.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{Comparator, Constraint, Linear, Simplified, Statement, all_different, eq};
use residua::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, ModelError, Options};
use residua::search::Limits;
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::{Mistake, check_constraint};
use residua_encode::prolog::goals;

/// `|x - y| = z`, as a value and as its propagator.
#[derive(Clone, Debug, PartialEq)]
struct Distance<V = IntVar> {
    x: View<V>,
    y: View<V>,
    z: View<V>,
}

impl<V: Copy> Distance<V> {
    fn new(x: impl Into<View<V>>, y: impl Into<View<V>>, z: impl Into<View<V>>) -> Distance<V> {
        Distance { x: x.into(), y: y.into(), z: z.into() }
    }

    fn views(&self) -> [View<V>; 3] {
        [self.x, self.y, self.z]
    }
}

impl Distance<VarId> {
    /// Whether the value of the side of that number goes with some values of the other two.
    fn is_supported(&self, store: &Store, side: u32, value: i32) -> bool {
        let has =
            |view: View, value: i64| i32::try_from(value).is_ok_and(|value| view.contains(store, value));
        let value = i64::from(value);
        if side == 2 {
            let walked = self.x.domain(store);
            return value >= 0
                && walked.iter().map(i64::from).any(|x| has(self.y, x - value) || has(self.y, x + value));
        }
        let other = if side == 0 { self.y } else { self.x };
        other.domain(store).iter().map(i64::from).any(|other| has(self.z, (value - other).abs()))
    }
}

impl Constraint for Distance {
    fn name(&self) -> &'static str {
        "distance"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views().to_vec()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        (value(self.x) - value(self.y)).abs() == value(self.z)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Distance::new(to.view(self.x), to.view(self.y), to.view(self.z)));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (Some(x), Some(y)) = (self.x.value(domains), self.y.value(domains)) else {
            return Simplified::Unchanged;
        };
        let distance = (i64::from(x) - i64::from(y)).abs();
        match (i32::try_from(distance), self.z.value(domains)) {
            (Ok(distance), Some(z)) if distance == z => Simplified::Entailed,
            (Ok(distance), None) => Simplified::Into(vec![Arc::new(eq(self.z, distance))]),
            _ => Simplified::Violated,
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Distance::new(to(self.x), to(self.y), to(self.z)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "|{} - ({})| = {}", name(self.x), name(self.y), name(self.z))
    }

    /// `z ≥ 0`, and `z` is one of the two differences.
    fn statement(&self) -> Option<Statement> {
        let is_difference = |x: IntView, y: IntView| {
            // A view is negated by a factor, as any other term.
            let terms = [Some(x), y.then(-1, 0), self.z.then(-1, 0)];
            let terms: Option<Vec<IntView>> = terms.into_iter().collect();
            Linear::new(terms?, Comparator::Eq, 0).map(Statement::Linear)
        };
        let is_natural = Linear::new([self.z], Comparator::Ge, 0).map(Statement::Linear)?;
        let either = vec![is_difference(self.x, self.y)?, is_difference(self.y, self.x)?];
        Some(Statement::All(vec![is_natural, Statement::Any(either)]))
    }
}

impl Propagator for Distance<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views(), Events::CHANGED);
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        for (view, side) in self.views().into_iter().zip(0..) {
            let why = store.because(side);
            for value in &view.domain(store) {
                if !self.is_supported(store, side, value) {
                    let _ = view.remove(store, value, why)?;
                }
            }
        }
        // Two of the sides may be one variable: what a later side lost may have been what an earlier one needed. So being
        // fixed is not enough.
        let [x, y, z] = self.views().map(|view| view.value(store).map(i64::from));
        let holds = x.zip(y).zip(z).is_some_and(|((x, y), z)| (x - y).abs() == z);
        Ok(if holds { Outcome::Entailed } else { Outcome::Again })
    }

    /// The payload says which side; the domains of the other two are why.
    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        for (view, _) in self.views().into_iter().zip(0..).filter(|&(_, side)| side != payload) {
            let (low, high) = (view.min(past), view.max(past));
            out.extend([view.at_least(low), view.at_most(high)].into_iter().flatten());
            let holes = (low..high).filter(|&value| !view.contains(past, value));
            out.extend(holes.filter_map(|value| view.differs(value)));
        }
    }
}

#[test]
fn distance_keeps_its_promises() -> Result<(), Mistake> {
    let mut model = Model::new();
    let [x, y] = [0, 1].map(|_| model.int_var(0..=4));
    let z = model.int_var([-3, -1, 0, 1, 3, 4]);
    let holes = model.int_var([-5, -2, 0, 1, 6]);
    let fixed = model.int_var(2);
    let distances = [
        Distance::new(x, y, z),
        Distance::new(x, y, z * 2 - 1),
        Distance::new(-x, y * 3 + 1, -z),
        Distance::new(holes, z, x),
        Distance::new(holes + 2, holes, x),
        Distance::new(holes, -holes, z),
        Distance::new(x, y, x),
        Distance::new(z, y, z - 1),
        Distance::new(z, z, z),
        Distance::new(fixed, x, y),
        Distance::new(x, y, fixed),
        Distance::new(x, fixed, fixed),
    ];
    distances.into_iter().try_for_each(|distance| check_constraint(&model, distance))
}

/// A mistake with one variable on two sides shows on few domains only: that is why many domains are tried.
#[test]
fn distance_keeps_its_promises_on_many_domains() -> Result<(), Mistake> {
    let parts = |number: i32| (-2..=3).filter(move |value| number >> (value + 2) & 1 == 1);
    for number in (1..64).step_by(3) {
        let mut model = Model::new();
        let x = model.int_var(parts(number).collect::<Vec<_>>());
        let y = model.int_var(parts(number * 29 % 63 + 1).collect::<Vec<_>>());
        check_constraint(&model, Distance::new(x, y, x))?;
        check_constraint(&model, Distance::new(x, x + 1, y))?;
    }
    let mut model = Model::new();
    let x = model.int_var([1, 3, 4]);
    let y = model.int_var([-2, 3]);
    check_constraint(&model, Distance::new(x, y, x))
}

fn series(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let notes = model.int_vars("note", n as usize, 0..=n - 1);
    let intervals = model.int_vars("interval", n as usize - 1, 1..=n - 1);
    model.post(all_different(&notes))?;
    model.post(all_different(&intervals))?;
    for (pair, &interval) in notes.windows(2).zip(&intervals) {
        model.post(Distance::new(pair[0], pair[1], interval))?;
    }
    Ok((model, notes))
}

/// All series that begin so.
fn by_brute_force(n: i32, begun: &mut Vec<i32>) -> usize {
    if begun.len() == n as usize {
        let mut intervals: Vec<i32> = begun.windows(2).map(|pair| (pair[0] - pair[1]).abs()).collect();
        intervals.sort_unstable();
        intervals.dedup();
        return usize::from(intervals.len() == n as usize - 1);
    }
    let mut count = 0;
    for note in 0..n {
        if !begun.contains(&note) {
            begun.push(note);
            count += by_brute_force(n, begun);
            let _ = begun.pop();
        }
    }
    count
}

#[test]
fn series_of_up_to_eight() -> Result<(), ModelError> {
    for (n, expected) in (1..).zip([1, 2, 4, 4, 8, 24, 32, 40]) {
        let (model, _) = series(n)?;
        assert_eq!(model.solutions().count(), expected, "{n} notes");
        if n <= 7 {
            assert_eq!(by_brute_force(n, &mut Vec::new()), expected, "{n} notes");
        }
        assert_eq!(model.count(&Limits::default()).number().to_u128(), Some(expected as u128), "{n} notes");
    }
    Ok(())
}

/// Each run, each claim and each reason of the search is checked while it goes on.
#[test]
fn search_is_checked_on_the_way() -> Result<(), ModelError> {
    let (model, _) = series(5)?;
    for consistency in Consistency::ALL {
        let options = Options::default().consistency(consistency).record(true).check_claims(true);
        assert_eq!(model.search().options(options).solutions().count(), 8);
    }
    Ok(())
}

/// With a statement, the model can be carried to SWI-Prolog.
#[test]
fn is_written_for_prolog() -> Result<(), Box<dyn std::error::Error>> {
    let (model, _) = series(3)?;
    let text = goals(&model)?.to_string();
    assert!(text.contains("#\\/"), "{text}");
    Ok(())
}
