//! Rules of the JSON of this library: `{"rule": "cage", "cells": ["r1c1", "r1c2"], "number": 14}`.

use residua::constraints::Automaton;
use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Notes, unfit};
use crate::formats::json::{Json, Node};
use crate::kind::{Amount, KINDS, RuleKind};
use crate::rule::Rule;
use crate::shape::Shape;

const MEMBERS: &[&str] = &["rule", "name", "cells", "groups", "number", "numbers", "parts", "automaton"];

/// The rule that an object is; `None` if it is of an unknown kind, and passed over.
pub(super) fn read(node: &Node, shape: &Shape, notes: &mut Notes) -> Result<Option<Rule>, ParseError> {
    let id = node.needed("rule")?;
    let name = id.text("the name of a kind of rule")?;
    let Some(kind) = RuleKind::of(name) else {
        let found = format!("the rule \"{}\"", name.chars().take(40).collect::<String>().escape_debug());
        let error = ParseError::new(ParseErrorKind::NotUnderstood, id.at, wanted_kind(name), found);
        return notes.unknown(error).map(|()| None);
    };
    for member in node.object("a rule")? {
        if !MEMBERS.contains(&member.name.as_str()) {
            notes.unknown(member.unknown(&format!("a member of a rule: {}", MEMBERS.join(", "))))?;
        }
    }
    let cells = |node: &Node| -> Result<Vec<usize>, ParseError> {
        node.list("a list of cells")?.iter().map(|node| cell(node, shape)).collect()
    };
    let groups = match (node.member("cells"), node.member("groups")) {
        (Some(_), Some(groups)) => return Err(groups.expected("cells or groups, not both")),
        (Some(group), None) => vec![cells(group)?],
        (None, Some(groups)) => {
            groups.list("a list of groups of cells")?.iter().map(cells).collect::<Result<_, _>>()?
        }
        (None, None) => Vec::new(),
    };
    let numbers = match (node.member("number"), node.member("numbers")) {
        (Some(_), Some(numbers)) => return Err(numbers.expected("number or numbers, not both")),
        (Some(number), None) => vec![number.integer("an integer")?],
        (None, Some(numbers)) => {
            let integer = |node: &Node| node.integer("an integer");
            numbers.list("a list of integers")?.iter().map(integer).collect::<Result<_, _>>()?
        }
        (None, None) => Vec::new(),
    };
    if let Some(parts) = node.member("automaton") {
        let [line] =
            <[Vec<usize>; 1]>::try_from(groups).map_err(|_| node.expected("cells of an automaton"))?;
        if kind != RuleKind::Automaton || line.is_empty() || !numbers.is_empty() {
            return Err(parts.expected("no automaton in a rule like this"));
        }
        return named(Rule::automaton(line, automaton(parts)?), node).map(Some);
    }
    let rule = match node.member("parts") {
        Some(parts) if matches!(kind, RuleKind::AnyOf | RuleKind::AllOf) => {
            let parts = parts.list("a list of rules")?.iter();
            let parts: Vec<Option<Rule>> =
                parts.map(|part| read(part, shape, notes)).collect::<Result<_, _>>()?;
            // A rule without one of its parts is another rule.
            let Some(parts) = parts.into_iter().collect() else { return Ok(None) };
            Rule::of_parts(kind, parts)
        }
        Some(parts) => return Err(parts.expected("no parts in a rule of this kind")),
        None => Rule::new(kind, groups, numbers).map_err(|error| unfit(node.at, &error))?,
    };
    named(rule, node).map(Some)
}

/// Names that people have for kinds that are called otherwise here.
const OTHER_NAMES: [(&str, RuleKind); 8] = [
    ("littlekiller", RuleKind::Sum),
    ("killer", RuleKind::Cage),
    ("kropki", RuleKind::Difference),
    ("whitedot", RuleKind::Difference),
    ("blackdot", RuleKind::Ratio),
    ("xv", RuleKind::PairSum),
    ("inequality", RuleKind::Greater),
    ("extraregion", RuleKind::AllDifferent),
];

