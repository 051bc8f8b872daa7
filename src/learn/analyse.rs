//! Conflict analysis: from a failure back to the first unique implication point (1UIP), which gives a nogood.
//!
//! The premises of the failure are true atoms. As long as changes of two or more positions of the newest level are among what made
//! them true, the newest one is replaced by its own premises. The last one left is the first unique implication point: with it
//! and the older atoms everything was implied. So these cannot all be true, and where the older ones are, the point is false.
//!
//! | case | what replaces it |
//! |---|---|
//! | a propagator was to make the atom true, or one that implies it | the premises by which the propagator explains the atom that is wanted |
//! | a nogood made it true | the other atoms of the nogood |
//! | it became true beside what was posted (`x = 3` where `x ≠ 4` left only that) | what was posted, and older atoms of the same variable: the domain rule |
//! | several atoms of one change, which was posted as one atom | that one atom |
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the atoms found cannot all be true, given the constraints and what was true at the root |
//! | Cost | the explanations that are asked for, and O(log n) for each |
//! | Source | Marques-Silva & Sakallah, *GRASP*, ICCAD 1996; Zhang, Madigan, Moskewicz & Malik, *Efficient Conflict Driven Learning in a Boolean Satisfiability Solver*, ICCAD 2001; atoms: Feydy, Schutt & Stuckey, TRICS 2013 |

use crate::engine::Engine;
use crate::learn::analysis_queue::AnalysisQueue;
use crate::learn::literals::Literal;
use crate::learn::nogoods::Nogoods;
use crate::learn::premises::Premises;
use crate::store::{Atom, NogoodId, Source, Store};

/// An atom of a nogood, and the change that made it true.
pub(super) type Located = (Atom, usize);

/// The room that an analysis needs, and what it found.
#[derive(Clone, Debug, Default)]
pub(super) struct Analysis {
    pub(super) premises: Premises,
    pub(super) wanted: AnalysisQueue,
    /// Premises that are not wanted yet.
    pub(super) new: Vec<Atom>,
    pub(super) taken: Vec<Atom>,
    /// The nogood: the first unique implication point, then the older atoms.
    pub(super) found: Vec<Located>,
    /// The atoms that were met on the way, each with its literal, if it had one; some of them more than once.
    pub(super) met: Vec<(Atom, Option<Literal>)>,
    /// The nogoods that were used.
    pub(super) used: Vec<NogoodId>,
    /// The number of explanations that were asked for.
    pub(super) explanations: u64,
}

impl Analysis {
    /// Analyses the newest failure. `None`, if it does not depend on any decision; otherwise the nogood is in `found`.
    pub(super) fn of_failure(&mut self, engine: &Engine, nogoods: &Nogoods) -> Option<()> {
        self.restart(engine.store());
        let reason = engine.store().conflict()?.reason();
        self.note_use(reason.source());
        self.premises.of_failure(engine, nogoods, &mut self.new);
        self.first_unique_point(engine, nogoods)
    }

    /// Analyses a state in which all these atoms are true, and which is not to come again. `None`, and the nogood, as for
    /// [`of_failure`](Self::of_failure).
    pub(super) fn of_atoms(&mut self, atoms: &[Atom], engine: &Engine, nogoods: &Nogoods) -> Option<()> {
        self.restart(engine.store());
        self.new.extend_from_slice(atoms);
        self.first_unique_point(engine, nogoods)
    }

    /// Finds these atoms, the newest first. `None`, if all of them were true at the root.
    pub(super) fn locate(&mut self, atoms: &[Atom], store: &Store, nogoods: &Nogoods) -> Option<()> {
        self.restart(store);
        let now = store.position();
        let located =
            atoms.iter().filter_map(|&atom| Some((atom, self.premises.cause(atom, now, (store, nogoods))?)));
        self.found.extend(located);
        self.found.sort_unstable_by_key(|&(atom, position)| (std::cmp::Reverse(position), atom));
        self.found.dedup();
        (!self.found.is_empty()).then_some(())
    }

    pub(super) fn restart(&mut self, store: &Store) {
        self.premises.restart(store);
        self.wanted.restart(store);
        self.new.clear();
        self.found.clear();
        self.met.clear();
        self.used.clear();
    }

    fn note_use(&mut self, source: Source) {
        if let Source::Nogood(id) = source {
            self.used.push(id);
        }
    }

