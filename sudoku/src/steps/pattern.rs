//! The pattern of a step: the cells, houses and rules that it relies on, and what each candidate is in it.

use std::collections::{BTreeMap, BTreeSet};

use crate::steps::bits;
use crate::steps::rules::Rules;
use crate::steps::step::{Candidate, Premise, Statement, Step};

/// What a candidate is in a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// Of what could be, it is among all that is left: the step relies on that.
    Left,
    /// A chain says that its cell has it.
    True,
    /// A chain says that its cell does not have it.
    False,
    /// Some chains say that its cell has it, others that it does not.
    Either,
    /// It is placed.
    Placed,
    /// It is removed.
    Removed,
}

impl Step {
    /// The cells that it relies on, ascending.
    ///
    /// # Panics
    /// If the step is of other rules.
    pub fn cells(&self, rules: &Rules) -> BTreeSet<usize> {
        let mut cells = BTreeSet::new();
        for premise in &self.premises {
            match *premise {
                Premise::Cell { cell, .. } => cells.extend([cell]),
                Premise::Place { scope, places, .. } => {
                    cells.extend(bits::ones(places).map(|position| rules.scopes[scope].cells[position]));
                }
                Premise::Other(_) => {}
            }
        }
        cells
    }

    /// The houses that it relies on, by number among the [scopes](Rules::scopes), ascending.
    pub fn houses(&self) -> BTreeSet<usize> {
        let house = |premise: &Premise| match *premise {
            Premise::Place { scope, .. } => Some(scope),
            _ => None,
        };
        self.premises.iter().filter_map(house).collect()
    }

    /// The constraints that it relies on, by number among the [others](Rules::others), ascending.
    pub fn others(&self) -> BTreeSet<usize> {
        let other = |premise: &Premise| match *premise {
            Premise::Other(number) => Some(number),
            _ => None,
        };
        self.premises.iter().filter_map(other).collect()
    }

    /// What each candidate is in it; those that are not in it are left out.
    ///
    /// ```
    /// use residua_sudoku::Puzzle;
    /// use residua_sudoku::steps::{Role, Steps};
    ///
    /// let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
    /// let steps = Steps::of(&puzzle)?;
    /// let next = steps.next_steps()?;
    /// let (candidate, role) = next[0].roles(steps.board().rules()).pop_first().expect("one place");
    /// assert_eq!((candidate.cell, candidate.value, role), (1, 2, Role::Placed));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the step is of other rules.
    pub fn roles(&self, rules: &Rules) -> BTreeMap<Candidate, Role> {
        let mut roles = BTreeMap::new();
        for premise in &self.premises {
            match *premise {
                Premise::Cell { cell, values } => {
                    roles.extend(bits::ones(values).map(|value| (Candidate { cell, value }, Role::Left)));
                }
                Premise::Place { scope, value, places } => {
                    let cells = bits::ones(places).map(|position| rules.scopes[scope].cells[position]);
                    roles.extend(cells.map(|cell| (Candidate { cell, value }, Role::Left)));
                }
                Premise::Other(_) => {}
            }
        }
        for &Statement { candidate, is_on } in self.chains.iter().flatten() {
            let own = if is_on { Role::True } else { Role::False };
            let role = roles.entry(candidate).or_insert(own);
            match *role {
                Role::Left => *role = own,
                other if other != own => *role = Role::Either,
                _ => {}
            }
        }
        roles.extend(self.placements.iter().map(|&placed| (placed, Role::Placed)));
        roles.extend(self.eliminations.iter().map(|&removed| (removed, Role::Removed)));
        roles
    }
}
