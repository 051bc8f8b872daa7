//! Promise: a model that is written as JSON is read as the same model: names, texts, solutions, and the same JSON again.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::constraints::{
    At, Automaton, Connect, Constraint, Expr, MOST_NESTED, all_different, all_of, any_of, bin_packing_capa,
    circuit, cumulative, diffn, disjunctive, element, eq, exact_sum, global_cardinality, how_many,
    if_then_else, iff, inverse, knapsack, lex_less, lt, max_of, maximum, min_of, ne, not, nvalue, regular,
    sort, sum, table, times,
};

use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, Model};
use residua_encode::{from_json, json};
use std::error::Error;

use crate::catalogue::{Forms, Instance, cases, mixed, single};
use crate::oracle;
use crate::statement::{Kind, Own};
use residua::search::Random;

/// The same model by way of its text.
fn sent(model: &Model) -> Model {
    let text = json(model).unwrap_or_else(|error| panic!("{error}\n{model}"));
    let read = from_json(&text).unwrap_or_else(|error| panic!("{error}\n{model}\n{text}"));
    assert_eq!(json(&read).as_ref(), Ok(&text), "{model}");
    assert_eq!(read.to_string(), model.to_string(), "{text}");
    assert_eq!(read.domains(), model.domains(), "{text}");
    let names = |model: &Model| model.vars().map(|var| model.name(var)).collect::<Vec<_>>();
    assert_eq!(names(&read), names(model));
    for ((id, constraint), (_, other)) in model.constraints().zip(read.constraints()) {
        assert_eq!(read.given_name(id), model.given_name(id));
        assert_eq!(read.describe_constraint(id), model.describe_constraint(id));
        assert_eq!(other.name(), constraint.name(), "{text}");
        // Debug texts show all the parts, and variables by number; what a model of its own marks them with differs.
        assert_eq!(unmarked(&**other), unmarked(&**constraint), "{text}");
    }
    read
}

