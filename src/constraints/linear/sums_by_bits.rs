//! The propagator of `Σ fᵢ·xᵢ = c` at domain consistency over narrow domains: partial sums as bits of a word.
//!
//! The sums of the first terms are a set of bits, counted from the least; with the next term, that set is shifted by each of its values. From
//! the total backwards it is the same, and a value is kept where a sum before it leads to one behind it. Where the total is 128 or more above
//! the least sum, it is counted down from the greatest; where it is far from both, nothing is done.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, while the total is less than 128 above the least sum, or below the greatest; otherwise none |
//! | Cost | O(values of all terms) operations on words a run |
//! | Wakes on | any value lost |
//! | Explains | by bounds and holes of the other variables, without those that can be left out one after another |
//! | Source | Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints*, Annals of OR 118, 2003, with sets of sums as words |

use std::ops::{BitAnd, BitOr, Shl, Shr};

use smallvec::SmallVec;

use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Relation, Store, VarId};

/// A factor, not 0, and a variable with a narrow domain, whose bits are counted from `base`.
#[derive(Clone, Copy, Debug)]
struct Term {
    factor: i64,
    var: VarId,
    base: i32,
}

/// A term by the values left.
#[derive(Clone, Copy, Debug)]
struct Layer {
    /// The least and the greatest product.
    least: i64,
    greatest: i64,
    /// The products above the least, or below the greatest, in units of the size of the factor: bits from 0 on.
    steps: u64,
    size: u32,
}

impl Term {
    /// The products of the values with these bits; counted down from the greatest one if `is_falling`.
    #[inline]
    fn layer(self, bits: u64, is_falling: bool) -> Layer {
        let (first, last) = (bits.trailing_zeros(), bits.ilog2());
        let product = |bit: u32| self.factor * (i64::from(self.base) + i64::from(bit));
        let ends = [product(first), product(last)];
        let from_first = (self.factor > 0) != is_falling;
        let steps = if from_first { bits >> first } else { bits.reverse_bits() >> bits.leading_zeros() };
        let size = u32::try_from(self.factor.unsigned_abs()).unwrap_or(u32::MAX);
        Layer { least: ends[0].min(ends[1]), greatest: ends[0].max(ends[1]), steps, size }
    }

    /// The bits of a domain that have these steps.
    #[inline]
    fn bits(self, steps: u64, bits: u64, is_falling: bool) -> u64 {
        let from_first = (self.factor > 0) != is_falling;
        if from_first {
            steps << bits.trailing_zeros()
        } else {
            (steps << bits.leading_zeros()).reverse_bits()
        }
    }

    /// The values that are left, as bits.
    fn word(self, domains: &impl Domains) -> u64 {
        let values = domains.min(self.var)..=domains.max(self.var);
        let left = values.filter(|&value| domains.contains(self.var, value));
        left.fold(0, |word, value| word | 1 << (value - self.base))
    }
}

/// A set of sums as the bits of a word.
trait Sums:
    Copy
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const NONE: Self;
    /// The least sum, or the greatest.
    const FIRST: Self;
    const ALL: Self;
    const BITS: u32;
}

impl Sums for u64 {
    const NONE: u64 = 0;
    const FIRST: u64 = 1;
    const ALL: u64 = u64::MAX;
    const BITS: u32 = u64::BITS;
}

impl Sums for u128 {
    const NONE: u128 = 0;
    const FIRST: u128 = 1;
    const ALL: u128 = u128::MAX;
    const BITS: u32 = u128::BITS;
}

/// The shifts by which a set is moved for each step; those beyond the word lead nowhere.
#[inline]
fn shifts<S: Sums>(layer: Layer) -> impl Iterator<Item = (u32, u32)> {
    let mut steps = layer.steps;
    std::iter::from_fn(move || {
        if steps == 0 {
            return None;
        }
        let step = steps.trailing_zeros();
        steps &= steps - 1;
        Some((step, step.saturating_mul(layer.size)))
    })
    .take_while(|&(_, shift)| shift < S::BITS)
}

/// How far the total is from the end that sums are counted from, and whether that is the greatest; `None` if it is too far from both.
#[inline]
fn distance(least: i64, greatest: i64, total: i64) -> Option<(i64, bool)> {
    let (above, below) = (total - least, greatest - total);
    let nearest = above.min(below);
    (nearest < i64::from(u128::BITS)).then_some((nearest, below < above))
}

/// Whether values with these bits can have the total as their sum; `None` if it is too far from the ends to say.
fn reaches(terms: &[Term], words: &[u64], total: i64) -> Option<bool> {
    let ends = |is_falling| terms.iter().zip(words).map(move |(term, &word)| term.layer(word, is_falling));
    let (least, greatest) = ends(false).fold((0, 0), |(l, g), layer| (l + layer.least, g + layer.greatest));
    if total < least || total > greatest {
        return Some(false);
    }
    let (distance, is_falling) = distance(least, greatest, total)?;
    let after = |sums: u128, layer| shifts::<u128>(layer).fold(0, |all, (_, shift)| all | sums << shift);
    Some(ends(is_falling).fold(1, after) >> distance & 1 != 0)
}

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct SumsByBits {
    terms: Vec<Term>,
    total: i64,
}

impl SumsByBits {
    /// The propagator for these factors, none of them 0, and variables, none of them twice; `None` if one has a wide domain.
    pub(super) fn new(
        terms: impl IntoIterator<Item = (i64, VarId)>,
        total: i64,
        store: &Store,
    ) -> Option<SumsByBits> {
        let term = |(factor, var)| Some(Term { factor, var, base: store.base(var)? });
        Some(SumsByBits { terms: terms.into_iter().map(term).collect::<Option<_>>()?, total })
    }
}

