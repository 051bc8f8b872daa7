//! What `conflict` names of a model of MiniZinc has no solution, and has one without any of it, also where the compiler makes no constraint
//! of an item; what `inspect` and `why` name of it is enough for what they say: by brute force over the items.

use serde_json::Value;

use crate::outside;
use crate::program::{file, run, times_depth};
use residua::search::Random;

/// How many variables a model has, and their values: different ones, so that an equality leaves fewer of both.
const VARS: usize = 4;
const VALUES: [std::ops::RangeInclusive<i32>; VARS] = [0..=4, 1..=5, 0..=3, -1..=2];

const NAMES: [&str; VARS] = ["p", "q", "r", "s"];

/// Whether an item holds for the values of the variables.
type Holds = Box<dyn Fn(&[i32]) -> bool>;

/// An item.
struct Item {
    text: String,
    holds: Holds,
}

fn item(random: &mut Random) -> Item {
    let (x, y) = (random.below(VARS), random.below(VARS));
    let number = random.below(5) as i32;
    let (a, b) = (NAMES[x], NAMES[y]);
    let (text, holds): (String, Holds) = match random.below(11) {
        0 | 1 => (format!("{a} = {b}"), Box::new(move |of| of[x] == of[y])),
        2 => (format!("{a} + {number} = {b}"), Box::new(move |of| of[x] + number == of[y])),
        3 => (format!("{a} < {number}"), Box::new(move |of| of[x] < number)),
        4 => (format!("{a} >= {number}"), Box::new(move |of| of[x] >= number)),
        5 => (format!("{a} != {b}"), Box::new(move |of| of[x] != of[y])),
        6 => (format!("{a} + {b} < {number} + 2"), Box::new(move |of| of[x] + of[y] < number + 2)),
        7 => (format!("abs({a} - {b}) >= {number}"), Box::new(move |of| (of[x] - of[y]).abs() >= number)),
        8 => {
            let other = number + 2;
            let text = format!("{a} in {{{number}, {other}}}");
            (text, Box::new(move |of| of[x] == number || of[x] == other))
        }
        9 => {
            let text = format!("let {{ var -9..9: t = {a} + {number} }} in t != {b}");
            (text, Box::new(move |of| of[x] + number != of[y]))
        }
        _ => (format!("{a} < {b} \\/ {b} = {number}"), Box::new(move |of| of[x] < of[y] || of[y] == number)),
    };
    Item { text, holds }
}

/// A model of random items, and its text.
fn model(seed: u64) -> (Vec<Item>, String) {
    let mut random = Random::new(seed);
    let items: Vec<Item> = (0..6).map(|_| item(&mut random)).collect();
    let domains = NAMES.iter().zip(&VALUES);
    let declared = domains.map(|(name, values)| format!("var {}..{}: {name};", values.start(), values.end()));
    let mut text = declared.collect::<Vec<_>>().concat() + "\n";
    text.extend(items.iter().map(|item| ["constraint ", &item.text, ";\n"].concat()));
    text += "solve satisfy;\n";
    (items, text)
}

/// The solutions of items.
fn solutions(items: &[&Item]) -> Vec<[i32; VARS]> {
    let [p, q, r, s] = VALUES;
    let pairs = |one: std::ops::RangeInclusive<i32>, other: std::ops::RangeInclusive<i32>| -> Vec<[i32; 2]> {
        one.flat_map(|x| other.clone().map(move |y| [x, y])).collect()
    };
    let (first, second) = (pairs(p, q), pairs(r, s));
    let all = first.iter().flat_map(|&[p, q]| second.iter().map(move |&[r, s]| [p, q, r, s]));
    all.filter(|values| items.iter().all(|item| (item.holds)(values))).collect()
}

fn has_solution(items: &[&Item]) -> bool {
    !solutions(items).is_empty()
}