/// The constraint with all its parts, without the marks of its model, and without places in memory.
fn unmarked(constraint: &dyn Constraint) -> String {
    let mut shown = format!("{constraint:?}");
    for before in ["mark: ", "data: 0x"] {
        let pieces =
            shown.split(before).map(|piece| piece.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
        shown = pieces.collect::<Vec<_>>().join(before);
    }
    shown
}

/// The instance as a model, with some names, and some constraints as conditions.
fn model(instance: &Instance, random: &mut Random) -> Model {
    let mut model = Model::new();
    let add = |(number, values): (usize, &Vec<i32>)| match number % 3 {
        0 => model.int_var(values.clone()),
        1 => model.named_var("same", values.clone()),
        _ => model.named_var("a \"b\"\\\n\u{1}ä→😀", values.clone()),
    };
    let vars: Vec<IntVar> = instance.domains.iter().enumerate().map(add).collect();
    for (number, row) in instance.rows.iter().enumerate() {
        let constraint = row.over(&vars);
        let posted = match random.below(4) {
            0 => model.post_named(&format!("row {number}"), constraint),
            _ => model.post(constraint),
        };
        let _ = posted.expect("the values are small");
    }
    model
}

/// Whether each assignment is a solution of both, or of neither, and the search finds as many.
fn check_solutions(instance: &Instance, read: &Model, random: &mut Random) {
    const MOST: usize = 200;
    let count: usize = instance.domains.iter().map(Vec::len).product();
    let all = if count <= MOST {
        oracle::assignments(&instance.domains)
    } else {
        let mut any = |values: &Vec<i32>| values[random.below(values.len())];
        (0..MOST).map(|_| instance.domains.iter().map(&mut any).collect()).collect()
    };
    let holds = |assignment: &[i32]| read.constraints().all(|(_, one)| oracle::checks(&**one, assignment));
    for assignment in &all {
        assert_eq!(holds(assignment), instance.holds(assignment), "{read} at {assignment:?}");
    }
    if count <= MOST {
        let expected = all.iter().filter(|assignment| instance.holds(assignment)).count();
        assert_eq!(read.solutions().count(), expected, "{read}");
    }
}

proptest! {
    #![proptest_config(cases(7_000))]

    #[test]
    fn every_constraint_of_the_catalogue(instance in single(Forms::All), seed: u64) {
        let mut random = Random::new(seed);
        let model = model(&instance, &mut random);
        let read = sent(&model);
        prop_assert!(!json(&model).expect("it was just written").contains("\"stated\""));
        check_solutions(&instance, &read, &mut random);
        // What is left is made of constraints that only propagation makes.
        if let Some(left) = model.residual(Consistency::Domain) {
            let _ = sent(&left.model);
        }
    }
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn models_of_several(instance in mixed(), seed: u64) {
        let mut random = Random::new(seed);
        let read = sent(&model(&instance, &mut random));
        check_solutions(&instance, &read, &mut random);
    }

    /// As conditions: reified, implied, negated, counted, and one of several.
    #[test]
    fn constraints_in_constraints(instance in mixed(), seed: u64) {
        let mut random = Random::new(seed);
        let mut model = Model::new();
        let vars: Vec<IntVar> = instance.domains.iter().map(|values| model.int_var(values.clone())).collect();
        let b = model.named_var("b", 0..=1);
        for row in &instance.rows {
            let constraint = row.over(&vars);
            let posted = match random.below(7) {
                0 => model.post(constraint.reified_by(b.is(1))),
                1 => model.post(b.is(0).implies(constraint)),
                2 => model.post(not(constraint)),
                3 => model.post(any_of([constraint, b.eq(1).into_shared()])),
                4 => model.post(how_many([constraint, b.is(1).into_shared()]).eq(1)),
                5 => model.post(if_then_else(constraint, b, 1 - b).ge(1)),
                _ => model.post(iff(b.is(1), all_of([constraint]))),
            };
            let _ = posted.expect("the values are small");
        }
        let read = sent(&model);
        let mut domains = instance.domains.clone();
        domains.push(vec![0, 1]);
        if domains.iter().map(Vec::len).product::<usize>() <= 200 {
            for assignment in oracle::assignments(&domains) {
                let holds = |model: &Model| {
                    model.constraints().all(|(_, one)| oracle::checks(&**one, &assignment))
                };
                prop_assert_eq!(holds(&read), holds(&model));
            }
            prop_assert_eq!(read.solutions().count(), model.solutions().count());
        }
    }
}

/// A constraint of each of the kinds that users post, one model each.
fn kinds() -> Vec<(&'static str, Model)> {
    let mut model = Model::new();
    let x = model.int_vars("x", 4, 0..=3);
    let b = model.int_vars("b", 4, 0..=1);
    let n = model.named_var("n", 0..=20);
    let [a, c, d, e] = [x[0], x[1], x[2], x[3]];
    let tasks = || cumulative(&x, [1, 2, 1, 2], [1, 1, 2, 1], 3);
    let mut all = Vec::new();
    let mut post = |what, constraint: &dyn Fn(&mut Model)| {
        let mut model = model.clone();
        constraint(&mut model);
        all.push((what, model));
    };
    macro_rules! post {
        ($($what:literal: $constraint:expr;)*) => {
            $(post($what, &|model| {
                let _ = model.post($constraint).expect($what);
            });)*
        };
    }
    post! {
        "a+b=c": (a + c).eq(d);
        "2a+b=c*d": (2 * a + c).eq(d * e);
        "a*c=n": (a * c).eq(n);
        "|a-c|+d<=e": ((a - c).abs() + d).le(e);
        "max - min": (max_of(&x) - min_of(&x)).le(2);
        "if": if_then_else(a.lt(c), d, e).eq(2);
        "at": x.at(a).gt(c);
        "how_many": how_many([a.lt(c), d.eq(e)]).eq(1);
        "implies": a.lt(c).implies(d.eq(e));
        "implies nonlinear": a.lt(c).implies((d * e).eq(n));
        "times": times(a, c, n);
        "all_different": all_different(&x);
        "cumulative": tasks();
        "disjunctive": disjunctive(&x, [1, 2, 1, 2]);
        "circuit": circuit(&x);
        "regular": regular(&x, Automaton::from_pattern("0*1*(2|3)*", 0..=3));
        "bin_packing": bin_packing_capa(&b, [1, 2, 3, 4], [5, 6]);
        "gcc": global_cardinality(&x, [1, 2], [n, a]);
        "table": table([a, c], [[1, 2], [2, 3]]);
        "nvalue": nvalue(&x, n);
        "element": element(a, [3, 1, 4, 2], n);
        "inverse": inverse(&x, &x);
        "lex": lex_less(&x, &b);
        "knapsack": knapsack([1, 2, 3, 4], [1, 2, 3, 4], &b, n, n);
        "diffn": diffn(&x, &b, [1, 1, 1, 1], [1, 1, 1, 1]);
        "sort": sort(&x, &x);
        "maximum": maximum(&x, n);
        "reified all_different": all_different(&x).reified_by(b[0].is(1));
        "reified cumulative": tasks().reified_by(b[0].is(1));
    }
    all
}

#[test]
fn the_29_kinds() {
    let all = kinds();
    assert_eq!(all.len(), 29);
    for (what, model) in &all {
        let read = sent(model);
        assert_eq!(read.solutions().count(), model.solutions().count(), "{what}");
    }
}

/// Equalities are written apart from the other constraints, and keep their names and places.
#[test]
fn aliases() {
    let mut model = Model::new();
    let x = model.int_vars("x", 4, 0..=9);
    let _ = model.post_named("first", lt(x[0], x[1])).expect("small");
    let _ = model.post_named("same", eq(x[1], x[2])).expect("small");
    let _ = model.post(exact_sum(&x, 12)).expect("small");
    let _ = model.post(eq(x[3] * -1, x[0] * -1 - 2)).expect("small");
    let _ = model.post_named("last", ne(x[0], x[3])).expect("small");
    let text = json(&model).expect("it has statements");
    assert!(text.contains(r#""variable":1,"is":2,"plus":0,"number":1,"name":"same","text":"x[1] = x[2]""#));
    let read = sent(&model);
    let names: Vec<String> = read.constraints().map(|(id, _)| read.constraint_name(id)).collect();
    assert_eq!(names, ["first", "same", "c2", "c3", "last"]);
}

/// Domains of every form, and numbers at the ends of what fits.
/// The names of values come along.
#[test]
fn names_of_values() {
    let mut model = Model::new();
    let [shift, day] = ["shift", "day"].map(|name| model.named_var(name, 1..=3));
    model.name_values(shift, 1, ["early", "la\"te", "none"]);
    let read = sent(&model);
    assert_eq!(read.name_atom(read.vars().next().expect("two").is(2)), "shift = la\"te");
    assert_eq!(read.name_value(read.vars().nth(1).expect("two"), 2), model.name_value(day, 2));
}

#[test]
fn numbers_at_their_ends() {
    let mut model = Model::new();
    for domain in [
        Domain::empty(),
        Domain::from(i32::MIN..=i32::MAX),
        Domain::from([i32::MIN, 0, i32::MAX]),
        (0..5000).map(|value| 2 * value).collect(),
    ] {
        let _ = model.int_var(domain);
    }
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, -2..=2));
    let _ = model
        .post(sum([x * 1_000_000_000, y * -1_000_000_000]).le(i64::from(i32::MAX) * 3))
        .expect("it fits");
    let _ = model.post(x.le(i64::MAX)).expect("it fits");
    let _ = model.post((x * y + (1_i64 << 60)).ge(y * y - (1_i64 << 60))).expect("it fits");
    let _ = sent(&model);
    let _ = sent(&Model::new());
}

/// Conditions and expressions as deep as they can be posted.
#[test]
fn as_deep_as_models_are() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=1));
    let levels = MOST_NESTED - 2;
    let expression = (0..levels).fold(Expr::from(x), |deep, _| (deep - 1).abs());
    let _ = model.post(expression.eq(0)).expect("it is not too deep");
    let counted = (0..levels / 2).fold(x.eq(1), |deep, _| how_many([deep, y.eq(1)]).eq(y * y));
    let _ = model.post(counted).expect("it is not too deep");
    let chosen = (0..levels / 2).fold(x.eq(1), |deep, _| if_then_else(deep, x, y).eq(y * y));
    let _ = model.post(chosen).expect("it is not too deep");
    let condition = (0..levels).fold(x.eq(1), |deep, level| match level % 2 {
        0 => any_of([deep, y.eq(1)]),
        _ => all_of([deep, x.ne(y)]),
    });
    let _ = model.post(condition).expect("it is not too deep");
    let reified = (0..levels).fold(x.eq(1), |deep, _| iff(deep, y.is(1)));
    let _ = model.post(reified).expect("it is not too deep");
    let _ = sent(&model);
}

