//! Nogood minimisation: drops atoms that the others imply, and merges atoms of one variable.
//!
//! An atom is left out when its premises, or theirs in turn, are all implied by other atoms of the nogood that were true before it. To
//! look for that is cut short where a premise comes from a level of which the nogood has no atom. Then, for each variable, `x ≥ 3` and
//! `x ≤ 3` become `x = 3`, and what another atom implies is left out.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | with the constraints, the shorter nogood follows from the longer one |
//! | Cost | an explanation for each atom that is looked into, once in each conflict, to a depth of [`DEEPEST`] |
//! | Source | Sörensson & Biere, *Minimizing Learned Clauses*, SAT 2009; Feydy, Schutt & Stuckey, TRICS 2013 |

use crate::engine::Engine;
use crate::learn::analyse::Located;
use crate::learn::nogoods::Nogoods;
use crate::learn::premises::Premises;
use crate::store::{Atom, Relation, Source};

/// How far premises of premises are looked into.
const DEEPEST: u32 = 8;

/// Whether an atom that is not in the nogood is implied by it.
#[derive(Clone, Copy, Debug)]
struct CachedImplication {
    atom: Atom,
    is_implied: bool,
    /// A link to another one of the same change.
    next: u32,
}

/// The working memory of minimisation.
#[derive(Clone, Debug, Default)]
pub(super) struct Shrink {
    /// By variable, a link to the first atom of the nogood; by number, to the next one.
    first: Vec<u32>,
    next: Vec<u32>,
    /// By level: whether the nogood has an atom of it. And these levels.
    is_among: Vec<bool>,
    levels: Vec<usize>,
    /// What was found out: of a change that removed many values at once, about each that was asked about.
    known: Vec<CachedImplication>,
    /// By position of the trail, a link to what was found out about atoms that became true there. And the positions with some.
    latest: Vec<u32>,
    noted: Vec<usize>,
    spare: Vec<Vec<Atom>>,
    merged: Vec<Located>,
}

impl Shrink {
    /// Leaves out of `nogood` what the rest implies; the first atom stays.
    pub(super) fn minimise(
        &mut self,
        nogood: &mut Vec<Located>,
        engine: &Engine,
        nogoods: &Nogoods,
        premises: &Premises,
    ) {
        let store = engine.store();
        self.first.resize(store.vars(), 0);
        self.next.clear();
        for (number, &(atom, position)) in nogood.iter().enumerate() {
            let first = &mut self.first[atom.var().index()];
            self.next.push(std::mem::replace(first, number as u32 + 1));
            let level = store.level_of(position);
            if self.is_among.len() <= level {
                self.is_among.resize(level + 1, false);
            }
            if !std::mem::replace(&mut self.is_among[level], true) {
                self.levels.push(level);
            }
        }
        self.latest.resize(self.latest.len().max(store.position()), 0);
        let context = Context { nogood, engine, nogoods, premises };
        let implied: Vec<bool> = (0..nogood.len())
            .map(|number| number > 0 && self.is_implied(context.nogood[number], &context, 0))
            .collect();
        for (atom, _) in nogood.iter() {
            self.first[atom.var().index()] = 0;
        }
        for level in self.levels.drain(..) {
            self.is_among[level] = false;
        }
        self.known.clear();
        for position in self.noted.drain(..) {
            self.latest[position] = 0;
        }
        let mut number = 0;
        nogood.retain(|_| {
            number += 1;
            !implied[number - 1]
        });
    }

    /// Whether the premises of an atom are implied by atoms of the nogood that were true before it.
    fn is_implied(&mut self, (atom, position): Located, context: &Context<'_>, depth: u32) -> bool {
        let store = context.engine.store();
        if let Some((_, reason)) = store.change(position)
            && let Source::Nogood(id) = reason.source()
            && store.is_posted(atom, position)
        {
            // Its atoms are not copied: the first that is not covered ends it.
            return context.nogoods.true_literals(id).all(|(_, premise, cause)| {
                self.is_covered((premise, cause), (atom, position), context, depth)
            });
        }
        let mut premises = self.spare.pop().unwrap_or_default();
        premises.clear();
        let before = context.premises.of(atom, position, (context.engine, context.nogoods), &mut premises);
        let is_implied = before.is_some_and(|before| {
            premises.iter().all(|&premise| {
                let cause = context.premises.cause(premise, before, (store, context.nogoods));
                cause.is_none_or(|cause| self.is_covered((premise, cause), (atom, position), context, depth))
            })
        });
        self.spare.push(premises);
        is_implied
    }

    /// Whether a premise of `of` is implied by what is in the nogood.
    fn is_covered(
        &mut self,
        (premise, cause): Located,
        of: Located,
        context: &Context<'_>,
        depth: u32,
    ) -> bool {
        let store = context.engine.store();
        let mut link = self.first[premise.var().index()];
        while link != 0 {
            let (atom, position) = context.nogood[link as usize - 1];
            if position < of.1 && atom.implies(premise) {
                return true;
            }
            link = self.next[link as usize - 1];
        }
        let level = store.level_of(cause);
        if depth == DEEPEST || !self.is_among.get(level).copied().unwrap_or(false) {
            return false;
        }
        let mut link = self.latest[cause];
        while link != 0 {
            let known = self.known[link as usize - 1];
            if known.atom == premise {
                return known.is_implied;
            }
            link = known.next;
        }
        let is_implied = self.is_implied((premise, cause), context, depth + 1);
        let next = self.latest[cause];
        if next == 0 {
            self.noted.push(cause);
        }
        self.known.push(CachedImplication { atom: premise, is_implied, next });
        self.latest[cause] = self.known.len() as u32;
        is_implied
    }

    /// Puts together what the nogood says of each variable; the first atom stays the newest.
    pub(super) fn merge(&mut self, nogood: &mut Vec<Located>) {
        let newest = nogood[0].1;
        nogood.sort_unstable_by_key(|&(atom, position)| (atom.var(), atom, position));
        self.merged.clear();
        for of_var in nogood.chunk_by(|a, b| a.0.var() == b.0.var()) {
            merge_one(of_var, &mut self.merged);
        }
        let point = self.merged.iter().position(|located| located.1 == newest);
        self.merged.swap(0, point.expect("invariant: the newest change is among them"));
        std::mem::swap(nogood, &mut self.merged);
    }
}

struct Context<'a> {
    nogood: &'a [Located],
    engine: &'a Engine,
    nogoods: &'a Nogoods,
    premises: &'a Premises,
}

/// What the atoms of one variable amount to.
fn merge_one(atoms: &[Located], out: &mut Vec<Located>) {
    if let [single] = atoms {
        return out.push(*single);
    }
    let strongest = |relation: Relation| atoms.iter().filter(move |(atom, _)| atom.relation() == relation);
    if let Some(&equal) = strongest(Relation::Eq).next() {
        // The newest of all: it implies the others.
        return out.push(equal);
    }
    let low = strongest(Relation::Ge).max_by_key(|(atom, _)| atom.value()).copied();
    let high = strongest(Relation::Le).min_by_key(|(atom, _)| atom.value()).copied();
    if let (Some(low), Some(high)) = (low, high)
        && low.0.value() == high.0.value()
    {
        return out.push((Atom::eq(low.0.var(), low.0.value()), low.1.max(high.1)));
    }
    out.extend(low);
    out.extend(high);
    let is_implied = |atom: Atom| [low, high].iter().flatten().any(|bound| bound.0.implies(atom));
    out.extend(strongest(Relation::Ne).filter(|hole| !is_implied(hole.0)));
}
