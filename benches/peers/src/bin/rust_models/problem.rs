//! A model as a line gives it, with automata already taken apart into tables, since neither crate has them.

use std::collections::BTreeSet;
use std::str::{FromStr, SplitWhitespace};

/// A model, and the variables to decide first, by their positions in `domains`.
pub(crate) struct Problem {
    /// Whether what has the fewest values is decided first; also where dom/wdeg is asked for, which they do not have.
    pub(crate) is_first_fail: bool,
    /// Whether one solution is enough.
    pub(crate) is_one_enough: bool,
    /// The least and the greatest value of each variable.
    pub(crate) domains: Vec<(i32, i32)>,
    pub(crate) branch: Vec<usize>,
    pub(crate) constraints: Vec<Constraint>,
}

/// A constraint over variables by position.
#[derive(Debug, PartialEq)]
pub(crate) enum Constraint {
    /// Variables that differ, each with what is added to it before.
    Different(Vec<(i32, usize)>),
    /// A sum, of factors and variables, in relation to a constant.
    Linear(Relation, Vec<(i32, usize)>, i32),
    /// Two variables, and the absolute value of their difference.
    Distance([usize; 3]),
    Table {
        scope: Vec<usize>,
        rows: Vec<Vec<i32>>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Relation {
    Equal,
    AtMost,
    Unequal,
}

impl Problem {
    /// # Errors
    /// What was expected, and what was found, if the line is not a model.
    pub(crate) fn parse(line: &str) -> Result<Problem, String> {
        let mut words = Words(line.split_whitespace());
        words.expect("level")?;
        // Both crates have one all_different only.
        let _ = words.next()?;
        words.expect("order")?;
        let is_first_fail = match words.next()? {
            "input" => false,
            "first-fail" | "dom-wdeg" => true,
            other => return Err(format!("expected input, first-fail or dom-wdeg, found {other}")),
        };
        words.expect("find")?;
        let is_one_enough = match words.next()? {
            "all" => false,
            "first" => true,
            other => return Err(format!("expected all or first, found {other}")),
        };
        words.expect("variables")?;
        let domains = words.list(Words::pair)?;
        words.expect("branch")?;
        let branch = words.list(Words::number)?;
        words.expect("constraints")?;
        let mut problem = Problem { is_first_fail, is_one_enough, domains, branch, constraints: Vec::new() };
        for _ in 0..words.number()? {
            problem.constraint(&mut words)?;
        }
        let is_known = |var: &usize| *var < problem.domains.len();
        let is_closed = problem.branch.iter().all(is_known)
            && problem.constraints.iter().all(|constraint| constraint.vars().iter().all(is_known));
        is_closed.then_some(problem).ok_or_else(|| "no such variable".to_owned())
    }

    fn constraint(&mut self, words: &mut Words) -> Result<(), String> {
        let kind = words.next()?;
        let relation = match kind {
            "different" => {
                self.constraints.push(Constraint::Different(words.list(Words::pair)?));
                return Ok(());
            }
            "distance" => {
                let scope: Vec<usize> = words.list(Words::number)?;
                let scope = scope.try_into().map_err(|scope| format!("a distance over {scope:?}"))?;
                self.constraints.push(Constraint::Distance(scope));
                return Ok(());
            }
            "table" => {
                let count: usize = words.number()?;
                let scope: Vec<usize> = words.list(Words::number)?;
                let row = |words: &mut Words| (0..scope.len()).map(|_| words.number()).collect();
                let rows = (0..count).map(|_| row(words)).collect::<Result<_, _>>()?;
                self.constraints.push(Constraint::Table { scope, rows });
                return Ok(());
            }
            "regular" => return self.regular(words),
            "equal" => Relation::Equal,
            "at-most" => Relation::AtMost,
            "unequal" => Relation::Unequal,
            other => return Err(format!("expected a constraint, found {other}")),
        };
        let terms = words.list(Words::pair)?;
        self.constraints.push(Constraint::Linear(relation, terms, words.number()?));
        Ok(())
    }

    /// A variable for the state after each step but the last, and a table over each step: state before, value, state
    /// after. The automaton is deterministic, so the word decides the states.
    fn regular(&mut self, words: &mut Words) -> Result<(), String> {
        let start: i32 = words.number()?;
        let transitions =
            words.list(|words| Ok([words.number::<i32>()?, words.number()?, words.number()?]))?;
        let accepting: Vec<i32> = words.list(Words::number)?;
        let scope: Vec<usize> = words.list(Words::number)?;
        let states = transitions.iter().flat_map(|&[from, _, to]| [from, to]);
        let (least, greatest) = states.fold((start, start), |(a, b), state| (a.min(state), b.max(state)));
        let mut before = None;
        for (step, &var) in scope.iter().enumerate() {
            let after = (step + 1 < scope.len()).then(|| {
                self.domains.push((least, greatest));
                self.domains.len() - 1
            });
            let mut rows = BTreeSet::new();
            for &[from, value, to] in &transitions {
                if (before.is_some() || from == start) && (after.is_some() || accepting.contains(&to)) {
                    let cells = [before.map(|_| from), Some(value), after.map(|_| to)];
                    rows.insert(cells.into_iter().flatten().collect::<Vec<i32>>());
                }
            }
            let scope = [before, Some(var), after].into_iter().flatten().collect();
            self.constraints.push(Constraint::Table { scope, rows: rows.into_iter().collect() });
            before = after;
        }
        Ok(())
    }
}

impl Constraint {
    fn vars(&self) -> Vec<usize> {
        match self {
            Constraint::Different(pairs) | Constraint::Linear(_, pairs, _) => {
                pairs.iter().map(|pair| pair.1).collect()
            }
            Constraint::Distance(scope) => scope.to_vec(),
            Constraint::Table { scope, .. } => scope.clone(),
        }
    }
}

/// What is left of a line.
struct Words<'a>(SplitWhitespace<'a>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "a line breaks off".to_owned())
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        let found = self.next()?;
        if found == word { Ok(()) } else { Err(format!("expected {word}, found {found}")) }
    }

    fn number<T: FromStr>(&mut self) -> Result<T, String> {
        let word = self.next()?;
        word.parse().map_err(|_| format!("expected a number, found {word}"))
    }

    fn pair<T: FromStr, U: FromStr>(&mut self) -> Result<(T, U), String> {
        Ok((self.number()?, self.number()?))
    }

    /// How many things, and those.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, String>) -> Result<Vec<T>, String> {
        (0..self.number()?).map(|_: usize| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_automaton_becomes_a_table_a_step() {
        // Words of three letters in which no 1 follows a 1, and the last one is 1.
        let line = "level domain order input variables 3 0 1 0 1 0 1 branch 3 0 1 2 constraints 1 \
                    regular 0 3 0 0 0 0 1 1 1 0 0 1 1 3 0 1 2";
        let problem = Problem::parse(line).expect("a model");
        assert_eq!(problem.domains, [(0, 1); 5]);
        let table = |scope: &[usize], rows: &[&[i32]]| Constraint::Table {
            scope: scope.to_vec(),
            rows: rows.iter().map(|row| row.to_vec()).collect(),
        };
        let steps = [
            table(&[0, 3], &[&[0, 0], &[1, 1]]),
            table(&[3, 1, 4], &[&[0, 0, 0], &[0, 1, 1], &[1, 0, 0]]),
            table(&[4, 2], &[&[0, 1]]),
        ];
        assert_eq!(problem.constraints, steps);
    }

    #[test]
    fn what_is_no_model_is_refused() {
        let line = "level value order input variables 1 0 1 branch 1 0 constraints 1 equal 1 1 0 1";
        assert!(Problem::parse(line).is_ok());
        for (from, to) in [("equal 1 1 0 1", "equal 1 1 7 1"), ("equal 1", "equals 1"), (" 1 0 1", " 1 0")] {
            assert!(Problem::parse(&line.replace(from, to)).is_err(), "{to}");
        }
    }
}
