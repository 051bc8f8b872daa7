//! The usual orders: which variable next, which of its values first.
//!
//! | order | picks | source |
//! |---|---|---|
//! | input | the first open variable | |
//! | first fail | the one with fewest values, the first among equals | Haralick & Elliott, AIJ 14, 1980 |
//! | dom/wdeg | least values ÷ weight, where a constraint's dead ends weigh on its variables | Boussemart, Hemery, Lecoutre & Sais, ECAI 2004 |
//!
//! Up to 256 variables are simply scanned. For more, a tournament keeps the winner, and only variables whose domain
//! changed play again, so that a choice is cheap where most of the model is unchanged.

use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::Brancher;
use crate::search::brancher::tournament::Tournament;
use crate::search::random::Random;
use crate::store::{Domains, VarId};

/// Which open variable to decide next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
#[non_exhaustive]
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
    /// Those of `vars` that are separate variables in the engine, with their engine variables: a variable that was
    /// given twice, or was merged with another, has one position.
    own: Vec<(IntVar, VarId)>,
    /// By variable of the engine: its position in `own`, if it has one.
    position: Vec<u32>,
    /// By position: one more than the number of dead ends that it was part of.
    weights: Vec<f64>,
    /// By level, as long as it is open: all positions before this one are decided there.
    decided: Vec<Decided>,
    tournament: Option<Tournament>,
    random: Random,
}

/// Where the decided positions of a level end.
#[derive(Clone, Copy, Debug)]
struct Decided {
    /// When the level was opened: another one at the same depth has another number.
    opened: u64,
    end: u32,
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
            own: Vec::new(),
            position: Vec::new(),
            weights: Vec::new(),
            decided: Vec::new(),
            tournament: None,
            random: Random::new(seed),
        }
    }

    /// Finds out which variables are separate in that solver; true if they are those of the last search.
    fn find_own(&mut self, solver: &Solver) -> bool {
        self.position.clear();
        self.position.resize(solver.store().vars(), NOWHERE);
        let (mut count, mut is_known) = (0, true);
        for &var in &self.vars {
            let inner = solver.view(var).var;
            if self.position[inner.index()] == NOWHERE {
                self.position[inner.index()] = count as u32;
                if self.own.get(count) != Some(&(var, inner)) {
                    is_known = false;
                    self.own.truncate(count);
                    self.own.push((var, inner));
                }
                count += 1;
            }
        }
        let is_same = is_known && self.own.len() == count;
        self.own.truncate(count);
        is_same
    }

    /// The first open position, cached for the level.
    #[inline]
    fn first_open(&mut self, solver: &Solver) -> Option<usize> {
        let engine = solver.engine();
        let level = engine.level();
        self.decided.truncate(level + 1);
        while let Some(deepest) = self.decided.last()
            && engine.opened(self.decided.len() - 1) != deepest.opened
        {
            self.decided.pop();
        }
        let from = self.decided.last().map_or(0, |deepest| deepest.end);
        for level in self.decided.len()..=level {
            self.decided.push(Decided { opened: engine.opened(level), end: from });
        }
        let store = solver.store();
        let open = (from as usize..self.own.len()).find(|&at| store.value(self.own[at].1).is_none());
        self.decided[level].end = open.unwrap_or(self.own.len()) as u32;
        open
    }

    #[inline]
    fn score(&self, solver: &Solver, at: usize) -> f64 {
        let size = solver.store().size(self.own[at].1);
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
        for at in first + 1..self.own.len() {
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

    fn value(&mut self, solver: &Solver, var: IntVar) -> IntAtom {
        let (min, max) = (solver.min(var), solver.max(var));
        match self.values {
            ValueOrder::Ascending => var.is(min),
            ValueOrder::Descending => var.is(max),
            ValueOrder::Bisect => var.at_most((i64::from(min) + i64::from(max)).div_euclid(2) as i32),
            ValueOrder::Random(_) => {
                let view = solver.view(var);
                let mut skip = self.random.next() % solver.store().size(view.var);
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
}

impl Brancher for Ordered {
    fn start(&mut self, solver: &mut Solver) {
        self.decided.clear();
        if !self.find_own(solver) {
            self.weights = vec![1.0; self.own.len()];
            self.tournament = None;
        }
        if self.own.len() > SCANNED && self.variables != VariableOrder::Input {
            let players = self.own.len();
            let tournament = self.tournament.get_or_insert_with(|| Tournament::new(players));
            (0..players).for_each(|at| tournament.play_again(at));
        }
    }

    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let at = if let Some(mut tournament) = self.tournament.take() {
            let winner = tournament.winner(|at| self.score(solver, at));
            self.tournament = Some(tournament);
            winner?
        } else {
            self.scan(solver)?
        };
        Some(self.value(solver, self.own[at].0))
    }

    fn wants_blame(&self) -> bool {
        self.variables == VariableOrder::DomWdeg
    }

    fn wants_modified(&self) -> bool {
        self.tournament.is_some()
    }

    fn blame(&mut self, scope: &[VarId]) {
        for var in scope {
            let at = self.position[var.index()];
            if at != NOWHERE {
                self.weights[at as usize] += 1.0;
                self.modified(*var);
            }
        }
    }

    fn modified(&mut self, var: VarId) {
        if let Some(tournament) = &mut self.tournament {
            let at = self.position.get(var.index()).copied().unwrap_or(NOWHERE);
            if at != NOWHERE {
                tournament.play_again(at as usize);
            }
        }
    }
}
