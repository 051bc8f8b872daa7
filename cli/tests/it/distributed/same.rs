//! The merged answer is that of one process.

use std::fs;
use std::thread;

use crate::distributed::{Case, declared_first, folder, reports, residua};
use crate::program::{file, run_by};

/// Without what differs from run to run.
pub(super) fn timeless(out: &str) -> String {
    let words = |line: &str| match line.split_once("; ") {
        Some((start, end)) if end.ends_with("search") || end.ends_with("searches") => start.to_owned(),
        _ => line.to_owned(),
    };
    out.lines().map(|line| words(line) + "\n").collect()
}

/// Whatever is asked, of whatever subject, in however many parts.
#[test]
fn text_of_one_process() {
    let everything = ["solutions", "count", "marginals", "exact"];
    let cases = [
        (Case::puzzle(), "solve --all", &everything[..]),
        (Case::clauses(), "solve --all", &everything),
        (Case::graph(), "solve --all", &everything),
        (Case::enumeration(), "fzn -a --learn off", &everything),
        (Case::optimisation(), "fzn --learn off", &["optimum"]),
    ];
    for (case, list, asks) in &cases {
        for (ask, parts, budget) in asks.iter().flat_map(|ask| [(ask, "1000", "100000"), (ask, "7", "5")]) {
            let units = case.units(&["--parts", parts]);
            let out = folder(&format!("same-{}-{ask}-{parts}", case.name));
            let options = ["--ask", ask, "--budget", budget];
            assert_eq!(case.work(&units, &out, &options).code, 0, "{} {ask}", case.name);
            let merged = case.merge(&units, &out, &options);
            let command = match *ask {
                "solutions" | "optimum" => list,
                "count" => "count",
                "marginals" => "count --candidates",
                _ => "inspect",
            };
            let mut words = command.split(' ');
            let command = words.next().expect("a command");
            let alone = residua(command, &case.with(&words.collect::<Vec<_>>()));
            let is_same = timeless(&merged.out) == timeless(&alone.out);
            assert!(is_same, "{} {ask} {parts}: {:.400}", case.name, merged.out);
            assert_eq!((merged.err.as_str(), merged.code), ("", alone.code), "{} {ask}", case.name);
        }
    }
}

/// What is left is what `inspect` says, also of what only a search finds out: equal variables, what clashes, and which two solutions.
#[test]
fn what_is_left() {
    let alike =
        "p cnf 6 8\n1 -2 3 0\n1 -2 -3 0\n-1 2 4 0\n-1 2 -4 0\n3 5 6 0\n3 -5 6 0\n-4 5 1 0\n4 -6 5 2 0\n";
    let signs = |bits: usize| {
        let literals = (0..3).map(|var| if bits >> var & 1 == 1 { var + 1 } else { -(var + 1) });
        let words: Vec<String> = literals.chain([0]).map(|literal| literal.to_string()).collect();
        words.join(" ") + "\n"
    };
    let hopeless = format!("p cnf 5 9\n4 5 0\n{}", (0..8).map(signs).collect::<String>());
    let equal = declared_first(
        "var 0..4: x :: output_var;\nvar 0..4: y :: output_var;\nvar 0..4: z :: output_var;\nvar bool: b;\n\
         constraint int_lin_le_reif([1,-1],[x,y],0,b);\nconstraint bool_eq(b,true);\nconstraint int_times(x,x,z);\n\
         constraint int_lin_le([1,-1],[y,x],0);\nconstraint int_lin_ne([1,1],[x,z],2);\nsolve satisfy;\n",
    );
    let clash = declared_first(
        "var 0..2: x :: output_var;\nvar 0..2: y :: output_var;\nvar 0..2: z :: output_var;\nvar 0..2: w :: output_var;\n\
         constraint int_ne(x,y);\nconstraint int_ne(y,z);\nconstraint int_ne(z,x);\nconstraint int_ne(w,x);\nconstraint int_ne(w,y);\n\
         constraint int_ne(w,z);\nsolve satisfy;\n",
    );
    for case in [
        Case::puzzle(),
        Case::new(
            "clash.txt",
            "8.........95.......76.........428967...573412...691583.....4196....3.748...8..237",
            &[],
        ),
        Case::clauses(),
        Case::new("alike.cnf", alike, &[]),
        Case::new("hopeless.cnf", &hopeless, &[]),
        Case::new("empty.cnf", "p cnf 0 0\n", &[]),
        Case::graph(),
        Case::enumeration(),
        Case::new("equal.fzn", &equal, &[]),
        Case::new("clash.fzn", &clash, &[]),
        Case::new("empty.fzn", "solve satisfy;\n", &[]),
    ] {
        let alone = residua("inspect", &case.with(&[]));
        let checkpoint = file(&format!("left-{}.checkpoint", case.name), "");
        let kept = residua("inspect", &case.with(&["--checkpoint", &checkpoint]));
        assert_eq!((timeless(&kept.out), kept.code), (timeless(&alone.out), alone.code), "{}", case.name);
        for (parts, budget) in [("1000", "100000"), ("7", "5")] {
            let units = case.units(&["--parts", parts]);
            let out = folder(&format!("left-{}-{parts}", case.name));
            let options = ["--ask", "exact", "--budget", budget];
            assert_eq!(case.work(&units, &out, &options).code, 0, "{}", case.name);
            let merged = case.merge(&units, &out, &options);
            assert_eq!(
                (timeless(&merged.out), merged.code),
                (timeless(&alone.out), alone.code),
                "{}",
                case.name
            );
            let members = |out: &str| -> serde_json::Value {
                let mut object: serde_json::Value = serde_json::from_str(out).expect("an object");
                for name in ["seconds", "searches"] {
                    object.as_object_mut().expect("an object").remove(name);
                }
                object
            };
            let merged = case.merge(&units, &out, &[&options[..], &["--json"]].concat());
            let alone = residua("inspect", &case.with(&["--json"]));
            assert_eq!(members(&merged.out), members(&alone.out), "{}", case.name);
        }
    }
}

