//! Promise: propagation, search and explanations do not allocate once they are warm, and a wide domain takes almost no memory.
//!
//! A binary of its own, because the counting allocator is one for the whole program.

use allocation_counter::measure;
use residua::constraints::ne;
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, Model, Options, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Learning, Limit, Limits, Status};
use residua::store::{Atom, Cursors, Domains};
use residua_sudoku::Geometry;

#[path = "../it/kinds.rs"]
mod kinds;
mod models;

use crate::kinds::Kind;
use crate::models::{cages, conditions, example, queens, results};

/// The minimal number of allocations over searches that were run before in exactly the same way. (The state that a
/// propagator keeps between runs differs in the second, and may need a slightly larger buffer than in the first.)
fn warm_run(model: &Model, nodes: u64, consistency: Consistency, order: VariableOrder) -> u64 {
    let vars: Vec<IntVar> = model.vars().collect();
    let mut solver = Solver::new(model, Options::default().consistency(consistency));
    let brancher = Ordered::new(&vars, order, ValueOrder::Ascending);
    let limits = Limits::none().nodes(nodes);
    let mut dfs = Dfs::new(vec![Box::new(brancher)], limits);
    solver.propagate().expect("it has solutions");
    solver.push();
    let mut runs = Vec::new();
    for _ in 0..4 {
        let cost = measure(|| while dfs.advance(&mut solver) {});
        assert!(dfs.statistics().nodes > 10, "there was something to search");
        runs.push(cost.count_total);
        dfs.reset(&mut solver);
    }
    runs[1..].iter().copied().min().unwrap_or_default()
}

/// The examples of all kinds but the connectives, for which see [`conditions`], over domains of a form.
fn examples((form, domain): &(&str, Domain)) -> impl Iterator<Item = (String, Model)> {
    let kinds = Kind::ALL.iter().filter(|kind| !kind.is_connective());
    let model = move |&kind| example(kind, domain).expect("the values are small");
    kinds.map(move |kind| (format!("{form} {}", kind.constructor()), model(kind)))
}

#[test]
fn steady_state() {
    let models = [
        ("9x9", Geometry::new(3, 3).expect("a box of 9").model()),
        ("25x25", Geometry::new(5, 5).expect("a box of 25").model()),
        ("queens", queens(12)),
        ("many queens", queens(40)),
        ("wide queens", queens(70)),
        ("cages", cages()),
        ("results", results()),
        ("conditions", conditions(&Domain::from(0..=30))),
    ];
    let forms = [
        ("small", Domain::from(0..=30)),
        ("medium", Domain::from_ranges([0..=30, 200..=220])),
        ("large", Domain::from_ranges([0..=30, 100_000..=100_020])),
    ];
    let mut spills = Vec::new();
    let mut search = |name: &str, model: &Model, nodes| {
        for consistency in Consistency::ALL {
            for order in [VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg] {
                let count = warm_run(model, nodes, consistency, order);
                if count > 0 {
                    spills.push(format!("{name} at {consistency}, {order:?}: {count}"));
                }
            }
        }
    };
    for (name, model) in &models {
        search(name, model, 2000);
    }
    for (name, model) in forms.iter().flat_map(examples) {
        search(&name, &model, 200);
    }
    assert!(spills.is_empty(), "allocations:\n{}", spills.join("\n"));
}