impl SumsByBits {
    /// Removes the values on no way to the total, that far from the sum that is counted from.
    #[inline]
    fn filter<S: Sums>(
        &self,
        distance: u32,
        is_falling: bool,
        store: &mut Store,
        why: Reason,
    ) -> Result<(), Failure> {
        // What is above the total leads nowhere.
        let mask = S::ALL >> (S::BITS - 1 - distance);
        let mut layers: SmallVec<[(Term, u64, Layer, S); 8]> = SmallVec::new();
        let mut sums = S::FIRST;
        for &term in &self.terms {
            let bits = store.bits(term.var);
            let layer = term.layer(bits, is_falling);
            if layer.steps != 1 {
                layers.push((term, bits, layer, sums));
                sums = shifts::<S>(layer).fold(S::NONE, |all, (_, shift)| all | sums << shift) & mask;
            }
        }
        if sums >> distance == S::NONE {
            return Err(store.contradiction(why));
        }
        let mut behind = S::FIRST << distance;
        for &(term, bits, layer, before) in layers.iter().rev() {
            let (mut kept, mut sums) = (0_u64, S::NONE);
            for (step, shift) in shifts::<S>(layer) {
                let leading = (behind >> shift) & before;
                kept |= u64::from(leading != S::NONE) << step;
                sums = sums | behind >> shift;
            }
            behind = sums;
            if kept != layer.steps {
                store.keep_bits(term.var, term.bits(kept, bits, is_falling), why)?;
            }
        }
        Ok(())
    }
}

impl Propagator for SumsByBits {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.terms.iter().for_each(|term| events.on(term.var, Events::CHANGED));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let why = store.because(0);
        let (mut least, mut greatest, mut open) = (0, 0, 0);
        for term in &self.terms {
            let layer = term.layer(store.bits(term.var), false);
            least += layer.least;
            greatest += layer.greatest;
            open += usize::from(layer.steps != 1);
        }
        if self.total < least || self.total > greatest {
            return Err(store.contradiction(why));
        }
        if open == 0 {
            return Ok(Outcome::Entailed);
        }
        let Some((distance, is_falling)) = distance(least, greatest, self.total) else {
            return Ok(Outcome::Fixpoint);
        };
        if distance < i64::from(u64::BITS) {
            self.filter::<u64>(distance as u32, is_falling, store, why)?;
        } else {
            self.filter::<u128>(distance as u32, is_falling, store, why)?;
        }
        Ok(Outcome::Fixpoint)
    }

    fn explain(&self, request: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let start = past.start();
        let mut words: SmallVec<[u64; 16]> = self.terms.iter().map(|term| term.word(past)).collect();
        let own = match request {
            ExplainRequest::Failure => None,
            ExplainRequest::Emptied(var) => Some(var),
            ExplainRequest::Atom(atom) => {
                let at = self.terms.iter().position(|term| term.var == atom.var());
                let at = at.expect("invariant: only variables of the sum are changed");
                words[at] &= excluded(atom, self.terms[at].base);
                debug_assert!(words[at] != 0, "invariant: {atom} excludes what was left");
                Some(atom.var())
            }
        };
        debug_assert_eq!(
            reaches(&self.terms, &words, self.total),
            Some(false),
            "invariant: the domains refute"
        );
        for (at, term) in self.terms.iter().enumerate().filter(|(_, term)| Some(term.var) != own) {
            let (from, whole) = (words[at], term.word(&start));
            // The whole domain, one side of it, both without holes, then hole by hole.
            let above = u64::MAX << from.trailing_zeros();
            let below = u64::MAX >> from.leading_zeros();
            for wider in [whole, whole & above, whole & below, whole & above & below] {
                words[at] = wider;
                if reaches(&self.terms, &words, self.total) == Some(false) {
                    break;
                }
                words[at] = from;
            }
            let mut holes = whole & above & below & !words[at];
            while holes != 0 {
                let hole = holes & holes.wrapping_neg();
                holes ^= hole;
                words[at] |= hole;
                if reaches(&self.terms, &words, self.total) != Some(false) {
                    words[at] ^= hole;
                }
            }
            premises(*term, words[at], whole, out);
        }
    }
}

/// The values that do not satisfy an atom, as bits from `base` on.
fn excluded(atom: Atom, base: i32) -> u64 {
    let satisfies = |value: i32| match atom.relation() {
        Relation::Le => value <= atom.value(),
        Relation::Ge => value >= atom.value(),
        Relation::Eq => value == atom.value(),
        Relation::Ne => value != atom.value(),
    };
    (0..64).filter(|&bit| !satisfies(base.wrapping_add(bit))).fold(0, |word, bit| word | 1 << bit)
}

/// Why a variable that started with `whole` has no value beside `word`.
fn premises(term: Term, word: u64, whole: u64, out: &mut Vec<Atom>) {
    let value = |bit: u32| term.base + bit as i32;
    let (first, last) = (word.trailing_zeros(), word.ilog2());
    if first > whole.trailing_zeros() {
        out.push(Atom::ge(term.var, value(first)));
    }
    if last < whole.ilog2() {
        out.push(Atom::le(term.var, value(last)));
    }
    let mut holes = whole & !word & u64::MAX << first & u64::MAX >> (63 - last);
    while holes != 0 {
        out.push(Atom::ne(term.var, value(holes.trailing_zeros())));
        holes &= holes - 1;
    }
}
