//! What `conflict` names of a model of MiniZinc has no solution, and has one without any of it, also where the compiler makes no constraint
//! of an item: by brute force over the items.

use serde_json::Value;

use crate::outside;
use crate::program::{file, run, times_depth};
use residua::search::Random;

/// How many variables a model has, and their values: different ones, so that an equality leaves fewer of both.
const VARS: usize = 4;
const VALUES: [std::ops::RangeInclusive<i32>; VARS] = [0..=4, 1..=5, 0..=3, -1..=2];

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
    let (a, b) = (["p", "q", "r", "s"][x], ["p", "q", "r", "s"][y]);
    let (text, holds): (String, Holds) = match random.below(9) {
        0 | 1 => (format!("{a} = {b}"), Box::new(move |of| of[x] == of[y])),
        2 => (format!("{a} + {number} = {b}"), Box::new(move |of| of[x] + number == of[y])),
        3 => (format!("{a} < {number}"), Box::new(move |of| of[x] < number)),
        4 => (format!("{a} >= {number}"), Box::new(move |of| of[x] >= number)),
        5 => (format!("{a} != {b}"), Box::new(move |of| of[x] != of[y])),
        6 => (format!("{a} + {b} < {number} + 2"), Box::new(move |of| of[x] + of[y] < number + 2)),
        7 => (format!("abs({a} - {b}) >= {number}"), Box::new(move |of| (of[x] - of[y]).abs() >= number)),
        _ => (format!("{a} < {b} \\/ {b} = {number}"), Box::new(move |of| of[x] < of[y] || of[y] == number)),
    };
    Item { text, holds }
}

fn has_solution(items: &[&Item]) -> bool {
    let [p, q, r, s] = VALUES;
    let pairs = |one: std::ops::RangeInclusive<i32>, other: std::ops::RangeInclusive<i32>| -> Vec<[i32; 2]> {
        one.flat_map(|x| other.clone().map(move |y| [x, y])).collect()
    };
    let (first, second) = (pairs(p, q), pairs(r, s));
    let all = first.iter().flat_map(|&[p, q]| second.iter().map(move |&[r, s]| [p, q, r, s]));
    all.into_iter().any(|values| items.iter().all(|item| (item.holds)(&values)))
}

#[test]
fn what_is_named_clashes_and_none_of_it_can_be_left_out() {
    if !outside::has("minizinc", "minizinc") {
        return;
    }
    let (mut found, mut seed) = (0, 0);
    while found < times_depth(12) {
        seed += 1;
        let mut random = Random::new(seed);
        let items: Vec<Item> = (0..6).map(|_| item(&mut random)).collect();
        if has_solution(&items.iter().collect::<Vec<_>>()) {
            continue;
        }
        found += 1;
        let domains = ["p", "q", "r", "s"].iter().zip(&VALUES);
        let declared =
            domains.map(|(name, values)| format!("var {}..{}: {name};", values.start(), values.end()));
        let mut text = declared.collect::<Vec<_>>().concat() + "\n";
        text.extend(items.iter().map(|item| ["constraint ", &item.text, ";\n"].concat()));
        text += "solve satisfy;\n";
        let model = file("clash.mzn", &text);
        let all: &[&str] = if found % 2 == 0 { &[] } else { &["--all"] };
        // What is stopped need not be minimal.
        let arguments = [&["--json", "--time", "60", &model], all].concat();
        let out = run("conflict", &arguments, "").out;
        let object: Value = serde_json::from_str(&out).expect("it is an object");
        let conflicts = object["conflicts"].as_array().expect("they are listed");
        assert!(!conflicts.is_empty(), "{text}{out}");
        for conflict in conflicts {
            // Items stand on the lines from the second on.
            let line = |member: &Value| {
                let place = member["from"].as_str().and_then(|place| place.rsplit_once(':'));
                place.and_then(|(_, line)| line.parse::<usize>().ok()).expect("its place")
            };
            let mut lines: Vec<usize> = conflict.as_array().expect("members").iter().map(line).collect();
            lines.sort_unstable();
            lines.dedup();
            let of = |lines: &[usize]| lines.iter().map(|line| &items[line - 2]).collect::<Vec<&Item>>();
            assert!(!has_solution(&of(&lines)), "{lines:?} do not clash:\n{text}{out}");
            for &line in &lines {
                let fewer: Vec<usize> = lines.iter().copied().filter(|&other| other != line).collect();
                assert!(has_solution(&of(&fewer)), "{fewer:?} clash:\n{text}{out}");
            }
        }
    }
}
