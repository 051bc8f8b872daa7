//! Promise: what `export` writes is solved by other programs, and `decode` gives back what they find, checked.
//!
//! Needs the programs that are named here on the path: see `outside`.

use std::fs;
use std::path::Path;

use crate::outside;
use crate::program::{Finished, file, objects, run, solve_with};
use crate::samples::{CLASH, FOUR, REFERENCE, SIX, SIX_SOLVED};
use crate::verdicts::PYEDA;

/// What a program prints, given these arguments.
fn printed(program: &str, arguments: &[&str]) -> String {
    outside::output(Path::new("."), program, arguments).1
}

/// Puzzles of each size, with their boxes: one solution, several, none by the rules, none by search.
pub(crate) fn samples() -> Vec<(&'static str, String)> {
    let given = |text: &str| text.to_owned();
    let first = |name: &str| {
        let text = fs::read_to_string(format!("../puzzles/{name}")).expect("it is part of the project");
        let givens = objects("", text)[0]["givens"].as_array().expect("a list").clone();
        let symbol = |given: &serde_json::Value| match given.as_u64() {
            Some(value) if value > 0 => char::from_digit(value as u32, 36).unwrap_or('.'),
            _ => '.',
        };
        givens.iter().map(symbol).collect::<String>()
    };
    let (nine, sixteen) = (first("9x9.txt"), first("16x16.txt"));
    vec![
        ("2x2", given("1.....2..3....4.")),
        ("2x2", given(FOUR)),
        ("2x2", given(CLASH)),
        ("2x2", given("..12.3..........")),
        ("2x3", given(SIX)),
        ("2x3", given(REFERENCE)),
        ("2x3", REFERENCE.replacen("..", ".1", 1)),
        ("3x3", nine.clone()),
        ("3x3", nine.replacen(|c: char| c.is_ascii_digit(), ".", 1)),
        ("3x3", "1........".repeat(9)),
        ("4x4", sixteen),
    ]
}

/// What residua says of a puzzle: whether there are solutions, and how many if they are few.
fn known(shape: &str, puzzle: &str) -> (&'static str, Option<usize>) {
    let object = objects(&format!("--box {shape} --limit 300"), puzzle).remove(0);
    let count = object["solutions"].as_array().expect("a list").len();
    (if count == 0 { "none" } else { "some" }, (object["all"] == true).then_some(count))
}

/// The verdict of `decode`, after its solution was checked here too: it has the givens of the puzzle and is one of its solutions.
fn decoded(model: &str, answer: &str, shape: &str, puzzle: &str) -> String {
    let finished = run("decode", &[model, "-", "--json"], answer);
    assert!(finished.err.is_empty() && finished.code < 2, "{model}: {} {}", finished.err, finished.out);
    let object: serde_json::Value = serde_json::from_str(&finished.out).expect("an object");
    if let Some(solution) = object.get("solution") {
        let cells: Vec<i64> =
            solution.as_array().expect("a list").iter().filter_map(serde_json::Value::as_i64).collect();
        let grid = format!("{{\"box\":\"{shape}\",\"givens\":{cells:?}}}");
        assert_eq!(objects("", grid)[0]["verdict"], "unique", "{model}");
        let givens = puzzle.chars().zip(&cells);
        let wrong = givens.filter(|(given, cell)| {
            given.to_digit(36).is_some_and(|given| given != 0 && i64::from(given) != **cell)
        });
        assert_eq!(wrong.count(), 0, "{model}: the givens are changed");
    }
    object["verdict"].as_str().expect("a word").to_owned()
}

const RULES: [&str; 5] = ["direct", "minimal", "extended", "pycosat", "pyeda"];
const WAYS: [&str; 5] = ["size", "pairwise", "sequential", "product", "commander"];

#[test]
fn clauses_are_solved_and_answers_read_back() {
    for (number, (shape, puzzle)) in samples().into_iter().enumerate() {
        let (verdict, _) = known(shape, &puzzle);
        let options =
            RULES.map(|rules| ["--rules", rules]).into_iter().chain(WAYS.map(|way| ["--at-most-one", way]));
        for option in options {
            let path = file(&format!("exchange-{number}-{}.cnf", option[1]), "");
            let arguments = ["-", "--box", shape, "--to", "cnf", "-o", &path, option[0], option[1]];
            let exported = run("export", &arguments, &puzzle);
            assert_eq!(
                (exported.code, exported.out.as_str(), exported.err.as_str()),
                (0, "", ""),
                "{option:?}"
            );
            if outside::has("cadical", "cadical") {
                let answer = printed("cadical", &["-q", &path]);
                assert_eq!(decoded(&path, &answer, shape, &puzzle), verdict, "{option:?}: {puzzle}");
            }
            if option[1] == "direct" && outside::has("minisat", "minisat") {
                let result = file(&format!("exchange-{number}.result"), "");
                printed("minisat", &["-verb=0", &path, &result]);
                let answer = fs::read_to_string(&result).expect("MiniSat writes it");
                assert_eq!(decoded(&path, &answer, shape, &puzzle), verdict, "MiniSat: {puzzle}");
            }
        }
    }
}

