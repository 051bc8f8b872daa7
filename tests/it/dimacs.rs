//! Promise: any text is a formula, a graph, or an error with its place; nothing panics, and what was written is read back.

use residua::model::Model;
use residua_encode::cnf::{AtMostOne, cnf};
use residua_encode::dimacs::{self, ReadError};
use residua_encode::graph::Graph;
use residua_sudoku::Puzzle;

use crate::catalogue::times_depth;
use residua::search::Random;

fn shown(model: &Model) -> Vec<String> {
    model.constraints().map(|(_, constraint)| model.show(&**constraint).to_string()).collect()
}

#[test]
fn formulas_as_they_are_found() {
    for text in [
        "p cnf 3 2\n1 -3 0\n2 3 -1 0\n",
        "c one\nc\n\n  p  cnf  3   2  \nc two\n1 -3 0 2\nc three\n3\n-1 0",
        "cone\r\np cnf 3 2\r\n1 -3 0\r\n2 3 -1\r\n",
        "p cnf 3 2\n\t1 -3 0 2 3 -1 0\n%\n0\n\n",
        "p cnf 3 2 \n1 -3 0\n2 3 -1 0\n%",
        "c \"x\" has the values 1 2, from literal 1 on\np cnf 3 2\n1 -3 0\n2 3 -1 0\nc end",
    ] {
        let model = dimacs::cnf(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(shown(&model), ["x1 = 1 ∨ x3 = 0", "x2 = 1 ∨ x3 = 1 ∨ x1 = 0"], "{text:?}");
        assert_eq!((model.vars().len(), model.solutions().count()), (3, 5));
    }
    let none = dimacs::cnf("p cnf 1 1\n0\n").expect("an empty clause is one");
    assert!(none.solve().is_none());
    assert_eq!(dimacs::cnf("p cnf 2 0\n").map(|model| model.solutions().count()), Ok(4));
    assert_eq!(dimacs::cnf(b"c \xff\xfe\np cnf 0 0\n").map(|model| model.solutions().count()), Ok(1));
}

#[test]
fn what_is_wrong_with_a_formula() {
    for (text, expected) in [
        ("", "1:1: expected the line \"p cnf VARIABLES CLAUSES\", found the end of the text"),
        ("c only\n", "2:1: expected the line \"p cnf VARIABLES CLAUSES\", found the end of the text"),
        ("1 2 0\n", "1:1: expected the line \"p cnf VARIABLES CLAUSES\", found \"1\""),
        ("p edge 1 2\n", "1:1: expected the line \"p cnf VARIABLES CLAUSES\", found \"p\""),
        ("p cnf x 2\n", "1:7: expected the number of variables, from 0 to 1048576, found \"x\""),
        (
            "p cnf 99999999999 2\n",
            "1:7: expected the number of variables, from 0 to 1048576, found \"99999999999\"",
        ),
        ("p cnf 3\n1 0\n", "1:8: expected the number of clauses, from 0 on, found the end of the line"),
        ("p cnf 3 1 1\n1 0\n", "1:11: expected the end of the line, found \"1\""),
        ("p cnf 3 1\n1 4 0\n", "2:3: expected a literal from -3 to 3, found \"4\""),
        ("p cnf 3 1\nc ü\n1 -4 0\n", "3:3: expected a literal from -3 to 3, found \"-4\""),
        ("p cnf 3 1\n1 -0\n", "2:3: expected a literal from -3 to 3, found \"-0\""),
        ("p cnf 3 1\n1 +2 0\n", "2:3: expected a literal from -3 to 3, found \"+2\""),
        ("p cnf 3 1\nü 1 é 0\n", "2:1: expected a literal from -3 to 3, found \"ü\""),
        ("p cnf 3 1\n1 2 0\n1 0\n", "3:1: expected no more than 1 clauses, found \"1\""),
        (
            "p cnf 3 3\n1 2 0\n1 0\n",
            "4:1: expected 3 clauses, of which 2 were read, found the end of the text",
        ),
        ("p cnf 3 1\n1 0\n%\n0\n1 0\n", "5:1: expected nothing after \"%\" but a 0, found \"1\""),
        ("p cnf 3 1\np cnf 3 1\n1 0\n", "2:1: expected a literal from -3 to 3, found \"p\""),
        ("p cnf 3 1\n1 0 0\n", "2:5: expected no more than 1 clauses, found \"0\""),
    ] {
        assert_eq!(dimacs::cnf(text).map_err(|error| error.to_string()).err().as_deref(), Some(expected));
    }
}

#[test]
fn what_is_wrong_with_a_graph() {
    for (text, expected) in [
        ("", "1:1: expected the line \"p edge VERTICES EDGES\", found the end of the text"),
        ("p cnf 1 2\n", "1:1: expected the line \"p edge VERTICES EDGES\", found \"p\""),
        ("p edge 3\n", "1:9: expected the number of edges, from 0 on, found the end of the line"),
        ("p col 3 1\ne 1\n", "2:4: expected a vertex, from 1 to 3, found the end of the line"),
        ("p col 3 1\ne 1 4\n", "2:5: expected a vertex, from 1 to 3, found \"4\""),
        ("p col 3 1\ne 0 1\n", "2:3: expected a vertex, from 1 to 3, found \"0\""),
        ("p col 3 1\ne 1 2 3\n", "2:7: expected the end of the line, found \"3\""),
        ("p col 3 1\ne 2 2\n", "2:1: vertex 2 cannot have another colour than itself"),
        ("p col 3 1\nn 2 1\nn 2 2\n", "3:1: vertex 2 has the colour 1 already"),
        ("p col 3 1\nn 2 0\n", "2:5: expected a colour, from 1 to 2147483646, found \"0\""),
        ("p col 3 1\nx 2 1\n", "2:1: expected a line \"e U V\" or \"n V COLOUR\", found \"x\""),
    ] {
        assert_eq!(dimacs::graph(text).map_err(|error| error.to_string()).err().as_deref(), Some(expected));
    }
}

/// A formula that we write is read back with as many solutions.
#[test]
fn our_own_formulas() {
    let puzzle: Puzzle = "1... ..3. .... ...2".parse().expect("a puzzle");
    let formula = cnf(&puzzle.model(), AtMostOne::Pairwise).expect("it can be written");
    let model = dimacs::cnf(formula.to_string()).expect("it is a formula");
    assert_eq!((model.vars().len(), model.constraints().len()), (formula.vars(), formula.clauses().len()));
    let count = puzzle.model().solutions().count();
    assert!(count > 1 && model.solutions().count() == count);
    // And once more, a clause for a clause beside those of the values.
    let again = cnf(&model, AtMostOne::Pairwise).expect("it can be written");
    assert_eq!(again.clauses().len(), 2 * model.vars().len() + model.constraints().len());
}

const FORMULAS: [&str; 3] = [
    "c a formula\np cnf 5 4\n1 -3 0\n2 3 -1 0\n-5 4\n1 0\n2 -4 5 0\n",
    "p cnf 3 2 \n1 -3 0 2 3 -1 0\n%\n0\n\n",
    "c \"r1c1\" has the values 1..9, from literal 1 on\r\np cnf 9 1\r\n1 2 3 4 5 6 7 8 9 0\r\n",
];

const GRAPHS: [&str; 2] = [
    "c a graph\np edge 5 6\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 1 3\nn 2 1\n",
    "c \"x\" is vertex 1\np col 3 2\nn 1 2\nn 2 1\ne 1 2\ne 2 3\n",
];

const PIECES: [&[u8]; 12] = [
    b"\n",
    b" 0\n",
    b"-",
    b"%",
    b"c ",
    b"p cnf 2 2\n",
    b"99999999999999999999",
    b"e 1 2\n",
    b"n 3 1\n",
    b"\xff",
    b"\0",
    b"\xc3\xbc",
];

fn spoilt(random: &mut Random, whole: &[&str]) -> Vec<u8> {
    let mut text = whole[random.below(whole.len())].as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len() + 1);
        let end = (at + random.below(8)).min(text.len());
        match random.below(4) {
            0 => drop(text.drain(at..end)),
            1 => text.splice(at..at, PIECES[random.below(PIECES.len())].iter().copied()).for_each(drop),
            2 => text.splice(at..end, [random.below(256) as u8]).for_each(drop),
            _ => {
                let again = text[at..end].to_vec();
                text.splice(at..at, again).for_each(drop);
            }
        }
    }
    text
}

