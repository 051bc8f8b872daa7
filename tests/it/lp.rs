//! Linear programs in the LP format, read independently of the library.

use std::collections::BTreeMap;

/// A row: factors and columns, `<=`, `=` or `>=`, and the constant.
pub(crate) type Row = (Vec<(i64, String)>, String, i64);

/// A row with columns by number.
type Numbered = (Vec<(i64, usize)>, String, i64);

/// The rows and the bounds of a program in the LP format, read independently of the library.
#[derive(Debug)]
pub(crate) struct Lp {
    pub(crate) rows: Vec<Row>,
    pub(crate) bounds: BTreeMap<String, (i64, i64)>,
}

fn number(word: &str) -> i64 {
    word.parse().expect("a number")
}

impl Lp {
    pub(crate) fn new(text: &str) -> Lp {
        let mut lp = Lp { rows: Vec::new(), bounds: BTreeMap::new() };
        let mut section = "";
        for line in text.lines().filter(|line| !line.starts_with('\\')) {
            if !line.starts_with(' ') {
                section = line;
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            match section {
                "Subject To" => {
                    let begins = words[0].ends_with(':');
                    if begins {
                        lp.rows.push((Vec::new(), String::new(), 0));
                    }
                    let row = lp.rows.last_mut().expect("a row");
                    row.0.extend(words[usize::from(begins)..].iter().map(|&word| (0, word.to_owned())));
                }
                "Bounds" => {
                    let bounds = (number(words[0]), number(words[4]));
                    let _ = lp.bounds.insert(words[2].to_owned(), bounds);
                }
                "Binary" => lp.bounds.extend(words.iter().map(|&word| (word.to_owned(), (0, 1)))),
                _ => {}
            }
        }
        for row in &mut lp.rows {
            let (mut sign, mut factor) = (1, 1);
            for (_, word) in std::mem::take(&mut row.0) {
                match word.as_str() {
                    "+" => (sign, factor) = (1, 1),
                    "-" => (sign, factor) = (-1, 1),
                    "<=" | "=" | ">=" => row.1 = word,
                    _ if !row.1.is_empty() => row.2 = number(&word),
                    _ if word.starts_with(|c: char| c.is_ascii_digit()) => factor = number(&word),
                    negative if negative.starts_with('-') => match negative[1..].parse() {
                        Ok(first) => (sign, factor) = (-1, first),
                        Err(_) => row.0.push((-1, negative[1..].to_owned())),
                    },
                    _ => {
                        row.0.push((sign * factor, word));
                        (sign, factor) = (1, 1);
                    }
                }
            }
        }
        lp
    }

    /// Whether each row and bound holds; other columns than these may have any value of theirs.
    pub(crate) fn holds(&self, values: &BTreeMap<String, i64>) -> bool {
        let numbers: BTreeMap<&String, usize> = self.bounds.keys().zip(0..).collect();
        let mut bounds: Vec<(i64, i64)> = self.bounds.values().copied().collect();
        for (name, &value) in values {
            let (low, high) = &mut bounds[numbers[name]];
            (*low, *high) = (value.max(*low), value.min(*high));
        }
        let row = |(terms, relation, constant): &Row| {
            let terms: Vec<(i64, usize)> =
                terms.iter().map(|(factor, name)| (*factor, numbers[name])).collect();
            (terms, relation.clone(), *constant)
        };
        can_hold(&self.rows.iter().map(row).collect::<Vec<_>>(), bounds)
    }
}

/// Whether some values within these bounds satisfy all rows: bounds are tightened, then an open column is tried.
fn can_hold(rows: &[Numbered], mut bounds: Vec<(i64, i64)>) -> bool {
    let mut is_changed = true;
    while is_changed {
        is_changed = false;
        for (terms, relation, constant) in rows {
            for (sign, is_wanted) in [(1, relation != ">="), (-1, relation != "<=")] {
                let least = |&(factor, at): &(i64, usize)| {
                    let (low, high) = bounds[at];
                    (sign * factor * low).min(sign * factor * high)
                };
                let slack = sign * constant - terms.iter().map(least).sum::<i64>();
                if is_wanted && slack < 0 {
                    return false;
                }
                for &(factor, at) in terms.iter().filter(|_| is_wanted) {
                    let (low, high) = bounds[at];
                    let factor = sign * factor;
                    let tight = match factor.signum() {
                        1 => (low, high.min(low + slack / factor)),
                        -1 => (low.max(high - slack / -factor), high),
                        _ => (low, high),
                    };
                    is_changed |= tight != bounds[at];
                    bounds[at] = tight;
                }
            }
        }
        if bounds.iter().any(|(low, high)| low > high) {
            return false;
        }
    }
    let Some(open) = bounds.iter().position(|(low, high)| low < high) else { return true };
    (bounds[open].0..=bounds[open].1).any(|value| {
        let mut tried = bounds.clone();
        tried[open] = (value, value);
        can_hold(rows, tried)
    })
}