/// By language: a program, its package of Debian, and how it is run on a model; whether it writes its answer into a file, or prints it.
const LANGUAGES: [(&str, [&str; 2], &[&str], bool); 4] = [
    ("lp", ["glpsol", "glpk-utils"], &["--lp", "{model}", "-o", "{answer}"], true),
    ("mps", ["glpsol", "glpk-utils"], &["--freemps", "{model}", "-w", "{answer}"], true),
    ("minizinc", ["minizinc", "minizinc"], &["--solver", "gecode", "{model}"], false),
    (
        "prolog",
        ["swipl", "swi-prolog-nox"],
        &["-q", "-g", "(solution(B) -> print(B) ; print(false)), nl", "-t", "halt", "{model}"],
        false,
    ),
];

#[test]
fn each_language_is_solved_and_answers_read_back() {
    for (language, [program, package], arguments, is_file) in LANGUAGES {
        if !outside::has(program, package) {
            continue;
        }
        for (number, (shape, puzzle)) in samples().into_iter().enumerate() {
            let (verdict, _) = known(shape, &puzzle);
            // MiniZinc looks at the end of the name.
            let path = file(&format!("exchange-{number}-{language}.mzn"), "");
            let exported = run("export", &["-", "--box", shape, "--to", language, "-o", &path], &puzzle);
            assert_eq!((exported.code, exported.err.as_str()), (0, ""), "{language}");
            let result = file(&format!("exchange-{number}.{language}.answer"), "");
            let filled: Vec<String> = arguments
                .iter()
                .map(|argument| argument.replace("{model}", &path).replace("{answer}", &result))
                .collect();
            let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
            let out = printed(program, &filled);
            let answer = if is_file { fs::read_to_string(&result).expect("it is written") } else { out };
            assert_eq!(decoded(&path, &answer, shape, &puzzle), verdict, "{program}: {puzzle}");
        }
    }
}

/// The puzzle of 17 givens of the text that solves by pycosat and an `exactly_one`, and the grid of the Julia tutorial.
const PYCOSAT: &str = "...7.....1...........43.2..........6...5.9.........418....81.....2....5..4....3..";
const JULIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The texts that solve by SAT: `PyEDA`'s three puzzles, and the two above.
/// Each of their own clause sets, solved by another program, gives the grid that they print.
#[test]
fn the_texts_that_solve_by_sat() {
    if !outside::has("cadical", "cadical") {
        return;
    }
    let digits = |grid: &str| grid.chars().filter(char::is_ascii_digit).collect::<String>();
    let mut texts: Vec<(&str, &str, String)> =
        PYEDA.iter().map(|&(puzzle, solution)| (puzzle, "pyeda", digits(solution))).collect();
    let pycosat = "264715839137892645598436271423178596816549723759623418375281964982364157641957382";
    let julia = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    texts.push((PYCOSAT, "pycosat", pycosat.to_owned()));
    texts.push((JULIA, "direct", julia.to_owned()));
    for (number, (puzzle, rules, solution)) in texts.into_iter().enumerate() {
        let path = file(&format!("exchange-text-{number}.cnf"), "");
        let exported = run("export", &["-", "--to", "cnf", "--rules", rules, "-o", &path], puzzle);
        assert_eq!((exported.code, exported.err.as_str()), (0, ""));
        let answer = printed("cadical", &["-q", &path]);
        assert_eq!(run("decode", &[&path, "-", "--format", "line"], answer).out, solution + "\n");
    }
}

