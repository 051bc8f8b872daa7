//! Promise: what cannot be posted is refused with an error message; what cannot be satisfied is not an error.

use residua::constraints::{
    Automaton, all_different, any_of, clause, element, element_2d, eq, exact_sum, how_many, if_then_else,
    in_set, le, lt, ne, negative_table, regular, short_table, table,
};
use residua::domain::Domain;
use residua::inspect::{Counter, Why};
use residua::model::{IntAtom, IntVar, Model, ModelError, Options, Solver};
use residua::search::Limits;
use residua::search::brancher::{Brancher, ValueOrder, VariableOrder};
use residua::store::Domains;
use std::panic::{AssertUnwindSafe, catch_unwind};

fn model() -> (Model, IntVar, IntVar) {
    let mut model = Model::new();
    let (x, y) = (model.named_var("x", 1..=3), model.named_var("y", 0..=1_000_000_000));
    (model, x, y)
}

/// Whether the refusal names what is wrong, and leaves the model as it was.
fn refused(model: &Model, result: Result<residua::model::ConstraintId, ModelError>, said: &str) {
    let error = result.expect_err(said);
    assert!(error.to_string().contains(said), "\"{error}\" does not say \"{said}\"");
    assert!(error.to_string().starts_with(error.constraint()), "\"{error}\" does not name the constraint");
    assert_eq!(model.constraints().len(), 0);
}

/// What cannot be posted by itself cannot be posted as a condition in an expression.
#[test]
fn conditions_in_expressions() {
    let (mut model, x, y) = model();
    let beyond = || exact_sum([x, y], i64::MAX);
    let posted = model.post(beyond());
    refused(&model, posted, "beyond ±2⁶¹");
    let posted = model.post(how_many([beyond()]).ge(1));
    refused(&model, posted, "beyond ±2⁶¹");
    let posted = model.post(if_then_else(beyond(), x, 2).ge(x * x));
    refused(&model, posted, "beyond ±2⁶¹");
    let posted = model.post(any_of([how_many([beyond()]).abs().ge(1), x.eq(2)]));
    refused(&model, posted, "beyond ±2⁶¹");
    let error = model.maximize(x + how_many([beyond()])).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("beyond ±2⁶¹")));
}

#[test]
fn variables_of_other_models() {
    let (mut model, x, _) = model();
    let mut other = Model::new();
    let far = other.int_vars("far", 5, 1..=3);
    let result = model.post(ne(x, far[0]));
    refused(&model, result, "another model");
    let result = model.post(all_different([x, far[4]]));
    refused(&model, result, "another model");
    let result = model.post(clause([x.is(1), far[3].at_most(2)]));
    refused(&model, result, "another model");
    // A clone has the same variables; variables added to it later are foreign to the original.
    let mut clone = model.clone();
    assert!(clone.post(eq(x, 2)).is_ok());
    let late = clone.int_var(1..=3);
    let result = model.post(eq(late, 1));
    refused(&model, result, "another model");
}

#[test]
fn lists() {
    let (mut model, x, y) = model();
    let result = model.post(table([x, y], [vec![1, 2], vec![1, 2, 3]]));
    refused(&model, result, "row 1, counted from 0, has 3 values where 2 are expected");
    let result = model.post(short_table([x, y], [[Some(1)]]));
    refused(&model, result, "row 0, counted from 0, has 1 values where 2 are expected");
    let result = model.post(negative_table([x], [[1, 2]]));
    refused(&model, result, "has 2 values where 1 are expected");
    let result = model.post(element_2d(x, x, [vec![1, 2], vec![1]], y));
    refused(&model, result, "has 1 values where 2 are expected");
    let result = model.post(regular([x, y], Automaton::new(2, 0, [(0, 1, 2)], [1])));
    refused(&model, result, "the automaton has 2 states, from 0, and no state 2");
    let result = model.post(regular([x, y], Automaton::new(2, 0, [(0, 1, 1)], [3])));
    refused(&model, result, "and no state 3");
    let endless =
        Automaton::from_fn(0, 0..=1, |&state: &i64, value| Some(2 * state + i64::from(value) + 1), |_| true);
    let result = model.post(regular([x, y], endless));
    refused(&model, result, "more than 65536 states");
    let result = model.post(element(x + i32::MAX, [1, 2], y));
    refused(&model, result, "x + 2147483647 can be 2147483648");
}

#[test]
fn coefficients() {
    let (mut model, x, y) = model();
    let none = 0;
    for view in
        [(x + i32::MAX) + 1, (x * 65_536) * 65_536, -(x - i32::MAX) + i32::MAX, (x + i32::MAX + 1) * none]
    {
        let result = model.post(eq(view, 1));
        refused(&model, result, "32 bits");
        let result = model.post(exact_sum([view, y.view()], 1));
        refused(&model, result, "32 bits");
    }
    let result = model.post(eq(x - i32::MIN, 1));
    refused(&model, result, "32 bits");
}

#[test]
fn ranges() {
    let (mut model, x, y) = model();
    for view in [y * 3, y + 1_500_000_000, y * -3, -y - 1_500_000_000] {
        for result in [
            model.post(lt(view, x)),
            model.post(all_different([view, x.view()])),
            model.post(in_set(view, 1..=3)),
            model.post(exact_sum([view], 0)),
        ] {
            refused(&model, result, "can be");
        }
    }
    let whole = model.int_var(i32::MIN..=0);
    let result = model.post(le(whole, 0));
    refused(&model, result, "can be -2147483648");
    let result = model.post(clause([x.is(1), whole.is(0)]));
    refused(&model, result, "can be -2147483648");
    let result = model.post(exact_sum([x], i64::MAX));
    refused(&model, result, "total");
    assert!(model.post(exact_sum([x], i64::MAX / 4)).is_ok(), "cannot hold, and may be posted");
    assert!(model.solve().is_none());
}

