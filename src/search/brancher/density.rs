//! Counting-based search (maxSD): decides the variable and value of the greatest solution density in `all_different` constraints.
//!
//! Pesant and others count the solutions of each constraint, or bound their number. The estimate here is one step of belief
//! propagation: how many variables of the constraint would take a value, if each took each of its values with equal chance.
//! Where that is less than one, the value is scarce, and a variable that can take it should; where it is more, others will.
//!
//! | Promise | |
//! |---|---|
//! | Decides | the greatest density among all values of all variables in such a constraint |
//! | Cost | per decision, the values left in all constraints that have a variable which changed, times the constraints of each variable |
//! | Source | Pesant, Quimper & Zanarini, *Counting-Based Search: Branching Heuristics for Constraint Satisfaction Problems*, JAIR 43, 2012 (maxSD) |

use crate::constraints::Constraint;
use crate::model::{IntAtom, IntView, Model, Solver};
use crate::search::brancher::Brancher;
use crate::search::brancher::tournament::Tournament;
use crate::store::{Atom, Domains, Store, VarId};

/// Decides the variables of the `all_different` constraints of a model: first the value that most solutions of these constraints are
/// estimated to have.
///
/// It is strong where nearly all values are used, and each variable is in several of these constraints: quasigroups and large Sudoku
/// with many open cells are solved almost without failures. Constraints of two variables, and those with more than twice as many values
/// as variables, are left out; what is in no other constraint, the next brancher decides.
///
/// ```
/// use residua::constraints::all_different;
/// use residua::model::{IntVar, Model};
/// use residua::search::brancher::MaxDensity;
///
/// let mut model = Model::new();
/// let square: Vec<Vec<IntVar>> = (0..20).map(|_| model.int_vars("x", 20, 1..=20)).collect();
/// for at in 0..20 {
///     model.post(all_different(&square[at]))?;
///     model.post(all_different(square.iter().map(|row| row[at])))?;
/// }
/// let mut solutions = model.search().brancher(MaxDensity::of(&model)).solutions();
/// assert!(solutions.next().is_some());
/// assert_eq!(solutions.statistics().failures, 0);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MaxDensity {
    tight: Vec<Tight>,
    /// A variable of the engine that is decided separately, and its seats.
    cells: Vec<(VarId, Vec<Seat>)>,
    /// By variable of the engine: its cell, if it has one.
    cell_of: Vec<u32>,
    /// One over the number of variables that are expected to take a value; the values of each constraint follow one another.
    scarcity: Vec<f64>,
    /// The constraints to be looked at again, and whether each is listed.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    tournament: Option<Tournament>,
    /// How many values it has looked at, and how many it may.
    looked_at: u64,
    most: u64,
}

/// An `all_different` in which few values stay unused.
#[derive(Clone, Debug)]
struct Tight {
    views: Vec<IntView>,
    /// Its values are this many consecutive ones, from the least on.
    least: i64,
    values: usize,
    /// Its first value in `scarcity`.
    first: usize,
    /// Its cells, with their seats in it.
    members: Vec<(u32, Seat)>,
}

/// A cell in a constraint.
#[derive(Clone, Copy, Debug)]
struct Seat {
    constraint: u32,
    scale: i64,
    /// Where 0 would be in `scarcity`.
    zero: i64,
}

const NOWHERE: u32 = u32::MAX;

/// How many values are looked at in a unit of work: 4 ns each in squares of order 70.
const VALUES: u64 = 2;

impl Tight {
    /// The constraint, if it is one, with more than two views.
    fn of(constraint: &dyn Constraint, model: &Model) -> Option<Tight> {
        let views = constraint.clique().filter(|views| views.len() > 2)?;
        let ends = |view: &IntView| {
            let domain = (view.scale() != 0).then(|| model.domain(view.var))?;
            let (one, other) = (view.apply(domain.min()?), view.apply(domain.max()?));
            Some((one.min(other), one.max(other)))
        };
        let ends: Vec<(i64, i64)> = views.iter().map(ends).collect::<Option<_>>()?;
        let least = ends.iter().map(|&(least, _)| least).min()?;
        let greatest = ends.iter().map(|&(_, greatest)| greatest).max()?;
        let values = usize::try_from(greatest - least).ok()?.checked_add(1)?;
        let is_tight = values / 2 <= views.len();
        is_tight.then(|| Tight { views, least, values, first: 0, members: Vec::new() })
    }
}

impl Seat {
    #[inline]
    fn place(self, value: i32) -> usize {
        (self.scale * i64::from(value) + self.zero) as usize
    }
}

impl MaxDensity {
    /// A brancher for the variables of these constraints; it panics in a search of another model.
    pub fn of(model: &Model) -> MaxDensity {
        MaxDensity {
            tight: model
                .constraints()
                .filter_map(|(_, constraint)| Tight::of(&**constraint, model))
                .collect(),
            cells: Vec::new(),
            cell_of: Vec::new(),
            scarcity: Vec::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
            tournament: None,
            looked_at: 0,
            most: u64::MAX,
        }
    }

