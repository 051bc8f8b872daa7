//! Promise: lists, tables and automata have the solutions that other solvers lost or invented, and cost no more than they must.

use residua::constraints::{
    Automaton, element, element_2d, element_var, eq, mdd, ne, negative_table, pair_table, regular,
    short_table, table,
};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::search::Limits;

type Outcome = Result<(), ModelError>;

/// All solutions, ascending.
fn solutions(model: &Model) -> Vec<Vec<i32>> {
    let mut all: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    all.sort_unstable();
    all
}

/// SWI-Prolog, swipl-devel#1160: of two tables on one pair of variables, one is forgotten.
#[test]
fn two_tables_on_one_pair() -> Outcome {
    let mut model = Model::new();
    let [a, b] = ["a", "b"].map(|name| model.named_var(name, 0..=200));
    model.post(table([a, b], [[13, 10], [122, 2]]))?;
    model.post(table([a, b], [[13, 2]]))?;
    assert_eq!(solutions(&model), [[0; 2]; 0]);
    assert!(model.residual(Consistency::Domain).is_none());
    Ok(())
}

/// Gecode#167: a variable that stands in two columns.
#[test]
fn a_variable_in_two_columns() -> Outcome {
    let mut model = Model::new();
    let b = model.named_var("b", [1, 3]);
    let c = model.named_var("c", 2..=3);
    model
        .post(table([c * 0 + 3, c.view(), c.view(), b.view()], [[3, 3, 2, 1], [3, 2, 2, 3], [4, 4, 3, 1]]))?;
    assert_eq!(solutions(&model), [[3, 2]]);
    // Choco#1045.
    let mut model = Model::new();
    let a = model.named_var("a", [1, 2, 4, 7, 18]);
    model.post(table([a, a], [[1, 4], [2, 1], [4, 7], [7, 2], [7, 7], [18, 18]]))?;
    assert_eq!(solutions(&model), [[7], [18]]);
    Ok(())
}

/// cosoco#77: words whose last value but one is 1, by an automaton that is not deterministic.
#[test]
fn an_automaton_that_is_not_deterministic() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=1);
    let moves = [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 0, 2), (1, 1, 2)];
    model.post(regular(&xs, Automaton::new(3, 0, moves, [2])))?;
    let found = solutions(&model);
    assert_eq!(found.len(), 8);
    assert!(found.iter().all(|word| word[2] == 1));
    Ok(())
}

/// An index out of range is no solution and no error, wherever the list begins (`CPMpy#184`).
#[test]
fn an_index_out_of_range() -> Outcome {
    let mut model = Model::new();
    let [i, y] = ["i", "y"].map(|name| model.named_var(name, -3..=5));
    model.post(element(i - 1, [2, 4, 2], y))?;
    assert_eq!(solutions(&model), [[1, 2], [2, 4], [3, 2]]);
    let mut model = Model::new();
    let i = model.named_var("i", 3..=9);
    let y = model.named_var("y", 0..=9);
    model.post(element_var(i, [y, y, y], y))?;
    assert_eq!(solutions(&model), [[0; 2]; 0]);
    let mut model = Model::new();
    let [i, j] = ["i", "j"].map(|name| model.named_var(name, -1..=5));
    let y = model.named_var("y", 0..=9);
    model.post(element_2d(i, j, [[7, 8, 9], [9, 8, 7]], y))?;
    model.post(ne(y, 8))?;
    assert_eq!(solutions(&model), [[0, 0, 7], [0, 2, 9], [1, 0, 9], [1, 2, 7]]);
    Ok(())
}

/// OR-Tools#4392: an index of a list, which is an entry of it too.
#[test]
fn an_index_among_the_entries() -> Outcome {
    let mut model = Model::new();
    let i = model.named_var("i", 0..=3);
    let y = model.named_var("y", 0..=3);
    model.post(element_var(i, [i, y, i, i], y))?;
    let by_hand = (0..4).flat_map(|i| (0..4).map(move |y| [i, y])).filter(|&[i, y]| i == 1 || i == y);
    assert_eq!(solutions(&model), by_hand.map(Vec::from).collect::<Vec<_>>());
    Ok(())
}

/// Posted before or after what fixes their variables, in any order, they say the same (trealla#342).
#[test]
fn the_order_of_posting() -> Outcome {
    let post = |model: &mut Model, x: IntVar, y: IntVar, which: usize| match which {
        0 => model.post(table([x, y], [[1, 2], [2, 3], [3, 1], [2, 2]])).map(drop),
        1 => model.post(short_table([y, x], [[None, Some(2)], [Some(1), None]])).map(drop),
        2 => model.post(eq(x, 2)).map(drop),
        _ => model.post(negative_table([x, y], [[2, 2]])).map(drop),
    };
    for first in 0..4 {
        for step in [1, 3] {
            let mut model = Model::new();
            let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=3));
            for at in 0..4 {
                post(&mut model, x, y, (first + step * at) % 4)?;
            }
            assert_eq!(solutions(&model), [[2, 3]]);
        }
    }
    Ok(())
}

