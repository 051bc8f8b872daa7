//! Promise: who watches a search is told of it again and again, of counts that only grow, whichever search runs.

use residua::constraints::{all_different, sum};
use residua::model::{IntVar, Model};
use residua::search::{Learning, Limits, Statistics};
use residua_sudoku::Geometry;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Ten odd numbers whose sum is odd: a search sees that late.
fn odd() -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", 10, (1..=59).step_by(2));
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    let _ = model.post(sum(xs.iter().map(|&x| 1 * x)).eq(201)).expect("its own variables");
    (model, xs)
}

/// What is told while `work` goes on for 6,000 nodes.
fn told(work: impl FnOnce(Limits)) -> Vec<Statistics> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&told);
    let tell = move |statistics: &Statistics| to.lock().expect("nobody panics").push(*statistics);
    work(Limits::none().nodes(6000).watch(Duration::ZERO, tell));
    let told = told.lock().expect("nobody panics");
    told.clone()
}

fn check(what: &str, told: &[Statistics]) {
    assert!(told.len() > 10, "{what}: {}", told.len());
    assert!(told.is_sorted_by_key(|statistics| statistics.nodes), "{what}");
    assert!(told.is_sorted_by_key(|statistics| statistics.propagations), "{what}");
    let last = told.last().map_or(0, |statistics| statistics.nodes);
    assert!((5000..=6000).contains(&last), "{what}: {last}");
}

#[test]
fn of_searches() {
    let (model, _) = odd();
    for learning in [Learning::Off, Learning::On, Learning::Auto] {
        let all = told(|limits| {
            let mut solutions = model.search().learn(learning).limits(limits).solutions();
            assert_eq!(solutions.next(), None);
        });
        check(&format!("{learning:?}"), &all);
    }
}

/// Two searches in turn.
#[test]
fn of_projections() {
    let mut model = Model::new();
    let bits = model.int_vars("b", 16, 0..=1);
    let shown = ["x", "y"].map(|name| model.named_var(name, 0..=400));
    for (total, modulus) in shown.into_iter().zip([7, 5]) {
        let terms = bits.iter().zip(0..).map(|(&bit, at)| (at % modulus + 3) * bit);
        let _ = model.post(sum(terms).eq(total)).expect("its own variables");
    }
    let all = told(|limits| {
        let _ = model.search().project(&shown).limits(limits).solutions().count();
    });
    check("in turn", &all);
}

#[test]
fn of_counts() {
    let (model, _) = odd();
    check("a count", &told(|limits| drop(model.count(&limits))));
}

/// The dense engine.
#[test]
fn of_grids() {
    let model = Geometry::new(3, 3).expect("there are such boxes").model();
    let all = told(|limits| {
        let _ = model.search().limits(limits.nodes(None).solutions(20_000)).solutions().count();
    });
    assert!(all.len() > 10 && all.is_sorted_by_key(|statistics| statistics.solutions), "{}", all.len());
}
