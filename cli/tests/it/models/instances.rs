//! Random models with locals, enumerations, arrays with values and conjunctions whose instances say the same: no answer has a name of the
//! compiler, and the instances that are named are enough for what is said of them, by brute force.

use std::fmt::Write;

use serde_json::Value;

use crate::outside;
use crate::program::{file, run, times_depth};
use residua::search::Random;

/// Values of `x[1]`, `x[2]`, `x[3]`, `p` and `c`.
type State = [i32; 5];

/// Whether an instance, by its values, or an item without instances holds.
type Holds = Box<dyn Fn(&State, &[i32]) -> bool>;

struct Item {
    text: String,
    /// By instance: the values of its variables; one without any for an item that has none.
    instances: Vec<Vec<i32>>,
    holds: Holds,
}

const MEMBERS: [&str; 3] = ["r", "g", "b"];

/// All states.
fn states() -> impl Iterator<Item = State> {
    let digits = (0..4 * 4 * 4 * 3 * 3)
        .map(|number| [number % 4, number / 4 % 4, number / 16 % 4, number / 64 % 3, number / 192]);
    digits.map(|digits| digits.map(|digit| digit + 1))
}

fn item(random: &mut Random, k: [i32; 4], lo: [i32; 4]) -> Item {
    let (u, v, number) = (random.below(3), random.below(3), random.below(5) as i32);
    let at = move |state: &State, i: i32| state[k[i as usize - 1] as usize - 1];
    let low = move |i: i32| lo[i as usize - 1];
    let four: Vec<Vec<i32>> = (1..=4).map(|i| vec![i]).collect();
    let one = vec![Vec::new()];
    let (a, b) = (u + 1, v + 1);
    let (text, instances, holds): (String, Vec<Vec<i32>>, Holds) = match random.below(10) {
        0 | 1 => (
            format!("forall(i in 1..4)(x[k[i]] + {number} >= lo[i] + 2)"),
            four,
            Box::new(move |state, of| at(state, of[0]) + number >= low(of[0]) + 2),
        ),
        2 => (
            format!("forall(i in 1..4)(x[k[i]] + x[{a}] <= lo[i] + {number})"),
            four,
            Box::new(move |state, of| at(state, of[0]) + state[u] <= low(of[0]) + number),
        ),
        3 | 4 => (format!("x[{a}] = x[{b}]"), one, Box::new(move |state, _| state[u] == state[v])),
        5 => (
            format!("let {{ var 1..4: t = x[{a}] }} in t + p < {number} + 3"),
            one,
            Box::new(move |state, _| state[u] + state[3] < number + 3),
        ),
        6 => (
            format!(
                "forall(i in 1..4)(let {{ var 0..9: t; constraint t = x[k[i]] * p }} in t > lo[i] + {number})"
            ),
            four,
            Box::new(move |state, of| (low(of[0]) + number + 1..=9).contains(&(at(state, of[0]) * state[3]))),
        ),
        7 => (
            format!("a[{}] + {number} < a[{}] + 4", u % 2 + 1, v % 2 + 1),
            one,
            Box::new(move |state, _| {
                let a = [state[0] + state[3], state[1]];
                a[u % 2] + number < a[v % 2] + 4
            }),
        ),
        8 => (
            format!("forall(n in C)(c != n \\/ p > {number} - 1)"),
            (1..=3).map(|n| vec![n]).collect(),
            Box::new(move |state, of| state[4] != of[0] || state[3] > number - 1),
        ),
        _ => (
            format!("forall(i, j in 1..3 where i < j)(x[i] + x[j] != {number} + 2)"),
            vec![vec![1, 2], vec![1, 3], vec![2, 3]],
            Box::new(move |state, of| state[of[0] as usize - 1] + state[of[1] as usize - 1] != number + 2),
        ),
    };
    Item { text, instances, holds }
}

/// A model of random items, which stand on the lines from the sixth on.
fn model(seed: u64) -> (Vec<Item>, String) {
    let mut random = Random::new(seed);
    let mut numbers = || [0; 4].map(|_| random.below(3) as i32 + 1);
    let (k, lo) = (numbers(), numbers());
    let items: Vec<Item> = (0..5).map(|_| item(&mut random, k, lo)).collect();
    let mut text = format!(
        "enum C = {{r, g, b}};\narray[1..3] of var 1..4: x; var 1..3: p; var C: c;\narray[1..4] of int: k = {k:?};\n\
         array[1..4] of int: lo = {lo:?};\narray[1..2] of var int: a = [x[1] + p, x[2]];\n"
    );
    for item in &items {
        let _ = writeln!(text, "constraint {};", item.text);
    }
    text += "solve satisfy;\n";
    (items, text)
}

/// What a constraint of an answer is: an item, and the values of the instance, if it has any; `None` for what comes from no item.
fn named(member: &Value) -> Option<(usize, Option<Vec<i32>>)> {
    let place = member["place"].as_str()?;
    let (_, place) = place.rsplit_once(':')?;
    let line: usize = place.split('.').next()?.parse().ok()?;
    let value = |text: &Value| {
        let (_, value) = text.as_str()?.split_once('=')?;
        let member = MEMBERS.iter().position(|member| *member == value).map(|at| at as i32 + 1);
        member.or_else(|| value.parse().ok())
    };
    let values = member["instance"].as_array().map(|values| values.iter().filter_map(value).collect());
    Some((line.checked_sub(6)?, values))
}

