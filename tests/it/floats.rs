//! Promise: floating-point numbers that integers determine are computed with exactly: solutions, printed values and optima are those that
//! brute force finds, and what cannot be exact is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use proptest::prelude::*;
use proptest::sample::select;
use residua_flatzinc::{Objective, Problem};

use crate::catalogue::cases;

/// Values of integers that determine all else.
const INTS: usize = 3;

/// How a floating-point variable follows from those before it, by their numbers; the first are the integers themselves.
#[derive(Clone, Debug)]
enum Definition {
    Sum(Vec<(i32, usize)>, i32),
    Maximum(Vec<usize>),
    Entry(usize, Vec<i32>),
    Product(usize, usize),
    Quotient(usize, i32),
}

/// What is asked of the variables: relation, factors in hundredths, total; and of which integer it decides the lowest bit, if it does.
#[derive(Clone, Debug)]
struct Condition {
    relation: &'static str,
    terms: Vec<(i32, usize)>,
    total: i32,
    decides: Option<usize>,
}

#[derive(Clone, Debug)]
struct Case {
    definitions: Vec<Definition>,
    conditions: Vec<Condition>,
    objective: usize,
    is_backward: bool,
    /// Whether the variables have the bounds that follow, with what rounding takes from them.
    is_bounded: bool,
}

/// Hundredths, as they are written in a file.
fn hundredths(number: i32) -> String {
    format!("{:?}", f64::from(number) / 100.0)
}

fn name(var: usize) -> String {
    format!("f{var}")
}

/// Only the first floating-point variables are multiplied, so that no value gets too long.
fn definition() -> impl Strategy<Value = Definition> {
    let term = (select(vec![-300, -150, -100, -25, 1, 5, 10, 50, 100, 250]), 0..6_usize);
    prop_oneof![
        3 => (prop::collection::vec(term, 1..4), -500..500_i32).prop_map(|(terms, total)| Definition::Sum(terms, total)),
        1 => prop::collection::vec(0..6_usize, 1..4).prop_map(Definition::Maximum),
        1 => (0..INTS, prop::collection::vec(-300..300_i32, 3)).prop_map(|(index, list)| Definition::Entry(index, list)),
        1 => (0..INTS, 0..INTS).prop_map(|(a, b)| Definition::Product(a, b)),
        1 => (0..INTS, select(vec![3, -4, 7])).prop_map(|(a, divisor)| Definition::Quotient(a, divisor)),
    ]
}

fn case() -> impl Strategy<Value = Case> {
    let term = (select(vec![-300, -100, -25, 5, 50, 100]), 0..7_usize);
    let relation = select(vec!["eq", "ne", "le", "lt"]);
    let condition =
        (relation, prop::collection::vec(term, 1..4), -20..20_i32, prop::option::weighted(0.4, 0..INTS))
            .prop_map(|(relation, terms, total, decides)| Condition {
                relation,
                terms,
                total: total * 25,
                decides,
            });
    (
        prop::collection::vec(definition(), 4),
        prop::collection::vec(condition, 0..3),
        0..7_usize,
        any::<[bool; 2]>(),
    )
        .prop_map(|(definitions, conditions, objective, [is_backward, is_bounded])| Case {
            definitions,
            conditions,
            objective,
            is_backward,
            is_bounded,
        })
}

/// The integers with that number.
fn integers(number: i32) -> [i32; INTS] {
    [number / 9 + 1, number / 3 % 3 + 1, number % 3 + 1]
}

impl Case {
    /// The values of all floating-point variables.
    fn values(&self, ints: &[i32]) -> Vec<f64> {
        let mut values: Vec<f64> = ints.iter().map(|&int| f64::from(int)).collect();
        for definition in &self.definitions {
            let at = |var: usize| values[var % values.len()];
            let value = match definition {
                Definition::Sum(terms, total) => {
                    terms.iter().map(|&(factor, var)| f64::from(factor) / 100.0 * at(var)).sum::<f64>()
                        + f64::from(*total) / 100.0
                }
                Definition::Maximum(vars) => vars.iter().map(|&var| at(var)).fold(f64::MIN, f64::max),
                Definition::Entry(index, list) => f64::from(list[ints[*index] as usize - 1]) / 100.0,
                Definition::Product(a, b) => at(*a) * at(*b),
                Definition::Quotient(a, divisor) => at(*a) / f64::from(*divisor),
            };
            values.push(value);
        }
        values
    }