#[test]
fn infeasible_is_no_error() {
    let mut model = Model::new();
    let (none, x) = (model.int_var(Domain::empty()), model.int_var(1..=3));
    assert!(model.post(eq(x * 2, none)).is_ok());
    assert!(model.post(eq(x, i32::MAX)).is_ok());
    assert!(model.post(ne(x, x)).is_ok());
    assert!(model.solve().is_none());
    assert!(model.residual(residua::engine::Consistency::Domain).is_none());
}

#[test]
fn extremes_are_answered() {
    let mut model = Model::new();
    let _ = model.int_var(i32::MIN..=i32::MAX);
    let narrow = model.int_var([i32::MIN, i32::MAX]);
    assert_eq!(model.solutions().take(3).count(), 3);
    let edge = i32::MAX - 1;
    let (x, y) = (model.int_var(-edge..=edge), model.int_var(-edge..=edge));
    for constraint in [lt(x, y), ne(x, -edge), le(y, i32::MIN + 5)] {
        assert!(model.post(constraint).is_ok());
    }
    assert!(model.post(all_different([x.view(), y.view(), -x])).is_ok());
    assert!(model.post(exact_sum([x, y], -2 * i64::from(edge) + 3)).is_ok());
    let solution = model.solve().expect("there are solutions");
    assert!(model.check(&solution).is_ok());
    assert!([i32::MIN, i32::MAX].contains(&solution[narrow]));
}

/// Decides one atom.
#[derive(Clone, Debug)]
struct Always(IntAtom);

impl Brancher for Always {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        // By number, so that it is the search that objects.
        (!solver.domains()[self.0.var().index()].is_fixed()).then_some(self.0)
    }
}

/// A variable of another model, or an atom of one, is reported wherever it is passed in, also where a clone has one of the
/// same number.
#[test]
fn variables_of_other_models_are_reported_everywhere() {
    let mut model = Model::new();
    let x = model.named_var("x", 1..=3);
    let mut clone = model.clone();
    let own = model.named_var("y", 1..=3);
    let foreign = clone.named_var("z", 1..=3);
    assert_eq!(own.index(), foreign.index());
    assert!(model.has(x) && clone.has(x) && model.has(own) && !model.has(foreign) && !clone.has(own));
    assert!(model.post(ne(x, foreign)).is_err() && clone.post(ne(x, own)).is_err());
    assert!(model.post(ne(x, own)).is_ok() && clone.post(ne(x, foreign)).is_ok());
    let solution = model.solve().expect("there are six");
    let exact = model.inspect().run();
    let solver = Solver::new(&model, Options::default());
    assert_eq!((solution[own], solution.view(own + 1)), (2, 3));
    let refused = |name: &str, ask: &dyn Fn(IntVar)| {
        ask(own);
        let panic = catch_unwind(AssertUnwindSafe(|| ask(foreign))).expect_err(name);
        let text = panic.downcast_ref::<String>().expect("a sentence");
        assert!(text.contains("is a variable of another model"), "{name}: {text}");
    };
    refused("solution", &|var| assert!(solution[var] > 0));
    refused("view of a solution", &|var| assert!(solution.view(var) > 0));
    refused("witness", &|var| assert!(exact.verdict.witnesses()[0][var] > 0));
    refused("name", &|var| assert_eq!(model.name(var), "y"));
    refused("domain", &|var| assert_eq!(model.domain(var).size(), 3));
    refused("solver", &|var| assert_eq!(Solver::domain(&solver, var).size(), 3));
    refused("size", &|var| assert_eq!(Domains::size(&solver, var), 3));
    refused("view", &|var| assert_eq!(model.name_view(var + 1), "y + 1"));
    refused("atom", &|var| assert_eq!(model.name_atom(var.is(2)), "y = 2"));
    refused("assume", &|var| assert!(solver.clone().assume(var.is(2)).is_ok()));
    refused("explain", &|var| assert_eq!(solver.explain(var.at_least(1)), None));
    refused("explain before", &|var| assert_eq!(solver.explain_before(var.at_least(1), 0), None));
    refused("past", &|var| assert_eq!(solver.past(0).min(var), 1));
    refused("holds", &|var| assert!(var.at_least(1).holds(&solver)));
    refused("why", &|var| assert!(matches!(model.why(var.is(2), &Limits::default()), Ok(Why::Not(_)))));
    refused("count", &|var| {
        let count = Counter::new(&model, &Limits::default()).count_under(&[var.is(2)]);
        assert_eq!(count.number().to_string(), "2");
    });
    refused("brancher", &|var| {
        let _ = model.search().brancher(Always(var.is(1))).solutions().next();
    });
    refused("solution of a search", &|var| {
        let mut solutions = model.solutions();
        assert!(solutions.advance() && solutions.value(var).is_some());
    });
    refused("branch", &|var| {
        let _ = model.search().branch(&[x, var], VariableOrder::Input, ValueOrder::Ascending).solutions();
    });
}