/// No list at all, and lists of nothing.
#[test]
fn empty_lists() -> Outcome {
    let none: [IntVar; 0] = [];
    for (tuples, expected) in [(vec![], 0), (vec![[0; 0]], 3)] {
        let mut model = Model::new();
        let _ = model.named_var("x", 1..=3);
        model.post(table(none, &tuples))?;
        assert_eq!(model.solutions().count(), expected);
        let mut model = Model::new();
        let _ = model.named_var("x", 1..=3);
        model.post(negative_table(none, &tuples))?;
        assert_eq!(model.solutions().count(), 3 - expected);
    }
    for (accepting, expected) in [(vec![0], 3), (vec![], 0)] {
        let mut model = Model::new();
        let _ = model.named_var("x", 1..=3);
        model.post(regular(none, Automaton::new(1, 0, [], accepting)))?;
        assert_eq!(model.solutions().count(), expected);
    }
    let mut model = Model::new();
    let x = model.named_var("x", 1..=3);
    model.post(element(x, [], x))?;
    assert_eq!(model.solutions().count(), 0);
    Ok(())
}

/// Values far apart in domains that are wide, and many of them that no tuple mentions.
#[test]
fn wide_domains() -> Outcome {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, -1_000_000_000..=1_000_000_000));
    model.post(short_table([x, y, z], [[Some(1), None, Some(-7)], [Some(2), Some(900_000_000), None]]))?;
    model.post(negative_table([x, y], [[1, 5], [2, 900_000_000]]))?;
    model.post(element(z + 8, [3, 1_000_000_000, 4], y))?;
    assert_eq!(solutions(&model), [[1, 1_000_000_000, -7]]);
    let mut model = Model::new();
    let [i, a, b, y] = ["i", "a", "b", "y"].map(|name| model.named_var(name, 0..=1_000_000_000));
    model.post(element_var(i, [a + 0, b + 5], y))?;
    model.post(eq(y, 3))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.model.to_string(), "i in 0\na in 3\nb in 0..1000000000\ny in 3\n");
    Ok(())
}

/// The pairs of a relation are those of its function.
#[test]
fn pairs() -> Outcome {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, -9..=9));
    model.post(pair_table((x, -9..=9), (y - 1, -9..=9), |a: i32, b| a.abs_diff(b) >= 5 && a % 2 == 0))?;
    let expected = (-9..=9_i32)
        .flat_map(|x| (-9..=9_i32).map(move |y| [x, y]))
        .filter(|&[x, y]| y > -9 && x.abs_diff(y - 1) >= 5 && x % 2 == 0);
    assert_eq!(model.solutions().count(), expected.count());
    Ok(())
}

/// Nonograms: a machine from a function has the words of one from its transitions.
#[test]
fn machines_from_functions() -> Outcome {
    // Blocks of 2 and 3: how many values of how many blocks are done.
    let next = |&(block, length): &(usize, i32), value: i32| match (value, [2, 3].get(block)) {
        (0, _) if length == 0 => Some((block, 0)),
        (0, Some(&whole)) if length == whole => Some((block + 1, 0)),
        (1, Some(&whole)) if length < whole => Some((block, length + 1)),
        _ => None,
    };
    let automaton = Automaton::from_fn((0, 0), 0..=1, next, |&state| state == (2, 0) || state == (1, 3));
    let mut model = Model::new();
    let cells = model.int_vars("c", 10, 0..=1);
    model.post(regular(&cells, automaton))?;
    // Five free gaps in three places.
    assert_eq!(model.solutions().count(), 15);
    Ok(())
}

/// A table of 100,000 tuples, and a list of 100,000 constants, are searched through.
#[test]
fn long_lists() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=99);
    let tuple = |k: i32| [k % 100, k / 7 % 100, k / 31 % 100, k / 1009 % 100];
    model.post(table(&xs, (0..100_000).map(tuple)))?;
    let limited = model.search().limits(Limits::none().solutions(2000)).solutions();
    assert_eq!(limited.count(), 2000);
    let mut model = Model::new();
    let (i, y) = (model.named_var("i", 0..=1_000_000), model.named_var("y", 0..=1_000_000_000));
    let constants: Vec<i32> = (0..100_000).map(|k| k % 7 * 1000).collect();
    model.post(element(i, constants, y))?;
    model.post(ne(y, 3000))?;
    let limited = model.search().limits(Limits::none().solutions(2000)).solutions();
    assert_eq!(limited.count(), 2000);
    Ok(())
}

