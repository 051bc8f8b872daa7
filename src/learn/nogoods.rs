//! The nogoods, and what follows from them: each waits for two of its atoms.
//!
//! A nogood is a set of atoms that cannot all be true. While two of them are not, it has nothing to say; so it watches two, and
//! where one of these becomes true it looks for another one that is not. If there is none, the last one is made false. A watch has a
//! *blocker* beside it, another atom of the nogood: while that is false the nogood says nothing, and is not even looked at.
//!
//! | Promise | |
//! |---|---|
//! | Cost | of a change: the watches of the atoms that it made true, one memory access for most of them |
//! | Source | Moskewicz, Madigan, Zhao, Zhang & Malik, *Chaff*, DAC 2001; blockers: Sörensson & Eén, *MiniSat 2.1*, 2008; where a search for a watch goes on: Gent, *Optimal Implementation of Watched Literals*, JAIR 48, 2013; atoms in place of SAT variables: Feydy, Schutt & Stuckey, *Semantic Learning for Lazy Clause Generation*, TRICS 2013 |

use crate::engine::Reader;
use crate::learn::literals::{Literal, Literals};
use crate::store::{Atom, Failure, NogoodId, Reason, Source, Store};

/// A nogood waits for an atom.
#[derive(Clone, Copy, Debug)]
struct Watcher {
    nogood: NogoodId,
    /// Another of its atoms; where there are two in all, the other one.
    blocker: Atom,
}

/// What is known of a nogood besides its atoms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Where its atoms start.
    start: u32,
    /// How many it has.
    pub(super) length: u32,
    /// How many levels its atoms came from when it was learned or last used, whichever is less: its LBD. 0 of one that stays.
    pub(super) levels: u32,
    /// How much it was of use lately.
    pub(super) activity: f32,
    /// Whether it was of use since this was last reset.
    pub(super) is_used: bool,
    /// Where the search for another atom to watch goes on.
    resume: u32,
}

impl Header {
    #[inline]
    fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.length) as usize
    }
}

/// Nogoods and who waits for what.
#[derive(Clone, Debug, Default)]
pub(super) struct Nogoods {
    pub(super) literals: Literals,
    /// By literal.
    watchers: Vec<Vec<Watcher>>,
    headers: Vec<Header>,
    /// The atoms of all nogoods, the two watched ones of each first.
    atoms: Vec<Atom>,
    /// Up to where the trail has been read.
    read: usize,
    due: Vec<Literal>,
    /// How many watches were looked at.
    pub(super) visits: u64,
}

