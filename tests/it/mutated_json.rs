//! Promise: any text is a model or an error with its place: nothing panics, nothing is endless, and what is read is what is written.
//!
//! `RESIDUA_CASES=1000000 cargo test --release -p residua-tests --test it mutated_json` tries a million.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::model::Model;
use residua::search::Limits;
use residua_encode::{ReadError, from_json, json};

use crate::catalogue::{Forms, mixed, single};
use residua::search::Random;

/// Texts of all constraints of the catalogue, and of models of several.
fn whole() -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let mut next =
        |strategy: BoxedStrategy<_>| strategy.new_tree(&mut runner).expect("none are filtered").current();
    let mut whole = Vec::new();
    for number in 0..400 {
        let instance = next(if number % 4 == 0 { mixed().boxed() } else { single(Forms::All).boxed() });
        let text = json(&instance.model()).expect("the catalogue can be written");
        // Of the long ones little would be changed.
        whole.extend(Some(text).filter(|text| text.len() < 6_000));
    }
    // Statements only, as other programs write them.
    whole.extend(whole.clone().iter().filter_map(|text| without_posted(text)));
    whole
}

/// A text without what was posted, where that is only one constraint.
fn without_posted(text: &str) -> Option<String> {
    let (before, _) = text.split_once(",\"posted\":").filter(|_| text.matches("\"posted\"").count() == 1)?;
    before.contains("\"says\"").then(|| before.to_owned() + "}]}")
}

/// Pieces of the language, and numbers at the ends of what fits somewhere.
const PIECES: [&str; 40] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "-0",
    "00",
    "1.0",
    "1e3",
    "2147483647",
    "-2147483648",
    "2147483646",
    "2147483648",
    "4294967295",
    "4611686018427387904",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999999",
    "\"=\"",
    "\"<\"",
    "\"!=\"",
    "\"bounds\"",
    "[]",
    "{}",
    "\u{0}",
    "ä",
];

/// The tokens of a text, strings in one piece.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let size = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        let (token, left) = rest.split_at(size);
        tokens.push(token);
        rest = left;
    }
    tokens
}

/// Where the value that begins with the token at `start` ends.
fn end_of_value(tokens: &[&str], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match *token {
            "[" | "{" => depth += 1,
            "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// One of the texts, changed in a few places: bytes, tokens, whole values.
fn mutated(whole: &[String], random: &mut Random) -> String {
    let text = &whole[random.below(whole.len())];
    if random.below(8) == 0 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() + 1);
            match (random.below(4), at < bytes.len()) {
                (0, true) => drop(bytes.remove(at)),
                (1, true) => bytes[at] = 32 + random.below(96) as u8,
                (2, true) => bytes.truncate(at),
                _ => bytes.insert(at, 32 + random.below(96) as u8),
            }
        }
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let other = &whole[random.below(whole.len())];
    let (others, mut tokens) = (tokens(other), tokens(text));
    for _ in 0..=random.below(3) {
        let at = random.below(tokens.len());
        let end = end_of_value(&tokens, at);
        let is_number = tokens[at].bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        match random.below(8) {
            // Another number, or another value of the same kind, is the most likely to be read.
            0..=2 if is_number => tokens[at] = PIECES[12 + random.below(20)],
            0..=2 => {
                let from = (0..40)
                    .map(|_| random.below(others.len()))
                    .find(|&from| others[from].get(..1) == tokens[at].get(..1));
                let Some(from) = from else { continue };
                let value = others[from..end_of_value(&others, from)].to_vec();
                drop(tokens.splice(at..end, value));
            }
            3 => drop(tokens.drain(at..end)),
            4 => {
                let again = tokens[at..end].to_vec();
                drop(tokens.splice(at..at, [again, vec![","]].concat()));
            }
            5 => tokens.swap(at, end - 1),
            6 => tokens[at] = PIECES[random.below(PIECES.len())],
            // An item less.
            _ if tokens.get(end) == Some(&",") => drop(tokens.drain(at..=end)),
            _ => tokens.insert(at, PIECES[random.below(PIECES.len())]),
        }
        if tokens.is_empty() {
            break;
        }
    }
    tokens.concat()
}

/// Reads a text, and looks for some solutions of what it says. Whether it is a model.
fn is_model(text: &str) -> bool {
    match from_json(text) {
        Err(error) => {
            check_place(&error, text);
            false
        }
        Ok(model) => {
            let written = json(&model).expect("what is read can be written");
            let again = from_json(&written).unwrap_or_else(|error| panic!("{error}\n{text}\n{written}"));
            assert_eq!(json(&again).as_ref(), Ok(&written), "{text}");
            assert_eq!(again.to_string(), model.to_string(), "{text}");
            let limits = Limits::none().nodes(20).solutions(2);
            for solution in model.search().limits(limits).solutions() {
                assert_eq!(model.check(&solution), Ok(()), "{text}");
            }
            true
        }
    }
}