    /// Wants the new premises, which were true when the trail held `before` changes. What was true at the start needs no reason.
    pub(super) fn want(&mut self, known: (&Store, &Nogoods), before: usize) {
        for atom in self.new.drain(..) {
            let literal = known.1.literals.find(atom);
            if let Some(position) = self.premises.cause_by(literal, atom, before, known)
                && self.wanted.add(atom, position)
            {
                self.met.push((atom, literal));
            }
        }
    }

    /// Wants the premises of what a nogood made true when the trail held `before` changes: all its atoms that are true.
    fn want_premises(&mut self, id: NogoodId, (store, nogoods): (&Store, &Nogoods), before: usize) {
        debug_assert_eq!(nogoods.truths.position(), store.position(), "invariant: the trail has been read");
        self.explanations += 1;
        for (literal, atom, position) in nogoods.true_literals(id) {
            debug_assert_eq!(Some(position), self.premises.cause(atom, before, (store, nogoods)));
            if self.wanted.add(atom, position) {
                self.met.push((atom, Some(literal)));
            }
        }
    }

    /// Meets the premises of what was found, too, unless they are more than `most`; then it meets none of them, and returns `false`.
    pub(super) fn meet_premises(&mut self, most: usize, engine: &Engine, nogoods: &Nogoods) -> bool {
        let store = engine.store();
        let before = self.met.len();
        for &(atom, position) in &self.found {
            let reason = store.change(position).filter(|_| store.is_posted(atom, position));
            if let Some(Source::Nogood(id)) = reason.map(|(_, reason)| reason.source()) {
                self.met.extend(nogoods.true_literals(id).map(|(literal, atom, _)| (atom, Some(literal))));
            } else if let Some(at) = self.premises.of(atom, position, (engine, nogoods), &mut self.new) {
                for premise in self.new.drain(..) {
                    let literal = nogoods.literals.find(premise);
                    if self.premises.cause_by(literal, premise, at, (store, nogoods)).is_some() {
                        self.met.push((premise, literal));
                    }
                }
            }
            if self.met.len() > before + most {
                self.met.truncate(before);
                return false;
            }
        }
        true
    }

    fn first_unique_point(&mut self, engine: &Engine, nogoods: &Nogoods) -> Option<()> {
        let store = engine.store();
        self.want((store, nogoods), store.position());
        let point = loop {
            let position = self.wanted.newest()?;
            if self.wanted.counted() == 0 {
                // The newest level of what is wanted. It may become an older one: a propagator may find late what was true before, and
                // then nothing of the level is left once that is replaced.
                let level = store.level_of(position);
                if level == 0 {
                    return None;
                }
                self.wanted.count_from(store.end_of_level(level - 1));
            }
            if self.wanted.counted() == 1 {
                let mut atoms = self.wanted.of(position);
                if let (Some(point), None) = (atoms.next(), atoms.next()) {
                    break (point, position);
                }
            }
            self.replace(position, engine, nogoods);
        };
        self.found.push(point);
        self.found.extend(self.wanted.all().filter(|&located| located != point));
        Some(())
    }

    /// Replaces what is wanted of the change at `position` by its premises, or by what was posted there.
    fn replace(&mut self, position: usize, engine: &Engine, nogoods: &Nogoods) {
        let store = engine.store();
        let mut taken = std::mem::take(&mut self.taken);
        taken.clear();
        self.wanted.take(position, &mut taken, |atom| !store.is_posted(atom, position));
        let mut before = position + 1;
        if taken.is_empty() {
            before = position;
            self.wanted.take(position, &mut taken, |_| true);
            if let Some(posted) = store.posted(position)
                && taken.len() > 1
            {
                taken.clear();
                taken.push(posted);
                if self.wanted.counted() == 0 {
                    // It is the unique implication point.
                    self.new.push(posted);
                    taken.clear();
                    before = position + 1;
                }
            }
            let source = store.change(position).map_or(Source::Decision, |(_, reason)| reason.source());
            self.note_use(source);
            if let (Source::Nogood(id), [_]) = (source, &taken[..]) {
                self.taken = taken;
                return self.want_premises(id, (store, nogoods), position);
            }
        }
        for &atom in &taken {
            self.explanations += 1;
            let _ = self.premises.of(atom, position, (engine, nogoods), &mut self.new);
        }
        self.taken = taken;
        self.want((store, nogoods), before);
    }
}
