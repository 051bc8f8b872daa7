//! The usual orders: which variable next, which of its values first.
//!
//! | order | picks | source |
//! |---|---|---|
//! | input | the first open variable | |
//! | first fail | the one with fewest values, the first among equals | Haralick & Elliott, AIJ 14, 1980 |
//! | dom/wdeg | least values ÷ weight, where a constraint's dead ends weigh on its variables | Boussemart, Hemery, Lecoutre & Sais, ECAI 2004 |
//!
//! Up to 256 variables are simply scanned. Of more, a tournament keeps the winner, and only variables whose domain
//! changed play again, so that a choice does not cost more where most of the model rests.

use crate::model::{IntVar, Solver};
use crate::search::brancher::Brancher;
use crate::search::brancher::tournament::Tournament;
use crate::store::{Atom, Domains, VarId};

/// Which open variable to decide next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableOrder {
    /// The first as given.
    Input,
    /// The one with the fewest values left.
    FirstFail,
    /// The one with the fewest values left for the weight of its failures.
    DomWdeg,
}

/// Which value to try first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueOrder {
    /// The least.
    Ascending,
    /// The greatest.
    Descending,
    /// Any, the same for the same seed.
    Random(u64),
    /// The lower half, by a bound.
    Bisect,
}

/// Decides given variables in a [`VariableOrder`] and a [`ValueOrder`].
#[derive(Clone, Debug)]
pub struct Ordered {
    vars: Vec<IntVar>,
    variables: VariableOrder,
    values: ValueOrder,
    /// By position in `vars`: the variable in the engine.
    inner: Vec<VarId>,
    /// By variable of the engine: its position, if it has one.
    position: Vec<u32>,
    /// By position: one more than the dead ends that it was part of.
    weights: Vec<f64>,
    /// By level: all positions below this one are decided there.
    decided: Vec<u32>,
    tournament: Option<Tournament>,
    random: u64,
}

/// Fewer variables than this are scanned.
const SCANNED: usize = 256;

const NOWHERE: u32 = u32::MAX;

impl Ordered {
    /// A brancher for these variables.
    pub fn new(vars: &[IntVar], variables: VariableOrder, values: ValueOrder) -> Ordered {
        let seed = if let ValueOrder::Random(seed) = values { seed } else { 0 };
        Ordered {
            vars: vars.to_vec(),
            variables,
            values,
            inner: Vec::new(),
            position: Vec::new(),
            weights: Vec::new(),
            decided: Vec::new(),
            tournament: None,
            random: seed,
        }
    }

    /// The first position from the cursor on that is open, remembered for the level.
    #[inline]
    fn first_open(&mut self, solver: &Solver) -> Option<usize> {
        let level = solver.level();
        self.decided.truncate(level + 1);
        let from = self.decided.last().copied().unwrap_or(0) as usize;
        let store = solver.store();
        let open = (from..self.inner.len()).find(|&i| store.value(self.inner[i]).is_none());
        let cursor = open.unwrap_or(self.inner.len()) as u32;
        self.decided.resize(level + 1, from as u32);
        self.decided[level] = cursor;
        open
    }

    #[inline]
    fn score(&self, solver: &Solver, at: usize) -> f64 {
        let size = solver.store().size(self.inner[at]);
        if size == 1 {
            return f64::INFINITY;
        }
        match self.variables {
            VariableOrder::DomWdeg => size as f64 / self.weights[at],
            _ => size as f64,
        }
    }

    fn scan(&mut self, solver: &Solver) -> Option<usize> {
        let first = self.first_open(solver)?;
        if self.variables == VariableOrder::Input {
            return Some(first);
        }
        let mut best = (first, self.score(solver, first));
        for at in first + 1..self.inner.len() {
            // No open variable has fewer than two values.
            if best.1 <= 2.0 && self.variables == VariableOrder::FirstFail {
                break;
            }
            let score = self.score(solver, at);
            if score < best.1 {
                best = (at, score);
            }
        }
        Some(best.0)
    }

    fn value(&mut self, solver: &Solver, var: IntVar) -> Atom {
        let (min, max) = (solver.min(var), solver.max(var));
        match self.values {
            ValueOrder::Ascending => var.is(min),
            ValueOrder::Descending => var.is(max),
            ValueOrder::Bisect => var.at_most((i64::from(min) + i64::from(max)).div_euclid(2) as i32),
            ValueOrder::Random(_) => {
                let view = solver.view(var);
                let mut skip = self.next_random() % solver.store().size(view.var);
                for (low, high) in solver.store().runs(view.var) {
                    let run = (i64::from(high) - i64::from(low)) as u64 + 1;
                    if skip < run {
                        let value = i64::from(low) + skip as i64;
                        return var.is(view.apply(value as i32) as i32);
                    }
                    skip -= run;
                }
                var.is(min)
            }
        }
    }

    /// `SplitMix64` (Steele, Lea & Flood, OOPSLA 2014).
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Brancher for Ordered {
    fn start(&mut self, solver: &mut Solver) {
        self.decided.clear();
        if self.inner.len() == self.vars.len() {
            return;
        }
        self.inner = self.vars.iter().map(|&x| solver.view(x).var).collect();
        self.position = vec![NOWHERE; solver.store().vars()];
        for (at, var) in self.inner.iter().enumerate().rev() {
            self.position[var.index()] = at as u32;
        }
        self.weights = vec![1.0; self.vars.len()];
        if self.vars.len() > SCANNED && self.variables != VariableOrder::Input {
            solver.engine_mut().track_touched();
            let mut tournament = Tournament::new(self.vars.len());
            (0..self.vars.len()).for_each(|at| tournament.play_again(at));
            self.tournament = Some(tournament);
        }
    }

    fn choose(&mut self, solver: &Solver) -> Option<Atom> {
        let at = if let Some(mut tournament) = self.tournament.take() {
            let winner = tournament.winner(|at| self.score(solver, at));
            self.tournament = Some(tournament);
            winner?
        } else {
            self.scan(solver)?
        };
        Some(self.value(solver, self.vars[at]))
    }

    fn wants_blame(&self) -> bool {
        self.variables == VariableOrder::DomWdeg
    }

    fn blame(&mut self, scope: &[VarId]) {
        for var in scope {
            let at = self.position[var.index()];
            if at != NOWHERE {
                self.weights[at as usize] += 1.0;
                self.touched(*var);
            }
        }
    }

    fn touched(&mut self, var: VarId) {
        if let Some(tournament) = &mut self.tournament {
            let at = self.position.get(var.index()).copied().unwrap_or(NOWHERE);
            if at != NOWHERE {
                tournament.play_again(at as usize);
            }
        }
    }
}