/// A model without variables has one solution.
#[test]
fn nothing_to_decide() {
    for case in
        [Case::new("nothing.fzn", "solve satisfy;\n", &[]), Case::new("nothing.cnf", "p cnf 0 0\n", &[])]
    {
        let units = case.units(&[]);
        for ask in ["first", "solutions", "count", "marginals", "exact"] {
            let out = folder(&format!("nothing-{}-{ask}", case.name));
            assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
            let merged = case.merge(&units, &out, &["--ask", ask]);
            assert_eq!(merged.code, 0, "{} {ask}: {}", case.name, merged.out);
        }
    }
}

/// The order of the file of subproblems does not matter.
#[test]
fn subproblems_in_any_order() {
    for (case, ask) in [
        (Case::puzzle(), "solutions"),
        (Case::enumeration(), "solutions"),
        (Case::optimisation(), "optimum"),
        (Case::clauses(), "exact"),
    ] {
        let units = case.units(&[]);
        let text = fs::read_to_string(&units).expect("it was written");
        let reversed = text.lines().rev().collect::<Vec<_>>().join("\n");
        let reversed = file(&format!("in-any-order-{}.jsonl", case.name), reversed);
        let (out, of_reversed) = (folder("in-order"), folder("in-any-order"));
        assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
        // The parts are the same, too.
        for part in ["0/2", "1/2"] {
            assert_eq!(case.work(&reversed, &of_reversed, &["--ask", ask, "--part", part]).code, 0);
        }
        let merged = case.merge(&units, &out, &["--ask", ask]).out;
        for (units, out) in [(&reversed, &out), (&reversed, &of_reversed), (&units, &of_reversed)] {
            assert_eq!(case.merge(units, out, &["--ask", ask]).out, merged, "{} {ask}", case.name);
        }
    }
}

/// Puzzles that the dense engine searches.
#[test]
fn solutions_of_the_dense_engine() {
    let case = Case::puzzle();
    let by_auto = |subcommand: &str, others: &[&str]| run_by("auto", subcommand, &case.with(others), "");
    let units = file("dense-units.jsonl", by_auto("split", &[]).out);
    let out = folder("dense");
    assert_eq!(by_auto("work", &[&units, "--ask", "solutions", "--out", &out]).code, 0);
    for format in ["line", "grid", "ascii"] {
        let merged = by_auto("merge", &[&units, &out, "--ask", "solutions", "--format", format]);
        assert_eq!(merged.out, by_auto("solve", &["--all", "--format", format]).out, "{format}");
    }
}

/// Three processes at once, each with a part; then again, when nothing is left to do.
#[test]
fn parts_at_the_same_time() {
    for (case, ask) in [(Case::enumeration(), "count"), (Case::optimisation(), "optimum")] {
        let units = case.units(&[]);
        let out = folder(&format!("parts-{}", case.name));
        thread::scope(|scope| {
            for part in ["0/3", "1/3", "2/3"] {
                let (case, units, out) = (&case, &units, &out);
                scope.spawn(move || {
                    let options = ["--ask", ask, "--part", part];
                    assert_eq!(case.work(units, out, &options).code, 0, "{part}");
                });
            }
        });
        let again = case.work(&units, &out, &["--ask", ask]);
        assert!(again.err.ends_with(" done, 0 new reports\n"), "{}", again.err);
        let alone = match ask {
            "count" => residua("count", &case.with(&[])),
            _ => residua("fzn", &case.with(&["--learn", "off"])),
        };
        assert_eq!(case.merge(&units, &out, &["--ask", ask]).out, alone.out, "{}", case.name);
        // Parts are numbered from 0, or from 1.
        let last = folder(&format!("last-{}", case.name));
        let counted = |part| case.work(&units, &last, &["--ask", ask, "--part", part]).err;
        let first = counted("3/3");
        assert!(!first.ends_with(" 0 new reports\n"), "{first}");
        assert!(counted("0/3").ends_with(" 0 new reports\n"));
    }
}