/// Constraints from outside the crate are known by what they say; those that do not tell are refused.
#[test]
fn own_constraints() {
    for kind in Own::STATED {
        let mut model = Model::new();
        let views: Vec<_> = model.int_vars("x", 3, -2..=3).iter().map(|var| var.view()).collect();
        let own = Own { kind, views: views.clone() };
        let _ = model.post_named("mine", own.clone()).expect("small");
        let _ = model.post(any_of([own.clone().into_shared(), views[0].eq(3).into_shared()])).expect("small");
        let _ = model.post(own.reified_by(views[1].var.is(3))).expect("small");
        let text = json(&model).expect("it has a statement");
        let read = from_json(&text).expect("it was written so");
        assert_eq!((json(&read), read.to_string()), (Ok(text), model.to_string()));
        assert_eq!(read.solutions().count(), model.solutions().count(), "{model}");
        for assignment in oracle::assignments(&oracle::values(model.domains())) {
            let holds =
                |model: &Model| model.constraints().all(|(_, one)| oracle::checks(&**one, &assignment));
            assert_eq!(holds(&read), holds(&model), "{model} at {assignment:?}");
        }
        let left = read.residual(Consistency::Domain);
        let expected = model.residual(Consistency::Domain);
        let [left, expected] = [left, expected].map(|of| of.map_or(0, |left| left.model.solutions().count()));
        assert_eq!(left, expected, "{model}");
    }
    for kind in [Kind::Mute, Kind::Foreign] {
        for is_nested in [false, true] {
            let mut model = Model::new();
            let x = model.named_var("x", 0..=3);
            let own = Own { kind, views: vec![x.view()] };
            let id = if is_nested {
                model.post(any_of([own.into_shared(), x.eq(1).into_shared()]))
            } else {
                model.post(own)
            };
            model.name_constraint(id.expect("small"), "mine");
            let error = json(&model).expect_err("it does not tell");
            let shown = if is_nested { "own(x) ∨ x = 1" } else { "own(x)" };
            assert_eq!(
                error.to_string(),
                format!("mine, {shown}: it has no statement, so that it cannot be encoded")
            );
        }
    }
}

