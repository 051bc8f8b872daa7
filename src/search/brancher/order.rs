//! Branching by a variable order (`variable.rs`) and a value order (`value.rs`).
//!
//! Up to 256 variables are simply scanned. For more, a tournament keeps the winner, and only variables whose domain
//! changed play again, so that a choice is cheap where most of the model is unchanged.

use crate::model::{IntAtom, IntVar, Solver};
use crate::search::brancher::impact::Impacts;
use crate::search::brancher::subject::Subject;
use crate::search::brancher::tournament::Tournament;
use crate::search::brancher::{Brancher, ValueOrder, VariableOrder};
use crate::search::random::Random;
use crate::store::VarId;

/// Decides given variables in a [`VariableOrder`] and a [`ValueOrder`]; or given atoms, as if each were a variable with the values
/// 0 and 1, false and true.
///
/// ```
/// use residua::constraints::lt;
/// use residua::model::Model;
/// use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
/// model.post(lt(x, y))?;
/// // What is known of a good solution is tried first.
/// let guess = Ordered::new(&[y.is(7), x.at_least(5)], VariableOrder::Input, ValueOrder::Descending);
/// let mut solutions = model.search().brancher(guess).solutions();
/// assert_eq!(solutions.next().map(|solution| (solution[x], solution[y])), Some((5, 7)));
/// assert_eq!(solutions.count(), 35);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ordered<S = IntVar> {
    subjects: Vec<S>,
    variables: VariableOrder,
    values: ValueOrder,
    /// The subjects that are decided separately, with their engine variables: a variable that was given twice, or was
    /// merged with another, has one position, unless the order compares their values.
    own: Vec<(S, VarId)>,
    /// By variable of the engine: its last position in `own`, if it has one.
    position: Vec<u32>,
    /// By position: the one before it with the same variable of the engine. Empty, where no two have the same.
    previous: Vec<u32>,
    /// By position: one more than the number of failures that it was part of; or the number of its constraints.
    weights: Vec<f64>,
    /// The most constraints that a position has.
    most: f64,
    impacts: Option<Impacts>,
    /// By level, as long as it is open: all positions before this one are decided there.
    decided: Vec<Decided>,
    tournament: Option<Tournament>,
    /// The position of the last decision that failed at once; [`NOWHERE`] before the first one, or if it is not asked for.
    culprit: u32,
    /// The newest decision, and its position.
    newest: Option<(IntAtom, u32)>,
    follows_conflicts: bool,
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

impl<S: Subject> Ordered<S> {
    /// A brancher for these variables, or atoms.
    pub fn new(subjects: &[S], variables: VariableOrder, values: ValueOrder) -> Ordered<S> {
        Ordered {
            subjects: subjects.to_vec(),
            variables,
            values,
            own: Vec::new(),
            position: Vec::new(),
            previous: Vec::new(),
            weights: Vec::new(),
            most: 0.0,
            impacts: None,
            decided: Vec::new(),
            tournament: None,
            culprit: NOWHERE,
            newest: None,
            follows_conflicts: false,
            random: Random::new(values.seed()),
        }
    }