/// A pattern has the words of a machine that says the same.
#[test]
fn patterns() -> Outcome {
    let words = |pattern: &str| -> Result<Vec<Vec<i32>>, ModelError> {
        let mut model = Model::new();
        let cells = model.int_vars("c", 3, -1..=2);
        model.post(regular(&cells, Automaton::from_pattern(pattern, -1..=2)))?;
        Ok(solutions(&model))
    };
    let all = || (-1..=2).flat_map(|a| (-1..=2).flat_map(move |b| (-1..=2).map(move |c| vec![a, b, c])));
    assert_eq!(words("1 2 0")?, [[1, 2, 0]]);
    assert_eq!(words("...")?, all().collect::<Vec<_>>());
    assert_eq!(words(".* -1 .*")?, all().filter(|word| word.contains(&-1)).collect::<Vec<_>>());
    assert_eq!(words("0+ (1|2)?")?, [[0, 0, 0], [0, 0, 1], [0, 0, 2]]);
    assert_eq!(words("(1 2?){2}")?, [[1, 1, 2], [1, 2, 1]]);
    assert_eq!(words("([0..1] 2){1,} 0? | 2{3}")?, [[0, 2, 0], [1, 2, 0], [2, 2, 2]]);
    assert_eq!(words("[-1 2]{,2} 0{1,2}")?.len(), 6);
    assert_eq!(words("")?, [[0; 3]; 0]);
    for (pattern, said) in [
        ("(1 2", "a `)` is missing at the end"),
        ("1 )", "at character 3: a value is expected, not `)`"),
        ("* 1", "at character 1"),
        ("1{2,1}", "the second number is less than the first"),
        ("[1 .. 2", "a `]` is missing"),
        ("99999999999", "does not fit into 32 bits"),
        ("1{100000}", "more than 4096 values"),
        ("((1{99}){99}){99}", "more than 4096 values"),
        ("1 x", "at character 3"),
    ] {
        let said_of = |error: ModelError| assert!(error.to_string().contains(said), "{pattern}: {error}");
        words(pattern).map(drop).map_err(said_of).expect_err(pattern);
    }
    let deep = "(".repeat(10_000);
    assert!(words(&deep).is_err());
    Ok(())
}

/// What an entry has that the index has left supports nothing, not even between the ends of the others.
#[test]
fn an_entry_out_of_reach_supports_nothing() -> Outcome {
    let mut model = Model::new();
    let [i, y] = [[1, 2].as_slice(), &[1, 2, 3, 5]].map(|values| model.int_var(values.to_vec()));
    let entries = [[3, 4], [1, 5], [2, 5]].map(|values| model.int_var(values));
    model.post(element_var(i, entries, y))?;
    let residual = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(residual.domain(y).to_string(), "1 2 5");
    Ok(())
}

/// Words in which a letter occurs twice: it is settled before the other one, which is then still open.
#[test]
fn a_letter_twice_and_another_one() -> Outcome {
    let automaton = Automaton::from_pattern("1 1 0 | 0 1 . | 1 0 .", 0..=1);
    let mut model = Model::new();
    let [x, y] = [0, 1].map(|_| model.int_var(0..=1));
    model.post(regular([x, x, y], automaton))?;
    assert_eq!(solutions(&model), [[1, 0]]);
    Ok(())
}

/// An automaton is what can be read of it.
#[test]
fn automata_are_read_back() {
    let automaton = Automaton::from_pattern("1 (0 | 2)* 1", 0..=2);
    let start = automaton.starts().next().expect("words begin somewhere");
    let ends: Vec<usize> = (0..=automaton.states()).filter(|&state| automaton.is_accepting(state)).collect();
    assert_eq!(Automaton::new(automaton.states(), start, automaton.transitions(), ends), automaton);
}
/// pycsp3#114: edges that are not in reach of the root, and values outside the domains.
#[test]
fn diagrams() -> Outcome {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 0..=2);
    let layers = [
        vec![(0, 0, 1), (0, 2, 2), (7, 1, 1), (0, 99, 2), (0, -5, 1)],
        vec![(1, 1, 1), (2, 0, 1), (2, 0, 2), (5, 2, 1)],
        vec![(1, 2, 0), (2, 1, 9), (3, 0, 0), (1, 3, 0)],
    ];
    model.post(mdd(&xs, layers.clone()))?;
    assert_eq!(solutions(&model), [[0, 1, 2], [2, 0, 1], [2, 0, 2]]);
    let error = model.post(mdd(&xs[..2], layers)).expect_err("a layer too many");
    assert!(error.to_string().contains("3 layers for 2 views"), "{error}");
    let mut model = Model::new();
    let none = model.int_vars("none", 0, 0..=1);
    model.post(mdd(&none, []))?;
    assert_eq!(model.solutions().count(), 1);
    Ok(())
}