    /// From the least value of a variable to its greatest, both a little nearer to 0.
    fn bounds(&self, var: usize) -> String {
        let all = (0..27).map(|number| self.values(&integers(number))[var]);
        let (low, high) =
            all.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let [low, high] = [low, high].map(|end| end * (1.0 - 3e-16));
        format!("{:?}..{:?}", low.min(high), low.max(high))
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for int in 0..INTS {
            let _ = writeln!(text, "var 1..3: x{int} :: output_var;\nvar 1.0..3.0: f{int} :: output_var;");
        }
        let mut lines: Vec<String> =
            (0..INTS).map(|int| format!("int2float(x{int},f{int}) :: defines_var(f{int})")).collect();
        for (own, definition) in (INTS..).zip(&self.definitions) {
            let kind = if self.is_bounded { self.bounds(own) } else { "float".to_owned() };
            let _ = writeln!(text, "var {kind}: {} :: output_var;", name(own));
            let at = |var: usize| name(var % own);
            lines.push(match definition {
                Definition::Sum(terms, total) => {
                    let factors: Vec<String> = terms.iter().map(|term| hundredths(term.0)).collect();
                    let vars: Vec<String> = terms.iter().map(|term| at(term.1)).collect();
                    format!(
                        "float_lin_eq([{},-1.0],[{},{}],{})",
                        factors.join(","),
                        vars.join(","),
                        name(own),
                        hundredths(-total)
                    )
                }
                Definition::Maximum(vars) => {
                    let vars: Vec<String> = vars.iter().map(|&var| at(var)).collect();
                    format!("array_float_maximum({},[{}])", name(own), vars.join(","))
                }
                Definition::Entry(index, list) => {
                    let list: Vec<String> = list.iter().map(|&number| hundredths(number)).collect();
                    format!("array_float_element(x{index},[{}],{})", list.join(","), name(own))
                }
                Definition::Product(a, b) => format!("float_times({},{},{})", at(*a), at(*b), name(own)),
                Definition::Quotient(a, divisor) => {
                    format!("float_div({},{divisor}.0,{})", at(*a), name(own))
                }
            });
        }
        for (at, condition) in self.conditions.iter().enumerate() {
            let factors: Vec<String> = condition.terms.iter().map(|term| hundredths(term.0)).collect();
            let vars: Vec<String> = condition.terms.iter().map(|term| name(term.1)).collect();
            let (factors, vars) = (factors.join(","), vars.join(","));
            let arguments = format!("[{factors}],[{vars}],{}", hundredths(condition.total));
            let relation = condition.relation;
            let line = match condition.decides {
                None => format!("float_lin_{relation}({arguments})"),
                Some(int) => {
                    let _ = writeln!(text, "var bool: b{at};");
                    lines.push(format!("int_eq_reif(x{int},2,b{at})"));
                    format!("float_lin_{relation}_reif({arguments},b{at})")
                }
            };
            lines.push(line);
        }
        if self.is_backward {
            lines.reverse();
        }
        for line in lines {
            let _ = writeln!(text, "constraint {line};");
        }
        let _ = writeln!(text, "solve minimize {};", name(self.objective));
        text
    }

    fn holds(&self, ints: &[i32], values: &[f64]) -> bool {
        self.conditions.iter().all(|condition| {
            let terms = condition.terms.iter();
            let sum: f64 = terms.map(|&(factor, var)| f64::from(factor) / 100.0 * values[var]).sum();
            let difference = sum - f64::from(condition.total) / 100.0;
            // All are multiples of a part that is much greater than the error of a few additions.
            let is_equal = difference.abs() < 1e-7;
            let holds = match condition.relation {
                "eq" => is_equal,
                "ne" => !is_equal,
                "le" => is_equal || difference < 0.0,
                _ => !is_equal && difference < 0.0,
            };
            condition.decides.is_none_or(|int| (ints[int] == 2) == holds)
                && (condition.decides.is_some() || holds)
        })
    }
}

/// What is printed of a solution, by name.
fn read(printed: &str) -> BTreeMap<&str, f64> {
    let lines = printed.lines().filter_map(|line| line.strip_suffix(';')?.split_once(" = "));
    lines.map(|(name, value)| (name, value.parse().expect("a number"))).collect()
}