/// The states in which all these hold.
fn solutions(items: &[Item], of: &[(usize, Option<Vec<i32>>)]) -> Vec<State> {
    let holds = |state: &State, (at, values): &(usize, Option<Vec<i32>>)| {
        let item = &items[*at];
        match values {
            Some(values) => (item.holds)(state, values),
            None => item.instances.iter().all(|values| (item.holds)(state, values)),
        }
    };
    states().filter(|state| of.iter().all(|one| holds(state, one))).collect()
}

fn list<'a>(object: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    object[name].as_array().into_iter().flatten()
}

/// Whether `x[2] ≠ 3` is so.
fn is_so(question: &str, state: &State) -> bool {
    let [name, sign, number] = question.split(' ').collect::<Vec<_>>()[..] else { panic!("{question}") };
    let value = match name {
        "p" => state[3],
        "c" => state[4],
        "a[1]" => state[0] + state[3],
        "a[2]" | "x[2]" => state[1],
        "x[1]" => state[0],
        "x[3]" => state[2],
        _ => panic!("{question}"),
    };
    let member = MEMBERS.iter().position(|member| *member == number).map(|at| at as i32 + 1);
    let number = member.unwrap_or_else(|| number.parse().expect("a number"));
    match sign {
        "=" => value == number,
        "≠" => value != number,
        "≤" => value <= number,
        "≥" => value >= number,
        _ => panic!("{question}"),
    }
}

fn asked(command: &str, arguments: &[&str], text: &str) -> String {
    let finished = run(command, arguments, "");
    for said in [&finished.out, &finished.err] {
        assert!(
            !said.contains("X_INTRODUCED") && !said.contains("residua_"),
            "{command} {arguments:?}: {text}{said}"
        );
    }
    finished.out
}

#[test]
fn instances_that_are_named_are_those_that_are_needed() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    let (mut clashes, mut seed) = (0, 0);
    while clashes < times_depth(8) {
        seed += 1;
        let (items, text) = model(seed);
        let all: Vec<(usize, Option<Vec<i32>>)> = (0..items.len()).map(|at| (at, None)).collect();
        let has_solution = !solutions(&items, &all).is_empty();
        // Most of the random models have one.
        if has_solution && seed % 4 != 0 {
            continue;
        }
        let path = file("instances.mzn", &text);
        for (command, rest) in
            [("conflict", &[][..]), ("inspect", &[]), ("count", &["--candidates"]), ("why", &["p", "c"])]
        {
            let _ = asked(command, &[&[path.as_str()], rest].concat(), &text);
        }
        let out = asked("why", &[&path, "--json", "x", "a", "c"], &text);
        for line in out.lines() {
            let object: Value = serde_json::from_str(line).expect("it is an object");
            let constraints = list(&object, "lines").map(|line| &line["constraint"]);
            let of: Vec<_> = constraints.chain(list(&object, "beside")).filter_map(named).collect();
            let left = solutions(&items, &of);
            let holds =
                |state: &State| object["question"].as_str().is_none_or(|question| is_so(question, state));
            match object["answer"].as_str() {
                Some("none") => assert!(left.is_empty(), "{of:?} do not clash:\n{text}{line}"),
                Some("always") => assert!(left.iter().all(holds), "of {of:?}:\n{text}{line}"),
                Some("never") => assert!(!left.iter().any(holds), "of {of:?}:\n{text}{line}"),
                _ => {}
            }
        }
        if has_solution {
            continue;
        }
        clashes += 1;
        let out = asked("conflict", &["--json", "--time", "60", &path], &text);
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        let of: Vec<_> = object["conflicts"][0].as_array().into_iter().flatten().filter_map(named).collect();
        assert!(solutions(&items, &of).is_empty(), "{of:?} do not clash:\n{text}{out}");
        for at in 0..of.len() {
            let fewer: Vec<_> =
                of.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one.clone()).collect();
            assert!(!solutions(&items, &fewer).is_empty(), "{fewer:?} clash:\n{text}{out}");
        }
        // Without a correction there is a solution.
        if let Some(correction) = object["correction"].as_array() {
            let gone: Vec<_> = correction.iter().filter_map(named).collect();
            let is_gone = |at: usize, values: &Vec<i32>| {
                gone.iter().any(|(of, which)| *of == at && which.as_ref().is_none_or(|which| which == values))
            };
            let mut left = Vec::new();
            for (at, item) in items.iter().enumerate() {
                let rest = item.instances.iter().filter(|values| !is_gone(at, values));
                left.extend(rest.map(|values| (at, Some(values.clone()))));
            }
            assert!(!solutions(&items, &left).is_empty(), "without {gone:?} there is none:\n{text}{out}");
        }
    }
}
