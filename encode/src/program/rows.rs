//! Rows of a linear program, over numbered columns.

use std::collections::BTreeMap;

/// The largest number that a double holds, and all before it: solvers of linear programs compute in doubles.
const EXACT: i128 = 1 << 53;

/// More terms than this are not written: a gigabyte.
const MOST: usize = 1 << 26;

/// How many terms take the space of a column with its name.
const COLUMN: usize = 4;

/// How the sum of a row stands to its constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    AtMost,
    Equal,
    AtLeast,
}

/// Why a row cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    TooLarge,
    Inexact,
}

/// `Σ factor · column` in a relation to a constant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    pub(super) terms: &'a [(i64, u32)],
    pub(super) sense: Sense,
    pub(super) constant: i64,
}

/// Integer columns with bounds, and rows over them.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    /// By column: its least and its greatest value.
    bounds: Vec<(i64, i64)>,
    /// The column that is always 0, once there is one.
    zero: Option<u32>,
    terms: Vec<(i64, u32)>,
    /// By row: where its terms end, its sense and its constant.
    ends: Vec<(usize, Sense, i64)>,
}

impl Rows {
    /// Adds a column with these bounds.
    pub(super) fn column(&mut self, low: i64, high: i64) -> Result<u32, Refused> {
        self.reserve(COLUMN)?;
        self.bounds.push((low, high));
        Ok(self.bounds.len() as u32 - 1)
    }

    /// Refuses what would take that many terms more, if it is too much.
    pub(super) fn reserve(&self, terms: usize) -> Result<(), Refused> {
        let size = self.bounds.len() * COLUMN + self.terms.len();
        if size.saturating_add(terms) > MOST { Err(Refused::TooLarge) } else { Ok(()) }
    }

    /// Room for that many columns more.
    pub(super) fn reserve_columns(&self, columns: u64) -> Result<(), Refused> {
        self.reserve(usize::try_from(columns).unwrap_or(usize::MAX).saturating_mul(COLUMN))
    }

    /// The column that is always 0, for rows without any other.
    pub(super) fn zero(&mut self) -> Result<u32, Refused> {
        if self.zero.is_none() {
            self.zero = Some(self.column(0, 0)?);
        }
        self.zero.ok_or(Refused::TooLarge)
    }

    /// Adds the row that a column is 0, though its bounds say so.
    pub(super) fn hold(&mut self, column: u32) {
        self.terms.push((1, column));
        self.ends.push((self.terms.len(), Sense::Equal, 0));
    }

    pub(super) fn bounds(&self) -> &[(i64, i64)] {
        &self.bounds
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        let start = |at: usize| if at == 0 { 0 } else { self.ends[at - 1].0 };
        self.ends.iter().enumerate().map(move |(at, &(end, sense, constant))| Row {
            terms: &self.terms[start(at)..end],
            sense,
            constant,
        })
    }

    /// Adds a row, unless the bounds imply it; it need not hold unless `guard`, if there is one, is 1.
    ///
    /// Where the guard is 0, the row is relaxed by as much as the bounds of its columns require, and no more: that is the "big M".
    pub(super) fn add(
        &mut self,
        terms: impl IntoIterator<Item = (i64, u32)>,
        sense: Sense,
        constant: i64,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let mut by_column: BTreeMap<u32, i128> = BTreeMap::new();
        for (factor, column) in terms {
            *by_column.entry(column).or_default() += i128::from(factor);
        }
        by_column.retain(|_, factor| *factor != 0);
        if let (Sense::Equal, Some(_)) = (sense, guard) {
            self.add_merged(by_column.clone(), Sense::AtMost, constant, guard)?;
            return self.add_merged(by_column, Sense::AtLeast, constant, guard);
        }
        self.add_merged(by_column, sense, constant, guard)
    }

    fn add_merged(
        &mut self,
        mut terms: BTreeMap<u32, i128>,
        sense: Sense,
        constant: i64,
        guard: Option<u32>,
    ) -> Result<(), Refused> {
        let mut constant = i128::from(constant);
        let (mut least, mut greatest) = (0i128, 0i128);
        for (&column, &factor) in &terms {
            let (low, high) = self.bounds[column as usize];
            let ends = [low, high].map(|bound| factor.saturating_mul(bound.into()));
            least = least.saturating_add(ends[0].min(ends[1]));
            greatest = greatest.saturating_add(ends[0].max(ends[1]));
        }
        let (above, below) = (greatest - constant, constant - least);
        let is_implied = match sense {
            Sense::AtMost => above <= 0,
            Sense::AtLeast => below <= 0,
            Sense::Equal => above == 0 && below == 0,
        };
        if is_implied {
            return Ok(());
        }
        if let Some(guard) = guard {
            let relaxed = if sense == Sense::AtMost { above } else { -below };
            *terms.entry(guard).or_default() += relaxed;
            constant += relaxed;
        }
        if terms.is_empty() {
            let _ = terms.insert(self.zero()?, 1);
        }
        let numbers = terms.values().copied().chain([constant, least, greatest]);
        if numbers.into_iter().any(|number| !(-EXACT..=EXACT).contains(&number)) {
            return Err(Refused::Inexact);
        }
        self.reserve(terms.len())?;
        self.terms.extend(terms.into_iter().map(|(column, factor)| (factor as i64, column)));
        self.ends.push((self.terms.len(), sense, constant as i64));
        Ok(())
    }
}
