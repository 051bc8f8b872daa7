//! Partition of a search into subproblems.

use crate::engine::Interrupt;
use crate::model::{IntAtom, Solver};
use crate::search::Search;
use crate::search::limit::Limit;
use crate::search::split::Splitter;
use crate::search::split_network::split_network;

/// The number of subproblems where a search is split once and for all, because its engine cannot tell what is left of one.
#[cfg(feature = "threads")]
const PARTS: usize = 128;

impl Search<'_> {
    /// Splits the search into subproblems, each as atoms that define it together with the model: disjoint, not refuted by propagation, in
    /// the order of search. Together they have all solutions; of a [projected](Self::project) search, those of two parts differ in the
    /// projection. They are at most `parts`, or one if that is 0; none, if propagation finds that there is no solution.
    ///
    /// Of the limits, time and the stop flag count.
    ///
    /// ```
    /// use residua::constraints::all_different;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 6, 1..=6);
    /// model.post(all_different(xs))?;
    /// let parts = model.search().split(10).expect("there is no limit");
    /// assert_eq!(parts.len(), 10);
    /// let count = |part: &[_]| {
    ///     let mut of_part = model.clone();
    ///     part.iter().try_for_each(|&atom| of_part.post(atom).map(|_| ()))?;
    ///     Ok::<_, residua::model::ModelError>(of_part.solutions().count())
    /// };
    /// assert_eq!(parts.iter().map(|part| count(part)).sum::<Result<usize, _>>()?, 720);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn split(self, parts: usize) -> Result<Vec<Vec<IntAtom>>, Limit> {
        self.split_below(&[], parts)
    }

    /// Splits the part of the search that these atoms lead to.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn split_below(self, atoms: &[IntAtom], parts: usize) -> Result<Vec<Vec<IntAtom>>, Limit> {
        let deadline = self.limits.deadline();
        if let Some(mut search) = self.dense() {
            return split_network(&mut search, self.model, atoms, parts, deadline.interrupt());
        }
        match self.splitter(deadline.interrupt())? {
            Some(mut splitter) => splitter.split(atoms, parts, deadline.interrupt()),
            None => Ok(Vec::new()),
        }
    }

    /// A splitter of its tree; `None` if propagation refutes the model.
    pub(crate) fn splitter(self, interrupt: &Interrupt) -> Result<Option<Splitter>, Limit> {
        let mut solver = Solver::for_search(self.model, self.options);
        if !solver.survives([], interrupt)? {
            return Ok(None);
        }
        let projection = self.projection.as_ref().map(|projection| projection.vars().to_vec());
        let (branchers, _) = self.setup();
        Ok(Some(Splitter::new(solver, branchers, projection)))
    }

    /// Its subproblems, where it is split once and for all. If a limit comes, it is not split.
    #[cfg(feature = "threads")]
    pub(super) fn parts(self, interrupt: &Interrupt) -> Vec<Vec<IntAtom>> {
        let whole = || vec![Vec::new()];
        match self.splitter(interrupt) {
            Ok(Some(mut splitter)) => splitter.split(&[], PARTS, interrupt).unwrap_or_else(|_| whole()),
            Ok(None) => Vec::new(),
            Err(_) => whole(),
        }
    }
}
