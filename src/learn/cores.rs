//! Final analysis under assumptions: from a true atom back to the decisions that imply it, for unsatisfiable cores.
//!
//! Where all decisions are assumptions, and one of these is false at its turn, the assumptions behind that cannot all hold beside it: a
//! *core*. Each atom is replaced by its premises, the newest first, until decisions alone are left; nothing is learned.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | with the constraints, the decisions of these levels imply the atom; not each of them need be necessary |
//! | Cost | at most one explanation for each change of the trail, and O(log n) for each |
//! | Source | Eén & Sörensson, *Temporal Induction by Incremental SAT Solving*, BMC 2003, as in their MiniSat (`analyzeFinal`) |

use crate::engine::Engine;
use crate::learn::analyse::Analysis;
use crate::learn::nogoods::Nogoods;
use crate::store::Atom;

impl Analysis {
    /// The levels whose decisions imply `atom`, which is true, in ascending order.
    pub(super) fn levels_behind(&mut self, atom: Atom, engine: &Engine, nogoods: &Nogoods) -> Vec<usize> {
        let store = engine.store();
        let mut levels = Vec::new();
        self.restart(store);
        self.new.push(atom);
        self.want((store, nogoods), store.position());
        while let Some(position) = self.wanted.newest() {
            let level = store.level_of(position);
            if level == 0 {
                break;
            }
            let mut taken = std::mem::take(&mut self.taken);
            taken.clear();
            // What became true beside what was posted may rest on that.
            self.wanted.take(position, &mut taken, |atom| !store.is_posted(atom, position));
            if taken.is_empty() {
                self.wanted.take(position, &mut taken, |_| true);
            }
            let mut before = None;
            for &atom in &taken {
                before = self.premises.of(atom, position, (engine, nogoods), &mut self.new);
            }
            self.taken = taken;
            match before {
                Some(before) => self.want((store, nogoods), before),
                None => levels.push(level),
            }
        }
        levels.reverse();
        levels
    }
}
