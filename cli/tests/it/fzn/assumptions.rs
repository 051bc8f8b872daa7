//! Assumptions: if no solution keeps to all of them, a line says which clash, in the names of the file.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use residua_flatzinc::Problem;

use crate::fzn::{fzn, printed};
use crate::program::{file, run};
use residua::search::Random;

const CLASH: &str = "predicate fzn_assume(array [int] of var bool: b:: promise_ctx_monotone);\nvar 1..9: x :: output_var;\n\
    var bool: low;\nvar bool: odd;\nvar bool: high;\narray [1..3] of var bool: all = [low,odd,high];\n\
    constraint int_le_reif(x,3,low);\nconstraint int_le_reif(6,x,high);\nconstraint set_in_reif(x,{1,3,5,7,9},odd);\n";

#[test]
fn a_clash_is_told_before_the_end() {
    for assumed in ["[low,odd,high]", "all"] {
        let text = format!("{CLASH}constraint fzn_assume({assumed});\nsolve satisfy;\n");
        for options in [&[][..], &["-a"], &["-f"], &["-p", "2"], &["-s"]] {
            let out = printed(options, &text);
            let out = out.split("%%%mzn-stat-end\n").last().filter(|last| !last.is_empty()).unwrap_or(&out);
            let answer: String =
                out.split_inclusive('\n').filter(|line| !line.starts_with("%%%mzn-stat")).collect();
            let expected = "%%%mzn-core: [low, high]\n=====UNSATISFIABLE=====\n";
            assert!(answer == expected || options == ["-s"], "{options:?}: {answer}");
        }
        let minimized = text.replace("solve satisfy", "solve minimize x");
        assert_eq!(printed(&[], &minimized), "%%%mzn-core: [low, high]\n=====UNSATISFIABLE=====\n");
        // Constraints that are assumed together are still told apart.
        let said = run("conflict", &[&file("assumed.fzn", &text)], "").out;
        assert!(said.contains("low = 1") || said.contains("x ≤ 3"), "{said}");
    }
    let apart = format!(
        "{CLASH}constraint fzn_assume([low]);\nconstraint fzn_assume([odd]);\nconstraint int_ne(x,1);\n"
    );
    assert_eq!(printed(&["-a"], &format!("{apart}solve satisfy;\n")), "x = 3;\n----------\n==========\n");
    let none = format!("{apart}constraint int_ne(x,3);\nsolve satisfy;\n");
    assert_eq!(printed(&[], &none), "%%%mzn-core: [low, odd]\n=====UNSATISFIABLE=====\n");
    // Without any of them there is no solution either.
    let hard = format!("{apart}constraint int_lt(x,x);\nsolve satisfy;\n");
    assert_eq!(printed(&[], &hard), "%%%mzn-core: []\n=====UNSATISFIABLE=====\n");
    // Nothing is proved, so that nothing clashes for certain.
    let free = "var int: x;\nvar int: y;\nvar bool: b;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\nconstraint fzn_assume([b]);\nsolve satisfy;\n";
    let finished = fzn(&["-t", "500"], free);
    assert!(!finished.out.contains("core") || finished.out.contains("UNSATISFIABLE"), "{}", finished.out);
    let wrong = format!("{CLASH}constraint fzn_assume([x]);\nsolve satisfy;\n");
    assert_eq!(fzn(&[], &wrong).code, 2);
}

/// Random clauses under assumptions: those that are named have no solution, and each of them is needed.
#[test]
fn cores_are_minimal() {
    const VARS: usize = 6;
    let mut random = Random::new(7);
    let mut cores = 0;
    for _ in 0..60 {
        let mut clauses = String::new();
        for _ in 0..12 {
            let mut sides = [Vec::new(), Vec::new()];
            for _ in 0..3 {
                sides[random.below(2)].push(format!("b{}", random.below(VARS)));
            }
            let _ = writeln!(
                clauses,
                "constraint bool_clause([{}],[{}]);",
                sides[0].join(","),
                sides[1].join(",")
            );
        }
        let declared = (0..VARS).fold(String::new(), |text, at| text + &format!("var bool: b{at};\n"));
        let under = |assumed: &BTreeSet<String>| {
            let assumed: Vec<&str> = assumed.iter().map(String::as_str).collect();
            format!("{declared}{clauses}constraint fzn_assume([{}]);\nsolve satisfy;\n", assumed.join(","))
        };
        let has_solution = |assumed: &BTreeSet<String>| {
            Problem::read(&under(assumed)).expect("it is read").model.solutions().next().is_some()
        };
        let all: BTreeSet<String> =
            (0..VARS).filter(|_| random.below(3) > 0).map(|at| format!("b{at}")).collect();
        let out = printed(&[], &under(&all));
        let Some(core) = out.strip_prefix("%%%mzn-core: [") else {
            assert!(has_solution(&all) && out == "----------\n", "{out}");
            continue;
        };
        let (core, rest) = core.split_once("]\n").expect("an end");
        assert_eq!(rest, "=====UNSATISFIABLE=====\n");
        let core: BTreeSet<String> =
            core.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        assert!(core.is_subset(&all) && !has_solution(&core), "{out}{}", under(&all));
        for member in &core {
            let mut fewer = core.clone();
            let _ = fewer.remove(member);
            assert!(has_solution(&fewer), "{member} of {out}{}", under(&all));
        }
        cores += usize::from(!core.is_empty());
    }
    assert!(cores > 10, "{cores}");
}
