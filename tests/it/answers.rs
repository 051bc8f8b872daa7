//! Promise: what other programs print is read back as a solution of the model, or refused, with the place; nothing panics.

use residua::constraints::{all_different, eq};
use residua::model::{Model, Solution};
use residua_encode::answer::{Answer, AnswerError, columns, literals};
use residua_encode::program::Program;
use residua_encode::{minizinc, prolog};
use residua_sudoku::Puzzle;
use std::fs;

use crate::catalogue::times_depth;
use crate::mutated;
use crate::outside;
use crate::samples::{LINE, REFERENCE};
use residua::search::Random;

/// What `glpsol -o` gives.
const REPORT: &str = "\
Problem:    
Rows:       8
Columns:    9 (9 integer, 6 binary)
Non-zeros:  23
Status:     INTEGER OPTIMAL
Objective:  obj = 0 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 c1                          1             1             = 
     2 c2                          0             0             = 
     3 c3                          1             1             = 
     4 c4                          0             0             = 
     5 c5                          1                           1 
     6 c6                          0                           1 
     7 c7                          1                           1 
     8 c8                          0             0             = 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 x_0_1        *              1             0             1 
     2 x_0_2        *              0             0             1 
     3 x_0_3        *              0             0             1 
     4 x_0          *              1             1             3 
     5 x_1_1        *              0             0             1 
     6 x_1_2        *              0             0             1 
     7 x_1_3        *              1             0             1 
     8 x_1          *              3             1             3 
     9 the_long_total
                    *              4             2             9 

";

/// What `glpsol -w` gives.
const RAW: &str = "\
c Problem:    
c Rows:       8
c Columns:    9
c Non-zeros:  23
c Status:     INTEGER OPTIMAL
c Objective:  obj = 0 (MINimum)
c
s mip 8 9 o 0
i 1 1
i 2 0
i 3 1
i 4 0
i 5 1
i 6 0
i 7 1
i 8 0
j 1 1
j 2 0
j 3 0
j 4 1
j 5 0
j 6 0
j 7 1
j 8 3
j 9 4
e o f
";

/// What CBC's `solution` gives.
const CBC: &str = "\
Optimal - objective value 0.00000000
      0 x_0_1                        0                       0
      1 x_0_2                        1                       0
      2 x_0_3                        0                       0
      3 x_0                          2                       0
      4 x_1_1                        0                       0
      5 x_1_2                        0                       0
      6 x_1_3                        1                       0
      7 x_1                          3                       0
      8 the_long_total               5                       0
";

/// What HiGHS gives.
const HIGHS: &str = "\
Model status
Optimal

# Primal solution values
Feasible
Objective 0
Objective_bound 0
MIP_rel_gap 0
# Columns 9
x_0_1 1
x_0_2 0
x_0_3 0
x_0 1
x_1_1 0
x_1_2 1
x_1_3 0
x_1 2
the_long_total 3
# Rows 8
c1 1
c2 0
c3 1
c4 0
c5 1
c6 1
c7 0
c8 0

# Dual solution values
None

# Basis
HiGHS_basis_file v2
None
";

/// What HiGHS in style 4 gives.
const SPARSE: &str = "\
Model status
Optimal

# Primal solution values
Feasible
Objective 0
Objective_bound 0
MIP_rel_gap 0
# Columns -5 sparse
x_0_1 1 0
x_0 1 3
x_1_2 1 5
x_1 2 7
the_long_total 3 8
";

/// What MiniZinc prints.
const MINIZINC: [&str; 4] = [
    "x = [0: 1, 1: 3];\nthe_long_total = 4;\n----------\n",
    "x = [1, 2];\nthe_long_total = 3;\n----------\nx = [2, 1];\nthe_long_total = 3;\n----------\n==========\n",
    "x = array1d(0..1, [3, 2]);\nthe_long_total = 5;\n% time elapsed: 0.2 s\n----------\n",
    "=====UNSATISFIABLE=====\n",
];

