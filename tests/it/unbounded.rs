//! Promise: bounds that a file does not give come from its constraints; where they are invented instead, that is told, and no solution
//! is lost by any that is not.

use std::fs;

use residua::domain::Domain;
use residua_flatzinc::Problem;

use crate::samples::root;
use residua::search::Random;

/// One of these.
fn one_of<'a>(all: &[&'a str], random: &mut Random) -> &'a str {
    all[random.below(all.len())]
}

/// From the one to the other.
fn between(low: i64, high: i64, random: &mut Random) -> i64 {
    low + random.below((high - low + 1) as usize) as i64
}

fn read(text: &str) -> Problem {
    Problem::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The domain of each variable without bounds, in their order.
fn domains(problem: &Problem, names: &[&str]) -> String {
    let domain = |name: &&str| {
        let var = problem.model.var_named(name).expect("a variable with that name");
        problem.model.domain(var).to_string()
    };
    names.iter().map(domain).collect::<Vec<_>>().join(", ")
}

/// What follows from one constraint, where 0 stands for no solution, with `x` and `y` without bounds, `a` in 2..5, `b` in -3..4.
#[test]
fn bounds_come_from_constraints() {
    const HEAD: &str = "var 2..5: a;\nvar -3..4: b;\nvar int: x :: output_var;\nvar bool: t;\n\
array [1..3] of var int: xs = [a,b,7];\n";
    let cases = [
        ("int_eq(x,a)", "2..5"),
        ("int_plus(a,b,x)", "-1..9"),
        ("int_minus(x,a,b)", "-1..9"),
        ("int_lin_eq([2,-3,1],[a,b,x],7)", "-12..15"),
        ("int_lin_eq([2,-2],[x,a],1)", "0"),
        ("int_times(a,b,x)", "-15..20"),
        ("int_times(a,a,x)", "4..25"),
        ("int_times(b,b,x)", "0..16"),
        ("int_times(x,a,30)", "6..15"),
        ("int_times(x,x,30)", "0"),
        ("int_times(x,b,30)", "-30..30"),
        ("int_div(b,a,x)", "-1..2"),
        ("int_div(10,a,x)", "2..5"),
        ("int_div(10,b,x)", "-10..10"),
        ("int_div(7,a,x)", "1..3"),
        ("int_div(-7,a,x)", "-3..-1"),
        ("int_times(x,a,7)", "0"),
        ("int_div(x,a,b)", "-25..25"),
        ("int_mod(10,a,x)", "0..4"),
        ("int_mod(b,a,x)", "-3..4"),
        ("int_mod(-10,b,x)", "-3..0"),
        ("int_div(-1,x,-1)", "-1..1"),
        ("int_div(30,x,a)", "-15..15"),
        ("int_mod(7,x,2)", "-5..5"),
        ("int_pow(2,x,8)", "0..3"),
        ("int_pow(x,-1,-1)", "-1..1"),
        ("int_pow(b,3,x)", "-64..64"),
        ("int_pow(b,a,x)", "-1024..1024"),
        ("int_pow(b,2,x)", "0..16"),
        ("int_pow(a,b,x)", "0..625"),
        ("int_pow(x,3,a)", "-5..5"),
        ("int_abs(b,x)", "0..4"),
        ("int_abs(x,a)", "-5..5"),
        ("int_min(a,b,x)", "-3..4"),
        ("int_max(a,b,x)", "2..5"),
        ("array_int_minimum(x,xs)", "-3..4"),
        ("array_int_maximum(x,xs)", "7"),
        ("array_var_int_element(a,[1,2,3,a,b],x)", "-3..5"),
        ("array_int_element(x,[3,1,4,1,5],a)", "1..5"),
        ("residua_int_element(x,-2,[3,1,4],a)", "-2..0"),
        ("residua_int_element2d(a,b,2..3,1..2,[1,2,3,9],x)", "1..9"),
        ("set_in(x,{3,-8,20})", "-8..20"),
        ("set_in_reif(x,4..6,true)", "4..6"),
        ("bool2int(t,x)", "0 1"),
        ("int_lin_le_reif([1],[a],x,true)", "2..500000000"),
        ("int_lin_le_reif([1],[x],a,false)", "3..500000000"),
        ("int_lt_imp(x,a,true)", "-500000000..4"),
        ("int_le_reif(a,x,false)", "-500000000..4"),
        ("int_lin_eq_imp([1],[x],5,t)", "-500000000..500000000"),
        ("fzn_if_then_else_var_int([t,true],[a,b],x)", "-3..5"),
        ("fzn_count_eq([a,b,a],3,x)", "0..3"),
        ("fzn_among(x,[a,b],{1,2})", "0..2"),
        ("fzn_nvalue(x,[a,b,a])", "1..3"),
        ("fzn_global_cardinality([a,b],[2,3],[x,1])", "0..2"),
        ("fzn_member_int([a,b],x)", "-3..5"),
        ("fzn_sort([a,x],[2,3])", "2 3"),
        ("fzn_increasing_int([a,x,9])", "2..9"),
        ("fzn_strictly_increasing_int([a,x,9])", "3..8"),
        ("fzn_decreasing_int([a,x,b])", "-3..5"),
        ("fzn_all_equal_int([a,x])", "2..5"),
        ("residua_circuit([x,3,1],1)", "1..3"),
        ("residua_arg_max_int([a,b],0,x)", "0 1"),
        ("residua_bin_packing_load([x,a],[1,2],[4,3],1)", "0..7"),
        ("fzn_table_int([a,x],[2,8,3,-5])", "-5..8"),
        ("residua_regular([x,1],2,2,[1,2,0,2],1,{2})", "1 2"),
    ];
    let mut found = Vec::new();
    for (constraint, expected) in cases {
        let text = format!("{HEAD}constraint {constraint};\nsolve satisfy;\n");
        let problem = read(&text);
        found.push((constraint, domains(&problem, &["x"])));
        assert_eq!(problem.is_bounded(), !expected.contains("500000000"), "{constraint}");
    }
    assert_eq!(found, cases.map(|(constraint, expected)| (constraint, expected.to_owned())));
}

/// Through several constraints, in whatever order they are written, to and fro.
#[test]
fn bounds_are_passed_on() {
    let links: Vec<String> =
        (1..40).map(|at| format!("constraint int_plus(x{at},1,x{});\n", at + 1)).collect();
    let vars = (1..=40).map(|at| format!("var int: x{at};\n")).collect::<Vec<_>>().concat();
    for links in [links.concat(), links.iter().rev().map(String::as_str).collect()] {
        for (at, first, last) in [(1, "3..5", "42..44"), (40, "-36..-34", "3..5")] {
            let text = format!("{vars}{links}constraint set_in(x{at},3..5);\nsolve satisfy;\n");
            assert_eq!(domains(&read(&text), &["x1", "x40"]), format!("{first}, {last}"));
        }
    }
}

/// What is said by cases.
#[test]
fn bounds_come_from_conditions() {
    const HEAD: &str = "var 2..5: a;\nvar int: x :: output_var;\nvar bool: b;\nvar bool: c;\nvar bool: d;\n";
    let is_a_or_0 = "constraint int_eq_reif(x,a,c);\nconstraint int_eq_reif(x,0,d);\n";
    let cases = [
        (format!("{is_a_or_0}constraint bool_clause([c],[b]);\nconstraint bool_clause([b,d],[]);"), "0..5"),
        (format!("{is_a_or_0}constraint bool_clause([c],[b]);\nconstraint bool_clause([b],[d]);"), "-500000000..500000000"),
        (format!("{is_a_or_0}constraint array_bool_or([c,d],true);"), "0..5"),
        (format!("{is_a_or_0}constraint bool_clause([c,d],[]);"), "0..5"),
        (format!("{is_a_or_0}constraint bool_not(c,d);"), "0..5"),
        ("constraint int_lin_eq_imp([1,-1],[x,a],7,b);\nconstraint int_ne_reif(x,a,b);".to_owned(), "2..12"),
        ("constraint int_le_reif(x,3,b);\nconstraint int_le_reif(-7,x,c);\nconstraint array_bool_and([b,c],true);".to_owned(), "-7..3"),
        ("constraint set_in_imp(x,1..3,b);\nconstraint int_lt_reif(x,9,b);\nconstraint int_le(x,20);".to_owned(), "1..20"),
    ];
    for (constraints, expected) in cases {
        let problem = read(&format!("{HEAD}{constraints}\nsolve satisfy;\n"));
        assert_eq!(domains(&problem, &["x"]), expected, "{constraints}");
    }
}

/// What creeps is left where it is, and is still right.
#[test]
fn bounds_that_creep_end() {
    let text = "var 0..1000000000: x;\nvar 0..1000000000: y;\nvar int: z;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\n\
constraint int_plus(x,y,z);\nsolve satisfy;\n";
    assert_eq!(read(text).model.solve(), None);
    let text = "var 0..9: a;\nvar int: x;\nvar int: y;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\nconstraint int_lt(a,x);\n\
solve satisfy;\n";
    let problem = read(text);
    assert!(!problem.is_bounded());
    assert!(problem.notes[0].starts_with("x has no bounds: only values from "), "{:?}", problem.notes);
}

/// That the constraints contradict each other is found with any numbers, and nothing is invented.
#[test]
fn a_contradiction_of_bounds_is_one() {
    let text = "var int: x;\nvar int: y;\nvar 1..3: a;\nconstraint int_lin_eq([2,1],[a,x],900000000000000000);\n\
constraint int_le(x,a);\nsolve satisfy;\n";
    let problem = read(text);
    assert!(problem.is_bounded(), "{:?}", problem.notes);
    assert_eq!(problem.model.solve(), None);
}

/// Values beyond 32 bits.
#[test]
fn wide_numbers() {
    let cases = [
        ("var 1..99999999999: x :: output_var;\nconstraint int_le(x,3);", "1..3", true),
        ("var 1..99999999999: x :: output_var;\nconstraint int_abs(x,x);", "1..500000000", false),
        ("var 5000000000..5000000001: x :: output_var;\nconstraint int_abs(x,x);", "∅", false),
        ("var {1,3,5000000000}: x :: output_var;\nconstraint int_le(x,7);", "1 3", true),
        ("var int: x :: output_var;\nconstraint int_le(2000000000,x);", "2000000000..2147483646", false),
        ("var int: x :: output_var;\nvar 0..3000: y;\nconstraint int_times(y,y,x);", "0..9000000", true),
        ("var int: x :: output_var;\nvar 0..300000: y;\nconstraint int_times(y,y,x);", "0..500000000", false),
        // Nothing is said of it: one value stands for all.
        ("var int: x;", "0", true),
        ("var 7..99999999999: x;", "7", true),
        // It may be as great as its multiple can be.
        (
            "var int: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_le([-1000000,1,1],[x,y,y],5);",
            "0..2147",
            false,
        ),
        (
            "var int: x :: output_var;\nvar bool: b;\nconstraint int_lin_le_reif([5,1],[x,x],5,b);",
            "-429496729..429496729",
            false,
        ),
    ];
    for (text, expected, is_bounded) in cases {
        let problem = read(&format!("{text}\nsolve satisfy;\n"));
        assert_eq!(domains(&problem, &["x"]), expected, "{text}");
        assert_eq!(problem.is_bounded(), is_bounded, "{text}");
        assert_eq!(problem.notes.is_empty(), is_bounded, "{text}");
    }
    let one = "var 99999999999..99999999999: x :: output_var = 99999999999;\nsolve satisfy;\n";
    let problem = read(one);
    let mut printed = String::new();
    problem.print(&problem.model.solve().expect("a solution"), &mut printed);
    assert_eq!(printed, "x = 99999999999;\n----------\n");
}

/// A sum of two terms may leave 32 bits, where the views that it compares must not.
#[test]
fn sums_of_two_terms_are_wide() {
    let text = "var 2000000000..2000000001: x :: output_var;\nvar 0..1000000001: y :: output_var;\n\
constraint int_lin_le([1,-1],[x,y],1000000000);\nsolve satisfy;\n";
    assert_eq!(read(text).model.solutions().count(), 3);
    // Only some values leave them, which the constraints exclude.
    let text = "var 0..1000000: x :: output_var;\nvar 0..9: y;\nconstraint int_lin_le([1000000,-1,-1],[x,y,y],2000000);\nsolve satisfy;\n";
    assert_eq!(read(text).model.solutions().count(), 30);
}

/// What is declared beyond 32 bits is what it is, as long as sums and comparisons only use it: however far apart its values are.
#[test]
fn declared_values_beyond_32_bits_are_tried() {
    let of = |text: &str| {
        let problem = read(text);
        assert!(problem.is_bounded() && problem.notes.is_empty(), "{text}{:?}", problem.notes);
        let mut printed = String::new();
        problem
            .search(false)
            .project(problem.shown())
            .solutions()
            .for_each(|found| problem.print(&found, &mut printed));
        printed.replace(";\n----------\n", " ").replace(";\n", ",").replace("x = ", "")
    };
    for (text, expected) in [
        ("var 5000000000..5000000001: x :: output_var;\nsolve satisfy;", "5000000000 5000000001 "),
        (
            "var -2147483648..2147483647: x :: output_var;\nconstraint int_lt(2147483645,x);\nsolve satisfy;",
            "2147483646 2147483647 ",
        ),
        (
            "var {1,3,7000000000000}: x :: output_var;\nconstraint int_ne(x,3);\nsolve satisfy;",
            "1 7000000000000 ",
        ),
        (
            "var 0..7000000000000: x :: output_var;\nconstraint set_in(x,{-1,4,6999999999999,7000000000001});\nsolve satisfy;",
            "4 6999999999999 ",
        ),
        (
            "set of int: s = {0,4,6999999999999};\nvar 2..7000000000000: x :: output_var;\nconstraint set_in(x,s);\n\
             constraint set_in(5000000000,1..6000000000);\nsolve satisfy;",
            "4 6999999999999 ",
        ),
    ] {
        assert_eq!(of(text), expected, "{text}");
    }
}

/// What is too wide by values that the file gives is refused, whatever else could be narrowed.
#[test]
fn what_is_too_wide_is_refused() {
    let text = "var 0..1000000: x :: output_var;\nvar int: z :: output_var;\n\
constraint int_lin_ne([1000000000000000,-1],[x,z],2000000);\nsolve satisfy;\n";
    let error = Problem::read(text).expect_err("a product of 21 digits").to_string();
    assert!(error.starts_with("3:12: 1000000000000000·x ≠ z + 2000000: the sum can be "), "{error}");
    assert!(error.ends_with(" which does not fit into 60 bits"), "{error}");
}

/// The best of all is found where only worse ones are beyond what is tried.
#[test]
fn an_optimum_needs_one_side_only() {
    let of = |goal: &str| {
        let text = format!("var int: x;\nvar 1..3: y;\nconstraint int_le(y,x);\nsolve {goal};\n");
        let problem = read(&text);
        (problem.is_bounded(), problem.is_optimum_bounded())
    };
    assert_eq!(of("minimize x"), (false, true));
    assert_eq!(of("maximize x"), (false, false));
    assert_eq!(of("minimize y"), (false, false));
    assert_eq!(of("maximize y"), (false, false));
    // With any bound on the cost of what is bought there is one on how much is bought.
    let text = "var int: x;\nvar int: y;\nvar int: cost;\nconstraint int_le(0,x);\nconstraint int_le(1,y);\n\
constraint int_lin_eq([5,3,-1],[x,y,cost],0);\nsolve minimize cost;\n";
    let problem = read(text);
    assert!(!problem.is_bounded() && problem.is_optimum_bounded(), "{:?}", problem.notes);
    let problem = read(&text.replace("minimize", "maximize"));
    assert!(!problem.is_optimum_bounded(), "{:?}", problem.notes);
    // The cost is as great as is tried, but x may be greater.
    let problem = read(&text.replace("[5,3,-1],[x,y,cost]", "[3,-1],[y,cost]"));
    assert!(!problem.is_optimum_bounded(), "{:?}", problem.notes);
    assert_eq!(of("satisfy"), (false, false));
}

#[test]
fn many_invented_bounds_are_one_note() {
    let text = (0..239).map(|at| format!("var int: x{at} :: output_var;\n")).collect::<Vec<_>>().concat();
    let problem = read(&format!("{text}constraint int_le(5,x3);\nsolve satisfy;\n"));
    assert_eq!(
        problem.notes,
        [
            "x0, x1, x2 and 236 more have no bounds: only values from -500000000 to 500000000 are tried, or fewer"
        ]
    );
}

/// An instance of the MiniZinc Challenge of 2025 that gives 239 variables no bounds: all of them follow.
#[test]
fn an_instance_without_bounds() {
    let path = root().join("../shared/fzn/edge/work-task-variation-seed-8.fzn");
    let Ok(text) = fs::read_to_string(path) else { return };
    let problem = read(&text);
    assert!(problem.is_bounded(), "{:?}", problem.notes);
}

/// A constraint of `a` and `b`, which have bounds, of `x`, `y` and `z`, which have none, and of a Boolean.
fn constraint(random: &mut Random) -> String {
    const INTS: [&str; 7] = ["a", "b", "x", "y", "z", "x", "y"];
    let one = |of: &mut Random| match of.below(6) {
        0 => between(-4, 6, of).to_string(),
        _ => one_of(&INTS, of).to_owned(),
    };
    let [p, q, r] = [(); 3].map(|()| one(random));
    let (c, d, e) = (between(-3, 3, random), between(-3, 3, random), between(-6, 6, random));
    let truth = one_of(&["true", "false", "t", "u", "t", "u"], random);
    let plain = one_of(&["int_eq", "int_le", "int_lt", "int_ne"], random);
    let linear = one_of(&["int_lin_eq", "int_lin_le", "int_lin_ne"], random);
    let half = one_of(&["_reif", "_imp"], random);
    match random.below(33) {
        0..=2 => format!("{plain}({p},{q})"),
        3 | 4 => format!("{plain}{half}({p},{q},{truth})"),
        5..=7 => format!("{linear}([{c},{d}],[{p},{q}],{e})"),
        8 => format!("{linear}([{c},{d},1],[{p},{q},{r}],{e})"),
        9 | 10 => format!("{linear}{half}([{c},{d}],[{p},{q}],{e},{truth})"),
        11 | 12 => format!("int_times({p},{q},{r})"),
        13 => format!("int_plus({p},{q},{r})"),
        14 => format!("int_div({p},{q},{r})"),
        15 => format!("int_mod({p},{q},{r})"),
        16 => format!("int_abs({p},{q})"),
        17 => format!("int_pow({p},{},{q})", e.abs() % 4),
        18 => format!("int_min({p},{q},{r})"),
        19 => format!("array_int_maximum({p},[{q},{r},{c}])"),
        20 => format!("array_var_int_element({p},[{q},{r},{c},{d}],{q})"),
        21 => format!("residua_int_element({p},{c},[{d},{q},{e}],{r})"),
        22 => format!("set_in({p},{}..{})", c.min(d), c.max(d) + 2),
        23 => format!("bool2int(t,{})", one_of(&["a", "x", "y"], random)),
        24 => format!("fzn_if_then_else_var_int([t,true],[{p},{q}],{r})"),
        25 => format!(
            "fzn_{}([{p},{q}],{r},{c})",
            one_of(&["count_eq", "count_geq", "count_leq", "count_lt"], random)
        ),
        26 => format!(
            "fzn_{}([{p},{q},{r}])",
            one_of(&["increasing_int", "all_equal_int", "decreasing_int"], random)
        ),
        27 | 28 => {
            format!(
                "bool_clause([{}],[{}])",
                one_of(&["t", "u", "t,u", ""], random),
                one_of(&["t", "u", ""], random)
            )
        }
        29 => {
            format!(
                "array_bool_{}([t,u],{})",
                one_of(&["and", "or"], random),
                one_of(&["true", "false", "t"], random)
            )
        }
        30 => format!("fzn_table_int([{p},{q}],[{c},{d},{e},{c},{d},{e}])"),
        31 => format!("fzn_sort([{p},{q}],[{r},{c}])"),
        _ => format!("int_pow({p},{q},{r})"),
    }
}

/// No bound that comes from constraints excludes a solution: those within wide bounds are all there, and nothing else is.
#[test]
fn no_solution_is_excluded() {
    const WIDE: i64 = 12;
    const LIMIT: usize = 4_000;
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(200);
    let (mut of_bounded, mut in_all) = (0, 0);
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let body = (0..=random.below(5)).map(|_| format!("constraint {};\n", constraint(&mut random)));
        let body = body.collect::<Vec<_>>().concat();
        let text = |kind: &str| {
            let vars: String =
                ["x", "y", "z"].map(|name| format!("var {kind}: {name} :: output_var;\n")).concat();
            format!(
                "var -3..3: a :: output_var;\nvar 0..4: b :: output_var;\nvar bool: t :: output_var;\nvar bool: u :: output_var;\n{vars}{body}solve satisfy;\n"
            )
        };
        let (given, problem) = (read(&text(&format!("-{WIDE}..{WIDE}"))), read(&text("int")));
        let ends =
            |name: &str| problem.model.domain(problem.model.var_named(name).expect("a variable")).clone();
        let ends = ["x", "y", "z"].map(ends);
        let mut expected = Vec::new();
        for solution in given.model.solutions().take(LIMIT) {
            let values =
                ["x", "y", "z"].map(|name| solution[given.model.var_named(name).expect("a variable")]);
            let is_inside = ends.iter().zip(values).all(|(domain, value)| domain.contains(value));
            assert!(is_inside, "seed {seed}: {values:?} is not within {ends:?}\n{body}");
            let mut printed = String::new();
            given.print(&solution, &mut printed);
            expected.push(printed);
            in_all += 1;
        }
        let size = ends.iter().map(Domain::size).fold(1, u64::saturating_mul);
        if !problem.is_bounded() || size > 50_000 || expected.len() == LIMIT {
            continue;
        }
        let mut found = Vec::new();
        for solution in problem.model.solutions() {
            let is_within = |name: &&str| {
                let value = solution[problem.model.var_named(name).expect("a variable")];
                i64::from(value).abs() <= WIDE
            };
            if ["x", "y", "z"].iter().all(is_within) {
                let mut printed = String::new();
                problem.print(&solution, &mut printed);
                found.push(printed);
            }
        }
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "seed {seed}\n{body}");
        of_bounded += 1;
    }
    assert!(
        of_bounded * 5 > cases && in_all > cases,
        "{of_bounded} of {cases} were bounded, {in_all} solutions"
    );
}
