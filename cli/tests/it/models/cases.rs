//! Small files that went wrong once, with the right answers.

use crate::models::object;
use crate::program::{Finished, file, run};

/// The names of the constraints of a list.
fn names(list: &serde_json::Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|member| member["name"].as_str()).collect()
}

#[test]
fn a_constant_counts_among_variables() {
    for (text, number) in [
        ("var 1..3: x :: output_var;\nconstraint fzn_at_most_int(2,[x,1],2);\nsolve satisfy;\n", "3"),
        (
            "var 1..3: x :: output_var;\nvar bool: b :: output_var;\n\
             constraint fzn_at_least_int_reif(1,[x,2],2,b);\nsolve satisfy;\n",
            "3",
        ),
    ] {
        let found = object("count", &file("constants.fzn", text), &["--candidates"]);
        assert_eq!(
            (found["count"].as_str(), &found["count_is_exact"]),
            (Some(number), &true.into()),
            "{text}"
        );
        assert_eq!(found["counts"]["b"].get("false"), None, "{text}");
    }
}

#[test]
fn what_the_modeller_says_of_a_boolean_is_a_constraint() {
    let text = "var -2..-2: x :: output_var;\nvar bool: b :: output_var;\n\
        constraint int_ne_reif(-1,x,b) :: mzn_constraint_name(\"b says that x is not -1\");\n\
        constraint bool_eq(b,false) :: mzn_constraint_name(\"b is false\");\n\
        constraint int_le(x,5) :: mzn_constraint_name(\"fine\");\nsolve satisfy;\n";
    let path = file("named_reification.fzn", text);
    let found = object("conflict", &path, &["--all"]);
    let [conflict] = &found["conflicts"].as_array().expect("a list")[..] else { panic!("{found}") };
    assert_eq!(names(conflict), ["b says that x is not -1", "b is false"]);
    let printed = run("why", &[&path], "").out;
    assert!(printed.contains("b says that x is not -1") && printed.contains("b is false: "), "{printed}");
    let relaxed = text.replace("constraint bool_eq(b,false)", "constraint bool_eq(true,true)");
    let left = run("inspect", &["-", "--strength", "value"], relaxed.replace("-2..-2", "-2..-1"));
    assert!(left.out.contains("b says that x is not -1: "), "{}", left.out);
}

#[test]
fn a_constraint_that_never_holds_is_the_culprit() {
    let bounds = "var 1..2: x :: output_var;\nconstraint int_le(x,2) :: mzn_constraint_name(\"fine\");\n\
        constraint fzn_global_cardinality_low_up([x],[1],[2],[1]) :: mzn_constraint_name(\"low above high\");\nsolve satisfy;\n";
    let mixed = "var bool: b0 :: output_var;\nvar bool: b1 :: output_var;\nvar 3..3: x2 :: output_var;\nvar {2,5}: x3 :: output_var;\n\
        array [1..2] of var bool: arr0 = [b0,b1];\nconstraint fzn_lex_less_bool([b1,b0],arr0) :: mzn_constraint_name(\"c0\");\n\
        constraint fzn_global_cardinality_low_up([x2,x3,x2],[3,2,-1],[0,2,1],[0,3,0]) :: mzn_constraint_name(\"c1\");\nsolve satisfy;\n";
    for (text, culprit) in [(bounds, "low above high"), (mixed, "c1")] {
        let path = file("never.fzn", text);
        for options in [&[][..], &["--smallest"], &["--all"]] {
            let found = object("conflict", &path, options);
            assert_eq!(names(&found["conflicts"][0]), [culprit], "{options:?}: {found}");
            assert_eq!(names(&found["correction"]), [culprit], "{options:?}: {found}");
        }
    }
}

