//! The lists of rules of f-puzzles.

use residua_sudoku::ParseError;

use crate::formats::found::{Notes, unfit};
use crate::formats::fpuzzles::fields::{DOTS, JOINT, LINES, OUTSIDE, SETS, SINGLE, drawn, usual_difference};
use crate::formats::houses::{inward, line_from};
use crate::formats::json::{Member, Node};
use crate::kind::RuleKind;
use crate::rule::Rule;
use crate::shape::Shape;

/// Rules as they are read, each with its place.
pub(super) struct Lists<'a> {
    shape: Shape,
    notes: &'a mut Notes,
    pub(super) rules: Vec<(Rule, (usize, usize))>,
}

impl<'a> Lists<'a> {
    pub(super) fn new(shape: &Shape, notes: &'a mut Notes) -> Lists<'a> {
        Lists { shape: shape.clone(), notes, rules: Vec::new() }
    }

    /// Reads all lists of a puzzle, in the order of the tables.
    pub(super) fn read(&mut self, whole: &Node) -> Result<(), ParseError> {
        for (field, kind) in SETS {
            self.each(whole, field, &["cells"], |lists, node| {
                let group = lists.cells(node.needed("cells")?)?;
                lists.add(node, *kind, vec![group], vec![])
            })?;
        }
        self.each(whole, "killercage", &["cells", "value"], Lists::cage)?;
        self.drawings(whole)?;
        self.each(whole, "arrow", &["cells", "lines"], Lists::arrow)?;
        self.each(whole, "littlekillersum", &["cell", "cells", "direction", "value"], Lists::diagonal_sum)?;
        for (field, kind) in SINGLE {
            self.each(whole, field, &["cell"], |lists, node| {
                let cell = lists.cell(node.needed("cell")?)?;
                lists.add(node, *kind, vec![vec![cell]], vec![])
            })?;
        }
        for (field, kind) in JOINT {
            let mut cells = Vec::new();
            self.each(whole, field, &["cell"], |lists, node| {
                cells.push(lists.cell(node.needed("cell")?)?);
                Ok(())
            })?;
            if let Some(list) = whole.member(field).filter(|_| !cells.is_empty()) {
                self.add(list, *kind, vec![cells], vec![])?;
            }
        }
        for (field, kind) in LINES {
            self.each(whole, field, &["lines", "value"], |lists, node| lists.lines(node, field, *kind))?;
        }
        for (field, kind) in DOTS {
            self.each(whole, field, &["cells", "value"], |lists, node| {
                let pair = lists.cells(node.needed("cells")?)?;
                let number = number(node)?;
                lists.add(node, *kind, vec![pair], number.into_iter().collect())
            })?;
        }
        self.each(whole, "xv", &["cells", "value"], Lists::letter)?;
        self.each(whole, "clone", &["cells", "cloneCells"], Lists::clone_of)?;
        self.each(whole, "quadruple", &["cells", "values"], Lists::quadruple)?;
        for (field, kind) in OUTSIDE {
            self.each(whole, field, &["cell", "value"], |lists, node| lists.outside(node, *kind))?;
        }
        Ok(())
    }

    /// Reads each item of a list, which has these members.
    fn each(
        &mut self,
        whole: &Node,
        field: &str,
        members: &[&str],
        mut read: impl FnMut(&mut Self, &Node) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        let Some(list) = whole.member(field).filter(|list| !list.is_null()) else { return Ok(()) };
        for item in list.list("a list")? {
            for member in item.object("an object")? {
                if !members.contains(&member.name.as_str()) && !is_look(member) {
                    self.notes.unknown(member.unknown(&format!("a member of {field}")))?;
                }
            }
            read(self, item)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        node: &Node,
        kind: RuleKind,
        groups: Vec<Vec<usize>>,
        numbers: Vec<i64>,
    ) -> Result<(), ParseError> {
        let rule = Rule::new(kind, groups, numbers).map_err(|error| unfit(node.at, &error))?;
        self.rules.push((rule, node.at));
        Ok(())
    }

    fn cell(&self, node: &Node) -> Result<usize, ParseError> {
        let name = node.text("a cell: \"R1C1\"")?;
        self.shape.cell(name).ok_or_else(|| node.unfit("a cell of the grid"))
    }

    fn cells(&self, node: &Node) -> Result<Vec<usize>, ParseError> {
        node.list("a list of cells")?.iter().map(|node| self.cell(node)).collect()
    }

    fn cage(&mut self, node: &Node) -> Result<(), ParseError> {
        let group = self.cells(node.needed("cells")?)?;
        // A cage with the sum 0 has none.
        let sum = number(node)?.filter(|sum| *sum != 0);
        self.add(node, RuleKind::Cage, vec![group], sum.into_iter().collect())
    }

    /// Each line goes from the circle, of which its first cell is one.
    fn arrow(&mut self, node: &Node) -> Result<(), ParseError> {
        let circle = self.cells(node.needed("cells")?)?;
        for line in node.needed("lines")?.list("a list of lines")? {
            let shaft = self.cells(line)?.split_off(1.min(line.list("a line")?.len()));
            if shaft.is_empty() {
                self.notes.note("an arrow without a shaft says nothing");
            } else {
                self.add(node, RuleKind::Arrow, vec![circle.clone(), shaft], vec![])?;
            }
        }
        Ok(())
    }

    fn diagonal_sum(&mut self, node: &Node) -> Result<(), ParseError> {
        let direction = node.needed("direction")?;
        let step = match direction.text("UL, UR, DL or DR")? {
            "UL" => (-1, -1),
            "UR" => (-1, 1),
            "DL" => (1, -1),
            "DR" => (1, 1),
            _ => return Err(direction.unfit("UL, UR, DL or DR")),
        };
        let from = place(node.needed("cell")?)?;
        let cells = line_from(&self.shape, from, step);
        match number(node)? {
            Some(sum) if sum != 0 => self.add(node, RuleKind::Sum, vec![cells], vec![sum]),
            _ => {
                self.notes.note("a diagonal without a sum says nothing");
                Ok(())
            }
        }
    }

    fn lines(&mut self, node: &Node, field: &str, kind: RuleKind) -> Result<(), ParseError> {
        let number = number(node)?;
        let number = if kind == RuleKind::Whisper {
            Some(number.unwrap_or_else(|| usual_difference(field, self.shape.rows())))
        } else {
            number
        };
        for line in node.needed("lines")?.list("a list of lines")? {
            let cells = self.cells(line)?;
            if cells.is_empty() {
                self.notes.note(format!("a {} without cells says nothing", kind.facts().words));
            } else {
                self.add(line, kind, vec![cells], number.into_iter().collect())?;
            }
        }
        Ok(())
    }

    fn letter(&mut self, node: &Node) -> Result<(), ParseError> {
        let pair = self.cells(node.needed("cells")?)?;
        let Some(value) = node.member("value") else { return Ok(()) };
        let sum = match value.typed()? {
            Some("X" | "x") => 10,
            Some("V" | "v") => 5,
            None => {
                self.notes.note("a mark between two cells without X or V says nothing");
                return Ok(());
            }
            Some(_) => return Err(value.unfit("X or V")),
        };
        self.add(node, RuleKind::PairSum, vec![pair], vec![sum])
    }

    fn clone_of(&mut self, node: &Node) -> Result<(), ParseError> {
        let copies = node.needed("cloneCells")?;
        let (cells, clones) = (self.cells(node.needed("cells")?)?, self.cells(copies)?);
        if cells.len() != clones.len() {
            return Err(copies.unfit(format!("{} cells, as many as are cloned", cells.len())));
        }
        let pairs = cells.into_iter().zip(clones).filter(|(cell, copy)| cell != copy);
        let (cells, clones): (Vec<usize>, Vec<usize>) = pairs.unzip();
        if cells.is_empty() {
            self.notes.note("a clone of the same cells says nothing");
            return Ok(());
        }
        self.add(node, RuleKind::Clone, vec![cells, clones], vec![])
    }

    fn quadruple(&mut self, node: &Node) -> Result<(), ParseError> {
        let group = self.cells(node.needed("cells")?)?;
        let values = node.needed("values")?.list("a list of digits")?;
        let digit = |node: &Node| {
            node.typed()?.and_then(|text| text.parse().ok()).ok_or_else(|| node.unfit("a digit"))
        };
        let values: Vec<i64> = values.iter().map(digit).collect::<Result<_, _>>()?;
        if values.is_empty() {
            self.notes.note("a circle of four cells without digits says nothing");
            return Ok(());
        }
        self.add(node, RuleKind::Quadruple, vec![group], values)
    }

    fn outside(&mut self, node: &Node, kind: RuleKind) -> Result<(), ParseError> {
        let cell = node.needed("cell")?;
        let from = place(cell)?;
        let step = inward(&self.shape, from).ok_or_else(|| cell.unfit("a cell beside the grid"))?;
        let cells = line_from(&self.shape, from, step);
        // Sandwiches read the same from both ends.
        let cells = if kind == RuleKind::Sandwich { sorted(cells) } else { cells };
        if let Some(number) = number(node)? {
            return self.add(node, kind, vec![cells], vec![number]);
        }
        self.notes.note(format!("a clue of {} without a number says nothing", kind.facts().words));
        Ok(())
    }

    /// Cages and lines that are only drawn: some stand for rules.
    fn drawings(&mut self, whole: &Node) -> Result<(), ParseError> {
        for field in ["cage", "line", "text", "circle"] {
            let Some(list) = whole.member(field).filter(|list| !list.is_null()) else { continue };
            for item in list.list("a list")? {
                item.object("an object")?;
                self.drawing(whole, field, item)?;
            }
        }
        Ok(())
    }

    fn drawing(&mut self, whole: &Node, field: &str, item: &Node) -> Result<(), ParseError> {
        if let Some(name) = item.member("fromConstraint").filter(|node| !node.is_null()) {
            let known = drawn(name.text("the name of a kind of rule")?);
            let Some(rule) = known else {
                return self.notes.unknown(name.unfit("a kind of rule that is drawn"));
            };
            // Where there is the rule itself, this is a picture of it. A circle is the end of a line.
            let has_rule = whole.member(rule).is_some_and(|list| !list.is_null())
                || rule.ends_with("whispers") && whole.member("whispers").is_some_and(|list| !list.is_null());
            if has_rule || field == "circle" {
                return Ok(());
            }
            let kind_in = |table: &[(&str, RuleKind)]| {
                table.iter().find(|(name, _)| *name == rule).map(|(_, kind)| *kind)
            };
            return match (field, kind_in(LINES), kind_in(SETS)) {
                ("line", Some(kind), _) => self.lines(item, rule, kind),
                ("cage", _, Some(kind)) => {
                    let group = self.cells(item.needed("cells")?)?;
                    self.add(item, kind, vec![group], vec![])
                }
                _ => self.notes.unknown(name.unfit(format!("the list {rule} for what is drawn"))),
            };
        }
        let value = match item.member("value").filter(|_| field == "cage") {
            Some(value) => value.typed()?.map(str::to_owned),
            None => None,
        };
        let Some(root) = value.as_deref().and_then(|value| value.strip_prefix("DR")) else {
            self.notes.note(format!("{field} is no rule, and left out"));
            return Ok(());
        };
        let root: i64 = root
            .parse()
            .ok()
            .filter(|root| (0..=9).contains(root))
            .ok_or_else(|| item.member("value").unwrap_or(item).unfit("a digital root: DR1 to DR9"))?;
        let group = self.cells(item.needed("cells")?)?;
        self.add(item, RuleKind::Cage, vec![group.clone()], vec![])?;
        self.add(item, RuleKind::SumModulo, vec![group], vec![root % 9, 9])
    }
}

/// The `value` of an item, if it is filled in.
fn number(item: &Node) -> Result<Option<i64>, ParseError> {
    let Some(value) = item.member("value") else { return Ok(None) };
    let Some(text) = value.typed()? else { return Ok(None) };
    text.parse().map(Some).map_err(|_| value.unfit("an integer"))
}

/// Whether a member of an item is only about its look.
fn is_look(member: &Member) -> bool {
    const LOOKS: &[&str] = &[
        "outlineC",
        "baseC",
        "fontC",
        "width",
        "height",
        "size",
        "angle",
        "fromConstraint",
        "isNewConstraint",
        "color",
        "colour",
        "opacity",
    ];
    LOOKS.contains(&member.name.as_str())
}

/// The row and the column of a cell of the grid or beside it: `R0C4`.
fn place(node: &Node) -> Result<(i64, i64), ParseError> {
    let text = node.text("a cell: \"R0C4\"")?;
    let read = || {
        let (row, column) = text.strip_prefix(['R', 'r'])?.split_once(['C', 'c'])?;
        let number = |text: &str| text.parse::<i64>().ok().filter(|number| (-1..=100).contains(number));
        Some((number(row)?, number(column)?))
    };
    read().ok_or_else(|| node.unfit("a cell: \"R0C4\""))
}

fn sorted(mut cells: Vec<usize>) -> Vec<usize> {
    cells.sort_unstable();
    cells
}
