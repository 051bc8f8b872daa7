//! Promise: the search knows what values that some variables have to take say of others, and no solution is lost by it.

use std::collections::BTreeSet;

use proptest::prelude::*;
use residua::constraints::{all_different, all_of, at_least, clause, ne};
use residua::model::{IntVar, Model, ModelError};
use residua::search::{Learning, Limits, Status};
use residua::testing::check_learning;

use crate::catalogue::cases;
use crate::oracle::assignments;

/// The number of variables, with values from 1 to 4.
const VARS: usize = 7;

/// Sets of four variables that differ, pairs that differ, and values that some variables have to take so often.
#[derive(Clone, Debug)]
struct Instance {
    domains: Vec<Vec<i32>>,
    houses: Vec<Vec<usize>>,
    pairs: Vec<[usize; 2]>,
    required: Vec<(Vec<usize>, i32, usize)>,
}

fn some_vars(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<usize>> {
    prop::collection::btree_set(0..VARS, count).prop_map(|vars| vars.into_iter().collect())
}

fn instance() -> impl Strategy<Value = Instance> {
    let all = || Just((1..=4).collect::<Vec<i32>>());
    let some = prop::collection::btree_set(1..=4_i32, 2..=4).prop_map(|values| values.into_iter().collect());
    let domain = prop_oneof![3 => all(), 1 => some];
    let required = (some_vars(2..=5), 1..=4_i32, prop_oneof![4 => Just(1_usize), 1 => Just(2)]);
    (
        prop::collection::vec(domain, VARS),
        prop::collection::vec(some_vars(4..=4), 1..=4),
        prop::collection::vec([0..VARS, 0..VARS], 0..=3),
        prop::collection::vec(required, 0..=3),
    )
        .prop_map(|(domains, houses, pairs, required)| Instance { domains, houses, pairs, required })
}

impl Instance {
    fn model(&self) -> Model {
        let mut model = Model::new();
        let vars: Vec<IntVar> = self.domains.iter().map(|domain| model.int_var(domain.clone())).collect();
        for house in &self.houses {
            model.post(all_different(house.iter().map(|&at| vars[at]))).expect("different");
        }
        for &[a, b] in self.pairs.iter().filter(|[a, b]| a != b) {
            model.post(ne(vars[a], vars[b])).expect("different");
        }
        for (at, (cells, value, times)) in self.required.iter().enumerate() {
            let atoms = || cells.iter().map(|&cell| vars[cell].is(*value));
            let posted = match (at % 2, times) {
                (0, 1) => model.post(clause(atoms())),
                _ => model.post(all_of([at_least(*times, atoms())])),
            };
            posted.expect("atoms of variables");
        }
        model
    }

    /// By going through all assignments.
    fn solutions(&self) -> BTreeSet<Vec<i32>> {
        let mut all = assignments(&self.domains);
        all.retain(|values| {
            let differ = |cells: &Vec<usize>| {
                cells.iter().map(|&cell| values[cell]).collect::<BTreeSet<i32>>().len() == cells.len()
            };
            let has = |(cells, value, times): &(Vec<usize>, i32, usize)| {
                cells.iter().filter(|&&cell| values[cell] == *value).count() >= *times
            };
            self.houses.iter().all(differ)
                && self.pairs.iter().all(|&[a, b]| a == b || values[a] != values[b])
                && self.required.iter().all(has)
        });
        all.into_iter().collect()
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn no_solution_is_lost(instance in instance(), seed in 0..2304_u64) {
        let (model, expected) = (instance.model(), instance.solutions());
        for learning in [Learning::Off, Learning::On] {
            let found = model.search().learn(learning).solutions().map(|solution| solution.values().to_vec());
            prop_assert_eq!(&found.collect::<BTreeSet<_>>(), &expected);
        }
        check_learning(&model, seed).map_err(|mistake| TestCaseError::fail(mistake.to_string()))?;
    }
}

/// The cells of a 9×9 Sudoku, by row and column, with its rules.
fn sudoku(model: &mut Model) -> Result<Vec<IntVar>, ModelError> {
    let cells = model.int_vars("x", 81, 1..=9);
    for house in 0..9 {
        model.post(all_different((0..9).map(|at| cells[9 * house + at])))?;
        model.post(all_different((0..9).map(|at| cells[9 * at + house])))?;
        let corner = 27 * (house / 3) + 3 * (house % 3);
        model.post(all_different((0..9).map(|at| cells[corner + 9 * (at / 3) + at % 3])))?;
    }
    Ok(cells)
}

/// Without a search: a digit of which one of four cells is required is nowhere where all four are seen.
#[test]
fn where_all_are_seen() -> Result<(), ModelError> {
    // Of four cells in the second column, two are in the box at the top left.
    for (at, is_refuted) in [(10, true), (73, true), (11, false), (72, false)] {
        let mut model = Model::new();
        let cells = sudoku(&mut model)?;
        model.post(clause([1, 19, 28, 46].map(|cell| cells[cell].is(5))))?;
        model.post(clause([cells[at].is(5)]))?;
        let mut search = model.search().learn(Learning::Off).limits(Limits::none().nodes(1)).solutions();
        assert_eq!(search.next().is_none() && search.status() == Some(Status::Exhausted), is_refuted, "{at}");
    }
    // The other two being excluded, the two in the box are all.
    let mut model = Model::new();
    let cells = sudoku(&mut model)?;
    model.post(clause([1, 19, 28, 46].map(|cell| cells[cell].is(5))))?;
    for at in [28, 46, 0, 2, 9, 10, 11, 18] {
        model.post(ne(cells[at], 5))?;
    }
    model.post(clause([cells[20].is(5)]))?;
    let mut search = model.search().learn(Learning::Off).limits(Limits::none().nodes(1)).solutions();
    assert!(search.next().is_none() && search.status() == Some(Status::Exhausted));
    Ok(())
}
