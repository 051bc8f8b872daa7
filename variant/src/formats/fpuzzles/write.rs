//! The JSON of a puzzle for f-puzzles.

use std::collections::BTreeMap;

use crate::formats::found::WriteError;
use crate::formats::fpuzzles::cells::MAX_SIDE;
use crate::formats::fpuzzles::fields::{DOTS, FLAGS, JOINT, LINES, OUTSIDE, SETS, SINGLE};
use crate::formats::houses::{DIAGONALS, boxes, clue_of, diagonal, usual_box};
use crate::formats::json::Json;
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// The puzzle as f-puzzles has it, as far as it can hold it: whether it says the same is for the caller to see.
pub(in crate::formats) fn write(puzzle: &Variant) -> Result<Json, WriteError> {
    let shape = puzzle.shape();
    let size = shape.rows();
    let is_square =
        shape.columns() == size && shape.cells().count() == shape.len() && shape.extra().is_empty();
    if !is_square || size > MAX_SIDE || shape.digits() != (1..=size as i32) {
        return Err(WriteError::new(format!(
            "f-puzzles holds squares of up to {MAX_SIDE} rows with the digits from 1 to their number"
        )));
    }
    let mut lists: BTreeMap<&str, Vec<Json>> = BTreeMap::new();
    let mut flags: Vec<&str> = Vec::new();
    let mut negative: Vec<&str> = Vec::new();
    let mut distinct: Option<&[usize]> = None;
    for rule in puzzle.rules().iter().filter(|rule| !rule.is_house()) {
        let cannot = || {
            let rule = rule.describe(shape).chars().take(80).collect::<String>();
            WriteError::new(format!("f-puzzles has no rule for: {rule}"))
        };
        if let Some(flag) = flag_of(rule, shape) {
            flags.push(flag);
        } else if let Some(kind) = negative_of(rule) {
            negative.push(kind);
        } else if rule.kind() == RuleKind::Cage && rule.numbers().is_empty() && distinct.is_none() {
            // It may belong to a digital root.
            distinct = rule.groups().first().map(Vec::as_slice);
        } else if rule.kind() == RuleKind::SumModulo {
            let root =
                (rule.numbers()[1] == 9 && (0..9).contains(&rule.numbers()[0])).then(|| rule.numbers()[0]);
            let root = root.filter(|_| distinct.take() == Some(&rule.groups()[0])).ok_or_else(cannot)?;
            let value = Json::text(format!("DR{}", if root == 0 { 9 } else { root }));
            let cage = Json::object([("cells", names(&rule.groups()[0], shape)), ("value", value)]);
            lists.entry("cage").or_default().push(cage);
        } else {
            if let Some(cells) = distinct.take() {
                lists.entry("killercage").or_default().push(Json::object([("cells", names(cells, shape))]));
            }
            if rule.kind() == RuleKind::Cage && rule.numbers().is_empty() {
                distinct = rule.groups().first().map(Vec::as_slice);
                continue;
            }
            for (field, item) in items(rule, shape).ok_or_else(cannot)? {
                lists.entry(field).or_default().push(item);
            }
        }
    }
    if let Some(cells) = distinct {
        lists.entry("killercage").or_default().push(Json::object([("cells", names(cells, shape))]));
    }
    let mut members = vec![("size", Json::Number(size as i64))];
    let about = &puzzle.about;
    let texts = [("title", &about.title), ("author", &about.author), ("ruleset", &about.ruleset)];
    members.extend(texts.into_iter().filter_map(|(name, text)| Some((name, Json::text(text.as_ref()?)))));
    members.push(("grid", grid(puzzle)));
    flags.dedup();
    members.extend(flags.into_iter().map(|flag| (flag, Json::Bool(true))));
    members.extend(lists.into_iter().map(|(field, items)| (field, Json::List(items))));
    if !negative.is_empty() {
        members.push(("negative", Json::texts(negative)));
    }
    if let Some(solution) = &about.solution {
        members.push(("solution", Json::numbers(solution.iter().copied())));
    }
    Ok(Json::object(members))
}

/// The field of a rule that is only true or false.
fn flag_of(rule: &Rule, shape: &Shape) -> Option<&'static str> {
    if let Some((field, _)) = FLAGS.iter().find(|(_, kind)| *kind == rule.kind()) {
        return Some(field);
    }
    let cells = rule.groups().first();
    match rule.kind() {
        RuleKind::NonConsecutive => Some("nonconsecutive"),
        RuleKind::NoDifference if rule.numbers() == [1] => Some("nonconsecutive"),
        RuleKind::AllDifferent if rule.name().is_some_and(|name| name.starts_with("disjoint group ")) => {
            Some("disjointgroups")
        }
        RuleKind::AllDifferent => {
            let fields = ["diagonal+", "diagonal-"].into_iter().zip(DIAGONALS);
            let is_one = |rises: bool| cells.is_some_and(|cells| *cells == diagonal(shape, rises));
            fields.into_iter().find(|(_, (rises, _))| is_one(*rises)).map(|(field, _)| field)
        }
        _ => None,
    }
}

