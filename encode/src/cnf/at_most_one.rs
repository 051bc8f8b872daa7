//! At-most-one encodings: four, of which the best depends on the number of literals.
//!
//! | way | clauses | new variables | source |
//! |---|---|---|---|
//! | pairwise | n²/2 | none | |
//! | sequential counter | 3n | n | Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality Constraints*, CP 2005 |
//! | product | 2n + O(√n) | O(√n) | Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010 |
//! | commander | 3.5n | n/2 | Klieber & Kwon, *Efficient CNF Encoding for Selecting 1 from N Objects*, CFV 2007 |

use crate::cnf::clauses::Clauses;

/// A way to say that at most one of some literals is true. All have the same solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AtMostOne {
    /// Pairwise for up to eight literals, the product above.
    #[default]
    BySize,
    /// No two of them.
    Pairwise,
    /// A new variable after each literal: whether one was true so far.
    Sequential,
    /// The literals in a grid: at most one row and at most one column has one.
    Product,
    /// The literals in groups of three: at most one in each, and at most one group has one.
    Commander,
}

impl AtMostOne {
    /// All ways.
    pub const ALL: [AtMostOne; 5] = [
        AtMostOne::BySize,
        AtMostOne::Pairwise,
        AtMostOne::Sequential,
        AtMostOne::Product,
        AtMostOne::Commander,
    ];

    /// About how many literals the clauses for that many have.
    pub(super) fn size(self, count: usize) -> usize {
        if self == AtMostOne::Pairwise { count.saturating_mul(count) } else { count.saturating_mul(8) }
    }

    /// Adds the clauses, each of them only where `guard` is true.
    pub(super) fn write(self, literals: &[i32], guard: Option<i32>, clauses: &mut Clauses) {
        const FEW: usize = 8;
        match self {
            AtMostOne::BySize if literals.len() > FEW => product(self, literals, guard, clauses),
            // For four or fewer, each of the others would introduce as many new literals as it removes, and recur for ever.
            _ if literals.len() <= 4 => pairwise(literals, guard, clauses),
            AtMostOne::BySize | AtMostOne::Pairwise => pairwise(literals, guard, clauses),
            AtMostOne::Sequential => sequential(literals, guard, clauses),
            AtMostOne::Product => product(self, literals, guard, clauses),
            AtMostOne::Commander => commander(self, literals, guard, clauses),
        }
    }
}

fn pairwise(literals: &[i32], guard: Option<i32>, clauses: &mut Clauses) {
    for (at, &one) in literals.iter().enumerate() {
        for &other in &literals[..at] {
            clauses.add_if(guard, [-other, -one]);
        }
    }
}

fn sequential(literals: &[i32], guard: Option<i32>, clauses: &mut Clauses) {
    let mut so_far: Option<i32> = None;
    for (at, &literal) in literals.iter().enumerate() {
        if let Some(before) = so_far {
            clauses.add_if(guard, [-literal, -before]);
        }
        if at + 1 < literals.len() {
            let now = clauses.new_var();
            clauses.add_if(guard, [-literal, now]);
            if let Some(before) = so_far {
                clauses.add_if(guard, [-before, now]);
            }
            so_far = Some(now);
        }
    }
}

fn product(way: AtMostOne, literals: &[i32], guard: Option<i32>, clauses: &mut Clauses) {
    let width = literals.len().isqrt() + 1;
    let rows: Vec<i32> = literals.chunks(width).map(|_| clauses.new_var()).collect();
    let columns: Vec<i32> = (0..width).map(|_| clauses.new_var()).collect();
    for (at, &literal) in literals.iter().enumerate() {
        clauses.add_if(guard, [-literal, rows[at / width]]);
        clauses.add_if(guard, [-literal, columns[at % width]]);
    }
    way.write(&rows, guard, clauses);
    way.write(&columns, guard, clauses);
}

fn commander(way: AtMostOne, literals: &[i32], guard: Option<i32>, clauses: &mut Clauses) {
    let mut commanders = Vec::new();
    for group in literals.chunks(3) {
        let commander = clauses.new_var();
        for &literal in group {
            clauses.add_if(guard, [-literal, commander]);
        }
        pairwise(group, guard, clauses);
        commanders.push(commander);
    }
    way.write(&commanders, guard, clauses);
}
