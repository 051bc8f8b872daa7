//! Alphabets: the values of the symbols of one grid.

use crate::formats::glyph::{Glyph, glyph};
use crate::geometry::Geometry;

/// The value of the letter `A` where digits come before it.
const A: i32 = 10;

/// What the symbols of a grid stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Alphabet {
    /// What is added to the values that symbols usually have: 1 in a grid written with `0` to `F`, -9 in one with `A` to `P`.
    shift: i32,
    /// Zeros are values.
    has_zero: bool,
    /// `x` is a blank.
    has_x: bool,
}

impl Alphabet {
    /// The alphabet of a grid of this geometry with these symbols.
    ///
    /// A 16-by-16 grid is written with `0`-`F` if it has zeros beside another blank, and no `G`: without another blank a zero is a
    /// blank itself, as everywhere else. A grid of 10 to 26 values is written from `A` on if it has no digits, but letters that
    /// would else be too large.
    pub(crate) fn of<I: Iterator<Item = char>>(geometry: Geometry, symbols: impl Fn() -> I) -> Self {
        let size = geometry.size() as i32;
        let has_blank = symbols().any(|c| glyph(c) == Glyph::Blank);
        let has_zero = symbols().any(|c| c == '0');
        let is_x = |c: char| matches!(c, 'x' | 'X');
        let letters = || symbols().filter(char::is_ascii_alphabetic).filter(|c| size >= 24 || !is_x(*c));
        let value = |c: char| if let Glyph::Value(value) = glyph(c) { i32::from(value) } else { 0 };
        let is_from_a = (A..=26).contains(&size)
            && !symbols().any(|c| matches!(c, '1'..='9'))
            && letters().any(|c| value(c) > size)
            && letters().all(|c| value(c) - A < size);
        let is_from_zero = size == 16 && has_zero && has_blank && !symbols().any(|c| matches!(c, 'g' | 'G'));
        let (shift, has_zero) = match (is_from_a, is_from_zero) {
            (true, _) => (1 - A, false),
            (false, true) => (1, true),
            _ => (0, false),
        };
        Self { shift, has_zero, has_x: Self::has_x(size, is_from_a, symbols) }
    }

    /// Whether it counts from `A`.
    pub(crate) fn is_from_a(self) -> bool {
        self.shift < 0
    }

    /// The alphabet of a grid of numbers: single symbols among them have their usual values.
    pub(crate) fn of_numbers<I: Iterator<Item = char>>(geometry: Geometry, symbols: impl Fn() -> I) -> Self {
        Self { has_x: Self::has_x(geometry.size() as i32, false, symbols), ..Self::default() }
    }

    /// Whether `x` is a blank: it is not a value, there is no other blank, and it occurs more than once.
    fn has_x<I: Iterator<Item = char>>(size: i32, is_from_a: bool, symbols: impl Fn() -> I) -> bool {
        let largest = if is_from_a { 23 } else { 32 };
        size <= largest
            && symbols().filter(|c| matches!(c, 'x' | 'X')).nth(1).is_some()
            && !symbols().any(|c| matches!(glyph(c), Glyph::Blank | Glyph::Zero))
    }

    /// The value of a symbol, 0 for a blank; `None` if it has none.
    pub(crate) fn value(self, c: char) -> Option<i32> {
        match glyph(c) {
            Glyph::Blank => Some(0),
            Glyph::Zero => Some(i32::from(self.has_zero)),
            Glyph::Value(_) if self.has_x && matches!(c, 'x' | 'X') => Some(0),
            Glyph::Value(value) => Some(i32::from(value) + self.shift),
            _ => None,
        }
    }
}