/// What SWI-Prolog prints.
const PROLOG: [&str; 5] = [
    "['x[0]'=1,'x[1]'=3,'the long total'=4]\n",
    "X_0 = 1,\nX_1 = The_Long_Total_1, The_Long_Total_1 = 3,\nThe_Long_Total = 4.\n",
    "X_0 = 1,\nX_1 = 3,\nThe_Long_Total = 4 ;\n",
    "false.\n",
    "['it\\'s'=1,'a\\\\b'=2,'ä\\n'= -3,''=0,'X'=1,'x[0]'=3,r1c1=2,'a=b, c'=1,'\\u007F\\t'=2]\n",
];

/// Two numbers that differ, and their sum.
fn total() -> Model {
    let mut model = Model::new();
    let x = model.int_vars("x", 2, 1..=3);
    let total = model.named_var("the long total", 2..=9);
    let _ = model.post(all_different(&x)).expect("the model's own");
    let _ = model.post(eq(x[0] + x[1], total)).expect("the model's own");
    model
}

#[test]
fn what_solvers_print_is_read() {
    let model = total();
    let program = Program::new(&model).expect("it has statements");
    let solution = |values: [i32; 3]| Ok(Answer::Solution(Solution::new(values)));
    assert_eq!(program.decode(REPORT), solution([1, 3, 4]));
    assert_eq!(program.decode(RAW), solution([1, 3, 4]));
    assert_eq!(program.decode(CBC), solution([2, 3, 5]));
    assert_eq!(program.decode(HIGHS), solution([1, 2, 3]));
    assert_eq!(program.decode(SPARSE), solution([1, 2, 3]));
    assert_eq!(minizinc::decode(&model, MINIZINC[0]), solution([1, 3, 4]));
    assert_eq!(minizinc::decode(&model, MINIZINC[1]), solution([1, 2, 3]));
    assert_eq!(minizinc::decode(&model, MINIZINC[2]), solution([3, 2, 5]));
    assert_eq!(minizinc::decode(&model, MINIZINC[3]), Ok(Answer::None));
    assert_eq!(prolog::decode(&model, PROLOG[0]), solution([1, 3, 4]));
    assert_eq!(prolog::decode(&model, PROLOG[2]), solution([1, 3, 4]));
    assert_eq!(prolog::decode(&model, PROLOG[3]), Ok(Answer::None));
    for text in [
        "GLPSOL--GLPK LP/MIP Solver 5.0\nPROBLEM HAS NO INTEGER FEASIBLE SOLUTION\n",
        "Model status\nInfeasible\n",
        "Infeasible - objective value 0.00000000\n 0 x 1 0\n",
        &REPORT.replace("OPTIMAL", "EMPTY"),
        &RAW.replace(" o 0", " n 0"),
    ] {
        assert_eq!(program.decode(text), Ok(Answer::None), "{text}");
    }
    for text in [
        "",
        "GLPSOL--GLPK LP/MIP Solver 5.0\nTIME LIMIT EXCEEDED; SEARCH TERMINATED\n",
        "Model status\nTime limit reached\n\n# Primal solution values\nNone\n",
        "Stopped on time - objective value 0.00000000\n",
        &REPORT.replace("OPTIMAL", "UNDEFINED"),
    ] {
        assert_eq!(program.decode(text), Ok(Answer::Unknown), "{text}");
    }
    for (text, error) in [
        ("garbage", "1:1: expected the answer of GLPK, HiGHS or CBC, found \"garbage\""),
        (
            &REPORT.replace("              1             1             3", ""),
            "24:23: expected an integer, found \"\"",
        ),
        (&RAW.replace("j 8 3\n", ""), "24:3: expected column number 8, found \"9\""),
        (&RAW.replace("j 8 3", "j 8 2.9"), "24:5: expected an integer, found \"2.9\""),
        (&HIGHS.replace("x_1_3 0\n", "x_1_3\n"), "16:1: expected a column and its value, found \"x_1_3\""),
        (
            HIGHS.split("x_1_2").next().unwrap_or_default(),
            "14:1: expected a column after this line: the answer breaks off",
        ),
        (
            &(CBC.to_owned() + "garbage\n"),
            "11:1: expected a number, a column, its value and its reduced cost",
        ),
        (
            "GLPSOL\nINTEGER OPTIMAL SOLUTION FOUND",
            "2:1: the solution is in the file of glpsol's option -o or -w",
        ),
    ] {
        let found = program.decode(text).expect_err(text).to_string();
        assert!(found.starts_with(error), "{found:?} is not {error:?}");
    }
}

