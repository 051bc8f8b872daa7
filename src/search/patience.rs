//! A search that goes depth first, and learns from dead ends once it has met many of them before its first solution.
//!
//! Most searches find a solution soon, or are over soon, and remembering takes time and memory. One that does neither begins anew, by
//! the driver that learns. As nothing was found, nothing can come twice. In an optimisation that asked for a better solution nothing
//! can either, however many were found.
//!
//! | Source | the opposite of what lazy clause generation solvers do, which learn from the start: Ohrimenko, Stuckey & Codish, Constraints 14, 2009 |
//! |---|---|

use crate::model::{IntAtom, IntVar, Model, Options, Solver};
use crate::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use crate::search::dfs::Dfs;
use crate::search::driver::Driver;
use crate::search::learning::{Lead, Learning, LearningSearch};
use crate::search::limit::{Limits, Status};
use crate::search::objective::Cut;
use crate::search::statistics::Statistics;
use crate::store::Failure;

/// So many dead ends without a solution are met before the search learns, if that is left to it.
const PATIENCE: u64 = 2000;

/// What the search that learns starts from.
#[derive(Clone, Debug)]
pub(crate) struct Anew {
    pub(crate) model: Model,
    pub(crate) options: Options,
    /// What is known besides the model.
    pub(crate) facts: Vec<IntAtom>,
    pub(crate) branchers: Vec<Box<dyn Brancher>>,
    pub(crate) lead: Lead,
    /// In which variables solutions have to differ, if not in all.
    pub(crate) projection: Option<Vec<IntVar>>,
}

impl Anew {
    /// For a model of which nothing is known.
    pub(crate) fn of(model: &Model, options: Options, facts: Vec<IntAtom>) -> Anew {
        let vars: Vec<IntVar> = model.vars().collect();
        let (lead, branchers) = (Lead::Activity, vec![Lead::elsewhere(&vars)]);
        Anew { model: model.clone(), options, facts, branchers, lead, projection: None }
    }

    /// The two searches, the depth-first one first, if `learning` does not exclude one of them. That one decides what has the fewest
    /// values first.
    pub(crate) fn driver(self, limits: Limits, learning: Learning) -> Driver {
        let vars: Vec<IntVar> = self.model.vars().collect();
        let order = Ordered::new(&vars, VariableOrder::FirstFail, ValueOrder::Ascending);
        self.after(Dfs::new(vec![Box::new(order)], limits), learning)
    }

    /// The same for a depth-first search that was made already.
    pub(crate) fn after(self, dfs: Dfs, learning: Learning) -> Driver {
        let patience = match learning {
            Learning::Auto => PATIENCE,
            Learning::On => 0,
            Learning::Off => return Driver::DepthFirst(dfs),
        };
        let dfs = dfs.with_patience(patience);
        Driver::Patient(Box::new(Patient {
            dfs,
            anew: self,
            required: None,
            objective: None,
            learning: None,
            is_cautious: learning == Learning::Auto,
        }))
    }

    /// Assumes the facts.
    ///
    /// # Errors
    /// If they contradict each other.
    pub(crate) fn tell(&self, solver: &mut Solver) -> Result<(), Failure> {
        self.facts.iter().try_for_each(|&fact| solver.assume(fact).map(|_| ()))
    }

    /// A solver that records, and the search over it, within the limits that are left once the solver is made.
    pub(crate) fn start(&self, limits: impl FnOnce() -> Limits) -> (Solver, LearningSearch) {
        let mut solver = Solver::for_learning(&self.model, self.options);
        let search = LearningSearch::new(self.branchers.clone(), self.lead, limits());
        let mut search = search.project(self.projection.as_deref()).diving(self.lead.dive(&self.model));
        if self.tell(&mut solver).is_err() {
            search.refute();
        }
        (solver, search)
    }
}

/// The two searches, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Patient {
    dfs: Dfs,
    anew: Anew,
    /// What every solution has to satisfy from now on.
    required: Option<Cut>,
    /// What is asked to be less and less.
    objective: Option<IntVar>,
    learning: Option<LearningSearch>,
    /// Whether the other search takes over only if all explanations are the library's: one that is wrong would make answers wrong, and
    /// a depth-first search asks for none.
    is_cautious: bool,
}

impl Patient {
    /// Replaces what is known besides the model, before the search starts.
    pub(crate) fn know(&mut self, facts: Vec<IntAtom>) {
        self.anew.facts = facts;
    }

    pub(crate) fn known(&self) -> Vec<IntAtom> {
        self.anew.facts.clone()
    }

    /// Whether the search that learns has taken over.
    pub(crate) fn learns(&self) -> bool {
        self.learning.is_some()
    }

    /// Advances to the next solution. Where the other search takes over, `solver` is replaced.
    pub(crate) fn advance(&mut self, solver: &mut Solver) -> bool {
        if !self.learns() {
            let found = self.dfs.advance(solver);
            if !self.dfs.gave_up() {
                return found;
            }
            if self.is_cautious && solver.engine().has_foreign() {
                self.dfs.persevere();
                return self.dfs.advance(solver);
            }
            let (recording, mut search) = self.anew.start(|| self.dfs.limits_left());
            if let Some(cut) = self.required {
                search.require(cut);
            }
            if let Some(objective) = self.objective {
                search.minimise(objective);
            }
            *solver = recording;
            self.learning = Some(search);
        }
        self.learning.as_mut().is_some_and(|search| search.advance(solver))
    }

    pub(crate) fn status(&self) -> Option<Status> {
        self.learning.as_ref().map_or_else(|| self.dfs.status(), LearningSearch::status)
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let learning = self.learning.as_ref().map(LearningSearch::statistics);
        learning.map_or_else(|| self.dfs.statistics(), |later| self.dfs.statistics().and(&later))
    }

    pub(crate) fn resume(&mut self, limits: Limits) {
        match &mut self.learning {
            Some(search) => search.resume(limits),
            None => self.dfs.resume(limits),
        }
    }

    pub(crate) fn limit_to(&mut self, limits: Limits) {
        match &mut self.learning {
            Some(search) => search.continue_within(limits),
            None => self.dfs.limit_to(limits),
        }
    }

    pub(crate) fn mostly_completes(&self) -> bool {
        self.learns() || self.dfs.mostly_completes()
    }

    pub(crate) fn disregard(&mut self) {
        match &mut self.learning {
            Some(search) => search.disregard(),
            None => self.dfs.disregard(),
        }
    }

    pub(crate) fn require(&mut self, cut: Cut) {
        self.required = Some(cut);
        match &mut self.learning {
            Some(search) => search.require(cut),
            None => self.dfs.require(cut),
        }
    }

    pub(crate) fn minimise(&mut self, objective: IntVar) {
        self.objective = Some(objective);
        if let Some(search) = &mut self.learning {
            search.minimise(objective);
        }
    }

    pub(crate) fn open_decisions(&self) -> usize {
        if self.learns() { 0 } else { self.dfs.path().open().len() }
    }

    pub(crate) fn refute(&mut self) {
        match &mut self.learning {
            Some(search) => search.refute(),
            None => self.dfs.refute(),
        }
    }

    pub(crate) fn reset(&mut self, solver: &mut Solver) {
        self.required = None;
        match &mut self.learning {
            Some(search) => search.reset(solver),
            None => self.dfs.reset(solver),
        }
    }
}
