//! Nogood propagation: two watched literals, with blockers.
//!
//! A nogood is a set of atoms that cannot all be true. While two of them are not, it has nothing to say; so it watches two, and
//! where one of these becomes true it looks for another one that is not. If all others are true, the last one is made false. A watch has a
//! *blocker* beside it, another atom of the nogood: while that is false the nogood says nothing, and is not even looked at. All this is
//! done on literals, whose truth is stored (`truths.rs`); domains are not read.
//!
//! | Promise | |
//! |---|---|
//! | Cost | for each change the watches of the atoms that it made true, one memory access for most of them |
//! | Source | Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff*, DAC 2001; blockers: Sörensson & Eén, *MiniSat 2.1*, 2008; where a search for a watch goes on: Gent, *Optimal Implementation of Watched Literals*, JAIR 48, 2013; atoms in place of SAT variables: Feydy, Schutt & Stuckey, *Semantic Learning for Lazy Clause Generation*, TRICS 2013 |

use crate::engine::Reader;
use crate::learn::arena::Arena;
use crate::learn::literals::{Literal, Literals};
use crate::learn::truths::Truths;
use crate::store::{Atom, Failure, NogoodId, Reason, Source, Store};

/// A watch: a nogood that waits for a literal.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    nogood: NogoodId,
    /// Another of its literals; where there are two in all, the other one.
    blocker: Literal,
}

/// Nogoods and their watches.
#[derive(Clone, Debug, Default)]
pub(super) struct Nogoods {
    pub(super) literals: Literals,
    pub(super) truths: Truths,
    /// The two watched literals of each are the first ones.
    pub(super) arena: Arena,
    /// By literal.
    watchers: Vec<Vec<Watcher>>,
    new: Vec<Literal>,
    /// The number of watches that were looked at.
    pub(super) visits: u64,
}

impl Nogoods {
    /// The memory that they take, in bytes, about.
    pub(super) fn bytes(&self) -> usize {
        let lists = self.watchers.len() * size_of::<Vec<Watcher>>();
        self.arena.bytes() + self.arena.len() * 2 * size_of::<Watcher>() + lists + self.literals.bytes()
    }

