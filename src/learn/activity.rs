//! Variable selection by activity (VSIDS): decides the statement that was met most in recent conflict analyses.
//!
//! Each statement has a score, to which every conflict adds whose analysis met it; the sum that is added grows from conflict to
//! conflict, so that old conflicts count little. The open statement with the highest score is decided.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(log n) for each statement that is met or decided |
//! | Source | Moskewicz et al., *Chaff*, DAC 2001; Eén & Sörensson, *An Extensible SAT-solver*, SAT 2003 |

use crate::learn::literals::Literals;
use crate::store::Store;

/// Scores are divided when one exceeds this.
const MOST: f64 = 1e100;
/// What a score keeps from one conflict to the next, relative to new ones.
const DECAY: f64 = 0.95;
/// In place of a place: not in the heap.
const NOWHERE: u32 = u32::MAX;

/// Scores of statements.
#[derive(Clone, Debug)]
pub(super) struct Activity {
    scores: Vec<f64>,
    increment: f64,
    /// The number of conflicts, and by statement: the conflict at which its score was last raised.
    conflicts: u32,
    bumped: Vec<u32>,
    /// Statements, as a heap with the highest score first.
    heap: Vec<u32>,
    /// By statement: where it is in the heap.
    places: Vec<u32>,
    /// Statements that were taken out of the heap, each with the level at which it was, in that order.
    aside: Vec<(u32, u32)>,
}

impl Default for Activity {
    fn default() -> Self {
        Activity {
            scores: Vec::new(),
            increment: 1.0,
            conflicts: 1,
            bumped: Vec::new(),
            heap: Vec::new(),
            places: Vec::new(),
            aside: Vec::new(),
        }
    }
}

impl Activity {
    /// The memory for a statement, about.
    pub(super) const BYTES: usize = 28;

    /// Adds to the score of a statement that an analysis met, once a conflict.
    pub(super) fn bump(&mut self, statement: u32) {
        self.make_room(statement as usize + 1);
        if std::mem::replace(&mut self.bumped[statement as usize], self.conflicts) == self.conflicts {
            return;
        }
        let score = &mut self.scores[statement as usize];
        *score += self.increment;
        if *score > MOST {
            self.scores.iter_mut().for_each(|score| *score /= MOST);
            self.increment /= MOST;
        }
        match self.places[statement as usize] {
            NOWHERE => {}
            place => self.rise(place as usize),
        }
    }

    /// Lets scores decay, after each conflict.
    pub(super) fn decay(&mut self) {
        self.increment /= DECAY;
        self.conflicts = self.conflicts.wrapping_add(1);
    }

    /// Makes room for this number of statements.
    fn make_room(&mut self, statements: usize) {
        for statement in self.scores.len()..statements {
            self.scores.push(0.0);
            self.bumped.push(0);
            self.places.push(NOWHERE);
            self.insert(statement as u32);
        }
    }

    /// The open statement with the highest score, for a decision that opens the level after `level`.
    pub(super) fn choose(&mut self, literals: &Literals, store: &Store, level: usize) -> Option<u32> {
        while let Some(&statement) = self.heap.first() {
            let is_open = store.truth(literals.atom_of(statement)).is_none();
            self.take_first();
            self.aside.push((level as u32 + u32::from(is_open), statement));
            if is_open {
                return Some(statement);
            }
        }
        let is_open = |statement: usize| store.truth(literals.atom_of(statement as u32)).is_none();
        debug_assert!(!(0..self.scores.len()).any(is_open), "invariant: what is open is in the heap");
        None
    }

    /// Puts the statements decided above `level` back into the heap, before these levels are undone.
    pub(super) fn before_undoing(&mut self, level: usize) {
        while let Some(&(at, statement)) = self.aside.last()
            && at as usize > level
        {
            self.aside.pop();
            self.insert(statement);
        }
    }

    // --- The heap -------------------------------------------------------------------------------------------------

    #[inline]
    fn is_before(&self, a: u32, b: u32) -> bool {
        let (of_a, of_b) = (self.scores[a as usize], self.scores[b as usize]);
        of_a.total_cmp(&of_b).then(b.cmp(&a)).is_gt()
    }

    fn insert(&mut self, statement: u32) {
        if self.places[statement as usize] == NOWHERE {
            self.heap.push(statement);
            self.rise(self.heap.len() - 1);
        }
    }

    fn take_first(&mut self) {
        let first = self.heap.swap_remove(0);
        self.places[first as usize] = NOWHERE;
        if !self.heap.is_empty() {
            self.sink(0);
        }
    }

    fn rise(&mut self, mut place: usize) {
        let statement = self.heap[place];
        while place > 0 {
            let above = (place - 1) / 2;
            if !self.is_before(statement, self.heap[above]) {
                break;
            }
            self.put(place, self.heap[above]);
            place = above;
        }
        self.put(place, statement);
    }

    fn sink(&mut self, mut place: usize) {
        let statement = self.heap[place];
        loop {
            let mut below = 2 * place + 1;
            if below >= self.heap.len() {
                break;
            }
            if below + 1 < self.heap.len() && self.is_before(self.heap[below + 1], self.heap[below]) {
                below += 1;
            }
            if !self.is_before(self.heap[below], statement) {
                break;
            }
            self.put(place, self.heap[below]);
            place = below;
        }
        self.put(place, statement);
    }

    #[inline]
    fn put(&mut self, place: usize, statement: u32) {
        self.heap[place] = statement;
        self.places[statement as usize] = place as u32;
    }
}