    /// Stops deciding once it has looked at this number of values.
    #[must_use]
    pub(crate) fn within(self, most: u64) -> MaxDensity {
        MaxDensity { most, ..self }
    }

    /// The work that it has done, in the unit of [`Engine::work`](crate::engine::Engine::work).
    pub(crate) fn work(&self) -> u64 {
        self.looked_at / VALUES
    }

    /// Whether each variable that is open in the model is in two or more of the constraints.
    pub(crate) fn covers_twice(&self, model: &Model) -> bool {
        let mut seats = vec![0_u32; model.domains().len()];
        for view in self.tight.iter().flat_map(|tight| &tight.views) {
            seats[view.var.index()] += 1;
        }
        model.domains().iter().zip(seats).all(|(domain, seats)| domain.size() <= 1 || seats >= 2)
    }

    /// The cell of a variable of the engine, which may be a new one.
    fn cell_at(&mut self, var: VarId) -> u32 {
        let cell = &mut self.cell_of[var.index()];
        if *cell == NOWHERE {
            *cell = self.cells.len() as u32;
            self.cells.push((var, Vec::new()));
        }
        *cell
    }

    /// Looks again at the constraints that changed, and has their cells play again.
    fn update(&mut self, tournament: &mut Tournament, store: &Store) {
        for at in self.changed.drain(..) {
            self.is_changed[at as usize] = false;
            let Tight { first, values, members, .. } = &self.tight[at as usize];
            let scarcity = &mut self.scarcity[*first..first + values];
            // The spare values count as if each were taken by one more variable, every value with equal chance.
            let spare = values.saturating_sub(members.len()) as f64 / *values as f64;
            scarcity.fill(spare);
            for &(cell, seat) in members {
                tournament.play_again(cell as usize);
                let var = self.cells[cell as usize].0;
                let size = store.size(var);
                self.looked_at += size;
                let share = 1.0 / size as f64;
                for value in store.runs(var).flat_map(|(low, high)| low..=high) {
                    scarcity[seat.place(value) - first] += share;
                }
            }
            for expected in scarcity {
                *expected = expected.recip();
            }
        }
    }

    /// The value of the greatest density, and that density; `None` if the cell is decided.
    fn densest(&self, cell: usize, store: &Store) -> Option<(i32, f64)> {
        let (var, seats) = &self.cells[cell];
        if store.value(*var).is_some() {
            return None;
        }
        let (mut best, mut all) = ((0, f64::NEG_INFINITY), 0.0);
        for value in store.runs(*var).flat_map(|(low, high)| low..=high) {
            let weight: f64 = seats.iter().map(|seat| self.scarcity[seat.place(value)]).product();
            all += weight;
            if weight > best.1 {
                best = (value, weight);
            }
        }
        // In thousands of constraints weights leave the range of `f64`, and the quotient is not a number.
        Some((best.0, (best.1 / all).max(0.0)))
    }
}

impl Brancher for MaxDensity {
    fn start(&mut self, solver: &mut Solver) {
        self.cells.clear();
        self.cell_of.clear();
        self.cell_of.resize(solver.store().vars(), NOWHERE);
        self.scarcity.clear();
        let mut tight = std::mem::take(&mut self.tight);
        for (at, constraint) in tight.iter_mut().enumerate() {
            constraint.first = self.scarcity.len();
            self.scarcity.resize(constraint.first + constraint.values, 0.0);
            constraint.members.clear();
            for &view in &constraint.views {
                let inner = solver.inner_view(view);
                let zero = i64::from(inner.offset()) - constraint.least + constraint.first as i64;
                let seat = Seat { constraint: at as u32, scale: i64::from(inner.scale()), zero };
                let cell = self.cell_at(inner.var);
                self.cells[cell as usize].1.push(seat);
                constraint.members.push((cell, seat));
            }
        }
        self.tight = tight;
        self.changed = (0..self.tight.len() as u32).collect();
        self.is_changed = vec![true; self.tight.len()];
        self.tournament = Some(Tournament::new(self.cells.len()));
    }

    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        if self.looked_at >= self.most {
            return None;
        }
        let store = solver.store();
        let mut tournament = self.tournament.take()?;
        self.update(&mut tournament, store);
        let score = |cell| self.densest(cell, store).map_or(f64::INFINITY, |(_, density)| -density);
        let cell = tournament.winner(score);
        self.tournament = Some(tournament);
        let (value, _) = self.densest(cell?, store)?;
        solver.outer(Atom::eq(self.cells[cell?].0, value))
    }

    fn wants_modified(&self) -> bool {
        true
    }

    fn modified(&mut self, var: VarId) {
        let Some(&cell) = self.cell_of.get(var.index()) else { return };
        if cell == NOWHERE {
            return;
        }
        for seat in &self.cells[cell as usize].1 {
            if !std::mem::replace(&mut self.is_changed[seat.constraint as usize], true) {
                self.changed.push(seat.constraint);
            }
        }
    }
}
