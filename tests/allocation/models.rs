//! What is searched and explained: models that have solutions, and something to search, with a constraint of every kind.

use residua::constraints::{
    Connect, Constraint, all_different, cumulative, eq, exact_sum, in_set, maximum, ne, sum, times,
};
use residua::domain::Domain;
use residua::model::{IntVar, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};

use crate::kinds::Kind;

pub(crate) fn queens(n: i32) -> Model {
    let mut model = Model::new();
    let queens = model.int_vars("q", n as usize, 0..=n - 1);
    for sign in [0, 1, -1] {
        let views = queens.iter().zip(0..).map(|(&q, i)| q + sign * i);
        let _ = model.post(all_different(views)).expect("the values are small");
    }
    model
}

/// Sums of different digits, two of which share a cell.
pub(crate) fn cages() -> Model {
    let mut model = Model::new();
    let cells = model.int_vars("c", 10, 1..=9);
    for (cage, total) in [(&cells[..4], 12), (&cells[3..7], 25), (&cells[7..], 16)] {
        let _ = model.post(exact_sum(cage, total).distinct()).expect("the values are small");
    }
    model
}

/// What no example has: results of functions whose domains are not small, which exclude nothing, and demands that are variable.
pub(crate) fn results() -> Model {
    let mut model = Model::new();
    let xs = model.int_vars("x", 5, 0..=30);
    let [demands, zs] =
        [("d", 1..=3), ("z", -2000..=2000)].map(|(name, values)| model.int_vars(name, 5, values));
    let tasks = cumulative(&xs, [4; 5], demands, 5).optional(xs.iter().map(|x| x.at_least(2)));
    let mut all =
        vec![tasks.into_shared(), all_different(&xs).into_shared(), maximum(&zs[..4], zs[4]).into_shared()];
    all.extend(xs.windows(2).zip(&zs).map(|(x, &z)| times(x[0], x[1] - 9, z).into_shared()));
    for constraint in all {
        let _ = model.post(constraint).expect("the values are small");
    }
    model
}

/// The example of a kind among neighbours, which make holes and dead ends, and leave a solution. Variables that are not in it are
/// fixed, or the search would be among these only.
pub(crate) fn example(kind: Kind, domain: &Domain) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 8, domain);
    let constraint = kind.example(&xs.iter().map(|x| x.view()).collect::<Vec<_>>());
    let scope = constraint.scope();
    let is_in_scope = |x: &IntVar| scope.iter().any(|view| view.var == *x);
    let (scope, others): (Vec<IntVar>, Vec<IntVar>) = xs.iter().partition(|x| is_in_scope(x));
    for x in others {
        model.post(eq(x, 0))?;
    }
    model.post(constraint)?;
    let search = model.search().branch(&scope, VariableOrder::Input, ValueOrder::Random(1));
    let solution = search.solutions().next().expect("it has solutions");
    for pair in scope.windows(2) {
        model.post(ne(pair[0], pair[1] + (solution[pair[0]] - solution[pair[1]] + 1)))?;
    }
    let weighted = sum(scope.iter().zip([1, 3, 2].into_iter().cycle()).map(|(&x, weight)| x * weight));
    let total = solution.evaluate(&weighted).expect("it fits");
    model.post(weighted.clone().ge(total - 20))?;
    model.post(weighted.le(total + 20))?;
    Ok(model)
}

/// Connectives of comparisons, memberships and sums. The truth of other parts is found by simplifiers, which may allocate.
pub(crate) fn conditions(domain: &Domain) -> Model {
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, domain);
    let bs = model.int_vars("b", 6, 0..=1);
    let apart = |i: usize, j: usize| (xs[i] + 3).le(xs[j]) | (xs[j] + 2).le(xs[i]);
    let few = || in_set(xs[1], [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    let parts = [
        apart(0, 1),
        apart(1, 2),
        apart(0, 2),
        apart(3, 4),
        (xs[0] + xs[1] + xs[2]).le(40).reified_by(bs[0].is(1)),
        (xs[0] + xs[1] * 2).eq(xs[3] + xs[4]).reified_by(bs[1].is(1)),
        xs[3].ne(xs[4] + 1).reified_by(bs[2].is(1)),
        bs[3].is(1).implies((xs[5] + xs[0] + xs[4]).ne(30)),
        few().reified_by(bs[4].is(1)),
        (xs[2].lt(xs[5]) ^ few()).or(bs[5].is(0)),
    ];
    for part in parts {
        let _ = model.post(part).expect("the values are small");
    }
    model
}
