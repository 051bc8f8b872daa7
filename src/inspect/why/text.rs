//! An explanation in words, one step per line; an assumption opens an indented part.
//!
//! The removal of a value that another variable has gets no line of its own: that variable is named where the removal
//! is used. The same holds for the steps of locked candidates.

use std::collections::BTreeSet;
use std::fmt;

use crate::inspect::why::{Explanation, Ground, Line, Technique};
use crate::model::Model;
use crate::store::Relation;

impl Explanation {
    /// The explanation in the names of its model.
    pub fn display<'a>(&'a self, model: &'a Model) -> impl fmt::Display + 'a {
        Text { explanation: self, model, with_givens: false }
    }

    /// The same with the givens, each a line: where no grid shows them.
    pub fn display_in_full<'a>(&'a self, model: &'a Model) -> impl fmt::Display + 'a {
        Text { explanation: self, model, with_givens: true }
    }

    /// How many steps [`display`](Self::display) shows, suppositions apart.
    ///
    /// ```
    /// use residua::inspect::Why;
    /// use residua::search::Limits;
    /// use residua::sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3...".parse::<Puzzle>()?.model();
    /// let r1c3 = model.vars().nth(2).expect("16 cells");
    /// let Ok(Why::Because(explanation)) = model.why(r1c3.is_not(2), &Limits::default()) else { panic!("it holds") };
    /// assert_eq!((explanation.steps(), explanation.givens()), (1, 1));
    /// # Ok::<(), residua::sudoku::ParseError>(())
    /// ```
    pub fn steps(&self) -> usize {
        let is_step = |group: &&Vec<usize>| self.lines[group[0]].ground != Ground::Assumption;
        self.groups(false).iter().filter(is_step).count()
    }

    /// How many givens it rests on: constraints that state a fact.
    pub fn givens(&self) -> usize {
        let given = |line: &Line| match line.ground {
            Ground::Constraint(id, Technique::Given) => Some(id),
            _ => None,
        };
        self.lines.iter().filter_map(given).collect::<BTreeSet<_>>().len()
    }

    /// The lines that are shown, those together that are one step.
    fn groups(&self, with_givens: bool) -> Vec<Vec<usize>> {
        let lines = &self.lines;
        let is_same = |one: usize, other: usize| {
            let (a, b) = (&lines[one], &lines[other]);
            a.ground != Ground::Assumption
                && (&a.ground, &a.premises, a.under) == (&b.ground, &b.premises, b.under)
        };
        let shown: Vec<usize> = (0..lines.len())
            .filter(|&line| self.is_shown(line) || (with_givens && self.is_given(line)))
            .collect();
        shown.chunk_by(|&one, &other| is_same(one, other)).map(<[usize]>::to_vec).collect()
    }

    fn is_shown(&self, number: usize) -> bool {
        let is_last = number + 1 == self.lines.len();
        is_last || !(self.is_inlined(number) || self.is_given(number) || self.is_of_locked(number))
    }

    fn is_given(&self, number: usize) -> bool {
        matches!(self.lines[number].ground, Ground::Constraint(_, Technique::Given))
    }

    /// A value taken by a variable that has it.
    fn is_inlined(&self, number: usize) -> bool {
        let line = &self.lines[number];
        let is_loss = line.conclusion.is_some_and(|atom| atom.relation() == Relation::Ne);
        is_loss && matches!(line.ground, Ground::Constraint(_, Technique::Value))
    }

    /// Part of the steps of locked candidates.
    fn is_of_locked(&self, number: usize) -> bool {
        let lines = &self.lines;
        let around = match lines[number].ground {
            Ground::Assumption => Some(number),
            _ => lines[number].under,
        };
        let locked = |line: &Line| match line.ground {
            Ground::Refutation(assumption, Technique::LockedCandidates) => around == Some(assumption),
            _ => false,
        };
        lines[number..].iter().any(locked)
    }
}

struct Text<'a> {
    explanation: &'a Explanation,
    model: &'a Model,
    with_givens: bool,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explanation.groups(self.with_givens).iter().try_for_each(|group| self.write_group(f, group))
    }
}

impl Text<'_> {
    fn write_group(&self, f: &mut fmt::Formatter<'_>, group: &[usize]) -> fmt::Result {
        let first = group[0];
        let line = &self.explanation.lines[first];
        let is_assumption = line.ground == Ground::Assumption;
        let depth = self.explanation.depth_of(first) - usize::from(is_assumption);
        write!(f, "{:1$}", "", 2 * depth)?;
        if is_assumption {
            f.write_str("suppose ")?;
        }
        for (at, &number) in group.iter().enumerate() {
            let separator = if at == 0 { "" } else { ", " };
            match self.explanation.lines[number].conclusion {
                Some(atom) => write!(f, "{separator}{}", self.model.name_atom(atom))?,
                None => f.write_str("contradiction")?,
            }
        }
        self.write_ground(f, first)?;
        writeln!(f)
    }

    fn write_ground(&self, f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
        let line = &self.explanation.lines[number];
        match line.ground {
            Ground::Assumption => return Ok(()),
            Ground::Domain => write!(f, "  {}", line.technique())?,
            Ground::Constraint(id, Technique::Given) => {
                write!(f, "  {}", self.model.describe_constraint(id))?;
            }
            Ground::Constraint(id, technique) => {
                write!(f, "  {technique}")?;
                if let Some((views, values)) = self.explanation.subset(self.model, number) {
                    let names: Vec<String> =
                        views.into_iter().map(|view| self.model.name_view(view)).collect();
                    let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
                    write!(f, " {} of {}", values.join(" "), names.join(" "))?;
                }
                write!(f, " in {}", self.model.describe_constraint(id))?;
            }
            Ground::Refutation(assumption, Technique::LockedCandidates) => {
                return self.write_locked(f, assumption, number);
            }
            Ground::Refutation(..) => return write!(f, "  {}", line.technique()),
        }
        self.write_premises(f, &line.premises)
    }

    /// Locked candidates by the constraint that confines the value, and the one that takes it elsewhere.
    fn write_locked(&self, f: &mut fmt::Formatter<'_>, assumption: usize, end: usize) -> fmt::Result {
        let lines = &self.explanation.lines;
        let name = |number: usize| match lines[number].ground {
            Ground::Constraint(id, _) => self.model.describe_constraint(id),
            _ => String::new(),
        };
        write!(f, "  {} of {} within {}", lines[end].technique(), name(end - 1), name(assumption + 1))?;
        let outside: Vec<usize> =
            lines[end - 1].premises.iter().copied().filter(|&premise| premise < assumption).collect();
        self.write_premises(f, &outside)
    }

    fn write_premises(&self, f: &mut fmt::Formatter<'_>, premises: &[usize]) -> fmt::Result {
        let mut named: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = premises.to_vec();
        while let Some(premise) = waiting.pop() {
            if self.explanation.is_inlined(premise) {
                waiting.extend(&self.explanation.lines[premise].premises);
            } else if !named.contains(&premise) {
                named.push(premise);
            }
        }
        named.sort_unstable();
        let atoms = named.into_iter().filter_map(|premise| self.explanation.lines[premise].conclusion);
        for (at, atom) in atoms.enumerate() {
            write!(f, "{}{}", if at == 0 { ": " } else { ", " }, self.model.name_atom(atom))?;
        }
        Ok(())
    }
}