fn negative_of(rule: &Rule) -> Option<&'static str> {
    match rule.kind() {
        RuleKind::NoRatio => Some("ratio"),
        RuleKind::NoPairSum => Some("xv"),
        _ => None,
    }
}

fn names(cells: &[usize], shape: &Shape) -> Json {
    Json::texts(cells.iter().map(|&cell| shape.name(cell).to_uppercase()))
}

fn name(cell: usize, shape: &Shape) -> Json {
    Json::text(shape.name(cell).to_uppercase())
}

/// The items of lists that a rule is.
fn items(rule: &Rule, shape: &Shape) -> Option<Vec<(&'static str, Json)>> {
    let field_in = |table: &[(&'static str, RuleKind)]| {
        table.iter().find(|(_, kind)| *kind == rule.kind()).map(|(field, _)| *field)
    };
    let number = rule.numbers().first();
    let value = number.map(|number| ("value", Json::text(number.to_string())));
    let with_value =
        |members: Vec<(&'static str, Json)>| Json::object(members.into_iter().chain(value.clone()));
    let group = rule.groups().first()?;
    if let Some(field) = field_in(SETS) {
        return Some(vec![(field, Json::object([("cells", names(group, shape))]))]);
    }
    if let Some(field) = field_in(SINGLE).or_else(|| field_in(JOINT)) {
        let item = |&cell: &usize| (field, Json::object([("cell", name(cell, shape))]));
        return Some(group.iter().map(item).collect());
    }
    if let Some(field) = field_in(LINES) {
        return Some(vec![(field, with_value(vec![("lines", Json::List(vec![names(group, shape)]))]))]);
    }
    if let Some(field) = field_in(DOTS) {
        return Some(vec![(field, with_value(vec![("cells", names(group, shape))]))]);
    }
    if let Some(field) = field_in(OUTSIDE) {
        let (from, _) = clue_of(shape, group, false)?;
        return Some(vec![(field, with_value(vec![("cell", outside(from))]))]);
    }
    Some(vec![match rule.kind() {
        RuleKind::Cage => ("killercage", with_value(vec![("cells", names(group, shape))])),
        RuleKind::Arrow => {
            let shaft = rule.groups().get(1)?;
            let line = [&group[group.len() - 1..], shaft].concat();
            let lines = Json::List(vec![names(&line, shape)]);
            ("arrow", Json::object([("cells", names(group, shape)), ("lines", lines)]))
        }
        RuleKind::Sum => {
            let (from, step) = clue_of(shape, group, true)?;
            let direction =
                format!("{}{}", if step.0 < 0 { 'U' } else { 'D' }, if step.1 < 0 { 'L' } else { 'R' });
            let members = vec![
                ("cell", outside(from)),
                ("cells", names(group, shape)),
                ("direction", Json::text(direction)),
            ];
            ("littlekillersum", with_value(members))
        }
        RuleKind::PairSum => {
            let letter = match number? {
                5 => "V",
                10 => "X",
                _ => return None,
            };
            ("xv", Json::object([("cells", names(group, shape)), ("value", Json::text(letter))]))
        }
        RuleKind::Clone => {
            let copies = names(rule.groups().get(1)?, shape);
            ("clone", Json::object([("cells", names(group, shape)), ("cloneCells", copies)]))
        }
        RuleKind::Quadruple => {
            let values = Json::numbers(rule.numbers().iter().copied());
            ("quadruple", Json::object([("cells", names(group, shape)), ("values", values)]))
        }
        _ => return None,
    }])
}

fn outside((row, column): (i64, i64)) -> Json {
    Json::text(format!("R{row}C{column}"))
}

fn grid(puzzle: &Variant) -> Json {
    let shape = puzzle.shape();
    let mut regions: Vec<Option<usize>> = vec![None; shape.len()];
    for (number, region) in puzzle.regions().enumerate() {
        for &cell in region {
            regions[cell] = Some(number);
        }
    }
    // Where nothing is told, there are the usual boxes, unless these are rows.
    let usual = usual_box(shape.rows());
    let boxes = boxes(shape, usual).into_iter().map(|number| (usual.0 > 1).then_some(number));
    let is_told = !boxes.eq(regions.iter().copied());
    let cell = |cell: usize| {
        let mut members = Vec::new();
        match (puzzle.given(cell), puzzle.entry(cell)) {
            (Some(digit), _) => {
                members.extend([("value", Json::Number(digit.into())), ("given", Json::Bool(true))]);
            }
            (None, Some(digit)) => members.push(("value", Json::Number(digit.into()))),
            (None, None) => {}
        }
        let marks =
            [("centerPencilMarks", puzzle.marks(cell)), ("givenPencilMarks", puzzle.candidates(cell))];
        for (name, marks) in marks {
            members.extend(marks.map(|marks| (name, Json::numbers(marks.iter().copied()))));
        }
        if is_told {
            let region = regions[cell].map_or(Json::Null, |number| Json::Number(number as i64));
            members.push(("region", region));
        }
        Json::object(members)
    };
    let row = |row: usize| {
        Json::List((0..shape.columns()).map(|column| cell(row * shape.columns() + column)).collect())
    };
    Json::List((0..shape.rows()).map(row).collect())
}