impl Nogoods {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.headers.len()
    }

    /// How many bytes they take, about.
    pub(super) fn bytes(&self) -> usize {
        let each = size_of::<Header>() + 2 * size_of::<Watcher>();
        let lists = self.watchers.len() * size_of::<Vec<Watcher>>();
        self.atoms.len() * size_of::<Atom>() + self.len() * each + lists + self.literals.bytes()
    }

    /// The atoms of a nogood.
    #[inline]
    pub(super) fn atoms(&self, id: NogoodId) -> &[Atom] {
        &self.atoms[self.headers[id.index()].range()]
    }

    #[inline]
    pub(super) fn header_mut(&mut self, id: NogoodId) -> &mut Header {
        &mut self.headers[id.index()]
    }

    pub(super) fn header(&self, id: NogoodId) -> &Header {
        &self.headers[id.index()]
    }

    /// Adds a nogood of at least two atoms, none of which was true at the start. Of the first two neither is true, or these are the two
    /// that became true last, and the changes that made them true will be undone before the next is read.
    pub(super) fn add(&mut self, atoms: &[Atom], levels: u32, store: &Store) -> NogoodId {
        let id = NogoodId::new(self.headers.len());
        let start = self.atoms.len();
        let length = atoms.len() as u32;
        let header = Header { start: start as u32, length, levels, activity: 0.0, is_used: true, resume: 2 };
        self.headers.push(header);
        for &atom in atoms {
            // As its literal has it: a variable with two values has several atoms that say the same.
            let literal = self.meet(atom, store);
            self.atoms.push(self.literals.atom(literal));
        }
        let [first, second] = [self.atoms[start], self.atoms[start + 1]];
        self.watch(id, first, second, store);
        self.watch(id, second, first, store);
        id
    }

    /// The literal of an atom that was not decided at the start.
    #[inline]
    pub(super) fn meet(&mut self, atom: Atom, store: &Store) -> Literal {
        if let Some(literal) = self.literals.find(atom) {
            return literal;
        }
        let literal = self.literals.meet(atom, store);
        self.watchers.resize(self.watchers.len().max(2 * self.literals.statements()), Vec::new());
        literal
    }

    /// The atom as nogoods have it.
    pub(super) fn written(&mut self, atom: Atom, store: &Store) -> Atom {
        let literal = self.meet(atom, store);
        self.literals.atom(literal)
    }

    /// Multiplies the activities of all nogoods.
    pub(super) fn scale_activities(&mut self, factor: f32) {
        self.headers.iter_mut().for_each(|header| header.activity *= factor);
    }

    /// From now on it counts which of them are used.
    pub(super) fn reset_use(&mut self) {
        self.headers.iter_mut().for_each(|header| header.is_used = false);
    }

    fn watch(&mut self, nogood: NogoodId, atom: Atom, blocker: Atom, store: &Store) {
        let literal = self.meet(atom, store);
        self.watchers[literal.index()].push(Watcher { nogood, blocker });
    }

    /// The reason of what a nogood implies.
    #[inline]
    pub(super) fn because(id: NogoodId) -> Reason {
        Reason::new(Source::Nogood(id), 0)
    }

    /// The trail was cut.
    pub(super) fn undo_to(&mut self, position: usize) {
        self.read = self.read.min(position);
    }

    /// The root was settled.
    pub(super) fn settle(&mut self) {
        self.read = 0;
    }

    /// Takes out all nogoods that are not to stay, at the root: those that `stays` refuses, and those that can no longer
    /// be violated. Atoms that are true are left out of the others. Numbers change.
    ///
    /// Returns the atoms that are alone now, and must be false.
    pub(super) fn retain(&mut self, store: &Store, stays: impl Fn(NogoodId, &Header) -> bool) -> Vec<Atom> {
        let (headers, atoms) = (std::mem::take(&mut self.headers), std::mem::take(&mut self.atoms));
        self.watchers.iter_mut().for_each(Vec::clear);
        let mut alone = Vec::new();
        let mut open = Vec::new();
        for (number, header) in headers.into_iter().enumerate() {
            let own = &atoms[header.range()];
            if !stays(NogoodId::new(number), &header) {
                continue;
            }
            open.clear();
            let mut is_void = false;
            for &atom in own {
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
                    let id = self.add(&open, header.levels, store);
                    let kept = self.header_mut(id);
                    (kept.activity, kept.is_used) = (header.activity, header.is_used);
                }
            }
        }
        alone
    }

    /// For tests, at a fixpoint: a nogood of which all atoms but one are true, and that one is open, or all; there should be none.
    pub(super) fn overlooked(&self, store: &Store) -> Option<&[Atom]> {
        let is_overlooked = |atoms: &&[Atom]| {
            let mut others = atoms.iter().map(|&atom| store.truth(atom)).filter(|&truth| truth != Some(true));
            others.next().is_none_or(|truth| truth.is_none() && others.next().is_none())
        };
        (0..self.len()).map(|number| self.atoms(NogoodId::new(number))).find(is_overlooked)
    }

    /// The literal has become true: looks after the nogoods that wait for it.
    fn visit(&mut self, literal: Literal, store: &mut Store) -> Result<(), Failure> {
        if self.watchers[literal.index()].is_empty() {
            return Ok(());
        }
        let own = self.literals.atom(literal);
        let mut list = std::mem::take(&mut self.watchers[literal.index()]);
        let mut result = Ok(());
        let (mut at, mut kept) = (0, 0);
        while at < list.len() && result.is_ok() {
            let watcher = list[at];
            at += 1;
            if store.truth(watcher.blocker) == Some(false) {
                list[kept] = watcher;
                kept += 1;
                continue;
            }
            let stays;
            (stays, result) = self.look_at(watcher, own, store);
            if let Some(watcher) = stays {
                list[kept] = watcher;
                kept += 1;
            }
        }
        self.visits += at as u64;
        list.copy_within(at.., kept);
        list.truncate(kept + list.len() - at);
        self.watchers[literal.index()] = list;
        result
    }

    /// Looks after a nogood that waits for `own`, which is true, and whose blocker is not false. The watcher that stays, unless the
    /// nogood waits for another atom.
    fn look_at(
        &mut self,
        watcher: Watcher,
        own: Atom,
        store: &mut Store,
    ) -> (Option<Watcher>, Result<(), Failure>) {
        let id = watcher.nogood;
        let header = &mut self.headers[id.index()];
        let atoms = &mut self.atoms[header.range()];
        if atoms[0] == own {
            atoms.swap(0, 1);
        }
        let other = atoms[0];
        if store.truth(other) == Some(false) {
            return (Some(Watcher { nogood: id, blocker: other }), Ok(()));
        }
        let from = (header.resume as usize).min(atoms.len());
        let is_open = |&at: &usize| store.truth(atoms[at]) != Some(true);
        if let Some(at) = (from..atoms.len()).chain(2..from).find(is_open) {
            header.resume = at as u32;
            atoms.swap(1, at);
            let atom = atoms[1];
            self.watch(id, atom, other, store);
            return (None, Ok(()));
        }
        (Some(watcher), store.apply(!other, Nogoods::because(id)).map(|_| ()))
    }
}

impl Reader for Nogoods {
    #[inline]
    fn position(&self) -> usize {
        self.read
    }

    fn read(&mut self, store: &mut Store) -> Result<(), Failure> {
        while self.read < store.position() {
            let mut due = std::mem::take(&mut self.due);
            due.clear();
            self.literals.made_true(self.read, store, &mut due);
            self.read += 1;
            let result = due.iter().try_for_each(|&literal| self.visit(literal, store));
            self.due = due;
            result?;
        }
        Ok(())
    }
}