    /// Last-conflict reasoning: whatever the order says, decides the variable of the last failed decision next, until it has a value.
    ///
    /// Where none of its values is possible, because of earlier decisions, the search goes back to
    /// them at once, instead of to what was decided in between. Lecoutre, Saïs, Tabary & Vidal, *Reasoning from Last Conflict(s)
    /// in Constraint Programming*, AIJ 173, 2009.
    ///
    /// ```
    /// use residua::constraints::{Connect, ne};
    /// use residua::model::Model;
    /// use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
    ///
    /// let mut model = Model::new();
    /// let a = model.named_var("a", 0..=1);
    /// let free = model.int_vars("free", 6, 1..=3);
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=1));
    /// // That a is not 0 is found only where one of the three is decided.
    /// for (x, y) in [(x, y), (y, z), (x, z)] {
    ///     model.post(ne(x, y).or(a.is(1)))?;
    /// }
    /// let all: Vec<_> = [a].into_iter().chain(free).chain([x, y, z]).collect();
    /// let order = || Ordered::new(&all, VariableOrder::Input, ValueOrder::Ascending);
    /// let nodes = |order| {
    ///     let mut solutions = model.search().brancher(order).solutions();
    ///     assert_eq!(solutions.next().map(|solution| solution[a]), Some(1));
    ///     solutions.statistics().nodes
    /// };
    /// assert!(nodes(order()) > 2 * 3_u64.pow(6));
    /// assert!(nodes(order().last_conflict()) < 100);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn last_conflict(mut self) -> Ordered<S> {
        self.follows_conflicts = true;
        self
    }

    /// The position of the last decision that failed, if it is open.
    #[inline]
    fn open_culprit(&self, solver: &Solver) -> Option<usize> {
        let at = (self.culprit != NOWHERE).then_some(self.culprit as usize)?;
        self.own[at].0.is_open(self.own[at].1, solver).then_some(at)
    }

    /// Finds out which subjects are separate in that solver; true if they are those of the last search.
    fn find_own(&mut self, solver: &Solver) -> bool {
        self.position.clear();
        self.position.resize(solver.store().vars(), NOWHERE);
        self.previous.clear();
        let keeps_all = S::SHARES_VARIABLES || self.variables.compares_values();
        let (mut count, mut is_known) = (0, true);
        for &subject in self.subjects.iter().filter(|subject| !subject.is_known()) {
            let inner = solver.view(subject.var()).var;
            let before = std::mem::replace(&mut self.position[inner.index()], count as u32);
            if before != NOWHERE && !keeps_all {
                self.position[inner.index()] = before;
                continue;
            }
            if keeps_all {
                self.previous.push(before);
            }
            if self.own.get(count) != Some(&(subject, inner)) {
                is_known = false;
                self.own.truncate(count);
                self.own.push((subject, inner));
            }
            count += 1;
        }
        let is_same = is_known && self.own.len() == count;
        self.own.truncate(count);
        is_same
    }

    /// Counts the constraints of each position.
    fn count_constraints(&mut self, solver: &Solver) {
        let mut counts = vec![0_u32; solver.store().vars()];
        for scope in solver.engine().scopes() {
            for var in scope {
                counts[var.index()] += 1;
            }
        }
        self.weights = self.own.iter().map(|&(_, inner)| f64::from(counts[inner.index()])).collect();
        self.most = self.weights.iter().copied().fold(0.0, f64::max);
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
        let is_open = |&at: &usize| self.own[at].0.is_open(self.own[at].1, solver);
        let open = (from as usize..self.own.len()).find(is_open);
        self.decided[level].end = open.unwrap_or(self.own.len()) as u32;
        open
    }

    /// The score of a position: the least is decided first; infinite where nothing is left to decide.
    #[inline]
    fn score(&self, solver: &Solver, at: usize) -> f64 {
        let (subject, inner) = self.own[at];
        let size = subject.size(inner, solver);
        if size == 1 {
            return f64::INFINITY;
        }
        match self.variables {
            VariableOrder::DomWdeg => size as f64 / self.weights[at],
            VariableOrder::Input | VariableOrder::FirstFail => size as f64,
            _ => self.other_score(solver, at, size),
        }
    }

    fn other_score(&self, solver: &Solver, at: usize, size: u64) -> f64 {
        let subject = self.own[at].0;
        match self.variables {
            VariableOrder::AntiFirstFail => -(size as f64),
            VariableOrder::Smallest => f64::from(subject.least(solver)),
            VariableOrder::Largest => -f64::from(subject.greatest(solver)),
            VariableOrder::Occurrence => -self.weights[at],
            // Exact up to 2^21 constraints of one variable.
            VariableOrder::MostConstrained => {
                size as f64 * (self.most + 1.0) + (self.most - self.weights[at])
            }
            VariableOrder::MaxRegret => -(regret(subject, solver) as f64),
            VariableOrder::Impact => self.impacts.as_ref().map_or(1.0, |impacts| impacts.expected(at, size)),
            VariableOrder::Input | VariableOrder::FirstFail | VariableOrder::DomWdeg => size as f64,
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

    /// Measures the newest decision.
    fn measure(&mut self, solver: &Solver) {
        let own = &self.own;
        let size = |at: usize| {
            let (subject, inner) = own[at];
            subject.size(inner, solver)
        };
        let measured = self.impacts.as_mut().and_then(|impacts| impacts.measure(solver.engine(), size));
        if let (Some(at), Some(tournament)) = (measured, &mut self.tournament) {
            tournament.play_again(at);
        }
    }
}

/// The difference between the two least values.
fn regret<S: Subject>(subject: S, solver: &Solver) -> i64 {
    let mut runs = subject.runs(solver);
    match (runs.next(), runs.next()) {
        (Some((low, high)), Some((next, _))) if low == high => i64::from(next) - i64::from(low),
        _ => 1,
    }
}

impl<S: Subject> Brancher for Ordered<S> {
    fn start(&mut self, solver: &mut Solver) {
        self.decided.clear();
        (self.culprit, self.newest) = (NOWHERE, None);
        if !self.find_own(solver) {
            self.weights = vec![1.0; self.own.len()];
            self.tournament = None;
            self.impacts = None;
        }
        if self.variables.counts_constraints() {
            self.count_constraints(solver);
        }
        let players = self.own.len();
        if self.variables == VariableOrder::Impact {
            self.impacts.get_or_insert_with(|| Impacts::new(players)).start();
        }
        if players > SCANNED && self.variables != VariableOrder::Input {
            let tournament = self.tournament.get_or_insert_with(|| Tournament::new(players));
            (0..players).for_each(|at| tournament.play_again(at));
        }
    }

    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        if self.impacts.is_some() {
            self.measure(solver);
        }
        let at = if let Some(culprit) = self.open_culprit(solver) {
            culprit
        } else if let Some(mut tournament) = self.tournament.take() {
            let winner = tournament.winner(|at| self.score(solver, at));
            self.tournament = Some(tournament);
            winner?
        } else {
            self.scan(solver)?
        };
        if let Some(impacts) = &mut self.impacts {
            impacts.decide(at, solver.engine());
        }
        let decision = self.values.first(self.own[at].0, solver, &mut self.random);
        self.newest = Some((decision, at as u32));
        Some(decision)
    }

    fn wants_failed_scopes(&self) -> bool {
        self.variables == VariableOrder::DomWdeg
    }

    fn wants_modified(&self) -> bool {
        self.tournament.is_some() || self.impacts.is_some()
    }

    fn failed_scope(&mut self, scope: &[VarId]) {
        if self.variables != VariableOrder::DomWdeg {
            return;
        }
        for var in scope {
            let mut at = self.position[var.index()];
            while at != NOWHERE {
                self.weights[at as usize] += 1.0;
                at = self.previous.get(at as usize).copied().unwrap_or(NOWHERE);
            }
            self.modified(*var);
        }
    }

    fn wants_failed_decisions(&self) -> bool {
        self.follows_conflicts
    }

    fn on_failed_decision(&mut self, decision: IntAtom, _: &Solver) {
        // By itself a decision does not tell an atom from its opposite, where both are given, or that another brancher took it.
        if self.follows_conflicts
            && let Some((newest, at)) = self.newest
            && newest == decision
        {
            self.culprit = at;
        }
    }

    fn modified(&mut self, var: VarId) {
        if self.tournament.is_none() && self.impacts.is_none() {
            return;
        }
        let mut at = self.position.get(var.index()).copied().unwrap_or(NOWHERE);
        while at != NOWHERE {
            if let Some(tournament) = &mut self.tournament {
                tournament.play_again(at as usize);
            }
            if let Some(impacts) = &mut self.impacts {
                impacts.change(at as usize);
            }
            at = self.previous.get(at as usize).copied().unwrap_or(NOWHERE);
        }
    }
}