/// What other programs write: statements only, names and texts or none, members in any order, white space, escapes.
#[test]
fn of_other_programs() -> Result<(), Box<dyn Error>> {
    let text = "\u{feff} { \"constraints\" : [\n\
        {\"says\": {\"all_different\": [{\"plus\": 0, \"variable\": 0, \"factor\": 1}, {\"factor\": 1, \"variable\": 1, \"plus\": 0}]}},\n\
        {\"name\": \"c1\", \"says\": {\"linear\": {\"terms\": [{\"factor\": 2, \"variable\": 0}, {\"factor\": 2, \"variable\": 2}], \"relation\": \"<=\", \"constant\": 7}}},\n\
        {\"name\": \"\\u00e4\\ud83d\\ude00\\/\\n\", \"says\": {\"count\": {\"of\": [{\"member\": {\"view\": {\"factor\": 1, \"variable\": 2, \"plus\": 0}, \"values\": [[1, 2]]}}, {\"all\": []}, {\"any\": []}], \"relation\": \">=\", \"to\": 2}}}\n\
        ],\r\n\t\"aliases\": [{\"variable\": 1, \"is\": 2, \"plus\": -1}],\n\
        \"variables\": [{\"name\": \"x\", \"domain\": [[0, 3]]}, {\"domain\": [[0, 3], [4, 4]], \"name\": \"y\"}, {\"name\": \"x2\", \"domain\": []}]} \n";
    let model = from_json(text)?;
    assert_eq!(
        model.to_string(),
        "x in 0..3\ny in 0..4\nx2 in ∅\ny = x2 - 1\nall_different(x, y)\nx + x2 ≤ 3\ncount([x2 in 1 2, true, false]) ≥ 2\n"
    );
    let names: Vec<Option<&str>> = model.constraints().map(|(id, _)| model.given_name(id)).collect();
    assert_eq!(names, [None, None, Some("c1"), Some("ä😀/\n")]);
    Ok(())
}

/// What this file counts as the same differs where something differs.
#[test]
fn this_test_can_fail() {
    let mut runner = TestRunner::deterministic();
    let trees =
        (0..50).map(|_| single(Forms::Small).new_tree(&mut runner).expect("none are filtered").current());
    let shown: std::collections::BTreeSet<String> = trees
        .map(|instance| {
            let model = instance.model();
            model.constraints().map(|(_, one)| unmarked(&**one)).collect()
        })
        .collect();
    assert!(shown.len() > 40, "{shown:?}");
    assert!(shown.iter().all(|text| text.len() > 10));
    let mut model = Model::new();
    let x = model.int_vars("x", 2, 0..=1);
    let one: &dyn Constraint = &lt(x[0], x[1]).into_shared();
    let other: &dyn Constraint = &lt(x[1], x[0]).into_shared();
    assert_ne!(unmarked(one), unmarked(other));
}
