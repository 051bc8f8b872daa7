//! Values of a model in polynomials: themselves, or roots of unity.

use std::collections::BTreeSet;

use residua::model::Model;

/// More values than this have no roots of unity.
const MOST: usize = 1000;

/// The numbers that values stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    /// Rational ones: the values themselves.
    Values,
    /// The n-th roots of unity for n values, in the integers modulo a prime that has as many of them: the first prime p with
    /// p ≡ 1 (mod n).
    Roots {
        prime: i128,
        /// Ascending.
        values: Vec<i32>,
        /// By position of the value: its root.
        roots: Vec<i128>,
    },
}

impl Numbers {
    /// Roots of unity for all values that variables of the model have; `None` if there are too many.
    pub(super) fn roots(model: &Model) -> Option<Numbers> {
        let mut values: BTreeSet<i32> = BTreeSet::new();
        for domain in model.domains() {
            values.extend(domain.iter().take(MOST + 1));
            if values.len() > MOST {
                return None;
            }
        }
        let values: Vec<i32> = values.into_iter().collect();
        let count = values.len().max(1) as i128;
        let is_prime = |p: i128| (2..p).take_while(|d| d * d <= p).all(|d| p % d != 0);
        // There is one long before this: the least for up to a thousand values is below a hundred thousand.
        let prime = (1..100_000).map(|k| k * count + 1).find(|&p| is_prime(p))?;
        let powers = |root: i128| {
            std::iter::successors(Some(1), move |power| Some(power * root % prime)).take(count as usize)
        };
        // Of order n: its first n powers differ, and the next is 1 again.
        let is_primitive = |&root: &i128| {
            powers(root).collect::<BTreeSet<i128>>().len() == count as usize
                && powers(root).last().is_some_and(|last| last * root % prime == 1)
        };
        let root = (1..prime).find(is_primitive)?;
        Some(Numbers::Roots { prime, values, roots: powers(root).collect() })
    }

    /// The number that a value stands for.
    pub(super) fn of(&self, value: i32) -> i128 {
        match self {
            Numbers::Values => value.into(),
            Numbers::Roots { values, roots, .. } => {
                values.binary_search(&value).map_or(0, |position| roots[position])
            }
        }
    }
}
