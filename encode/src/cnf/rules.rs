//! Redundant clauses: the clause sets that the literature has for Sudoku, for any model.
//!
//! They differ in what is implied by the rest, which costs size and saves a solver some inference. For a model whose only
//! constraints are `all_different` with as many variables as values (*permutations*), as the houses of a Sudoku are, four
//! families of clauses suffice to describe them:
//!
//! | family | for | clauses in 9×9 |
//! |---|---|---|
//! | a value at least | each variable | 81 |
//! | a value at most | each variable, in pairs | 81 · 36 = 2,916 |
//! | a place at most | each value of each scope, in pairs | 27 · 9 · 36 = 8,748 |
//! | a place at least | each value of each permutation | 27 · 9 = 243 |
//!
//! | rules | families | clauses in 9×9 | source |
//! |---|---|---|---|
//! | `Direct` | all but the last | 11,745 | |
//! | `Minimal` | the first and the third: the others follow | 8,829 | Lynce & Ouaknine, *Sudoku as a SAT Problem*, 2006 |
//! | `Extended` | all | 11,988 | the same |
//! | `Pycosat` | all: an *exactly one* of 37 clauses for each of the 324 cells, rows, columns and boxes with a value | 11,988 | models for pycosat by `exactly_one` |
//! | `Pyeda` | all, each clause once | 10,530 | PyEDA, whose `to_cnf` drops clauses that others imply |
//!
//! PyEDA's set is that of pycosat: its `OneHot` of each of the 324 has 37 clauses as well. But two cells of a box that share a row or
//! a column meet in two of them, and PyEDA drops the second clause of such a pair: 9 boxes · 18 pairs · 9 values = 1,458.

use residua::constraints::Statement;
use residua::model::Model;

/// Clause sets: which of the clauses that imply each other are written. All have the same solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// One value for each variable, and each constraint by itself.
    #[default]
    Direct,
    /// The minimal clauses: that a variable has one value at most is left out where a permutation implies that.
    Minimal,
    /// Each value of a permutation has a place, too.
    Extended,
    /// The clauses that models for pycosat write: those of `Extended`.
    Pycosat,
    /// The clauses that PyEDA writes: those of `Extended`, each once.
    Pyeda,
}

impl Rules {
    /// All clause sets.
    pub const ALL: [Rules; 5] =
        [Rules::Direct, Rules::Minimal, Rules::Extended, Rules::Pycosat, Rules::Pyeda];

    /// Whether each value of a permutation is said to have a place.
    pub(super) fn has_places(self) -> bool {
        matches!(self, Rules::Extended | Rules::Pycosat | Rules::Pyeda)
    }

    /// By variable: whether it has to be said that it has one value at most.
    ///
    /// In a permutation of n variables that have a value each, no two the same, all n values are used up, so that none is left
    /// for a second one of any variable.
    pub(super) fn limits_values(self, model: &Model, statements: &[Statement]) -> Vec<bool> {
        let mut limited = vec![true; model.domains().len()];
        for statement in statements.iter().filter(|_| self == Rules::Minimal) {
            let Statement::AllDifferent(views) = statement else { continue };
            let mut values: Vec<i64> = Vec::new();
            for view in views {
                values.extend(model.domain(view.var).iter().map(|value| view.apply(value)));
                values.sort_unstable();
                values.dedup();
                if values.len() > views.len() {
                    break;
                }
            }
            if values.len() <= views.len() {
                for view in views {
                    limited[view.var.index()] = false;
                }
            }
        }
        limited
    }
}
