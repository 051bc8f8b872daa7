//! Promise: `solve --with` gives the answers of another program as it would its own, and finds out one that lies.
//!
//! Needs CaDiCaL on the path: see `outside`.

use crate::exchange::samples;
use crate::outside;
use crate::program::{objects, solve_with};
use crate::samples::{SIX, SIX_SOLVED};

#[test]
fn another_program_finds_as_many_solutions() {
    if !outside::has("cadical", "cadical") {
        return;
    }
    for (shape, puzzle) in samples() {
        let here = objects(&format!("--box {shape} --limit 20"), &puzzle).remove(0);
        let with = ["--with", "cadical -q {}", "--json", "--limit", "20", "--box", shape];
        let there: serde_json::Value =
            serde_json::from_str(&solve_with(&with, &puzzle).out).expect("an object");
        for member in ["verdict", "all", "domains", "residual"] {
            assert_eq!(here[member], there[member], "{member} of {puzzle}");
        }
        let count = |object: &serde_json::Value| object["solutions"].as_array().map(Vec::len);
        assert_eq!(count(&here), count(&there), "{puzzle}");
    }
    // Without a name for the file it is the standard input.
    assert_eq!(solve_with(&["--with", "cadical -q", "--format", "line"], SIX).out, format!("{SIX_SOLVED}\n"));
}

#[cfg(unix)]
mod scripts {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use crate::outside;
    use crate::program::{file, solve_with};
    use crate::samples::{REFERENCE, SIX};

    /// A program in the language of the shell: as an option's value.
    fn script(name: &str, text: &str) -> String {
        let path = file(name, format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it is a file of this test");
        format!("'{path}' {{}}")
    }

    #[test]
    fn a_program_that_lies_is_found_out() {
        for (name, text, message) in [
            ("none", "echo 's UNSATISFIABLE'; exit 20", "it reports no solution, but one exists: 563124"),
            ("code", "exit 20", "it reports no solution, but one exists: 563124"),
            ("all", "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10", "not a solution: it violates clause "),
            ("both", "echo 's UNSATISFIABLE'; exit 10", "contradicts its output"),
            ("mute", "echo oh dear >&2; exit 1", "no answer (exit status: 1): oh dear"),
            ("words", "echo hello", "line 1:1: expected the answer of a SAT solver, found \"hello\""),
        ] {
            let finished = solve_with(&["--with", &script(&format!("exchange-{name}.sh"), text)], SIX);
            assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{name}");
            assert!(finished.err.contains(message), "{name}: {}", finished.err);
        }
        // After the first solution, that there is no other.
        let known = file("exchange-known", "");
        let text = format!("if [ -s '{known}' ]; then echo UNSAT; else cadical -q $1 | tee '{known}'; fi");
        if outside::has("cadical", "cadical") {
            let finished = solve_with(&["--with", &script("exchange-second.sh", &text)], REFERENCE);
            assert!(
                finished.err.contains("it reports no other solution, but one exists"),
                "{}",
                finished.err
            );
        }
        let missing = solve_with(&["--with", "/nowhere/sat {}"], SIX);
        assert!(missing.code == 2 && missing.err.contains("cannot start it"), "{}", missing.err);
        assert_eq!(solve_with(&["--with", "cadical '{}"], SIX).code, 2);
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended() {
        let slow = script("exchange-slow.sh", "exec sleep 1000");
        let finished = solve_with(&["--time", "0.1", "--with", &slow], SIX);
        assert_eq!(finished.code, 3);
        assert!(finished.out.starts_with("stdin:1  unknown: time limit reached\n"), "{}", finished.out);
        let unsure = script("exchange-unsure.sh", "echo 's UNKNOWN'");
        assert_eq!(solve_with(&["--with", &unsure], SIX).code, 3);
    }
}