fn check(case: &Case) {
    let text = case.text();
    let has = |kind: fn(&Definition) -> bool| case.definitions.iter().any(kind);
    let is_mixed = has(|definition| matches!(definition, Definition::Product(..)))
        && has(|definition| matches!(definition, Definition::Maximum(_)));
    let problem = match Problem::read(&text) {
        // The greatest of a number and its square may have no part in which both count.
        Err(error) if is_mixed && error.to_string().contains("not a multiple of a known part") => return,
        read => read.unwrap_or_else(|error| panic!("{error}\n{text}")),
    };
    let mut expected: BTreeMap<Vec<i32>, Vec<f64>> = BTreeMap::new();
    for number in 0..27 {
        let ints = integers(number);
        let values = case.values(&ints);
        if case.holds(&ints, &values) {
            let _ = expected.insert(ints.to_vec(), values);
        }
    }
    let mut found = BTreeSet::new();
    for solution in problem.search(false).solutions() {
        let mut printed = String::new();
        problem.print(&solution, &mut printed);
        let shown = read(&printed);
        let ints: Vec<i32> = (0..INTS).map(|int| shown[&*format!("x{int}")] as i32).collect();
        let values = expected.get(&ints).unwrap_or_else(|| panic!("{ints:?} is no solution\n{text}"));
        for (var, value) in values.iter().enumerate() {
            assert!(
                (shown[&*name(var)] - value).abs() < 1e-9,
                "{} in {printed}, not {value}\n{text}",
                name(var)
            );
        }
        assert!(printed.contains("f0 = ") && printed.contains(".0;"), "a decimal point: {printed}");
        assert!(found.insert(ints), "found twice\n{text}");
    }
    assert_eq!(found.len(), expected.len(), "{text}");
    let Objective::Minimize(objective) = &problem.objective else { panic!("it is minimised") };
    let best = problem.search(false).minimize(objective.clone()).expect("the problem's own").last();
    let least = expected.values().map(|values| values[case.objective]).fold(f64::INFINITY, f64::min);
    match best {
        Some((value, _)) => {
            let shown: f64 = problem.show_objective(value).parse().expect("a number");
            assert!((shown - least).abs() < 1e-9, "{shown}, not {least}\n{text}");
        }
        None => assert!(expected.is_empty(), "{text}"),
    }
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn definitions_of_any_kind(case in case()) {
        check(&case);
    }
}

/// A number as MiniZinc writes it: 16 digits, the rest cut off.
fn cut(number: f64) -> String {
    let (digits, exponent) = (format!("{number:.20e}"), 18 - usize::from(number >= 0.0));
    let (mantissa, power) = digits.split_once('e').expect("it has an exponent");
    format!("{}e{power}", &mantissa[..exponent])
}

/// Costs by fractions, `(3·x + y)/7 + z/31`: the compiler multiplies and adds what it has cut off, also for the bounds.
fn fractions() -> impl Strategy<Value = Vec<(i32, i32)>> {
    let below = prop_oneof![3 => 2..100_i32, 1 => select(vec![365, 999, 1440, 3600, 8760])];
    prop::collection::vec((-12..=12_i32, below), 1..=INTS)
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn no_end_of_a_cost_by_fractions_is_lost(terms in fractions()) {
        let factor = |&(above, below): &(i32, i32)| {
            let part: f64 = cut(1.0 / f64::from(below)).parse().expect("a number");
            f64::from(above) * part
        };
        let factors: Vec<f64> = terms.iter().map(factor).collect();
        let ends = |at: usize| factors.iter().map(move |&factor| if (factor > 0.0) == (at == 1) { 3.0 * factor } else { factor });
        let [low, high] = [0, 1].map(|at| cut(ends(at).sum::<f64>()));
        let mut text = String::new();
        for int in 0..terms.len() {
            let _ = writeln!(text, "var 1..3: x{int} :: output_var;\nvar 1.0..3.0: f{int};");
        }
        let _ = writeln!(text, "var {low}..{high}: cost :: output_var;");
        for int in 0..terms.len() {
            let _ = writeln!(text, "constraint int2float(x{int},f{int});");
        }
        let written: Vec<String> = factors.iter().map(|&factor| cut(factor)).collect();
        let vars: Vec<String> = (0..terms.len()).map(|int| format!("f{int}")).collect();
        let _ = writeln!(text, "constraint float_lin_eq([{},-1.0],[{},cost],0.0);", written.join(","), vars.join(","));
        let _ = writeln!(text, "solve satisfy;");
        let problem = Problem::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        prop_assert_eq!(problem.search(false).solutions().count(), 3_usize.pow(terms.len() as u32), "{}", text);
    }
}

