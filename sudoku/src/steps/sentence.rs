//! Sentences: a step in plain English.

use std::collections::{BTreeMap, BTreeSet};

use crate::steps::bits;
use crate::steps::rules::{Rules, Scope};
use crate::steps::step::{Candidate, Premise, Statement, Step};
use crate::steps::technique::Technique;

/// Chains of more statements are told by their ends.
const LONGEST_TOLD: usize = 24;

impl Step {
    /// The step in a sentence or two: why, a colon, and what follows.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::steps::Steps;
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let steps = Steps::of(&puzzle)?;
    /// let next = steps.next_steps()?;
    /// assert_eq!(next[0].sentence(steps.board().rules()), "In box 1 only r1c2 can be 3: r1c2 is 3.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the step is of other rules.
    pub fn sentence(&self, rules: &Rules) -> String {
        let writer = Writer { rules };
        format!("{}: {}.", writer.because(self), self.conclusion(rules))
    }

    /// What follows: "r8c1 is not 7".
    ///
    /// # Panics
    /// If the step is of other rules.
    pub fn conclusion(&self, rules: &Rules) -> String {
        let writer = Writer { rules };
        let placed =
            self.placements.iter().map(|&candidate| writer.statement(Statement { candidate, is_on: true }));
        let removed = fewest_groups(&self.eliminations);
        let removed = removed.iter().map(|(cells, values)| {
            let verb = if cells.len() == 1 { "is" } else { "are" };
            format!("{} {verb} not {}", writer.cells(cells), writer.values(*values, "or"))
        });
        placed.chain(removed).collect::<Vec<_>>().join("; ")
    }
}

/// Candidates as groups: some cells, each with the same values. Cells that lose the same values are one group, or values that the same cells
/// lose, whichever are fewer.
fn fewest_groups(candidates: &[Candidate]) -> Vec<(Vec<usize>, u64)> {
    let (mut by_cell, mut by_value) = (BTreeMap::new(), BTreeMap::new());
    for &Candidate { cell, value } in candidates {
        *by_cell.entry(cell).or_insert(0_u64) |= 1 << value;
        by_value.entry(value).or_insert_with(BTreeSet::new).insert(cell);
    }
    let mut of_cells: Vec<(Vec<usize>, u64)> = Vec::new();
    for (cell, values) in by_cell {
        match of_cells.iter_mut().find(|(_, of)| *of == values) {
            Some((cells, _)) => cells.push(cell),
            None => of_cells.push((vec![cell], values)),
        }
    }
    let mut of_values: Vec<(Vec<usize>, u64)> = Vec::new();
    for (value, cells) in by_value {
        match of_values.iter_mut().find(|(of, _)| of.iter().eq(&cells)) {
            Some((_, values)) => *values |= 1 << value,
            None => of_values.push((cells.into_iter().collect(), 1 << value)),
        }
    }
    if of_values.len() < of_cells.len() { of_values } else { of_cells }
}

struct Writer<'a> {
    rules: &'a Rules,
}