/// Nothing panics; a place is in the text; a solution is one.
#[test]
fn spoilt_answers_are_read_or_refused() {
    let model = total();
    let program = Program::new(&model).expect("it has statements");
    let sat = "c a comment\ns SATISFIABLE\nv 1 -2 -3 4 0\n";
    let whole: Vec<String> = [REPORT, RAW, CBC, HIGHS, SPARSE, sat]
        .into_iter()
        .chain(MINIZINC)
        .chain(PROLOG)
        .map(str::to_owned)
        .collect();
    let mut random = Random::new(1);
    let (mut solutions, mut refused, mut unreadable) = (0, 0, 0);
    for _ in 0..times_depth(100_000) {
        let input = mutated::input(&mut random, &whole);
        let input = String::from_utf8_lossy(&input);
        let (lines, longest) =
            (input.lines().count().max(1), input.lines().map(|line| line.chars().count()).max());
        let place = |error: &AnswerError| {
            if let AnswerError::Unreadable { line, column, .. } = error {
                let is_there =
                    (1..=lines + 1).contains(line) && (1..=longest.unwrap_or(0) + 1).contains(column);
                assert!(is_there, "{error}: {input:?}");
            }
        };
        let _ = columns(&input).map_err(|error| place(&error));
        let _ = literals(&input).map_err(|error| place(&error));
        let answers =
            [program.decode(&input), minizinc::decode(&model, &input), prolog::decode(&model, &input)];
        for answer in answers {
            match answer {
                Ok(Answer::Solution(solution)) => {
                    assert_eq!(model.check(&solution), Ok(()), "{input:?}");
                    solutions += 1;
                }
                Ok(_) => {}
                Err(error @ AnswerError::Unreadable { .. }) => {
                    place(&error);
                    unreadable += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(solutions > 100 && refused > 100 && unreadable > 100, "{solutions}, {refused}, {unreadable}");
}

fn model(grid: &str) -> Model {
    grid.parse::<Puzzle>().expect("a puzzle").model()
}

/// One solution, several, none; by `solution/1`, and as a top level prints it.
#[test]
fn swi_prolog_is_read() {
    if !outside::has("swipl", "swi-prolog-nox") {
        return;
    }
    let dir = outside::dir("answers-prolog");
    let mut odd = Model::new();
    let _ = odd.int_vars("x", 2, -3..=-2);
    for name in ["it's", "a\\b", "ä\n", "", "X", "a=b, c", "'", "\u{7f}\t"] {
        let _ = odd.named_var(name, 0..=1);
    }
    let none = "12.. ..2. ...1 3...";
    for (model, expected) in
        [(model(LINE), true), (model(REFERENCE), true), (model(none), false), (odd, true)]
    {
        let program = prolog::program(&model).expect("it has statements");
        fs::write(dir.join("model.pl"), program).expect("a file can be written");
        let goal = "(solution(B) -> print(B) ; print(false)), nl";
        let (succeeds, printed) = outside::run(&dir, "swipl", &["-g", goal, "-t", "halt", "model.pl"]);
        let answer = prolog::decode(&model, &printed);
        assert!(succeeds && matches!(answer, Ok(Answer::Solution(_))) == expected, "{answer:?}: {printed}");
        assert!(expected || answer == Ok(Answer::None), "{answer:?}: {printed}");
    }
    let model = model(LINE);
    let goals = prolog::goals(&model).expect("it has statements");
    let asked = format!("{}, once(label([{}])).\n", goals.goals.join(", "), goals.names.join(", "));
    fs::write(dir.join("asked"), asked).expect("a file can be written");
    let command = "swipl -q -g 'use_module(library(clpfd))' < asked";
    let (succeeds, printed, _) = outside::output(&dir, "sh", &["-c", command]);
    let answer = prolog::decode(&model, &printed);
    assert!(succeeds && matches!(answer, Ok(Answer::Solution(_))), "{answer:?}: {printed}");
}