/// What a compiler writes after it has subtracted nearly equal numbers.
#[test]
fn what_rounding_took_is_given_back() {
    let cases = [
        (
            "var 2..3: y :: output_var;\nvar 2.0..3.0: f;\nvar 0.2857142857142857..0.4285714285714285: d :: output_var;\n\
             constraint int2float(y,f);\nconstraint float_lin_eq([0.1428571428571428,-1.0],[f,d],0.0);\nsolve maximize d;",
            "y = 3;\nd = 0.42857142857142855;\n----------\n",
        ),
        (
            "var 1..4: z :: output_var;\nvar 1.0..4.0: f;\nvar -1.71..0.08999999999999986: d :: output_var;\n\
             constraint int2float(z,f);\nconstraint float_lin_eq([0.6,-1.0],[f,d],2.31);\nsolve maximize d;",
            "z = 4;\nd = 0.09;\n----------\n",
        ),
        (
            "var 3..3: x;\nvar float: f;\nvar float: d :: output_var;\nconstraint int2float(x,f);\n\
             constraint float_div(f,1099511627776.0,d);\nsolve maximize d;",
            "d = 2.7284841053187847e-12;\n----------\n",
        ),
    ];
    for (text, expected) in cases {
        let problem = Problem::read(text).expect("it is read");
        let Objective::Maximize(objective) = &problem.objective else { panic!("it is maximised") };
        let (_, best) =
            problem.search(false).maximize(objective.clone()).expect("small").last().expect("one");
        let mut printed = String::new();
        problem.print(&best, &mut printed);
        assert_eq!(printed, expected, "{text}");
    }
}

/// What no integers determine, or is too long for integers.
#[test]
fn what_cannot_be_exact_is_refused() {
    let cases = [
        (
            "var float: y;\nsolve satisfy;",
            "1:1: y is a floating-point number, and not a multiple of a known part",
        ),
        (
            "var 1..3: x;\nvar float: y;\nvar float: z;\nconstraint int2float(x,y);\nconstraint float_sin(y,z);\nsolve satisfy;",
            "5:12: what float_sin says of floating-point numbers cannot be said of integers",
        ),
        (
            "var 1..3: x;\nvar float: y;\nvar float: z;\nconstraint int2float(x,y);\nconstraint float_le_reif(z,y,true);\nsolve satisfy;",
            "3:1: z is a floating-point number",
        ),
        (
            "var 1..3: x;\nvar float: y;\nvar float: z;\nconstraint int2float(x,y);\nconstraint float_lin_eq([1e-14,-1.0],[y,z],1e-16);\nsolve satisfy;",
            "3:1: z is a floating-point number",
        ),
        ("constraint float_lin_eq();\nsolve satisfy;", "1:12: what float_lin_eq says"),
        (
            "array [1..1] of var float: a = [a[1]];\nvar float: f = a[1];\nsolve minimize f;",
            "1:1: a is an array of floating-point numbers",
        ),
        (
            "float: c = d;\nfloat: d = c;\nvar float: f = d;\nsolve minimize f;",
            "3:1: f is a floating-point number",
        ),
        (
            "var 0..3: x;\nvar float: f;\nconstraint int2float(x,f);\nconstraint float_lt(f,-9223372036854775808);\nsolve satisfy;",
            "4:12: a number has too many digits",
        ),
    ];
    for (text, message) in cases {
        let error = Problem::read(text).expect_err("it is refused").to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// Types are lists of numbers, ends are no multiples, and arrays have constants.
#[test]
fn declarations_of_any_kind() {
    let text = "\
        array [1..2] of float: costs = [0.5,1.25];\n\
        float: limit = 1.3;\n\
        var {0.5,1.75}: a :: output_var;\n\
        var -0.3..0.9: b :: output_var;\n\
        var 0..3: x;\n\
        array [1..3] of var float: all :: output_array([1..3]) = [a,2.5,b];\n\
        constraint float_lin_eq(costs,[a,b],limit) :: domain;\n\
        solve satisfy;\n";
    // b = (1.3 - 0.5·a) / 1.25
    let problem = Problem::read(text).expect("it is read");
    let mut printed = String::new();
    for solution in problem.model.search().project(problem.shown()).solutions() {
        problem.print(&solution, &mut printed);
    }
    assert_eq!(
        printed,
        "a = 0.5;\nb = 0.84;\nall = [0.5,2.5,0.84];\n----------\na = 1.75;\nb = 0.34;\nall = [1.75,2.5,0.34];\n----------\n"
    );
    let names: Vec<String> = problem.terms().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["4*a", "50*b", "4*all[1]", "2*all[2]", "50*all[3]"]);
}
