//! What the compiler finds out by itself is shown, and explained by the items that say it; what it merges is no correction.

use crate::outside;
use crate::program::{file, run};

/// By model, a command with what follows the file, and what it prints.
const CASES: &[(&str, &str, &[&str], &str)] = &[
    (
        "var 0..1: x;\nconstraint x in {1,3,4};\nsolve satisfy;\n",
        "why",
        &["x"],
        "settled.mzn:1  x = 1 is in all solutions\n  given x in {1,3,4} (settled.mzn:2.12), which the compiler turned into declarations\n\
         x = 1 is in all solutions: 0 steps, from 1 constraint\n\n",
    ),
    (
        "var 2..3: x; var bool: b;\nconstraint b <-> x > 1;\nsolve satisfy;\n",
        "why",
        &["b"],
        "note: no constraint for b <-> x > 1 (settled.mzn:2.12): the compiler turned it into declarations of \
         variables\nsettled.mzn:1  b = true is in all solutions\n  given b <-> x > 1 (settled.mzn:2.12), which the compiler turned into \
         declarations\nb = true is in all solutions: 0 steps, from 1 constraint\n\n",
    ),
    (
        "var 0..1: x;\nconstraint x in {1,3,4};\nsolve satisfy;\n",
        "inspect",
        &[],
        "settled.mzn:1  unique solution\nstrength: exact; 0 searches\nfixed: 1 of 1 variable\n  x=1\nleft: 0 constraints\n",
    ),
    (
        "var {-1,0,2,5}: y; var 1..2: x;\nconstraint y in {0,3};\nsolve satisfy;\n",
        "count",
        &["--candidates"],
        "settled.mzn:1  2 solutions\n  x  1: 1  2: 1\n  y  0: 2\n",
    ),
    // Compiled without paths: constraints that belong to no item are counted, too.
    (
        "array[1..2] of var 0..2: work; var float: cost = 0.5*sum(work);\n\
         constraint :: \"Bob\" work[1] > work[2];\nsolve satisfy;\n",
        "why",
        &["work[1]=0"],
        "note: floating-point numbers are multiples of a part by what defines them, and are computed with as integers, exactly: the smallest \
         part is 1/2\nnote: constraints are shown without their positions and source text: with --keep-paths, MiniZinc merges different \
         variables\nnote: inferred bounds are treated as declared\nsettled.mzn:1  work[1] = 0 is in no solution\n  work[1] ≠ 0  value in Bob: \
         work[2] ≤ work[1] - 1 (line 10)\nwork[1] = 0 is in no solution: 1 step, from 1 constraint\n\n",
    ),
    // Its definitions are circular, so that bounds creep.
    (
        "var 1..3: x; var 1..2: y;\nconstraint abs(x - y) = y;\nsolve satisfy;\n",
        "conflict",
        &[],
        "settled.mzn:1  no conflict: there is a solution\n",
    ),
    // The second item is the first one to the compiler.
    (
        "var bool: c;\nconstraint c <-> not c;\nconstraint c <-> not c;\nsolve satisfy;\n",
        "conflict",
        &["--all"],
        "settled.mzn:1  1 conflict; there may be more\n1 of 1 constraint clash\n  c <-> not c (settled.mzn:2.12)\n\
         minimum correction unknown\n",
    ),
    (
        "var 0..3: x;\nconstraint 3*x = x;\nconstraint let { var 0..3: t = x + x } in t != x;\nsolve satisfy;\n",
        "inspect",
        &[],
        "settled.mzn:1  no solution\nthese clash:\n  3*x = x (settled.mzn:2.12)\n  \
         let { var 0..3: t = x + x } in t != x (settled.mzn:3.12)\n",
    ),
];

#[test]
fn what_the_compiler_finds_out_is_said() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    for (model, command, rest, expected) in CASES {
        let path = file("settled.mzn", model);
        let out = run(command, &[&[path.as_str()], *rest].concat(), "").out;
        assert_eq!(out.replace(&path, "settled.mzn"), *expected, "{command} {rest:?} of {model}");
    }
}