/// The ends of 32 bits, and all beyond, are values as any in sums and comparisons; elsewhere what is beyond is unknown, in every command.
#[test]
fn the_greatest_number_is_not_taken_for_none() {
    let one = "var 0..2147483647: x :: output_var;\nconstraint int_le(2147483647,x);\nsolve satisfy;\n";
    let two = "var -2147483648..2147483647: x :: output_var;\nvar -2147483648..2147483647: y :: output_var;\n\
        constraint int_lin_eq([1,1],[x,y],4294967294);\nsolve satisfy;\n";
    let least = "var -2147483648..0: x :: output_var;\nconstraint int_le(x,-2147483648);\nsolve satisfy;\n";
    for (text, value) in [(one, 2_147_483_647_i64), (two, 2_147_483_647), (least, -2_147_483_648)] {
        let path = file("greatest.fzn", text);
        let found = object("inspect", &path, &[]);
        assert_eq!(
            (&found["verdict"], &found["domains"]["x"]),
            (&"unique".into(), &serde_json::json!([[value, value]]))
        );
        assert_eq!(object("count", &path, &[])["count"], "1", "{text}");
        assert!(run("conflict", &[&path], "").out.contains("no conflict"), "{text}");
        assert!(
            run("why", &[&path, &format!("x={value}")], "").out.contains("is in all solutions"),
            "{text}"
        );
        let printed = run("fzn", &["-a", &path], "").out;
        assert!(
            printed.starts_with(&format!("x = {value};\n")) && printed.ends_with("==========\n"),
            "{printed}"
        );
    }
    let product = "var 0..2147483647: x :: output_var;\nconstraint int_le(2147483647,x);\nconstraint int_abs(x,x);\nsolve satisfy;\n";
    let path = file("greatest.fzn", product);
    for command in ["count", "inspect", "conflict", "why"] {
        let printed = run(command, &[&path], "");
        assert_eq!(printed.code, 3, "{command}: {}", printed.out);
        let said = if command == "count" { "at least 0 solutions: " } else { "unknown: " };
        assert!(printed.out.contains(said), "{command}: {}", printed.out);
        let found = object(command, &path, &[]);
        assert_eq!(found["verdict"], "unknown", "{command}: {found}");
        assert!(found["reason"].is_string(), "{command}: {found}");
    }
    assert_eq!(run("fzn", &[&path], "").out, "=====UNKNOWN=====\n");
}

/// An objective beyond 32 bits, learning or not, and in one thread or two: its best value, each that is better than those before, and
/// what statistics say of it.
#[test]
fn an_objective_leaves_32_bits() {
    let text = "var 0..100: x:: output_var;\nvar 0..100: y:: output_var;\nvar 0..5000000000: cost:: output_var;\n\
        constraint int_lin_eq([30000000,20000000,-1],[x,y,cost],0);\nconstraint int_lin_le([-1,-1],[x,y],-150);\nsolve minimize cost;\n";
    let best = "x = 50;\ny = 100;\ncost = 3500000000;\n----------\n==========\n";
    for options in [&[][..], &["--learn", "on"], &["--learn", "off"], &["-f"], &["-p", "2"]] {
        assert_eq!(run("fzn", &[options, &["-"]].concat(), text).out, best, "{options:?}");
    }
    // From the worst end.
    let order = "solve :: int_search([x,y],input_order,indomain_max,complete)";
    let all = run("fzn", &["-a", "-s", "-"], text.replace("solve", order)).out;
    let values =
        all.lines().filter_map(|line| line.strip_prefix("cost = ")?.strip_suffix(';')?.parse::<i64>().ok());
    let values: Vec<i64> = values.collect();
    assert!(values.len() > 1 && values.is_sorted_by(|one, next| one > next), "{values:?}");
    for line in ["objective=3500000000", "objectiveBound=3500000000"] {
        assert!(all.contains(&format!("%%%mzn-stat: {line}\n")), "{all}");
    }
    let most = text.replace("minimize", "maximize");
    assert!(run("fzn", &["-"], most).out.contains("cost = 5000000000;"));
}

/// Time stamps in milliseconds: far from 0, but near each other.
#[test]
fn time_stamps_are_what_they_are() {
    let text = "array [1..2] of int: one = [1,-1];\nvar 1700000000000..1700000100000: t:: output_var;\n\
        var 1700000000000..1700000100000: u:: output_var;\nconstraint int_lin_le(one,[t,u],-5000);\nsolve minimize u;\n";
    let best = "t = 1700000000000;\nu = 1700000005000;\n----------\n==========\n";
    assert_eq!(run("fzn", &["-"], text).out, best);
    let path = file("stamps.fzn", text);
    let found = object("inspect", &path, &["--strength", "bounds"]);
    let range = |low: i64, high: i64| serde_json::json!([[low, high]]);
    assert_eq!(found["domains"]["t"], range(1_700_000_000_000, 1_700_000_095_000));
    assert_eq!(found["domains"]["u"], range(1_700_000_005_000, 1_700_000_100_000));
    let never = run("why", &[&path, "u<=1700000004999"], "");
    assert!(never.out.contains("u ≤ 1700000004999 is in no solution"), "{}", never.out);
    let always = run("why", &[&path, "t<=1700000095000"], "");
    assert!(always.out.contains("t ≤ 1700000095000 is in all solutions"), "{}", always.out);
}