/// The lines of the model on which constraints stand, ascending; what comes from no item has none.
fn lines_of<'a>(constraints: impl Iterator<Item = &'a Value>) -> Vec<usize> {
    let line = |member: &Value| {
        let (_, line) = member["from"].as_str()?.rsplit_once(':')?;
        line.parse::<usize>().ok()
    };
    let mut lines: Vec<usize> = constraints.filter_map(line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

/// The items on these lines: they stand on the lines from the second on.
fn of<'a>(items: &'a [Item], lines: &[usize]) -> Vec<&'a Item> {
    lines.iter().map(|line| &items[line - 2]).collect()
}

fn array<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object[name].as_array().into_iter().flatten()
}

#[test]
fn what_is_named_clashes_and_none_of_it_can_be_left_out() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    let (mut found, mut seed) = (0, 0);
    while found < times_depth(12) {
        seed += 1;
        let (items, text) = model(seed);
        if has_solution(&items.iter().collect::<Vec<_>>()) {
            continue;
        }
        found += 1;
        let model = file("clash.mzn", &text);
        let all: &[&str] = if found % 2 == 0 { &[] } else { &["--all"] };
        // What is stopped need not be minimal.
        let arguments = [&["--json", "--time", "60", &model], all].concat();
        let out = run("conflict", &arguments, "").out;
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        assert!(array(&object, "conflicts").count() > 0 && object["minimal"] == true, "{text}{out}");
        for conflict in array(&object, "conflicts") {
            let lines = lines_of(conflict.as_array().expect("members").iter());
            assert!(!has_solution(&of(&items, &lines)), "{lines:?} do not clash:\n{text}{out}");
            for &line in &lines {
                let fewer: Vec<usize> = lines.iter().copied().filter(|&other| other != line).collect();
                assert!(has_solution(&of(&items, &fewer)), "{fewer:?} clash:\n{text}{out}");
            }
        }
        // Without a correction there is a solution.
        if let Some(correction) = object["correction"].as_array() {
            let gone = lines_of(correction.iter());
            let left: Vec<usize> = (2..2 + items.len()).filter(|line| !gone.contains(line)).collect();
            assert!(has_solution(&of(&items, &left)), "without {gone:?} there is none:\n{text}{out}");
        }
        let out = run("inspect", &["--format", "json", &model], "").out;
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        let lines = lines_of(array(&object, "conflict"));
        assert!(!has_solution(&of(&items, &lines)), "{lines:?} do not clash:\n{text}{out}");
    }
}

#[test]
fn what_is_explained_follows_from_the_items_that_are_named() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    for seed in 1..=times_depth(12) as u64 {
        let (items, text) = model(seed);
        let model = file("because.mzn", &text);
        let out = run("why", &["--json", &model, "p", "q", "r", "s"], "").out;
        for line in out.lines() {
            let object: Value = serde_json::from_str(line).expect("it is an object");
            let constraints = array(&object, "lines").map(|line| &line["constraint"]);
            let lines = lines_of(constraints.chain(array(&object, "beside")));
            let found = solutions(&of(&items, &lines));
            let holds = |values: &[i32; VARS]| match object["question"].as_str() {
                Some(question) => is_so(question, values),
                None => true,
            };
            match object["answer"].as_str() {
                Some("none") => assert!(found.is_empty(), "{lines:?} do not clash:\n{text}{line}"),
                Some("always") => assert!(found.iter().all(holds), "of {lines:?}:\n{text}{line}"),
                Some("never") => assert!(!found.iter().any(holds), "of {lines:?}:\n{text}{line}"),
                _ => {}
            }
        }
    }
}

/// Whether `p ≠ 3` is so.
fn is_so(question: &str, values: &[i32; VARS]) -> bool {
    let [name, sign, number] = question.split(' ').collect::<Vec<_>>()[..] else { panic!("{question}") };
    let value = values[NAMES.iter().position(|known| *known == name).expect("a variable")];
    let number: i32 = number.parse().expect("a number");
    match sign {
        "=" => value == number,
        "≠" => value != number,
        "≤" => value <= number,
        "≥" => value >= number,
        _ => panic!("{question}"),
    }
}
