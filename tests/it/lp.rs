//! Linear programs in the LP format, read independently of the library.

use std::collections::BTreeMap;

/// A row: factors and columns, `<=`, `=` or `>=`, and the constant.
pub(crate) type Row = (Vec<(i64, String)>, String, i64);

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

    /// Whether each row and bound holds; the other columns may have any value.
    pub(crate) fn holds(&self, values: &BTreeMap<String, i64>) -> bool {
        let within = values.iter().all(|(name, value)| {
            let (low, high) = self.bounds[name];
            (low..=high).contains(value)
        });
        let open: Vec<&String> = self.bounds.keys().filter(|name| !values.contains_key(*name)).collect();
        within && self.extends(&mut values.clone(), &open)
    }

    /// Whether the rows hold for some values, 0 or 1, of the open columns: one after the other, as long as none is violated.
    fn extends(&self, values: &mut BTreeMap<String, i64>, open: &[&String]) -> bool {
        let may_hold = |(terms, relation, constant): &(Vec<(i64, String)>, String, i64)| {
            let (mut least, mut most) = (0, 0);
            for (factor, name) in terms {
                let (low, high) = values.get(name).map_or(self.bounds[name], |&value| (value, value));
                least += (factor * low).min(factor * high);
                most += (factor * low).max(factor * high);
            }
            match relation.as_str() {
                "<=" => least <= *constant,
                "=" => least <= *constant && *constant <= most,
                _ => most >= *constant,
            }
        };
        if !self.rows.iter().all(may_hold) {
            return false;
        }
        let Some((&first, rest)) = open.split_first() else { return true };
        let (low, high) = self.bounds[first];
        let found = (0..=1).filter(|value| (low..=high).contains(value)).any(|value| {
            let _ = values.insert(first.clone(), value);
            self.extends(values, rest)
        });
        let _ = values.remove(first);
        found
    }
}
