//! The JSON of a puzzle for `SudokuPad`.

use crate::formats::found::WriteError;
use crate::formats::json::Json;
use crate::formats::scl::read::GLOBAL;
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// The puzzle as `SudokuPad` has it, as far as it can hold it: whether it says the same is for the caller to see.
pub(in crate::formats) fn write(puzzle: &Variant) -> Result<Json, WriteError> {
    let shape = puzzle.shape();
    let mut cages: Vec<Json> = Vec::new();
    let mut global: Vec<&str> = Vec::new();
    let about = &puzzle.about;
    let texts = [("title", &about.title), ("author", &about.author), ("rules", &about.ruleset)];
    let mut metadata: Vec<(&str, Json)> =
        texts.into_iter().filter_map(|(name, text)| Some((name, Json::text(text.as_ref()?)))).collect();
    if let Some(solution) =
        about.solution.as_ref().filter(|digits| digits.iter().all(|digit| (0..10).contains(digit)))
    {
        metadata.push(("solution", Json::text(solution.iter().map(i32::to_string).collect::<String>())));
    }
    for rule in puzzle.rules().iter().filter(|rule| !rule.is_house()) {
        if let Some((name, _)) = GLOBAL.iter().find(|(_, kind)| *kind == rule.kind()) {
            global.push(name);
            continue;
        }
        cages.push(cage(rule, shape).ok_or_else(|| {
            let rule = rule.describe(shape).chars().take(80).collect::<String>();
            WriteError::new(format!("SudokuPad has no rule for: {rule}"))
        })?);
    }
    let regions = puzzle.regions().map(|region| places(region, shape)).collect();
    let cell = |cell: usize| {
        let mut members = Vec::new();
        match (puzzle.given(cell), puzzle.entry(cell)) {
            (Some(digit), _) => members.push(("value", Json::Number(digit.into()))),
            (None, Some(digit)) => {
                members.extend([("value", Json::Number(digit.into())), ("given", Json::Bool(false))]);
            }
            (None, None) => {}
        }
        members.extend(puzzle.marks(cell).map(|marks| ("pencilMarks", Json::numbers(marks.iter().copied()))));
        Json::object(members)
    };
    let row = |row: usize| {
        Json::List((0..shape.columns()).map(|column| cell(row * shape.columns() + column)).collect())
    };
    let mut members =
        vec![("cells", Json::List((0..shape.rows()).map(row).collect())), ("regions", Json::List(regions))];
    let global: Vec<Json> = global.into_iter().map(Json::text).collect();
    let lists = [("global", global), ("cages", cages)].into_iter().filter(|(_, list)| !list.is_empty());
    members.extend(lists.map(|(name, list)| (name, Json::List(list))));
    if !metadata.is_empty() {
        members.push(("metadata", Json::object(metadata)));
    }
    Ok(Json::object(members))
}

/// Cells as rows and columns from 0.
fn places(cells: &[usize], shape: &Shape) -> Json {
    let place = |&cell: &usize| {
        let (row, column) = shape.place(cell);
        Json::numbers([row as i64, column as i64])
    };
    Json::List(cells.iter().map(place).collect())
}

fn cage(rule: &Rule, shape: &Shape) -> Option<Json> {
    let cells = ("cells", places(rule.groups().first()?, shape));
    let number = rule.numbers().first();
    let shown = number.map(|sum| [("sum", Json::Number(*sum)), ("value", Json::text(sum.to_string()))]);
    let shown = shown.into_iter().flatten();
    match rule.kind() {
        RuleKind::Cage | RuleKind::AllDifferent => {
            Some(Json::object([cells, ("unique", Json::Bool(true))].into_iter().chain(shown)))
        }
        RuleKind::Sum => Some(Json::object([cells, ("unique", Json::Bool(false))].into_iter().chain(shown))),
        _ => None,
    }
}