/// Of many optimal solutions it is always the first one in the order of search.
#[test]
fn one_optimum_in_any_order() {
    let case = Case::optimisation();
    let units = case.units(&[]);
    let lines = fs::read_to_string(&units).expect("it was written");
    let reversed: Vec<&str> = lines.lines().rev().collect();
    let shuffled: Vec<&str> =
        lines.lines().enumerate().filter(|(at, _)| at % 2 == 1).map(|(_, line)| line).collect();
    let alone = residua("fzn", &case.with(&["--learn", "off"])).out;
    for (name, first) in [("reversed", reversed), ("shuffled", shuffled)] {
        let part = file(&format!("{name}.jsonl"), first.join("\n"));
        let out = folder(name);
        let options = ["--ask", "optimum", "--budget", "20"];
        assert_eq!(case.work(&part, &out, &options).code, 0);
        assert_eq!(case.work(&units, &out, &options).code, 0);
        assert_eq!(case.merge(&units, &out, &options).out, alone, "{name}");
    }
    // What was found in one place is not looked for in the others.
    let nodes = |out: &str| -> u64 {
        let read = |path| fs::read_to_string(path).expect("a report");
        let nodes = reports(out).into_iter().map(read).map(|text| {
            let report: serde_json::Value = serde_json::from_str(&text).expect("an object");
            report["statistics"]["nodes"].as_u64().expect("a number")
        });
        nodes.sum()
    };
    let apart = folder("apart");
    for line in lines.lines() {
        let unit = file("unit.jsonl", line);
        assert_eq!(case.work(&unit, &apart, &["--ask", "optimum"]).code, 0);
        // Without what the others know.
        let _ = fs::remove_file(format!("{apart}/best"));
    }
    let together = folder("together");
    assert_eq!(case.work(&units, &together, &["--ask", "optimum"]).code, 0);
    assert!(nodes(&together) * 2 < nodes(&apart), "{} {}", nodes(&together), nodes(&apart));
    assert_eq!(case.merge(&units, &apart, &["--ask", "optimum"]).out, alone);
}

/// A driver that sends one line at a time, and sends what is left again.
#[test]
fn a_line_for_a_line() {
    let case = Case::clauses();
    let options = ["--ask", "count", "--budget", "3"];
    let mut open: Vec<String> =
        residua("split", &case.with(&["--parts", "4"])).out.lines().map(str::to_owned).collect();
    let units = file("lines.jsonl", open.join("\n"));
    let mut all = String::new();
    while !open.is_empty() {
        let input: String = open.drain(..).map(|line| line + "\n").collect();
        let worked = run_by("off", "work", &case.with(&[&["-"], &options[..]].concat()), &input);
        assert_eq!((worked.out.lines().count(), worked.code), (input.lines().count(), 0), "{}", worked.err);
        for line in worked.out.lines() {
            let report: serde_json::Value = serde_json::from_str(line).expect("a report");
            open.extend(report["rest"].as_array().expect("a list").iter().map(ToString::to_string));
        }
        all.push_str(&worked.out);
    }
    assert!(all.lines().count() > 4, "some are split again");
    let reversed = all.lines().rev().collect::<Vec<_>>().join("\n");
    let merged = case.merge(&units, &file("lines-reports.jsonl", reversed), &options);
    assert_eq!(merged.out, residua("count", &case.with(&[])).out);
    // With a folder the worker itself goes on with what is left.
    let out = folder("lines");
    let input = fs::read_to_string(&units).expect("it was written");
    let worked = run_by("off", "work", &case.with(&[&["-", "--out", &out], &options[..]].concat()), input);
    assert_eq!((worked.out.as_str(), worked.code), ("", 0));
    assert_eq!(case.merge(&units, &out, &options).out, merged.out);
}

/// One solution is enough, and none is proved by all of them.
#[test]
fn first_solutions() {
    for case in [Case::puzzle(), Case::enumeration(), Case::clauses()] {
        let units = case.units(&[]);
        let out = folder(&format!("first-{}", case.name));
        let worked = case.work(&units, &out, &["--ask", "first"]);
        assert!(worked.err.starts_with("a solution is known, ") && worked.code == 0, "{}", worked.err);
        assert!(reports(&out).len() < 3, "{}", case.name);
        let merged = case.merge(&units, &out, &["--ask", "first", "--json"]);
        assert!(merged.out.contains("\"verdict\":\"some\"") && merged.code == 0, "{}", merged.out);
    }
    let case = Case::new("odd.cnf", "p cnf 3 4\n1 2 0\n-1 2 0\n-2 3 0\n-3 -2 0\n", &[]);
    let units = case.units(&[]);
    for ask in ["first", "solutions", "count", "marginals", "exact"] {
        let out = folder(&format!("none-{ask}"));
        assert_eq!(case.work(&units, &out, &["--ask", ask]).code, 0);
        let merged = case.merge(&units, &out, &["--ask", ask]);
        assert_eq!(merged.code, 1, "{ask}: {}", merged.out);
    }
}