/// How many allocations explaining takes: every change on the trail, and the dead end after it, once `premises` has room. What is
/// on the trail follows from the greatest values of the first variables, or from the least of the last.
fn allocations_of_explaining(model: &Model, consistency: Consistency, is_backwards: bool) -> (u64, usize) {
    let options = Options::default().consistency(consistency).record(true);
    let mut solver = Solver::new(model, options);
    solver.propagate().expect("it has solutions");
    let mut vars: Vec<IntVar> = model.vars().collect();
    if is_backwards {
        vars.reverse();
    }
    let mut alive = true;
    while let Some(&var) = vars.iter().find(|&&var| alive && solver.size(var) > 1) {
        solver.push();
        let value = if is_backwards { solver.min(var) } else { solver.max(var) };
        let _ = solver.assume(var.is(value)).expect("it is left");
        alive = solver.propagate().is_ok();
    }
    let (engine, store) = (solver.engine(), solver.store());
    let mut cursors = Cursors::default();
    cursors.restart(store.vars());
    let (mut premises, mut explained): (Vec<Atom>, usize) = (Vec::with_capacity(10_000), 0);
    let cost = measure(|| {
        if !alive {
            let now = store.past_by(store.position(), &cursors);
            let _ = engine.explain_failure_into(now, &mut premises).expect("there is a failure");
        }
        for position in (0..store.position()).rev() {
            let past = store.past_by(position + 1, &cursors);
            let (var, _) = store.change(position).expect("it is recorded");
            premises.clear();
            let (low, high) = (Atom::ge(var, past.min(var)), Atom::le(var, past.max(var)));
            for atom in [low, high].into_iter().chain(store.posted(position)) {
                explained += usize::from(engine.explain_into(atom, past, &mut premises).is_some());
            }
        }
    });
    (cost.count_total, explained)
}

#[test]
fn explanations_do_not_allocate() {
    let models = [
        ("9x9", Geometry::new(3, 3).expect("a box of 9").model()),
        ("25x25", Geometry::new(5, 5).expect("a box of 25").model()),
        ("queens", queens(12)),
        ("many queens", queens(32)),
        ("cages", cages()),
        ("results", results()),
    ];
    let models = models.map(|(name, model)| (name.to_owned(), model));
    for (name, model) in models.into_iter().chain(examples(&("small", Domain::from(0..=30)))) {
        for consistency in Consistency::ALL {
            for is_backwards in [false, true] {
                let (count, explained) = allocations_of_explaining(&model, consistency, is_backwards);
                assert!(explained >= 10, "{name}: {explained}");
                // Why lists cannot be paired is said by sets of values, which take memory.
                assert!(count == 0 || name.ends_with(" same_values"), "{name} at {consistency}: {count}");
            }
        }
    }
}

#[test]
fn a_wide_variable_is_cheap() {
    // A first variable accounts for what all share.
    let mut model = Model::new();
    let _ = model.named_var("x", 0..=9);
    let holes = || [3..=3, 500..=700, 123_456_789..=123_456_999];
    let cost = measure(|| {
        let domain = Domain::from(0..=1_000_000_000).difference(&Domain::from_ranges(holes()));
        let x = model.int_var(domain);
        let _ = model.post(ne(x, 77)).expect("the values are small");
    });
    assert!(cost.bytes_max < 1024, "{} bytes", cost.bytes_max);
    let mut solver = None;
    let cost = measure(|| solver = Some(Solver::new(&model, Options::default())));
    assert!(cost.bytes_current < 4096, "{} bytes", cost.bytes_current);
    let x = model.vars().nth(1).expect("it was the second");
    let mut solver = solver.expect("it was made");
    solver.propagate().expect("nothing clashes");
    assert_eq!(solver.domain(x).to_string(), "0..2 4..76 78..499 701..123456788 123457000..1000000000");
    let search = measure(|| {
        for value in [10, 1_000_000, 999_999_999] {
            solver.push();
            let _ = solver.assume(x.is_not(value)).expect("others are left");
            solver.propagate().expect("nothing clashes");
        }
    });
    assert!(search.bytes_max < 1024, "{} bytes", search.bytes_max);
}

/// What a search learns stays within the memory that it is given, and takes more where it is given more.
#[test]
fn learning_keeps_within_its_memory() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 14, 1..=13);
    for (at, &x) in xs.iter().enumerate() {
        for &y in &xs[..at] {
            let _ = model.post(ne(x, y)).expect("its own variables");
        }
    }
    let most = |memory: usize| {
        let search = model.search().consistency(Consistency::Value).learn(Learning::On);
        let limits = Limits::none().memory(memory).failures(10_000);
        let mut solutions = search.limits(limits).solutions();
        let cost = measure(|| assert!(!solutions.advance()));
        assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Failures)));
        cost.bytes_max
    };
    let (little, more) = (most(1 << 18), most(1 << 24));
    // Lists grow by doubling, and besides what is learned there is the search itself.
    assert!(little < 1 << 20, "{little}");
    assert!(more > 2 * little, "{little} {more}");
}
