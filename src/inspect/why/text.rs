//! Text of an explanation, one step per line; an assumption opens an indented part.
//!
//! A [tacit](Line::is_tacit) line, the removal of a value that another variable has, is not printed: that variable is named where the
//! removal is used. The same holds for the steps of locked candidates.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::domain::Domain;
use crate::inspect::why::{Explanation, Justification, Line, Technique};
use crate::model::{IntAtom, IntVar, Model};
use crate::store::Relation;

/// From this number of consecutive values on, those that a variable does not have are printed as a range.
const RANGE: i64 = 3;

impl Explanation {
    /// The explanation in the names of its model.
    pub fn display<'a>(&'a self, model: &'a Model) -> impl fmt::Display + 'a {
        Text { explanation: self, model, with_givens: false }
    }

    /// The explanation in the names of its model, with a line for each given: for models that no grid shows.
    pub fn display_in_full<'a>(&'a self, model: &'a Model) -> impl fmt::Display + 'a {
        Text { explanation: self, model, with_givens: true }
    }

    /// The number of steps that [`display`](Self::display) shows, without assumptions.
    ///
    /// ```
    /// use residua::inspect::Why;
    /// use residua::search::Limits;
    /// use residua_sudoku::Puzzle;
    ///
    /// let model = "12.. .... ..1. 3...".parse::<Puzzle>()?.model();
    /// let r1c3 = model.vars().nth(2).expect("16 cells");
    /// let Ok(Why::Because(explanation)) = model.why(r1c3.is_not(2), &Limits::default()) else { panic!("it holds") };
    /// assert_eq!((explanation.steps(), explanation.givens()), (1, 1));
    /// # Ok::<(), residua_sudoku::ParseError>(())
    /// ```
    pub fn steps(&self) -> usize {
        let is_step = |group: &&Vec<usize>| self.lines[group[0]].justification != Justification::Assumption;
        self.groups(false).iter().filter(is_step).count()
    }

    /// The number of givens that it rests on: constraints that state a fact.
    pub fn givens(&self) -> usize {
        let given = |line: &Line| match line.justification {
            Justification::Constraint(id, Technique::Given) => Some(id),
            _ => None,
        };
        self.lines.iter().filter_map(given).collect::<BTreeSet<_>>().len()
    }

    /// The lines that are shown, grouped by step.
    fn groups(&self, with_givens: bool) -> Vec<Vec<usize>> {
        let lines = &self.lines;
        let is_same = |one: usize, other: usize| {
            let (a, b) = (&lines[one], &lines[other]);
            a.justification != Justification::Assumption
                && (&a.justification, &a.premises, a.under) == (&b.justification, &b.premises, b.under)
        };
        let of_locked = self.of_locked();
        let is_shown = |&number: &usize| {
            let is_hidden = lines[number].is_tacit || of_locked[number] || self.is_given(number);
            number + 1 == lines.len() || !is_hidden || (with_givens && self.is_given(number))
        };
        let shown: Vec<usize> = (0..lines.len()).filter(is_shown).collect();
        shown.chunk_by(|&one, &other| is_same(one, other)).map(<[usize]>::to_vec).collect()
    }

    fn is_given(&self, number: usize) -> bool {
        matches!(self.lines[number].justification, Justification::Constraint(_, Technique::Given))
    }

    /// By line: whether it is part of the steps of locked candidates.
    fn of_locked(&self) -> Vec<bool> {
        let locked: BTreeSet<usize> = self
            .lines
            .iter()
            .filter_map(|line| match line.justification {
                Justification::Refutation(assumption, Technique::LockedCandidates) => Some(assumption),
                _ => None,
            })
            .collect();
        let is_of_one = |(number, line): (usize, &Line)| match line.justification {
            Justification::Assumption => locked.contains(&number),
            _ => line.under.is_some_and(|assumption| locked.contains(&assumption)),
        };
        self.lines.iter().enumerate().map(is_of_one).collect()
    }
}

