//! Promise: counting constraints and orders have the numbers of solutions that are known, also those that other solvers once missed.

use residua::constraints::{
    all_equal, at_least, count, global_cardinality, in_set, lex_less, ne, number_of, nvalue,
    value_precede_chain,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, ModelError};
use residua::search::Limits;
use residua::search::brancher::{ValueOrder, VariableOrder};

fn vars<const N: usize>(model: &mut Model, domains: [&[i32]; N]) -> [IntVar; N] {
    domains.map(|values| model.int_var(Domain::from(values)))
}

fn number(x: IntVar, value: i32) -> IntView {
    x * 0 + value
}

/// choco-solver#1081
#[test]
fn a_view_that_is_counted_is_the_number() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [b, e, f] = vars(&mut model, [&[1, 2], &[0, 3], &[1, 3]]);
    model.post(count([number(b, 0), number(b, 1), f.view(), e.view(), number(b, 1)], b, f))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// Gecode#166: the first model, and the smallest one.
#[test]
fn flows_that_lost_solutions() -> Result<(), ModelError> {
    let mut model = Model::new();
    let domains: [&[i32]; 8] =
        [&[1, 3], &[2, 3], &[2, 3], &[2, 3], &[2, 3, 4, 5], &[1, 2, 3, 4], &[2, 3], &[2, 3]];
    let [a, b, c, d, e, f, g, h] = vars(&mut model, domains);
    let [one, three] = [1, 3].map(|value| number(a, value));
    let views = [a.view(), d.view(), one, three, three, c.view(), one, h.view(), b.view()];
    model.post(global_cardinality(views, [1, 2, 3], [g, f, e]))?;
    assert_eq!(model.solutions().count(), 26);

    let mut model = Model::new();
    let domains: [&[i32]; 6] = [&[1, 2, 3], &[1, 2, 3], &[1, 2, 3], &[1, 2], &[2, 3], &[2, 3]];
    let [a, b, c, d, e, g] = vars(&mut model, domains);
    let views = [number(a, 3), a.view(), d.view(), g.view(), e.view()];
    model.post(global_cardinality(views, [1, 2, 3], [number(a, 1), b.view(), c.view()]))?;
    assert_eq!(model.solutions().count(), 11);
    Ok(())
}

/// A dead end by a hole in a count, and the search goes on after it.
#[test]
fn counts_with_holes() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 1..=3);
    let n = model.int_var([0, 3]);
    model.post(global_cardinality(&xs, [1, 2], [n.view(), n * 0 + 1]))?;
    assert_eq!(model.solutions().count(), 4 + 4);
    Ok(())
}

/// The counts are within what flows allow, where no bound of a single count shows it.
#[test]
fn counts_have_their_bounds() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 1..=3);
    model.post(in_set(xs[0], [1, 2]))?;
    model.post(in_set(xs[1], [1, 2]))?;
    let [p, q, r] =
        [("p", 0..=1), ("q", 0..=5), ("r", 0..=2)].map(|(name, values)| model.named_var(name, values));
    model.post(global_cardinality(&xs, [1, 2, 3], [p, q, r]))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    assert_eq!([p, q, r].map(|n| left.domain(n).to_string()), ["0 1", "2..5", "0..2"]);
    Ok(())
}