/// Two products of wide variables, whose changes of bounds are looked up by the thousand while the search learns.
#[test]
fn wide_products_have_two_solutions() {
    let text = "var -16384..16383: a:: output_var;\nvar -16384..16383: b:: output_var;\nvar -16384..16383: c:: output_var;\n\
        var -268419072..268435456: d ::var_is_introduced :: is_defined_var;\nvar -268419072..268435456: e ::var_is_introduced :: is_defined_var;\n\
        constraint int_lin_eq([1,1],[d,c],2020);\nconstraint int_lin_eq([1,1],[a,e],2021);\n\
        constraint int_times(a,b,d):: defines_var(d);\nconstraint int_times(b,c,e):: defines_var(e);\nsolve satisfy;\n";
    for learning in ["auto", "off"] {
        let printed = run("fzn", &["-a", "--learn", learning, "-"], text).out;
        assert_eq!(printed.matches("----------\n").count(), 2, "{printed}");
        for solution in ["a = 2021;\nb = 0;\nc = 2020;\n", "a = 673;\nb = 2;\nc = 674;\n"] {
            assert!(printed.contains(solution) && printed.ends_with("==========\n"), "{printed}");
        }
    }
}

/// That constraints clash by the values that they leave is proved, although others leave values without end.
#[test]
fn a_conflict_among_bounded_values_is_proved() {
    let text = "var int: x :: output_var;\nvar int: y :: output_var;\nconstraint int_le(5,x) :: mzn_constraint_name(\"low\");\n\
        constraint int_le(x,3) :: mzn_constraint_name(\"high\");\nconstraint int_le(x,y) :: mzn_constraint_name(\"fine\");\nsolve satisfy;\n";
    let path = file("clash.fzn", text);
    let found = object("conflict", &path, &[]);
    assert_eq!((names(&found["conflicts"][0]), &found["verdict"]), (vec!["low", "high"], &"none".into()));
    assert_eq!(run("conflict", &[&path], "").code, 1);
}

/// A constant of the output may be beyond 32 bits.
#[test]
fn a_great_constant_is_definite() {
    let text = "var 1..2: x :: output_var;\nvar 3000000000..3000000000: y :: output_var = 3000000000;\nsolve satisfy;\n";
    let found = object("inspect", &file("constant.fzn", text), &[]);
    assert_eq!(found["domains"]["y"], serde_json::json!([[3_000_000_000_i64, 3_000_000_000_i64]]));
}

/// What takes two variables has no values beyond its declaration, though its bundles reach farther.
#[test]
fn wide_variables_stay_within_their_declaration() {
    let text = "var 1..99999999999: x :: output_var;\nsolve satisfy;\n";
    let Finished { out, .. } = run("inspect", &[&file("declared.fzn", text), "--strength", "bounds"], "");
    assert!(out.contains("  x  1..99999999999\n"), "{out}");
}

/// Floating-point numbers are asked about as the file has them.
#[test]
fn questions_about_floating_point_numbers() {
    let text = "var 0..6: x :: output_var;\nvar float: f;\nvar float: g :: output_var;\n\
        constraint int2float(x,f);\nconstraint float_div(f,2.0,g);\nsolve minimize g;\n";
    let path = file("halves.fzn", text);
    for (question, answer) in [
        ("g=4", "g = 4 is in no solution"),
        ("g<=3", "g ≤ 3 is in all solutions"),
        ("g=0.5", "g = 0.5 is in some solutions"),
        ("g=0.25", "g = 0.25 is in no solution"),
        ("g!=0.25", "g ≠ 0.25 is in all solutions"),
        ("2*g=3", "2*g = 3 is in some solutions"),
        ("g>=-0.1", "g ≥ -0.1 is in all solutions"),
    ] {
        let Finished { out, .. } = run("why", &[&path, question], "");
        assert!(out.contains(answer), "{question}: {out}");
    }
    let json = "{\"variables\":{\"x\":{\"type\":\"int\",\"domain\":[[0,4]]},\"g\":{\"type\":\"float\",\"domain\":[[0.5,2.5]]}},\
        \"arrays\":{},\"constraints\":[{\"id\":\"int2float\",\"args\":[\"x\",\"g\"]}],\"output\":[\"x\",\"g\"],\
        \"solve\":{\"method\":\"maximize\",\"objective\":\"g\"},\"version\":\"1.0\"}";
    let Finished { out, .. } = run("fzn", &[&file("floats.fzn.json", json)], "");
    assert_eq!(out, "x = 2;\ng = 2.0;\n----------\n==========\n");
}

