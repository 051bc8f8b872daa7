//! The propagator of `Σ fᵢ·xᵢ = c` at domain consistency over narrow domains: partial sums as bits of a word.
//!
//! The sums of the first terms are a set of bits, counted from the least; with the next term, that set is shifted by each of its values. From
//! the total backwards it is the same, and a value is kept where a sum before it leads to one behind it. Where the total is 128 or more above
//! the least sum, it is counted down from the greatest; where it is far from both, nothing is done. Nor is it where no domain has holes and
//! all factors are 1 or -1, for then the bounds of the sum, which are posted too, are all there is.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | domain, while the total is less than 128 above the least sum, or below the greatest; otherwise none |
//! | Cost | O(values of all terms) operations on words a run |
//! | Wakes on | any value lost |
//! | Explains | by bounds and holes of the other variables, without those that can be left out one after another |
//! | Source | Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints*, Annals of OR 118, 2003, with sets of sums as words |

use smallvec::SmallVec;

use crate::constraints::linear::layer::{Layer, Sums};
use crate::engine::{Cost, ExplainRequest, Outcome, Propagator, Subscriptions};
use crate::store::{Atom, Domains, Events, Failure, Past, Reason, Relation, Store, VarId};

/// A factor, not 0, and a variable with a narrow domain, whose bits are counted from `base`.
#[derive(Clone, Copy, Debug)]
struct Term {
    factor: i64,
    var: VarId,
    base: i32,
}

impl Term {
    /// The least and the greatest product of the values with these bits.
    #[inline]
    fn ends(self, bits: u64) -> (i64, i64) {
        let product = |bit: u32| self.factor * (i64::from(self.base) + i64::from(bit));
        let ends = (product(bits.trailing_zeros()), product(bits.ilog2()));
        if self.factor > 0 { ends } else { (ends.1, ends.0) }
    }

    /// The products of the values with these bits; counted down from the greatest one if `is_falling`.
    #[inline]
    fn layer(self, bits: u64, is_falling: bool) -> Layer {
        let from_first = (self.factor > 0) != is_falling;
        let steps = if from_first {
            bits >> bits.trailing_zeros()
        } else {
            bits.reverse_bits() >> bits.leading_zeros()
        };
        let size = u32::try_from(self.factor.unsigned_abs()).unwrap_or(u32::MAX);
        Layer { steps, size }
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

/// How far the total is from the end that sums are counted from, and whether that is the greatest; `None` if it is too far from both.
#[inline]
fn distance(least: i64, greatest: i64, total: i64) -> Option<(i64, bool)> {
    let (above, below) = (total - least, greatest - total);
    let nearest = above.min(below);
    (nearest < i64::from(u128::BITS)).then_some((nearest, below < above))
}

/// The least and the greatest sum of terms with these ends.
#[inline]
fn ends(of_terms: impl Iterator<Item = (i64, i64)>) -> (i64, i64) {
    of_terms.fold((0, 0), |(least, greatest), (low, high)| (least + low, greatest + high))
}

/// Whether values with these bits can have the total as their sum; `None` if it is too far from the ends to say.
fn reaches(terms: &[Term], words: &[u64], total: i64) -> Option<bool> {
    let (least, greatest) = ends(terms.iter().zip(words).map(|(term, &word)| term.ends(word)));
    if total < least || total > greatest {
        return Some(false);
    }
    let (distance, is_falling) = distance(least, greatest, total)?;
    let layers = terms.iter().zip(words).map(|(term, &word)| term.layer(word, is_falling));
    Some(layers.fold(1_u128, |sums, layer| layer.after(sums)) >> distance & 1 != 0)
}

/// The propagator.
#[derive(Clone, Debug)]
pub(super) struct SumsByBits {
    terms: Vec<Term>,
    total: i64,
    /// Whether all factors are 1 or -1.
    are_units: bool,
}

impl SumsByBits {
    /// The propagator for these factors, none of them 0, and variables, none of them twice; `None` if one has a wide domain.
    pub(super) fn new(
        terms: impl IntoIterator<Item = (i64, VarId)>,
        total: i64,
        store: &Store,
    ) -> Option<SumsByBits> {
        let term = |(factor, var)| Some(Term { factor, var, base: store.base(var)? });
        let terms = terms.into_iter().map(term).collect::<Option<Vec<Term>>>()?;
        let are_units = terms.iter().all(|term| term.factor.abs() == 1);
        Some(SumsByBits { terms, total, are_units })
    }

    /// Whether the total is near enough to an end of the sum, as it will be then from now on.
    pub(super) fn has_reach(&self, store: &Store) -> bool {
        let (least, greatest) = self.ends(store);
        distance(least, greatest, self.total).is_some()
    }

    /// The least and the greatest that the sum can be.
    #[inline]
    fn ends(&self, store: &Store) -> (i64, i64) {
        ends(self.terms.iter().map(|term| term.ends(store.bits(term.var))))
    }

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
        let mut layers: SmallVec<[(&Term, Layer, S); 8]> = SmallVec::new();
        for term in &self.terms {
            let layer = term.layer(store.bits(term.var), is_falling);
            if layer.steps != 1 {
                let before = layers.last().map_or(S::FIRST, |&(_, last, sums)| last.after(sums) & mask);
                layers.push((term, layer, before));
            }
        }
        let mut behind = None;
        for &(term, layer, before) in layers.iter().rev() {
            let (kept, sums) = match behind {
                None => layer.last(before, distance),
                Some(behind) => layer.between(before, behind),
            };
            if kept == 0 {
                return Err(store.contradiction(why));
            }
            behind = Some(sums);
            if kept != layer.steps {
                let bits = term.bits(kept, store.bits(term.var), is_falling);
                store.keep_bits(term.var, bits, why)?;
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
        let (mut least, mut greatest, mut is_open, mut has_holes) = (0, 0, false, false);
        for term in &self.terms {
            let bits = store.bits(term.var);
            let (low, high) = term.ends(bits);
            (least, greatest) = (least + low, greatest + high);
            is_open |= !bits.is_power_of_two();
            // A run of bits has no bit any more when its lowest is added.
            has_holes |= bits & bits.wrapping_add(bits & bits.wrapping_neg()) != 0;
        }
        if self.total < least || self.total > greatest {
            return Err(store.contradiction(why));
        }
        if !is_open {
            return Ok(Outcome::Entailed);
        }
        // The sum itself, which runs first, sees to the bounds.
        if !has_holes && self.are_units {
            return Ok(Outcome::Fixpoint);
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
