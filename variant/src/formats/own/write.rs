//! The JSON of a puzzle.

use crate::extra::ExtraCells;
use crate::formats::houses::{boxes, fills};
use crate::formats::json::{Json, print};
use crate::formats::own::{NAME, rules};
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// The puzzle as JSON, from which the same puzzle is read.
pub(in crate::formats) fn write(puzzle: &Variant) -> String {
    let shape = puzzle.shape();
    let (low, high) = shape.digits().into_inner();
    let mut members = vec![("format", Json::text(NAME))];
    let about = &puzzle.about;
    let texts = [("title", &about.title), ("author", &about.author), ("ruleset", &about.ruleset)];
    members.extend(texts.into_iter().filter_map(|(name, text)| Some((name, Json::text(text.as_ref()?)))));
    members.push(("rows", Json::Number(shape.rows() as i64)));
    members.push(("columns", Json::Number(shape.columns() as i64)));
    members.push(("digits", Json::numbers([low, high])));
    let absent: Vec<usize> = (0..shape.grid_len()).filter(|cell| !shape.has(*cell)).collect();
    if !absent.is_empty() {
        members.push(("absent", Json::texts(absent.into_iter().map(|cell| shape.name(cell)))));
    }
    let block = |block: &ExtraCells| {
        let (count, columns) = (block.cells().len(), block.columns());
        let columns = (columns != count).then_some(("columns", Json::Number(columns as i64)));
        let members = [("name", Json::text(block.name())), ("cells", Json::Number(count as i64))];
        Json::object(members.into_iter().chain(columns))
    };
    if !shape.extra().is_empty() {
        members.push(("extra", Json::List(shape.extra().iter().map(block).collect())));
    }
    let given = |cell: usize| puzzle.given(cell).map_or(Json::Null, |digit| Json::Number(digit.into()));
    members.push(("grid", by_rows(shape, given)));
    let digits = |digits: &[i32]| Json::numbers(digits.iter().copied());
    let extra = |cell: usize| shape.block(cell).and_then(|_| puzzle.given(cell));
    let written: [(&str, Vec<(String, Json)>); 4] = [
        ("givens", by_cell(shape, |cell| extra(cell).map(|digit| Json::Number(digit.into())))),
        ("entries", by_cell(shape, |cell| puzzle.entry(cell).map(|digit| Json::Number(digit.into())))),
        ("marks", by_cell(shape, |cell| puzzle.marks(cell).map(digits))),
        ("candidates", by_cell(shape, |cell| puzzle.candidates(cell).map(digits))),
    ];
    let some = written.into_iter().filter(|(_, cells)| !cells.is_empty());
    members.extend(some.map(|(name, cells)| (name, Json::Object(cells))));
    let rest = houses(puzzle, &mut members);
    if !rest.is_empty() {
        members.push(("rules", Json::List(rest.iter().map(|rule| rules::write(rule, shape)).collect())));
    }
    if let Some(solution) = &about.solution {
        members.push(("solution", digits(solution)));
    }
    print(&Json::object(members), 2)
}

fn by_rows(shape: &Shape, cell: impl Fn(usize) -> Json) -> Json {
    let row = |row: usize| {
        Json::List((0..shape.columns()).map(|column| cell(row * shape.columns() + column)).collect())
    };
    Json::List((0..shape.rows()).map(row).collect())
}

fn by_cell(shape: &Shape, of: impl Fn(usize) -> Option<Json>) -> Vec<(String, Json)> {
    (0..shape.len()).filter_map(|cell| Some((shape.name(cell), of(cell)?))).collect()
}

/// Adds what says in short which rows, columns, boxes and regions there are; returns the rules that remain.
fn houses<'a>(puzzle: &'a Variant, members: &mut Vec<(&str, Json)>) -> &'a [Rule] {
    let shape = puzzle.shape();
    let mut rest = puzzle.rules();
    let mut strip = |wanted: &Variant| {
        let is_so = !wanted.rules().is_empty() && rest.starts_with(wanted.rules());
        if is_so {
            rest = &rest[wanted.rules().len()..];
        }
        is_so
    };
    let mut lines = Variant::new(shape.clone());
    if lines.add_lines().is_ok() && strip(&lines) {
        members.push(("lines", Json::Bool(true)));
    }
    let (mut boxed, sides) = (Variant::new(shape.clone()), box_sides(puzzle));
    if let Some((rows, columns)) = sides
        && boxed.add_regions(&boxes(shape, (rows, columns)), "box").is_ok()
        && strip(&boxed)
    {
        members.push(("boxes", Json::text(format!("{rows}x{columns}"))));
    }
    let (mut jigsaw, numbers) = (Variant::new(shape.clone()), region_numbers(puzzle));
    if jigsaw.add_some_regions(&numbers, "region").is_ok() && strip(&jigsaw) {
        let number = |cell: usize| numbers[cell].map_or(Json::Null, |number| Json::Number(number as i64));
        members.push(("regions", by_rows(shape, number)));
    }
    rest
}

/// How many rows and columns the first box has.
fn box_sides(puzzle: &Variant) -> Option<(usize, usize)> {
    let first = puzzle.rules().iter().find(|rule| rule.name() == Some("box 1"))?;
    let cells = first.groups().first()?;
    let places = cells.iter().map(|&cell| puzzle.shape().place(cell));
    let (rows, columns): (Vec<usize>, Vec<usize>) = places.unzip();
    let sides =
        (rows.iter().max()? - rows.iter().min()? + 1, columns.iter().max()? - columns.iter().min()? + 1);
    Some(sides).filter(|sides| fills(puzzle.shape(), *sides))
}

/// By cell: the number of the region that it is in.
fn region_numbers(puzzle: &Variant) -> Vec<Option<usize>> {
    let mut numbers = vec![None; puzzle.shape().len()];
    for rule in puzzle.rules().iter().filter(|rule| rule.is_house()) {
        let number = rule.name().and_then(|name| name.strip_prefix("region ")?.parse::<u32>().ok());
        if let Some(number) = number {
            for &cell in rule.groups().iter().flatten() {
                numbers[cell] = Some(number as usize);
            }
        }
    }
    numbers
}