/// The place of an error is in the text, or just behind it.
fn check_place(text: &[u8], error: &ReadError) {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let line = lines.get(error.line() - 1).unwrap_or_else(|| panic!("{error}: {text:?}"));
    let length = String::from_utf8_lossy(line).chars().count();
    assert!((1..=length + 1).contains(&error.column()), "{error}: {text:?}");
}

#[test]
fn spoilt_files_are_read_or_refused() {
    let mut random = Random::new(7);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..times_depth(5_000) {
        let text = spoilt(&mut random, &FORMULAS);
        match dimacs::cnf(&text) {
            Ok(_) => read += 1,
            Err(error) => {
                check_place(&text, &error);
                refused += 1;
            }
        }
        let text = spoilt(&mut random, &GRAPHS);
        match dimacs::graph(&text) {
            Ok(graph) => {
                let again = dimacs::graph(graph.col().to_string()).expect("what is written can be read");
                assert_eq!(again, graph);
                let _: (Model, usize) = (graph.model(3), graph.dsatur().colours());
                read += 1;
            }
            Err(error) => {
                check_place(&text, &error);
                refused += 1;
            }
        }
    }
    assert!(read > 500 && refused > 500, "{read} {refused}");
}

#[test]
fn graphs_of_puzzles_are_read_back() {
    let puzzle: Puzzle = "1... ..3. .1.. ...2".parse().expect("a puzzle");
    let graph = Graph::of(&puzzle.model()).expect("it is a graph");
    let again = dimacs::graph(graph.col().to_string()).expect("it is one");
    assert_eq!((again.edges(), again.vertices()), (graph.edges(), 16));
    assert!((0..16).all(|vertex| again.precoloured(vertex) == graph.precoloured(vertex)));
    let found: Vec<Vec<i32>> = again.model(4).solutions().map(|s| s.values().to_vec()).collect();
    let expected: Vec<Vec<i32>> = puzzle.model().solutions().map(|s| s.values().to_vec()).collect();
    assert_eq!(found, expected);
}