    /// The atoms of a nogood.
    #[inline]
    pub(super) fn atoms(&self, id: NogoodId) -> impl Iterator<Item = Atom> + '_ {
        self.arena.literals(id).map(|literal| self.literals.atom(literal))
    }

    /// The literals of a nogood that changes made true, each with its atom and the position of the change; the trail has been read.
    #[inline]
    pub(super) fn true_literals(&self, id: NogoodId) -> impl Iterator<Item = (Literal, Atom, usize)> + '_ {
        self.arena.literals(id).filter_map(|literal| {
            let position = self.truths.cause(literal)?.position()?;
            Some((literal, self.literals.atom(literal), position))
        })
    }

    /// Adds a nogood of at least two atoms, none of which was true at the start. The first two are not true, or they are the two
    /// that became true last, and the changes that made them true will be undone before the next is read.
    pub(super) fn add(&mut self, atoms: &[Atom], levels: u32, store: &Store) -> NogoodId {
        let mut literals = std::mem::take(&mut self.new);
        literals.clear();
        literals.extend(atoms.iter().map(|&atom| self.meet(atom, store)));
        let id = self.arena.push(&literals, levels);
        self.new = literals;
        let [first, second] = self.arena.watched(id);
        self.watchers[first.index()].push(Watcher { nogood: id, blocker: second });
        self.watchers[second.index()].push(Watcher { nogood: id, blocker: first });
        id
    }

    /// The literal of an atom that was not decided at the start.
    #[inline]
    pub(super) fn meet(&mut self, atom: Atom, store: &Store) -> Literal {
        if let Some(literal) = self.literals.find(atom) {
            return literal;
        }
        let literal = self.literals.meet(atom, store);
        self.truths.meet(literal, atom, store);
        self.watchers.resize(self.watchers.len().max(2 * self.literals.statements()), Vec::new());
        literal
    }

    /// The atom as nogoods have it: a variable with two values has several that say the same.
    pub(super) fn written(&mut self, atom: Atom, store: &Store) -> Atom {
        let literal = self.meet(atom, store);
        self.literals.atom(literal)
    }

    /// Reads which literals have become true, without looking after the nogoods that wait for them.
    #[inline]
    pub(super) fn catch_up(&mut self, store: &Store) {
        self.truths.catch_up(&self.literals, store);
    }

    /// The reason of what a nogood implies.
    #[inline]
    pub(super) fn because(id: NogoodId) -> Reason {
        Reason::new(Source::Nogood(id), 0)
    }

    /// Takes out all nogoods that are not to stay, at the root: those that `stays` refuses, and those that can no longer
    /// be violated. Atoms that are true are left out of the others. Numbers change.
    ///
    /// Returns the atoms that are alone now, and must be false.
    pub(super) fn retain(&mut self, store: &Store, stays: impl Fn(NogoodId) -> bool) -> Vec<Atom> {
        let old = std::mem::take(&mut self.arena);
        self.watchers.iter_mut().for_each(Vec::clear);
        let mut alone = Vec::new();
        let mut open = Vec::new();
        for id in old.ids().filter(|&id| stays(id)) {
            open.clear();
            let mut is_void = false;
            for literal in old.literals(id) {
                let atom = self.literals.atom(literal);
                match store.truth(atom) {
                    Some(true) => {}
                    Some(false) => is_void = true,
                    None => open.push(atom),
                }
            }
            match open[..] {
                _ if is_void => {}
                [] => unreachable!("invariant: at a fixpoint no nogood has all of its atoms true"),
                [atom] => alone.push(atom),
                _ => {
                    let kept = self.add(&open, 0, store);
                    self.arena.inherit(kept, (&old, id));
                }
            }
        }
        alone
    }

    /// For tests, at a fixpoint: a nogood with all atoms true, or all but one that is open; `None` in a correct engine.
    pub(super) fn overlooked(&self, store: &Store) -> Option<Vec<Atom>> {
        let is_overlooked = |&id: &NogoodId| {
            let mut others =
                self.atoms(id).map(|atom| store.truth(atom)).filter(|&truth| truth != Some(true));
            others.next().is_none_or(|truth| truth.is_none() && others.next().is_none())
        };
        self.arena.ids().find(is_overlooked).map(|id| self.atoms(id).collect())
    }

    /// The literal has become true: looks after the nogoods that wait for it.
    fn visit(&mut self, literal: Literal, store: &mut Store) -> Result<(), Failure> {
        if self.watchers[literal.index()].is_empty() {
            return Ok(());
        }
        let mut list = std::mem::take(&mut self.watchers[literal.index()]);
        let mut result = Ok(());
        let (mut at, mut kept) = (0, 0);
        while at < list.len() && result.is_ok() {
            let watcher = list[at];
            at += 1;
            if self.truths.is_false(watcher.blocker) {
                list[kept] = watcher;
                kept += 1;
                continue;
            }
            let stays;
            (stays, result) = self.look_at(watcher.nogood, literal, store);
            if let Some(watcher) = stays {
                list[kept] = watcher;
                kept += 1;
            }
        }
        self.visits += at as u64;
        if at < list.len() {
            list.copy_within(at.., kept);
        }
        list.truncate(kept + list.len() - at);
        self.watchers[literal.index()] = list;
        result
    }

    /// Looks after a nogood that waits for `own`, which is true, and whose blocker is not false. The watcher that stays, unless the
    /// nogood waits for another literal.
    fn look_at(
        &mut self,
        nogood: NogoodId,
        own: Literal,
        store: &mut Store,
    ) -> (Option<Watcher>, Result<(), Failure>) {
        let [first, second] = self.arena.watched(nogood);
        let other = if first == own { second } else { first };
        let stays = Watcher { nogood, blocker: other };
        if self.truths.is_false(other) {
            return (Some(stays), Ok(()));
        }
        let truths = &self.truths;
        if let Some(found) = self.arena.rewatch(nogood, (own, other), |literal| !truths.is_true(literal)) {
            self.watchers[found.index()].push(stays);
            return (None, Ok(()));
        }
        let result = store.apply(!self.literals.atom(other), Nogoods::because(nogood)).map(|_| ());
        self.catch_up(store);
        (Some(stays), result)
    }
}

impl Reader for Nogoods {
    #[inline]
    fn position(&self) -> usize {
        self.truths.position()
    }

    fn read(&mut self, store: &mut Store) -> Result<(), Failure> {
        self.catch_up(store);
        while let Some(literal) = self.truths.pass() {
            self.visit(literal, store)?;
        }
        Ok(())
    }
}