/// glasgow#246: what several counts say together is seen at the root, where each count by itself says nothing; and a model of such
/// counts is solved in a few nodes.
#[test]
fn counts_that_are_seen_together() -> Result<(), ModelError> {
    // One more than there is room for: of single counts, a search would try every way to fill the room.
    let mut model = Model::new();
    let xs = model.int_vars("x", 21, 0..=9);
    let counts = model.int_vars("count", 10, 0..=2);
    model.post(global_cardinality(&xs, 0..=9, &counts))?;
    assert!(model.residual(Consistency::Domain).is_none());

    // Régin, AAAI 1996: four that are at work in the morning or by day leave neither to the others.
    let mut model = Model::new();
    let workers = model.int_vars("worker", 4, 0..=1);
    let others = [model.int_var([0, 1, 2]), model.int_var(0..=4), model.int_var([2, 3, 4])];
    let counts = [1..=2, 1..=2, 1..=1, 0..=2, 0..=2].map(|values| model.int_var(values));
    let all = workers.iter().chain(&others).copied();
    model.post(global_cardinality(all, 0..=4, counts))?;
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(others.map(|x| left.domain(x).to_string()), ["2", "3 4", "3 4"]);

    // Each line of a board has each of four colours as often, and no two neighbours are alike.
    let (mut model, size) = (Model::new(), 12);
    let cells = model.int_vars("cell", size * size, 0..=3);
    let counts = model.int_vars("count", 4, 0..=size as i32);
    for at in 0..size {
        model.post(global_cardinality(&cells[at * size..][..size], 0..=3, &counts))?;
        model.post(global_cardinality(cells[at..].iter().step_by(size), 0..=3, &counts))?;
    }
    for at in 0..size * size {
        if at % size > 0 {
            model.post(ne(cells[at], cells[at - 1]))?;
        }
        if at >= size {
            model.post(ne(cells[at], cells[at - size]))?;
        }
    }
    model.post(all_equal(&counts))?;
    let search = model.search().branch(&cells, VariableOrder::FirstFail, ValueOrder::Ascending);
    let mut solutions = search.limits(Limits::none().nodes(1000)).solutions();
    assert!(solutions.next().is_some(), "{}", solutions.statistics());
    Ok(())
}

/// choco-solver#1042
#[test]
fn a_view_that_is_the_number_of_values() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [c, d] = vars(&mut model, [&[2, 3], &[3, 4]]);
    model.post(nvalue([number(c, 1), d.view(), c.view(), number(c, 1)], d))?;
    let found: Vec<_> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(found, [[2, 3]]);
    Ok(())
}

/// chuffed#127
#[test]
fn lists_with_numbers() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [a, b] = vars(&mut model, [&[1, 2], &[1, 2]]);
    model.post(lex_less([number(a, 2), b.view(), number(a, 2)], [a.view(), number(a, 1), number(a, 2)]))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// chuffed#146, where it is `seq_precede_chain`.
#[test]
fn values_in_sequence() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [b, c, d, e] = vars(&mut model, [&[-3, 1, 2], &[-3, 2, 3], &[0, 1], &[-3, 3]]);
    let views = [d.view(), b.view(), number(d, -1), c.view(), e.view()];
    model.post(value_precede_chain(1..=5, views))?;
    let found: Vec<_> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(found.len(), 16);
    assert!(found.contains(&vec![2, -3, 1, 3]));
    Ok(())
}

/// chuffed#147
#[test]
fn values_below_0_and_a_view_twice() -> Result<(), ModelError> {
    let mut model = Model::new();
    let [a, b, c] = vars(&mut model, [&[-3, 1], &[-2, 2], &[-4, -2, 1]]);
    model.post(value_precede_chain([1, -2, -4], [a, b, a, c]))?;
    let found: Vec<_> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!(found.len(), 6);
    assert!(found.contains(&vec![-3, 2, 1]));
    Ok(())
}

/// Domains of a thousand million values cost no more than small ones.
#[test]
fn wide_domains() -> Result<(), ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=1_000_000_000);
    let [y, n] = ["y", "n"].map(|name| model.named_var(name, 0..=1_000_000_000));
    model.post(count(&xs, y, n))?;
    model.post(number_of(xs.iter().map(|x| x.at_least(500_000_000)), n))?;
    model.post(at_least(4, xs.iter().map(|x| x.is(77))))?;
    let solution = model.solve().expect("there are solutions");
    assert!(model.check(&solution).is_ok());
    Ok(())
}

/// What can never hold is refused when it is posted.
#[test]
fn wrong_arguments() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=4);
    let error = model.post(global_cardinality(&xs, [3, 1, 3], [1, 1, 1])).expect_err("3 is there twice");
    assert!(error.to_string().contains("the value 3 is listed twice"), "{error}");
    let error = model.post(global_cardinality(&xs, [3, 1], [1])).expect_err("a count is missing");
    assert!(error.to_string().contains("2 values have 1 counts"), "{error}");
    let error = model.post(value_precede_chain([1, 2, 1], &xs)).expect_err("1 is there twice");
    assert!(error.to_string().contains("the value 1 is listed twice"), "{error}");
}
