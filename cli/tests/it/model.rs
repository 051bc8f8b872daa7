//! Promise: the JSON object of a model, read as `docs/json.md` describes it, has the solutions of the model.

use residua::constraints::{Expr, all_different, eq, exact_sum, lt, ne};
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model};
use residua_encode::{from_json, json};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use crate::kinds::Kind;

fn int(value: &Value) -> i64 {
    value.as_i64().unwrap_or_else(|| panic!("an integer, not {value}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("an array, not {value}"))
}

fn values(ranges: &Value) -> Vec<i64> {
    list(ranges).iter().flat_map(|range| int(&range[0])..=int(&range[1])).collect()
}

/// The reader: whether a statement holds.
fn holds(says: &Value, at: &[i64]) -> bool {
    let variable = |term: &Value| at[int(&term["variable"]) as usize];
    let view = |view: &Value| int(&view["factor"]) * variable(view) + int(&view["plus"]);
    let (kind, value) = says.as_object().and_then(|object| object.iter().next()).expect("one member");
    match kind.as_str() {
        "linear" => {
            let sum: i64 =
                list(&value["terms"]).iter().map(|term| int(&term["factor"]) * variable(term)).sum();
            let constant = int(&value["constant"]);
            match value["relation"].as_str() {
                Some("=") => sum == constant,
                Some("!=") => sum != constant,
                Some("<=") => sum <= constant,
                other => panic!("{other:?} is no relation"),
            }
        }
        "all_different" => {
            let values: Vec<i64> = list(value).iter().map(view).collect();
            (0..values.len()).all(|i| !values[..i].contains(&values[i]))
        }
        "member" => {
            let at = view(&value["view"]);
            list(&value["values"]).iter().any(|range| (int(&range[0])..=int(&range[1])).contains(&at))
        }
        "function" => {
            let [x, y] = [0, 1].map(|at| view(&list(&value["arguments"])[at]));
            let is_equal = applied(value["name"].as_str(), x, y) == Some(view(&value["result"]));
            Value::Bool(is_equal) == value["holds"]
        }
        "all" => list(value).iter().all(|part| holds(part, at)),
        "any" => list(value).iter().any(|part| holds(part, at)),
        "count" => {
            let count = list(&value["of"]).iter().filter(|part| holds(part, at)).count() as i64;
            compares(
                value["relation"].as_str(),
                count,
                value["to"].as_i64().unwrap_or_else(|| view(&value["to"])),
            )
        }
        "weighted" => {
            let weighed = |part: &Value| if holds(&part["says"], at) { int(&part["weight"]) } else { 0 };
            let sum = list(&value["of"]).iter().map(weighed).sum();
            compares(
                value["relation"].as_str(),
                sum,
                value["to"].as_i64().unwrap_or_else(|| view(&value["to"])),
            )
        }
        "circuit" => {
            let nodes = list(&value["nodes"]);
            let next: Vec<i64> = nodes.iter().map(|node| view(&node["successor"])).collect();
            let labels: Vec<i64> = nodes.iter().map(|node| int(&node["label"])).collect();
            let is_visited =
                |i: &usize| nodes[*i]["optional"] == Value::Bool(false) || next[*i] != labels[*i];
            let visited: Vec<usize> = (0..nodes.len()).filter(is_visited).collect();
            let mut reached = Vec::new();
            let mut place = visited.first().copied();
            while let Some(at) = place.filter(|at| !reached.contains(at)) {
                reached.push(at);
                place = labels.iter().position(|label| *label == next[at]);
            }
            let is_permutation = labels.iter().all(|label| next.contains(label));
            Value::Bool(is_permutation && visited.iter().all(|at| reached.contains(at))) == value["holds"]
        }
        other => panic!("{other} is no statement"),
    }
}

fn compares(relation: Option<&str>, left: i64, right: i64) -> bool {
    match relation {
        Some("=") => left == right,
        Some("!=") => left != right,
        Some("<") => left < right,
        Some("<=") => left <= right,
        Some(">") => left > right,
        Some(">=") => left >= right,
        other => panic!("{other:?} is no relation"),
    }
}

/// The value of a function, in numbers of few digits.
fn applied(name: Option<&str>, x: i64, y: i64) -> Option<i64> {
    match name {
        Some("times") => Some(x * y),
        Some("div") => x.checked_div(y),
        Some("modulo") => x.checked_rem(y),
        Some("div_floor") => (y != 0).then(|| (x as f64 / y as f64).floor() as i64),
        Some("mod_floor") => (y != 0).then(|| x - y * (x as f64 / y as f64).floor() as i64),
        Some("pow") if y >= 0 => Some((0..y).map(|_| x).product()),
        Some("pow") => (x.abs() == 1).then_some(if y % 2 == 0 { 1 } else { x }),
        other => panic!("{other:?} is no function"),
    }
}

/// All solutions, from the object alone.
fn solutions(object: &Value) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for variable in list(&object["variables"]) {
        let longer = |head: Vec<i64>| {
            values(&variable["domain"])
                .into_iter()
                .map(move |v| [head.clone(), vec![v]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    let is_alias = |alias: &Value, at: &[i64]| {
        at[int(&alias["variable"]) as usize] == at[int(&alias["is"]) as usize] + int(&alias["plus"])
    };
    all.retain(|at| list(&object["aliases"]).iter().all(|alias| is_alias(alias, at)));
    all.retain(|at| list(&object["constraints"]).iter().all(|constraint| holds(&constraint["says"], at)));
    all
}

/// Compares what is posted with its description: each member is named there. Adds the types of the constraints, without those inside
/// others, to `kinds`.
fn check_posted(object: &Value, kinds: &mut BTreeSet<String>) {
    let described = described();
    for constraint in list(&object["constraints"]).iter().chain(list(&object["aliases"])) {
        let posted = constraint["posted"].as_object().and_then(|posted| posted.iter().next());
        let (kind, value) = posted.expect("all of the catalogue is posted");
        let members = described.get(kind).unwrap_or_else(|| panic!("{kind} is not described"));
        for member in value.as_object().expect("an object").keys() {
            assert!(members.contains(member), "{member} of {kind} is not described");
        }
        kinds.insert(kind.clone());
    }
}

/// The words in backticks of the table of constraints in `docs/json.md`: those of the second column, by those of the first.
fn described() -> BTreeMap<String, BTreeSet<String>> {
    let page = include_str!("../../../docs/json.md");
    let (_, table) = page.split_once("| Constraint | Members |\n").expect("the table");
    let rows = table.lines().skip(1).map_while(|line| line.strip_prefix("| "));
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let mut described = BTreeMap::new();
    for row in rows {
        let (kinds, members) = row.split_once(" | ").expect("two columns");
        described.extend(quoted(kinds).into_iter().map(|kind| (kind, quoted(members))));
    }
    described
}

fn check(model: &Model, kinds: &mut BTreeSet<String>) {
    let mut expected: Vec<Vec<i64>> =
        model.solutions().map(|s| s.values().iter().map(|&v| i64::from(v)).collect()).collect();
    expected.sort_unstable();
    let left = [Consistency::Value, Consistency::Domain].map(|consistency| model.residual(consistency));
    let models = left.into_iter().flatten().map(|residual| residual.model).chain([model.clone()]);
    for model in models {
        let text = json(&model).expect("the catalogue can be encoded");
        let object: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(solutions(&object), expected, "{model}\n{text}");
        check_posted(&object, kinds);
    }
}

/// The same of constraints that are none of the [`Kind`]s.
fn check_others(kinds: &mut BTreeSet<String>) {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=3));
    let _ = model.post(exact_sum([x, y, z], 4).distinct()).expect("small");
    check(&model, kinds);
    let _ = model.post((x * y).le(z + 1)).expect("small");
    let _ = model.post(all_different([x + y, Expr::from(z)])).expect("small");
    let object = serde_json::from_str(&json(&model).expect("it can be written")).expect("it is JSON");
    check_posted(&object, kinds);
    // A part from outside the library; here there is none.
    kinds.insert("stated".to_owned());
}

#[test]
fn every_kind_of_constraint() {
    // Numbers that look random, and are the same on every machine.
    let mut state = 7_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut kinds = BTreeSet::new();
    for _ in 0..400 {
        let mut model = Model::new();
        let vars: Vec<IntVar> = (0..3)
            .map(|_| model.int_var((-2..=3).filter(|_| random(3) > 0).chain([4]).collect::<Vec<i32>>()))
            .collect();
        for number in 0..=random(3) {
            let mut view = || -> IntView {
                vars[random(3) as usize] * [1, 1, 1, -1, 2][random(5) as usize]
                    + [0, 0, 1, -2][random(4) as usize]
            };
            let views: Vec<IntView> = (0..3 + number % 2).map(|_| view()).collect();
            let kind = Kind::ALL[random(Kind::ALL.len() as u64) as usize];
            let _ = model.post(kind.example(&views)).expect("the values are small");
        }
        check(&model, &mut kinds);
    }
    check_others(&mut kinds);
    assert_eq!(kinds, described().into_keys().collect());
}

/// Names are strings of any kind, and the object is one line.
#[test]
fn names() {
    let odd = ["a\"b", "c\\d", "e\nf", "\u{1}", "ä→", ""];
    let mut model = Model::new();
    let vars = odd.map(|name| model.named_var(name, 0..=1));
    let id = model.post(ne(vars[0], vars[1])).expect("small");
    model.name_constraint(id, "\t\"");
    let text = json(&model).expect("it can be encoded");
    assert_eq!(text.lines().count(), 1);
    let object: Value = serde_json::from_str(&text).expect("it is JSON");
    let names: Vec<&str> =
        list(&object["variables"]).iter().filter_map(|variable| variable["name"].as_str()).collect();
    assert_eq!(names, odd);
    let constraint = &object["constraints"][0];
    assert_eq!(
        (constraint["name"].as_str(), constraint["text"].as_str()),
        (Some("\t\""), Some("a\"b ≠ c\\d"))
    );
}

#[test]
fn the_description_is_true() -> Result<(), Box<dyn Error>> {
    let mut model = Model::new();
    let x = model.named_var("x", [1, 2, 3, 5]);
    let [y, z] = [("y", 1..=5), ("z", 2..=6)].map(|(name, values)| model.named_var(name, values));
    model.post(eq(z, y + 1))?;
    model.post(lt(x, y))?;
    let examples =
        include_str!("../../../docs/json.md").lines().filter(|line| line.starts_with("{\"variables\""));
    assert_eq!(examples.collect::<Vec<_>>(), [json(&model)?]);
    assert_eq!(json(&from_json(&json(&model)?)?)?, json(&model)?);

    let mut model = Model::new();
    let x = model.int_vars("x", 4, 0..=3);
    model.post((2 * x[0] + x[1]).eq(x[2] * x[3]))?;
    assert_eq!(model.to_string().lines().last(), Some("2·x[0] + x[1] = times(x[2], x[3])"));
    let (text, page) = (json(&model)?, include_str!("../../../docs/json.md"));
    let example = page.lines().find(|line| line.starts_with("{\"formula\"")).ok_or("an example")?;
    assert!(text.ends_with(&format!("\"posted\":{example}}}]}}")), "{text}");
    Ok(())
}