impl Writer<'_> {
    fn because(&self, step: &Step) -> String {
        match step.technique {
            Technique::FullHouse => match (&step.premises[..], &step.placements[..]) {
                ([Premise::Place { scope, .. }], [placed]) => {
                    format!(
                        "{} is the last cell of {}",
                        self.rules.name(placed.cell),
                        self.scope(*scope).name
                    )
                }
                _ => self.facts(step),
            },
            Technique::HiddenSingle | Technique::NakedSingle => self.facts(step),
            Technique::Constraint => self.by_constraint(step),
            Technique::Pointing | Technique::Claiming => {
                let cells = self.pattern(step);
                let together = match cells.len() {
                    1 => String::new(),
                    2 => format!(", both {}", self.together(step, &cells)),
                    _ => format!(", all {}", self.together(step, &cells)),
                };
                format!("{}{together}", self.facts(step))
            }
            Technique::NakedSet(_) => {
                let cells = self.pattern(step);
                format!(
                    "{} have only {} between them",
                    self.cells(&cells),
                    self.values(values_of(step), "and")
                )
            }
            Technique::HiddenSet(_) => self.hidden(step),
            Technique::Fish(_) => self.fish(step),
            Technique::Skyscraper
            | Technique::TwoStringKite
            | Technique::TurbotFish
            | Technique::GroupedTurbotFish
            | Technique::StrongLinks(_) => {
                let value = self.values(values_of(step), "and");
                format!(
                    "{}. With {value} in one of the following, one of these houses has no place for it",
                    self.facts(step)
                )
            }
            Technique::XyWing | Technique::XyzWing | Technique::WxyzWing | Technique::VwxyzWing => {
                self.bent(step)
            }
            Technique::UniqueLoop(_) | Technique::Bug => {
                format!("{}. Otherwise there would be a second solution", self.facts(step))
            }
            _ => self.chains(step),
        }
    }

    fn scope(&self, scope: usize) -> &Scope {
        &self.rules.scopes[scope]
    }

    /// "r1c1 and r1c2".
    fn cells(&self, cells: &[usize]) -> String {
        listed(&cells.iter().map(|&cell| self.rules.name(cell).to_owned()).collect::<Vec<_>>(), "and")
    }

    /// "1, 2 and 3"; of four and more that follow each other, the first and the last: "1–4 and 7".
    fn values(&self, set: u64, last: &str) -> String {
        let values: Vec<i32> = bits::ones(set).map(|value| self.rules.values[value]).collect();
        let runs = values.chunk_by(|one, next| one.checked_add(1) == Some(*next));
        let told = runs.flat_map(|run| match run {
            [first, _, _, .., end] => vec![format!("{first}–{end}")],
            _ => run.iter().map(i32::to_string).collect(),
        });
        listed(&told.collect::<Vec<_>>(), last)
    }

    fn places(&self, scope: usize, places: u64) -> Vec<usize> {
        bits::ones(places).map(|position| self.scope(scope).cells[position]).collect()
    }

    fn fact(&self, premise: Premise) -> String {
        match premise {
            Premise::Cell { cell, values } => {
                format!("{} can only be {}", self.rules.name(cell), self.values(values, "or"))
            }
            Premise::Place { scope, value, places } => {
                let cells = self.cells(&self.places(scope, places));
                format!("in {} only {cells} can be {}", self.scope(scope).name, self.rules.values[value])
            }
            Premise::Other(number) => format!("{} holds", self.rules.others[number].name()),
        }
    }

    fn facts(&self, step: &Step) -> String {
        let facts: Vec<String> = step.premises.iter().map(|&premise| self.fact(premise)).collect();
        capital(&facts.join("; "))
    }

    /// The cells of the pattern.
    fn pattern(&self, step: &Step) -> Vec<usize> {
        step.cells(self.rules).into_iter().collect()
    }

    /// "in column 1", if the cells and those that lose a value are in one scope.
    fn together(&self, step: &Step, cells: &[usize]) -> String {
        let is_in = |scope: &&Scope, cell: usize| scope.cells.binary_search(&cell).is_ok();
        let joins = |scope: &&Scope| {
            cells.iter().all(|&cell| is_in(scope, cell))
                && step.eliminations.iter().all(|gone| is_in(scope, gone.cell))
        };
        match self.rules.scopes.iter().find(joins) {
            Some(scope) => format!("in {}", scope.name),
            None => "seen from outside".to_owned(),
        }
    }

    fn by_constraint(&self, step: &Step) -> String {
        let (others, cells): (Vec<Premise>, Vec<Premise>) =
            step.premises.iter().partition(|premise| matches!(premise, Premise::Other(_)));
        let names: Vec<String> = others
            .iter()
            .filter_map(|premise| match premise {
                Premise::Other(number) => Some(self.rules.others[*number].name().to_owned()),
                _ => None,
            })
            .collect();
        let fact = |&premise: &Premise| match premise {
            Premise::Cell { cell, values } if values.is_power_of_two() => {
                format!("{} is {}", self.rules.name(cell), self.values(values, "or"))
            }
            _ => self.fact(premise),
        };
        let facts: Vec<String> = cells.iter().map(fact).collect();
        let since =
            if facts.is_empty() { String::new() } else { format!(", since {}", listed(&facts, "and")) };
        format!("By {}{since}", listed(&names, "and"))
    }

    fn hidden(&self, step: &Step) -> String {
        let scope = step.premises.iter().find_map(|premise| match premise {
            Premise::Place { scope, .. } => Some(*scope),
            _ => None,
        });
        let (Some(scope), cells) = (scope, self.pattern(step)) else { return self.facts(step) };
        let values = self.values(values_of(step), "and");
        format!("In {} the places of {values} are only {}", self.scope(scope).name, self.cells(&cells))
    }

    fn fish(&self, step: &Step) -> String {
        let houses: Vec<String> = step
            .premises
            .iter()
            .filter_map(|premise| match premise {
                Premise::Place { scope, .. } => Some(self.scope(*scope).name.clone()),
                _ => None,
            })
            .collect();
        let cells = self.pattern(step);
        let value = self.values(values_of(step), "and");
        let lines = houses.len();
        format!(
            "In {} the places of {value} are only {}, in {lines} lines across, one of them in each",
            listed(&houses, "and"),
            self.cells(&cells)
        )
    }

    fn bent(&self, step: &Step) -> String {
        let repeated = step.eliminations.iter().fold(0_u64, |set, gone| set | 1 << gone.value);
        let cells = self.pattern(step);
        let facts: Vec<String> = step
            .premises
            .iter()
            .filter_map(|premise| match premise {
                Premise::Cell { cell, values } => {
                    Some(format!("{} ({})", self.rules.name(*cell), self.values(*values, "or")))
                }
                _ => None,
            })
            .collect();
        let count = cells.len();
        format!(
            "{} are {count} cells with {count} values, of which all but {} can only be there once, so that is there",
            listed(&facts, "and"),
            self.values(repeated, "and"),
        )
    }

    fn statement(&self, statement: Statement) -> String {
        let Statement { candidate: Candidate { cell, value }, is_on } = statement;
        let verb = if is_on { "is" } else { "is not" };
        format!("{} {verb} {}", self.rules.name(cell), self.rules.values[value])
    }

    fn chain(&self, chain: &[Statement]) -> String {
        let told = |statements: &[Statement]| {
            statements.iter().map(|&statement| self.statement(statement)).collect::<Vec<_>>().join(", then ")
        };
        match chain {
            [] => String::new(),
            [first, rest @ ..] if chain.len() <= LONGEST_TOLD => {
                format!("If {}, then {}", self.statement(*first), told(rest))
            }
            [first, between @ .., last] => format!(
                "If {}, then by {} statements {}",
                self.statement(*first),
                between.len(),
                self.statement(*last)
            ),
            [only] => self.statement(*only),
        }
    }

    fn chains(&self, step: &Step) -> String {
        step.chains.iter().map(|chain| self.chain(chain)).collect::<Vec<_>>().join(". ")
    }
}

/// The values of the pattern.
fn values_of(step: &Step) -> u64 {
    step.premises.iter().fold(0, |union, premise| match premise {
        Premise::Cell { values, .. } => union | values,
        Premise::Place { value, .. } => union | 1 << value,
        Premise::Other(_) => union,
    })
}

/// "a, b and c".
fn listed(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    // Names of cells stay as they are.
    match letters.next() {
        Some(first) if sentence.starts_with("in ") => first.to_uppercase().chain(letters).collect(),
        _ => sentence.to_owned(),
    }
}