/// Atoms in words; the values of a range that a variable does not have, as one.
fn phrases(model: &Model, atoms: impl IntoIterator<Item = IntAtom>) -> Vec<String> {
    let atoms: Vec<IntAtom> = atoms.into_iter().collect();
    let is_loss = |atom: &&IntAtom| atom.relation() == Relation::Ne;
    let mut lost: BTreeMap<IntVar, Vec<i32>> = BTreeMap::new();
    for atom in atoms.iter().filter(is_loss) {
        lost.entry(atom.var()).or_default().push(atom.value());
    }
    let mut phrases = Vec::new();
    for atom in &atoms {
        if atom.relation() != Relation::Ne {
            phrases.push(model.name_atom(*atom));
        } else if let Some(values) = lost.remove(&atom.var()) {
            // All of them where the first one stands.
            let values: Domain = values.into_iter().collect();
            for range in values.ranges() {
                if i64::from(*range.end()) - i64::from(*range.start()) + 1 >= RANGE {
                    let name = model.name(atom.var());
                    let [low, high] =
                        [range.start(), range.end()].map(|&value| model.name_value(atom.var(), value));
                    phrases.push(format!("{name} ∉ {low}..{high}"));
                } else {
                    phrases.extend(range.map(|value| model.name_atom(atom.var().is_not(value))));
                }
            }
        }
    }
    phrases
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
        let is_assumption = line.justification == Justification::Assumption;
        let depth = self.explanation.depth_of(first) - usize::from(is_assumption);
        write!(f, "{:1$}", "", 2 * depth)?;
        if is_assumption {
            f.write_str("suppose ")?;
        }
        let shown = group.iter().filter_map(|&number| self.explanation.lines[number].conclusion);
        match phrases(self.model, shown) {
            nothing if nothing.is_empty() => f.write_str("contradiction")?,
            shown => f.write_str(&shown.join(", "))?,
        }
        self.write_ground(f, first)?;
        writeln!(f)
    }

    fn write_ground(&self, f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
        let line = &self.explanation.lines[number];
        match line.justification {
            Justification::Assumption => return Ok(()),
            Justification::Domain => write!(f, "  {}", line.technique())?,
            Justification::Constraint(id, Technique::Given) => {
                write!(f, "  {}", self.model.describe_constraint(id))?;
            }
            Justification::Constraint(id, technique) => {
                write!(f, "  {technique}")?;
                if let Some((views, values)) = self.explanation.subset(self.model, number) {
                    let names: Vec<String> =
                        views.into_iter().map(|view| self.model.name_view(view)).collect();
                    let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
                    write!(f, " {} of {}", values.join(" "), names.join(" "))?;
                }
                write!(f, " in {}", self.model.describe_constraint(id))?;
            }
            Justification::Refutation(assumption, Technique::LockedCandidates) => {
                return self.write_locked(f, assumption, number);
            }
            Justification::Refutation(..) => return write!(f, "  {}", line.technique()),
        }
        self.write_premises(f, &line.premises)
    }

    /// Locked candidates by the constraint that confines the value, and the one that takes it elsewhere.
    fn write_locked(&self, f: &mut fmt::Formatter<'_>, assumption: usize, end: usize) -> fmt::Result {
        let lines = &self.explanation.lines;
        let name = |number: usize| match lines[number].justification {
            Justification::Constraint(id, _) => self.model.describe_constraint(id),
            _ => String::new(),
        };
        write!(f, "  {} of {} within {}", lines[end].technique(), name(end - 1), name(assumption + 1))?;
        let outside: Vec<usize> =
            lines[end - 1].premises.iter().copied().filter(|&premise| premise < assumption).collect();
        self.write_premises(f, &outside)
    }

    fn write_premises(&self, f: &mut fmt::Formatter<'_>, premises: &[usize]) -> fmt::Result {
        let lines = &self.explanation.lines;
        // Those of a tacit line are printed: its own premises are not tacit.
        let printed = |&premise: &usize| {
            if lines[premise].is_tacit { lines[premise].premises.clone() } else { vec![premise] }
        };
        let named: BTreeSet<usize> = premises.iter().flat_map(printed).collect();
        let atoms = named.into_iter().filter_map(|premise| lines[premise].conclusion);
        match phrases(self.model, atoms) {
            nothing if nothing.is_empty() => Ok(()),
            named => write!(f, ": {}", named.join(", ")),
        }
    }
}
