//! Other texts than constraint strings, as the items that say the same: cages as `3x3::k:…` or with arrows, jigsaws, givens, candidates.

use std::collections::BTreeMap;

use residua_sudoku::ParseError;

use crate::formats::iss::grid::name;
use crate::formats::iss::item::{Item, Placed, Word};
use crate::shape::Shape;

/// The items of a text without white space; `None` if it has none of these forms.
pub(super) fn items(text: &[Placed]) -> Result<Option<Vec<Item>>, ParseError> {
    let at = text.first().map_or((1, 1), |(_, at)| *at);
    let chars: Vec<char> = text.iter().map(|(c, _)| *c).collect();
    if chars.len() < 2 {
        return Ok(None);
    }
    if let Some(found) = arrows(&chars, text)? {
        return Ok(Some(found));
    }
    let whole: String = chars.iter().collect();
    if whole.starts_with("3x3:") {
        return numbered(&whole, at).map(Some);
    }
    Ok(jigsaw(&chars, at)
        .or_else(|| layout(&chars, at))
        .or_else(|| givens(&chars, at))
        .or_else(|| candidates(&chars, at)))
}

fn square(size: usize) -> Shape {
    Shape::new(size, size, 1..=size as i32).expect("invariant: a small square")
}

/// The side of the square of that many cells.
fn side(cells: usize) -> Option<usize> {
    (1..=16).find(|size| size * size == cells)
}

fn shape_item(size: usize, at: (usize, usize)) -> Item {
    Item::made("Shape", vec![format!("{size}x{size}")], at)
}

/// Cages of 81 symbols: a sum, or an arrow to the next cell on the way to it.
fn arrows(chars: &[char], text: &[Placed]) -> Result<Option<Vec<Item>>, ParseError> {
    let is_arrow = |c: &char| matches!(c, '<' | 'v' | '>' | '^' | '`' | '\'' | ',' | '.');
    let is_sum = |c: &char| matches!(c, '0'..='9' | 'A'..='Z' | 'a'..='j');
    let is_so = chars.len() == 81
        && chars.iter().any(|c| is_arrow(c) && *c != '.')
        && chars.iter().all(|c| is_arrow(c) || is_sum(c));
    if !is_so {
        return Ok(None);
    }
    let shape = square(9);
    let next = |cell: usize| {
        let step = match chars[cell] {
            'v' => (1, 0),
            '^' => (-1, 0),
            '<' => (0, -1),
            '>' => (0, 1),
            '`' => (-1, -1),
            '\'' => (-1, 1),
            ',' => (1, -1),
            '.' => (1, 1),
            _ => return Ok(cell),
        };
        let word = || Word { text: chars[cell].to_string(), at: text[cell].1 };
        shape.step(cell, step).ok_or_else(|| word().unfit("an arrow to a cell of the grid"))
    };
    let mut cages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for start in 0..81 {
        let mut cell = start;
        let mut steps = 0;
        while next(cell)? != cell {
            cell = next(cell)?;
            steps += 1;
            if steps > 81 {
                let word = Word { text: chars[start].to_string(), at: text[start].1 };
                return Err(word.unfit("an arrow that leads to a sum"));
            }
        }
        cages.entry(cell).or_default().push(start);
    }
    let sum = |c: char| match c {
        '0'..='9' => c as u32 - '0' as u32,
        'A'..='Z' => c as u32 - 'A' as u32 + 10,
        _ => c as u32 - 'a' as u32 + 36,
    };
    let at = text[0].1;
    let cage = |(head, cells): (usize, Vec<usize>)| cage(sum(chars[head]).into(), &cells, &shape, at);
    Ok(Some(cages.into_iter().map(cage).collect()))
}

fn cage(sum: i64, cells: &[usize], shape: &Shape, at: (usize, usize)) -> Item {
    let names = cells.iter().map(|&cell| name(cell, shape));
    Item::made("Cage", std::iter::once(sum.to_string()).chain(names).collect(), at)
}

