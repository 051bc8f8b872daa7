//! Subproblems: parts of a search, as plain data.

use crate::model::{IntAtom, IntVar};
use crate::store::Relation;
use crate::subproblem::digest::Digest;

/// A part of a search: the atoms that lead to it, in a form that belongs to no model and can be sent anywhere.
///
/// It says how many parts there are beside it, so that a list of subproblems that has lost some is known as one.
///
/// With the feature `serde` it is written as `{"task":"…","id":[3,0],"parts":2,"atoms":[[7,"=",2]],"digest":"…"}`: an atom is the variable's
/// number, the relation, the value. One whose [digest](Self::digest) is there and is another one was damaged, and cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subproblem {
    /// The digest of its search, or of the task that it is left of.
    pub(super) task: Digest,
    /// Its number among the parts of what it was split from, after the numbers of that.
    pub(super) id: Vec<u32>,
    /// How many parts that was split into.
    pub(super) parts: u32,
    pub(super) atoms: Vec<(u32, Relation, i32)>,
}

impl Subproblem {
    /// The parts of a search, with this digest, that these atoms lead to; if there are none, the whole of it, so that a list of subproblems
    /// is never empty.
    pub(super) fn all(search: Digest, parts: Vec<Vec<IntAtom>>) -> Vec<Subproblem> {
        let parts = if parts.is_empty() { vec![Vec::new()] } else { parts };
        parts_of(&[], search, parts)
    }

    /// The digest of its [search](crate::subproblem::Task::search_digest), of which any question may be asked; or, where it is left of
    /// another one, of the [task](crate::subproblem::Task::digest): what propagation has refuted there may depend on the question.
    pub fn task(&self) -> Digest {
        self.task
    }

    /// Its place in the order of search: its number among the parts of what it was split from, after the numbers of that.
    pub fn id(&self) -> &[u32] {
        &self.id
    }

    /// How many parts there are of what it was split from. Their numbers are 0, 1, …
    pub fn parts(&self) -> u32 {
        self.parts
    }

    /// The number of atoms that define it.
    pub fn depth(&self) -> usize {
        self.atoms.len()
    }

    /// The digest of all of it.
    pub fn digest(&self) -> Digest {
        let start = Digest::START.text(self.task).number(self.id.len() as u64);
        let with_id = self.id.iter().fold(start, |digest, &number| digest.number(number.into()));
        let with_id = with_id.number(self.parts.into());
        let with = |digest: Digest, &(var, relation, value): &(u32, Relation, i32)| {
            digest.number(var.into()).number(relation as u64).number(value as u64)
        };
        self.atoms.iter().fold(with_id, with)
    }

    /// The atoms, of these variables; `None` if there is a variable that is not among them, or an atom without a meaning.
    pub(super) fn atoms(&self, vars: &[IntVar]) -> Option<Vec<IntAtom>> {
        let atom = |&(var, relation, value): &(u32, Relation, i32)| {
            vars.get(var as usize).map(|&var| IntAtom::new(var, relation, value))
        };
        self.atoms.iter().map(atom).collect()
    }

    /// The parts of this one that these atoms lead to, with the digest of a task.
    pub(super) fn rest(&self, task: Digest, parts: Vec<Vec<IntAtom>>) -> Vec<Subproblem> {
        parts_of(&self.id, task, parts)
    }
}

/// The parts of the subproblem with this id.
fn parts_of(whole: &[u32], task: Digest, parts: Vec<Vec<IntAtom>>) -> Vec<Subproblem> {
    let plain = |atom: &IntAtom| (atom.var().index() as u32, atom.relation(), atom.value());
    let count = parts.len() as u32;
    let part = |(number, atoms): (u32, Vec<IntAtom>)| Subproblem {
        task,
        id: whole.iter().copied().chain([number]).collect(),
        parts: count,
        atoms: atoms.iter().map(plain).collect(),
    };
    (0..).zip(parts).map(part).collect()
}