/// Objectives of single variables at the ends of 32 bits.
#[test]
fn an_objective_at_the_end_of_32_bits() {
    let text = "var -2147483651..-2147483648: v :: output_var;\nconstraint int_lin_le([-3,-1],[v,v],2);\nsolve minimize v;\n";
    assert_eq!(run("fzn", &["-"], text).out, "=====UNSATISFIABLE=====\n");
    for (text, least) in
        [("-2147483648..-2147483646", "-2147483648"), ("-2147483651..-2147483648", "-2147483651")]
    {
        let text = format!("var {text}: v :: output_var;\nsolve minimize v;\n");
        let Finished { out, .. } = run("fzn", &["-"], &text);
        assert_eq!(out, format!("v = {least};\n----------\n==========\n"));
        let path = file("end.fzn", &text);
        let all = if least.ends_with("51") { "4" } else { "3" };
        for (most, number) in [("2147483648", all), ("1000000000000000000", all), (least, "1")] {
            let found = object("count", &path, &["--objective-at-most", most]);
            assert_eq!(found["count"].as_str(), Some(number), "{text}: {most}: {found}");
        }
    }
}

/// Between the entries of a list, or between the ends of what is not known, are millions of values.
#[test]
fn wide_domains_are_told_within_the_time() {
    let prices = "var 1..2: v;\nvar int: x :: output_var;\nconstraint array_int_element(v,[1,2000000000],x);\nsolve satisfy;\n";
    let Finished { out, .. } = run("why", &[&file("prices.fzn", prices), "x", "--time", "1"], "");
    assert!(out.contains("x = 2000000000 is in some solutions"), "{out}");
    let far = "var int: v :: output_var;\nconstraint set_in(v,-1000000000000000..-999999999999997);\nsolve satisfy;\n";
    let Finished { out, .. } = run("conflict", &[&file("far.fzn", far), "--time", "1"], "");
    assert!(out.contains("no conflict"), "{out}");
    let two = "var 1..2: x :: output_var;\nvar int: g :: output_var;\n\
        constraint array_int_element(x,[1,9000000000],g);\nsolve satisfy;\n";
    let Finished { out, .. } = run("inspect", &[&file("two.fzn", two), "--time", "1"], "");
    assert!(out.contains("  g  1..9000000000\n"), "{out}");
    let product = "var 0..2000000000: x :: output_var;\nvar int: g :: output_var;\n\
        constraint int_lin_eq([1000001,-1],[x,g],0);\nsolve maximize g;\n";
    let Finished { out, .. } = run("fzn", &[&file("product.fzn", product), "-t", "20000"], "");
    assert!(out.ends_with("g = 2000002000000000;\n----------\n==========\n"), "{out}");
}

/// No value of `2·a` is tried, and so nothing is decided by what is said of it: there are eight solutions.
#[test]
fn what_has_no_value_that_is_tried_is_unknown() {
    let text = "predicate fzn_if_then_else_var_int(array [int] of var bool: c,array [int] of var int: x,var int: y);\n\
        array [1..2] of int: X_INTRODUCED_0_ = [1,-1];\n\
        var 5000000000..5000000001: a:: output_var;\n\
        var {5000000000,5000000002}: b:: output_var;\n\
        var 7..8: c:: output_var;\n\
        var 7..10000000002: cost:: is_defined_var;\n\
        var bool: X_INTRODUCED_1_ ::var_is_introduced :: is_defined_var;\n\
        var 10000000000..10000000002: X_INTRODUCED_3_ ::var_is_introduced :: is_defined_var;\n\
        array [1..2] of var int: X_INTRODUCED_4_ ::var_is_introduced  = [c,X_INTRODUCED_3_];\n\
        array [1..2] of var bool: X_INTRODUCED_5_ ::var_is_introduced  = [X_INTRODUCED_1_,true];\n\
        constraint fzn_if_then_else_var_int(X_INTRODUCED_5_,X_INTRODUCED_4_,cost):: defines_var(cost);\n\
        constraint int_lin_le_reif(X_INTRODUCED_0_,[a,b],-1,X_INTRODUCED_1_):: defines_var(X_INTRODUCED_1_);\n\
        constraint int_lin_eq([2,-1],[a,X_INTRODUCED_3_],0):: defines_var(X_INTRODUCED_3_);\n\
        solve  satisfy;\n\
        ";
    let path = file("untried.fzn", text);
    for command in ["count", "inspect", "conflict", "why"] {
        let Finished { out, code, .. } = run(command, &[&path], "");
        assert_eq!(code, 3, "{command}: {out}");
        assert!(out.contains("there may be solutions outside the assumed bounds"), "{command}: {out}");
    }
    assert_eq!(run("fzn", &[&path], "").out, "=====UNKNOWN=====\n");
}
