//! Regions that an object states. The boxes of some shape are read; any others make another kind of Sudoku, and are refused.

use std::collections::BTreeMap;

use crate::error::ParseError;
use crate::formats::object::Object;
use crate::formats::object::cell::Cell;
use crate::formats::object::lexeme::{Lexeme, unescaped};
use crate::formats::object::members::{Member, short};
use crate::geometry::Geometry;

/// The geometries whose boxes are these regions, given by what is the same for all cells of a region, and only for these. The
/// usual geometry comes first.
pub(crate) fn boxes_of<T: Ord>(regions: &[T]) -> Vec<Geometry> {
    let size = regions.len().isqrt();
    if size == 0 || size * size != regions.len() {
        return Vec::new();
    }
    let shapes = (1..=size).filter(|rows| size.is_multiple_of(*rows));
    let geometries = shapes.filter_map(|rows| Geometry::new(rows, size / rows).ok());
    let mut fitting: Vec<Geometry> = geometries
        .filter(|geometry| {
            let mut box_of: BTreeMap<&T, usize> = BTreeMap::new();
            let is_alike = regions.iter().enumerate().all(|(cell, region)| {
                *box_of.entry(region).or_insert_with(|| geometry.box_of(cell)) == geometry.box_of(cell)
            });
            is_alike && box_of.len() == size
        })
        .collect();
    fitting.sort_by_key(|geometry| Geometry::from_size(size) != Ok(*geometry));
    fitting
}

impl Object {
    /// The geometries whose boxes a member states, of a grid with `count` cells.
    pub(super) fn regions(&self, member: Member<'_>, count: usize) -> Result<Vec<Geometry>, ParseError> {
        if let Ok(stated) = self.read_box(member) {
            return Ok(vec![stated]);
        }
        let fitting = self.region_of_cells(member, count).map_or_else(Vec::new, |regions| boxes_of(&regions));
        if fitting.is_empty() {
            let found = format!("\"{}\" that are not the boxes of the grid", short(member.name));
            return Err(self.not_understood(member.at, &found));
        }
        Ok(fitting)
    }

    /// The box that is stated, if it is one of those that `regions` are, or the first of these.
    pub(super) fn same_box(
        &self,
        regions: Member<'_>,
        stated: Option<Geometry>,
        own: &[Geometry],
    ) -> Result<Option<Geometry>, ParseError> {
        match stated {
            Some(stated) if !own.contains(&stated) => {
                let found = format!("\"{}\" that are not the boxes of {stated}", short(regions.name));
                Err(self.not_understood(regions.at, &found))
            }
            Some(stated) => Ok(Some(stated)),
            None => Ok(own.first().copied()),
        }
    }

    /// The geometries whose boxes are the regions that the cells state themselves, and the place of one; `None` if they do not.
    pub(super) fn regions_of_cells(
        &self,
        cells: &[Cell],
    ) -> Result<Option<(Vec<Geometry>, usize)>, ParseError> {
        let Some((_, at)) = cells.iter().find_map(|cell| cell.region) else { return Ok(None) };
        let regions: Option<Vec<i64>> = cells.iter().map(|cell| Some(cell.region?.0)).collect();
        let fitting = regions.map_or_else(Vec::new, |regions| boxes_of(&regions));
        if fitting.is_empty() {
            return Err(self.not_understood(at, "a \"region\" that is not a box of the grid"));
        }
        Ok(Some((fitting, at)))
    }

    /// By cell, a number of its region; `None` if it cannot be told for each cell once.
    fn region_of_cells(&self, member: Member<'_>, count: usize) -> Option<Vec<i64>> {
        let size = count.isqrt();
        let (mut depth, mut region) = (0_usize, 0_i64);
        // Numbers with their depth and the number of the list around them; names of cells with that number.
        let mut numbers: Vec<(usize, i64, i64)> = Vec::new();
        let mut names: Vec<(i64, String)> = Vec::new();
        for (at, lexeme) in self.lexemes_from(member.value) {
            match lexeme {
                _ if at >= member.value_end => break,
                Lexeme::Mark('[' | '(') => depth += 1,
                Lexeme::Mark(']' | ')') => {
                    depth = depth.checked_sub(1)?;
                    region += i64::from(depth == 1);
                }
                Lexeme::Mark(',') => {}
                Lexeme::Word(word) => numbers.push((depth, region, word.parse().ok()?)),
                Lexeme::Text(text) => names.push((region, unescaped(text))),
                Lexeme::Mark(_) => return None,
            }
        }
        let mut of_cell = vec![None; count];
        let mut put = |cell: Option<usize>, region: i64| {
            let place = of_cell.get_mut(cell?)?;
            place.replace(region).is_none().then_some(())
        };
        let whole: String = names.iter().map(|(_, name)| &**name).collect();
        if numbers.is_empty()
            && whole.chars().count() == count
            && names.iter().all(|(_, name)| name.len() >= size)
        {
            // A symbol for each cell, in one string or in one for each row.
            return Some(whole.chars().map(|c| i64::from(u32::from(c))).collect());
        }
        if numbers.is_empty() {
            let geometry = Geometry::new(1, size).ok()?;
            for (region, name) in &names {
                put(geometry.parse_cell_name(name), *region)?;
            }
        } else if !names.is_empty() {
            return None;
        } else if numbers.iter().all(|(depth, ..)| *depth == 3) {
            let base = numbers.iter().map(|number| number.2).min()?;
            let cell = |row: i64, column: i64| {
                let index =
                    |number: i64| usize::try_from(number - base.min(1)).ok().filter(|index| *index < size);
                Some(index(row)? * size + index(column)?)
            };
            for pair in numbers.chunks(2) {
                let [(_, region, row), (.., column)] = pair else { return None };
                put(cell(*row, *column), *region)?;
            }
        } else {
            let mut all: Vec<i64> = numbers.iter().map(|number| number.2).collect();
            if all.len() != count {
                return None;
            }
            let listed = all.clone();
            all.sort_unstable();
            let (first, last) = (*all.first()?, *all.last()?);
            let are_cells = all.windows(2).all(|pair| pair[0] < pair[1]) && last - first == count as i64 - 1;
            if !are_cells {
                // The number of a region for each cell.
                return Some(listed);
            }
            for (depth, region, cell) in &numbers {
                put((*depth == 2).then(|| usize::try_from(cell - first).ok()).flatten(), *region)?;
            }
        }
        of_cell.into_iter().collect()
    }
}