/// `3x3::k:6150:…`: of each cell 256 times the sum of its cage, and the number of the cage; with `d` the diagonals are houses.
fn numbered(whole: &str, at: (usize, usize)) -> Result<Vec<Item>, ParseError> {
    let word = |text: &str| Word { text: text.to_owned(), at };
    let parts: Vec<&str> = whole.split(':').collect();
    let [_, flags, kind, numbers @ ..] = parts.as_slice() else {
        return Err(word(whole).unfit("3x3::k: and 81 numbers"));
    };
    if !["", "d"].contains(flags) || *kind != "k" {
        return Err(word(whole).unfit("3x3::k: or 3x3:d:k:"));
    }
    let numbers = numbers.strip_suffix(&[""]).unwrap_or(numbers);
    if numbers.len() != 81 {
        return Err(word(&format!("{} of them", numbers.len())).unfit("81 numbers"));
    }
    let mut cages: BTreeMap<u32, (u32, Vec<usize>)> = BTreeMap::new();
    for (cell, text) in numbers.iter().enumerate() {
        let number: u32 = text.parse().map_err(|_| word(text).unfit("a number"))?;
        let (sum, cage) = (number / 256, number % 256);
        if sum > 0 {
            cages.entry(cage).or_insert((sum, Vec::new())).1.push(cell);
        }
    }
    let shape = square(9);
    let diagonals = ["1", "-1"].into_iter().filter(|_| *flags == "d");
    let diagonals = diagonals.map(|rises| Item::made("Diagonal", vec![rises.to_owned()], at));
    let cages = cages.into_values().map(|(sum, cells)| cage(sum.into(), &cells, &shape, at));
    Ok(diagonals.chain(cages).collect())
}

/// Givens, and behind them a layout.
fn jigsaw(chars: &[char], at: (usize, usize)) -> Option<Vec<Item>> {
    let (first, second) = chars.split_at(chars.len() / 2);
    let pieces = layout(second, at).filter(|_| first.len() == second.len())?;
    Some([pieces, givens(first, at)?].concat())
}

/// A piece for each cell, all of the same size.
fn layout(chars: &[char], at: (usize, usize)) -> Option<Vec<Item>> {
    let size = side(chars.len())?;
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for &c in chars {
        *counts.entry(c).or_default() += 1;
    }
    let is_so = counts.len() == size && counts.values().all(|count| *count == size);
    let pieces = Item::made("Jigsaw", vec![chars.iter().collect()], at);
    is_so.then(|| vec![shape_item(size, at), pieces, Item::made("NoBoxes", Vec::new(), at)])
}

/// A digit for each cell, or a symbol for those without; letters from `A` = 1 in a square of more than nine rows.
fn givens(chars: &[char], at: (usize, usize)) -> Option<Vec<Item>> {
    let size = side(chars.len())?;
    let shape = square(size);
    let digit = |c: char| {
        let digit = match c {
            '1'..='9' if size < 10 => c as usize - '0' as usize,
            'A'..='Z' if size >= 10 => c as usize - 'A' as usize + 1,
            _ => return None,
        };
        (digit <= size).then_some(digit)
    };
    let mut blanks = chars.iter().filter(|c| digit(**c).is_none());
    let blank = blanks.next();
    if blanks.any(|c| Some(c) != blank) {
        return None;
    }
    let given = |(cell, &c): (usize, &char)| digit(c).map(|digit| format!("{}_{digit}", name(cell, &shape)));
    let given = chars.iter().enumerate().filter_map(given).collect();
    Some(vec![shape_item(size, at), Item::made("", given, at)])
}

/// So many symbols for each cell as it has digits: the digit if it is allowed, or a point.
fn candidates(chars: &[char], at: (usize, usize)) -> Option<Vec<Item>> {
    let size = (2..=9).find(|size: &usize| size.pow(3) == chars.len())?;
    let shape = square(size);
    if !chars.iter().all(|c| c.is_ascii_digit() || *c == '.') {
        return None;
    }
    let allowed = |(cell, symbols): (usize, &[char])| {
        let digits = symbols.iter().filter(|c| **c != '.').flat_map(|c| ['_', *c]);
        name(cell, &shape).chars().chain(digits).collect()
    };
    let allowed = chars.chunks(size).enumerate().map(allowed).collect();
    Some(vec![shape_item(size, at), Item::made("", allowed, at)])
}