/// Of the forms that solvers print, from the literals of a solution.
#[test]
fn each_form_of_an_answer_is_read() {
    let path = file("exchange-forms.cnf", "");
    assert_eq!(run("export", &["-", "--to", "cnf", "-o", &path], SIX).code, 0);
    let mut literals: Vec<i32> = Vec::new();
    for (cell, symbol) in (0..).zip(SIX_SOLVED.chars()) {
        let value = symbol.to_digit(10).expect("a digit") as i32;
        literals
            .extend((1..=6).map(|other| if other == value { 6 * cell + other } else { -(6 * cell + other) }));
    }
    let words: Vec<String> = literals.iter().map(i32::to_string).collect();
    let lines: Vec<String> = words.chunks(9).map(|words| format!("v {}\n", words.join(" "))).collect();
    let line = format!("{SIX_SOLVED}\n");
    for answer in [
        format!("c comment\ns SATISFIABLE\n{}v 0\n", lines.concat()),
        format!("SAT\n{} 0\n", words.join(" ")),
        format!("{literals:?}\n"),
        format!("({})", words.join(", ")),
    ] {
        let Finished { out, err, code } = run("decode", &[&path, "-", "--format", "line"], &answer);
        assert_eq!((out, err, code), (line.clone(), String::new(), 0), "{answer}");
    }
    for (answer, code) in [
        ("s UNSATISFIABLE\n", 1),
        ("UNSAT", 1),
        ("\"UNSAT\"\n", 1),
        ("s UNKNOWN\n", 3),
        ("INDET", 3),
        ("", 3),
    ] {
        assert_eq!(run("decode", &[&path, "-"], answer).code, code, "{answer}");
    }
    // One literal flipped, one missing, one twice, and what is no answer.
    for at in [0, 17, literals.len() - 1] {
        let mut flipped = literals.clone();
        flipped[at] *= -1;
        assert_eq!(run("decode", &[&path, "-"], format!("{flipped:?}")).code, 2);
    }
    for (answer, message) in [
        ("v 1 2 x 0\n", "error: stdin:1:7: expected a literal, found \"x\"\n"),
        ("hello\n", "error: stdin:1:1: expected the answer of a SAT solver, found \"hello\"\n"),
        ("s MAYBE\n", "error: stdin:1:3: expected SATISFIABLE, UNSATISFIABLE or UNKNOWN, found \"MAYBE\"\n"),
        ("s SATISFIABLE\n", "error: stdin:1:1: expected the literals of the solution: the answer has none\n"),
        (
            "s SATISFIABLE\nv 1 2\n",
            "error: stdin:2:1: expected 0 after the last literal: the answer breaks off\n",
        ),
        ("v 1 -1 0\n", "error: stdin:1:1: not a solution: literal -1: its negation is true as well\n"),
    ] {
        let finished = run("decode", &[&path, "-"], answer);
        assert_eq!((finished.err.as_str(), finished.code), (message, 2), "{answer}");
    }
    let wrong = run("decode", &[&path, "-"], "v 1 0\n");
    assert!(
        wrong.err.starts_with("error: stdin:1:1: not a solution: it violates the clause in line "),
        "{}",
        wrong.err
    );
    let object = run("decode", &[&path, "-", "--json"], "v x 0\n");
    let expected =
        "{\"file\":\"-\",\"line\":1,\"column\":3,\"error\":\"expected a literal, found \\\"x\\\"\"}\n";
    assert_eq!((object.out.as_str(), object.err.as_str(), object.code), (expected, "", 2));
    let spoilt = run("decode", &[&file("exchange-none.txt", "1...............\n"), "-"], "v 1 0\n");
    assert!(spoilt.err.contains("found no puzzle in the comments"), "{}", spoilt.err);
}

/// Any clauses, and not only those of an exported puzzle; an exported file to which a clause was added.
#[test]
fn the_clauses_of_the_file_are_checked() {
    let path = file("exchange-any.cnf", "p cnf 3 2\n1 -2 0\n2 3 0\n");
    let of = |answer: &str, format: &str| run("decode", &[&path, "-", "--format", format], answer);
    assert_eq!(of("v 1 2 -3 0\n", "line").out, "v 1 2 -3 0\n");
    assert_eq!(of("[-1, -2, 3]", "grid").out, format!("{path}:1  a solution\nv -1 -2 3 0\n"));
    assert_eq!(of("UNSAT", "grid").code, 1);
    let wrong = of("v -1 2 3 0\n", "grid");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("violates the clause in line 2: x1 = 1 ∨ x2 = 0"), "{}", wrong.err);
    assert!(of("v 4 0\n", "grid").err.contains("literal 4: the formula has no such variable"));
    let exported = run("export", &["-", "--to", "cnf"], SIX_SOLVED).out;
    let count = exported.lines().find(|line| line.starts_with("p cnf ")).expect("a line of the problem");
    let clauses: usize = count.rsplit(' ').next().and_then(|count| count.parse().ok()).expect("a number");
    // Its first cell has a 5.
    let longer = exported.replace(count, &format!("p cnf 216 {}", clauses + 1)) + "-5 0\n";
    let path = file("exchange-longer.cnf", longer);
    let values =
        SIX_SOLVED.chars().zip(0..).map(|(symbol, cell)| 6 * cell + symbol.to_digit(10).expect("a digit"));
    let chosen: Vec<i64> = values.map(i64::from).collect();
    let literals: Vec<i64> = (1..=216).map(|l| if chosen.contains(&l) { l } else { -l }).collect();
    let wrong = run("decode", &[&path, "-"], format!("{literals:?}"));
    assert!(
        wrong.err.contains("violates the clause in line ") && wrong.err.contains(": x5 = 0"),
        "{}",
        wrong.err
    );
}

