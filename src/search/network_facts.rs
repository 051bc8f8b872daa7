//! Facts of a network as atoms of its model, and back: domains as sets of values, bit `i` for the value `values[i]`.

use std::collections::BTreeMap;

use crate::model::{IntAtom, Model};

/// The atoms as sets of values, by variable.
pub(super) fn facts_of(atoms: &[IntAtom], values: &[i32]) -> Vec<(usize, u64)> {
    let mut facts: BTreeMap<usize, u64> = BTreeMap::new();
    for atom in atoms {
        let allowed = values.iter().enumerate().filter(|(_, value)| atom.allows(**value));
        let set = allowed.fold(0, |set, (bit, _)| set | 1 << bit);
        *facts.entry(atom.var().index()).or_insert(u64::MAX) &= set;
    }
    facts.into_iter().collect()
}

/// The atoms that reduce the domains of a model to these: of each variable its value, if there is one left, or what it cannot be.
pub(super) fn atoms_of(domains: &[u64], values: &[i32], model: &Model) -> Vec<IntAtom> {
    let mut atoms = Vec::new();
    for ((var, &set), domain) in model.vars().zip(domains).zip(model.domains()) {
        let of = |bit: usize| values[bit];
        if domain.is_fixed() {
            continue;
        }
        if set.is_power_of_two() {
            atoms.push(var.is(of(set.trailing_zeros() as usize)));
            continue;
        }
        let is_gone = |&(bit, value): &(usize, &i32)| set & 1 << bit == 0 && domain.contains(*value);
        atoms.extend(values.iter().enumerate().filter(is_gone).map(|(_, &value)| var.is_not(value)));
    }
    atoms
}