/// What was expected in place of this name, with the kind that it may mean.
fn wanted_kind(name: &str) -> String {
    let letters = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    let name = letters(name);
    let other = OTHER_NAMES.iter().find(|(other, _)| name.contains(other)).map(|(_, kind)| *kind);
    let is_like = |id: &str| name.len() > 2 && (id.contains(&name) || name.contains(id));
    let like = KINDS.iter().find(|facts| is_like(&letters(facts.id))).map(|facts| facts.kind);
    match other.or(like) {
        Some(kind) => format!("a kind of rule, perhaps \"{}\"", kind.facts().id),
        None => "a kind of rule, such as \"cage\" (docs/variants.md has all)".to_owned(),
    }
}

fn named(rule: Rule, node: &Node) -> Result<Rule, ParseError> {
    match node.member("name") {
        Some(name) => Ok(rule.named(name.text("a text")?)),
        None => Ok(rule),
    }
}

/// The automaton of `{"states": 2, "starts": [0], "transitions": [[0, 5, 1]], "accepting": [1]}`.
fn automaton(node: &Node) -> Result<Automaton, ParseError> {
    for member in node.object("an automaton")? {
        if !["states", "starts", "transitions", "accepting"].contains(&member.name.as_str()) {
            return Err(member.unknown("a member of an automaton"));
        }
    }
    let state = |node: &Node| usize::try_from(node.integer("a state")?).map_err(|_| node.unfit("a state"));
    let states = |name: &str| -> Result<Vec<usize>, ParseError> {
        node.needed(name)?.list("a list of states")?.iter().map(state).collect()
    };
    let transition = |node: &Node| match node.list("a transition: from, digit, to")? {
        [from, digit, to] => Ok((state(from)?, digit.digit("a digit")?, state(to)?)),
        _ => Err(node.expected("a transition: from, digit, to")),
    };
    let transitions: Vec<(usize, i32, usize)> = node
        .needed("transitions")?
        .list("a list of transitions")?
        .iter()
        .map(transition)
        .collect::<Result<_, _>>()?;
    let count = state(node.needed("states")?)?;
    Automaton::from_parts(count, &states("starts")?, &transitions, &states("accepting")?)
        .map_err(|error| ParseError::new(ParseErrorKind::Symbol, node.at, "an automaton", error))
}

/// The cell that a text names.
pub(super) fn cell(node: &Node, shape: &Shape) -> Result<usize, ParseError> {
    let name = node.text("a cell: \"r1c1\"")?;
    shape.cell(name).ok_or_else(|| node.unfit("a cell of the puzzle, such as \"r1c1\""))
}

/// The object that a rule is.
pub(super) fn write(rule: &Rule, shape: &Shape) -> Json {
    let names = |group: &Vec<usize>| Json::texts(group.iter().map(|&cell| shape.name(cell)));
    let facts = rule.kind().facts();
    let mut members = vec![("rule", Json::text(facts.id))];
    if let Some(name) = rule.name() {
        members.push(("name", Json::text(name)));
    }
    match rule.groups() {
        [] => {}
        [group] if facts.groups == Amount::Exactly(1) => members.push(("cells", names(group))),
        groups => members.push(("groups", Json::List(groups.iter().map(names).collect()))),
    }
    match rule.numbers() {
        [] => {}
        [number] if matches!(facts.numbers, Amount::Exactly(1) | Amount::Optional) => {
            members.push(("number", Json::Number(*number)));
        }
        numbers => members.push(("numbers", Json::numbers(numbers.iter().copied()))),
    }
    if let Some(automaton) = rule.word_of() {
        let state = |state: usize| state as i64;
        let transitions = automaton.transitions();
        let transitions =
            transitions.map(|(from, digit, to)| Json::numbers([state(from), digit.into(), state(to)]));
        let accepting = (0..automaton.states()).filter(|state| automaton.is_accepting(*state));
        members.push((
            "automaton",
            Json::object([
                ("states", Json::Number(state(automaton.states()))),
                ("starts", Json::numbers(automaton.starts().map(state))),
                ("transitions", Json::List(transitions.collect())),
                ("accepting", Json::numbers(accepting.map(state))),
            ]),
        ));
    }
    if matches!(rule.kind(), RuleKind::AnyOf | RuleKind::AllOf) {
        members.push(("parts", Json::List(rule.parts().iter().map(|part| write(part, shape)).collect())));
    }
    Json::object(members)
}