/// The grid of an answer, in each format.
#[test]
fn an_answer_is_printed_in_each_format() {
    let path = file("exchange-formats.cnf", "");
    assert_eq!(run("export", &["-", "--to", "cnf", "-o", &path], SIX_SOLVED).code, 0);
    let values =
        SIX_SOLVED.chars().zip(0..).map(|(symbol, cell)| 6 * cell + symbol.to_digit(10).expect("a digit"));
    let all: Vec<i64> = (1..=216).collect();
    let chosen: Vec<i64> = values.map(i64::from).collect();
    let literals: Vec<i64> = all.into_iter().map(|l| if chosen.contains(&l) { l } else { -l }).collect();
    for format in ["grid", "ascii", "line", "pencil", "json", "prolog", "clpfd"] {
        let decoded = run("decode", &[&path, "-", "--format", format], format!("{literals:?}"));
        assert_eq!((decoded.code, decoded.err.as_str()), (0, ""), "{format}");
        // What is printed is a puzzle, and solved.
        if format != "json" {
            assert_eq!(
                solve_with(&["--format", "line"], &decoded.out).out,
                format!("{SIX_SOLVED}\n"),
                "{format}"
            );
        }
        let none = run("decode", &[&path, "-", "--format", format], "UNSAT");
        assert!(none.code == 1 && none.out.contains("no"), "{format}: {}", none.out);
    }
}

#[test]
fn options_of_another_language_are_refused() {
    for (to, option, message) in [
        ("prolog", "--rules=minimal", "--to cnf"),
        ("lp", "--at-most-one=product", "--to cnf"),
        ("cnf", "--roots-of-unity", "--to polynomial"),
        ("cnf", "--syntax=dot", "--syntax"),
        ("graph", "--syntax=sympy", "--syntax"),
        ("polynomial", "--syntax=col", "--syntax"),
    ] {
        let refused = run("export", &["-", "--to", to, option], SIX);
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{option:?}");
        assert!(refused.err.contains(message), "{}", refused.err);
    }
    let texts = ["col", "graphml", "dot"].map(|syntax| ("graph", syntax)).into_iter();
    let texts = texts.chain(["sympy", "singular", "cocoa"].map(|syntax| ("polynomial", syntax)));
    let mut texts: Vec<String> =
        texts.map(|(to, syntax)| run("export", &["-", "--to", to, "--syntax", syntax], SIX).out).collect();
    texts.push(run("export", &["-", "--to", "polynomial", "--roots-of-unity"], SIX).out);
    texts.sort();
    texts.dedup();
    assert!(texts.len() == 7 && texts.iter().all(|text| text.lines().count() > 40), "{texts:?}");
    let marks = "{\"box\":\"2x2\",\"givens\":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],\"marks\":\
        [[],[],[3,4],[],[],[],[],[],[],[],[],[],[],[],[],[]]}";
    let of = |trust: &str| run("export", &["-", "--to", "cnf", "--trust", trust], marks).out;
    assert!(of("givens") != of("marks") && of("marks").contains("\"marks\""));
}

#[test]
fn several_puzzles_go_into_a_folder() {
    let input = format!("{SIX}\n{REFERENCE}\n");
    let refused = run("export", &["-", "--to", "cnf"], &input);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("-o FOLDER"), "{}", refused.err);
    let folder = outside::dir("exchange-folder").into_os_string().into_string().expect("the path is UTF-8");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(format!("{folder}/in/further")).expect("it can be made");
    for (name, content) in [
        ("in/a.txt", input.as_str()),
        ("in/b.txt", FOUR),
        ("in/.hidden", "x"),
        ("in/README.md", "x"),
        ("in/further/c.txt", SIX),
    ] {
        fs::write(format!("{folder}/{name}"), content).expect("it can be written");
    }
    let (of, out) = (format!("{folder}/in"), format!("{folder}/out/"));
    let exported = run("export", &[&of, "--to", "cnf", "-o", &out], "");
    // The size of the first puzzle of a file holds for that file alone.
    assert_eq!((exported.code, exported.err.as_str()), (0, ""));
    let mut names: Vec<String> = fs::read_dir(&out)
        .expect("it is made")
        .map(|entry| entry.expect("a file").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    assert_eq!(names, ["a-1.cnf", "a-2.cnf", "b-1.cnf"]);
    // The same names from two folders.
    let twice =
        run("export", &[&format!("{of}/b.txt"), &format!("{of}/b.txt"), "--to", "prolog", "-o", &out], "");
    assert_eq!(twice.code, 0);
    assert!(fs::exists(format!("{out}b-1-2.pl")).is_ok_and(|is_there| is_there));
}