fn check_place(error: &ReadError, text: &str) {
    let line = text.split('\n').nth(error.line() - 1);
    let columns = line.map(|line| line.chars().count() + 1);
    assert!(columns.is_some_and(|columns| (1..=columns).contains(&error.column())), "{error}\n{text}");
    assert!(!error.message().is_empty());
}

#[test]
fn any_text_is_a_model_or_an_error() {
    let whole = whole();
    let cases = std::env::var("RESIDUA_CASES").ok().and_then(|cases| cases.parse().ok());
    let first = std::env::var("RESIDUA_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let count: u64 = cases.unwrap_or(20_000);
    let mut models = 0;
    for seed in first..first + count {
        let text = mutated(&whole, &mut Random::new(seed));
        // Of many, the one that hangs has to be known.
        if cases.is_some() {
            let _ = std::fs::write(std::env::temp_dir().join("residua-mutated.json"), &text);
        }
        models += u64::from(is_model(&text));
    }
    assert!(models > count / 50, "only {models} of {count} were models");
}

/// A text that breaks off anywhere is an error at its end, or where its last piece begins.
#[test]
fn texts_that_break_off() {
    for text in whole().iter().step_by(40) {
        for (end, _) in text.char_indices() {
            let error = from_json(&text[..end]).expect_err("it is not whole");
            check_place(&error, &text[..end]);
        }
    }
}

/// A text and what is wrong with it.
const WRONG: [(&str, &str); 34] = [
    ("", "1:1: expected a value, found the end of the text"),
    ("\n 7", "2:2: expected an object, found 7"),
    ("[]", "1:1: expected an object, found an empty list"),
    ("{}", "1:1: expected a member \"variables\", found none"),
    ("{\"variables\":[]} x", "1:18: expected the end, found 'x'"),
    ("{\"variables\":[],}", "1:17: expected the name of a member, found '}'"),
    ("{\"variables\":[1,]}", "1:17: expected a value, found ']'"),
    ("{\"variables\":[1}", "1:16: expected ',' or ']', found '}'"),
    ("{\"variables\" []}", "1:14: expected ':', found '['"),
    (
        "{\"variables\":[],\"soft\":[]}",
        "1:17: expected \"variables\", \"aliases\" or \"constraints\", found \"soft\"",
    ),
    (
        "{\"variables\":[],\"aliases\":[],\"aliases\":[]}",
        "1:30: expected each member once, found \"aliases\" again",
    ),
    ("{\"variables\":[{\"name\":\"x\",\"domain\":[[2,1]]}]}", "1:37: expected ascending ranges, found [2,1]"),
    (
        "{\"variables\":[{\"name\":\"x\",\"domain\":[[1,2],[2,3]]}]}",
        "1:43: expected ascending ranges, found [2,3]",
    ),
    ("{\"variables\":[{\"name\":\"x\",\"domain\":[[1,2,3]]}]}", "1:37: expected a list of 2, found one of 3"),
    (
        "{\"variables\":[{\"name\":\"x\",\"domain\":[[1,2147483648]]}]}",
        "1:40: expected an integer from -2147483648 to 2147483647, found 2147483648",
    ),
    (
        "{\"variables\":[{\"name\":\"x\",\"domain\":[[1,1.5]]}]}",
        "1:40: expected an integer from -2147483648 to 2147483647, found 1.5",
    ),
    ("{\"variables\":[{\"name\":\"x\",\"domain\":[[01,2]]}]}", "1:39: expected ',' or ']', found '1'"),
    ("{\"variables\":[{\"name\":\"x\",\"domain\":[[-,2]]}]}", "1:39: expected a digit, found ','"),
    ("{\"variables\":[{\"name\":7,\"domain\":[]}]}", "1:23: expected a string, found 7"),
    (
        "{\"variables\":[{\"name\":\"\\x\",\"domain\":[]}]}",
        "1:24: expected an escape of JSON, found \"\\\\x\"",
    ),
    (
        "{\"variables\":[{\"name\":\"\\udc00\",\"domain\":[]}]}",
        "1:24: expected an escape of JSON, found \"\\\\udc00\"",
    ),
    ("{\"variables\":[{\"name\":\"a\nb\",\"domain\":[]}]}", "1:25: expected '\"', found '\\n'"),
    ("C{}", "1:86: expected a member \"says\" or \"posted\", found none"),
    ("C{\"says\":{}}", "1:94: expected one member, found 0"),
    (
        "C{\"says\":{\"sum\":[]}}",
        "1:95: expected \"linear\", \"all_different\", \"member\", \"function\", \"all\", \"any\", \"count\", \"weighted\" or \"circuit\", found \"sum\"",
    ),
    (
        "C{\"says\":{\"all_different\":[{\"factor\":1,\"variable\":2,\"plus\":0}]}}",
        "1:135: expected the number of one of 2 variables, from 0, found 2",
    ),
    (
        "C{\"says\":{\"all_different\":[{\"factor\":-2147483648,\"variable\":1,\"plus\":0}]}}",
        "1:122: expected a factor of a view, found -2147483648",
    ),
    (
        "C{\"says\":{\"all_different\":[{\"factor\":1,\"variable\":1,\"plus\":2147483647}]}}",
        "1:86: all_different(y + 2147483647): y + 2147483647 can be 2147483648, where constraints take values from -2147483647 to 2147483646",
    ),
    (
        "C{\"says\":{\"count\":{\"of\":[],\"relation\":\"=<\",\"to\":1}}}",
        "1:123: expected \"=\", \"!=\", \"<\", \"<=\", \">\" or \">=\", found \"=<\"",
    ),
    (
        "C{\"says\":{\"circuit\":{\"nodes\":[{\"successor\":V,\"label\":1,\"optional\":false},{\"successor\":V,\"label\":1,\"optional\":true}],\"holds\":true}}}",
        "1:114: expected nodes with different labels, found 1 twice",
    ),
    (
        "C{\"posted\":{\"sort\":{\"xs\":[V],\"ys\":[]}}}",
        "1:86: sort([x], []): 1 views have no 0 values in order",
    ),
    ("C{\"posted\":{\"all_equal\":{\"views\":[V],\"view\":0}}}", "1:155: expected \"views\", found \"view\""),
    (
        "C{\"says\":{\"linear\":{\"terms\":[],\"relation\":\"=\",\"constant\":0}},\"posted\":{\"comparison\":{\"left\":V,\"comparator\":\"=\",\"right\":V}}}",
        "",
    ),
    (
        "C{\"says\":{\"any\":[]},\"posted\":{\"all_equal\":{\"views\":[V,V]}}}",
        "1:94: expected what was posted, found something else",
    ),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    const VIEW: &str = "{\"factor\":1,\"variable\":0,\"plus\":0}";
    const BEGIN: &str = "{\"variables\":[{\"name\":\"x\",\"domain\":[]},{\"name\":\"y\",\"domain\":[[1,3]]}],\"constraints\":[";
    for (text, expected) in WRONG {
        let whole = match text.strip_prefix('C') {
            Some(constraint) => format!("{BEGIN}{}]}}", constraint.replace('V', VIEW)),
            None => text.to_owned(),
        };
        let found = from_json(&whole).map_err(|error| error.to_string());
        assert_eq!(found.err().unwrap_or_default(), expected, "{whole}");
    }
}

/// What is small to write and large to be is refused, or stays small.
#[test]
fn what_would_be_huge_is_refused() {
    let nested = |open: &str, close: &str| {
        format!("{{\"variables\":{}{}}}", open.repeat(100_000), close.repeat(100_000))
    };
    let of_one = |constraint: &str| {
        format!("{{\"variables\":[{{\"name\":\"x\",\"domain\":[[0,1]]}}],\"constraints\":[{constraint}]}}")
    };
    let says = |statement: &str, levels: usize| {
        let [open, close] = ["{\"any\":[{\"all\":[", "]}]}"].map(|piece| piece.repeat(levels));
        of_one(&format!("{{\"says\":{open}{statement}{close}}}"))
    };
    let automaton = |states: &str| {
        of_one(&format!(
            "{{\"posted\":{{\"regular\":{{\"views\":[],\"automaton\":{{\"states\":{states},\"starts\":[0],\"transitions\":[],\"accepting\":[0]}}}}}}}}"
        ))
    };
    let table = |width: &str, cells: &str| {
        of_one(&format!(
            "{{\"posted\":{{\"table\":{{\"views\":[],\"rows\":{{\"width\":{width},\"cells\":[{cells}]}},\"listed\":\"allowed\"}}}}}}"
        ))
    };
    for text in [
        nested("[", "]"),
        nested("{\"a\":", "}"),
        nested("[", ""),
        says("{\"all\":[]}", 200),
        says("{\"all\":[]}", 100_000),
        automaton("18446744073709551615"),
        automaton("4000000000"),
        automaton("0"),
        table("18446744073709551615", ""),
        table("18446744073709551615", "[]"),
    ] {
        let shown: String = text.chars().take(120).collect();
        assert!(from_json(&text).is_err(), "{shown}");
    }
    for text in [says("{\"all\":[]}", 100), automaton("1"), table("0", "[]")] {
        assert!(is_model(&text), "{text}");
    }
    let text = "x".repeat(1000);
    let error = from_json(&format!("{{\"{text}\":1}}")).expect_err("it is no member of a model");
    assert!(error.message().len() < 150, "{error}");
    assert_eq!(from_json("{\"variables\":[]}").map(|model: Model| model.to_string()), Ok(String::new()));
}
