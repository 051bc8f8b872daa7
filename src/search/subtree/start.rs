//! Engine selection of a subtree search.

use crate::model::Solver;
use crate::search::Search;
use crate::search::learning::Learning;
use crate::search::limit::Limits;
use crate::search::repeated::RepeatedSearch;
use crate::search::subtree::Subtrees;

impl Search<'_> {
    /// A search of subtrees by the engine that fits: depth first, unless it has to learn from the start, or the dense engine fits.
    pub(crate) fn subtrees(self) -> Subtrees {
        if self.learning == Learning::On {
            let (solver, search) = self.setup().1.start(Limits::default);
            return Subtrees::learning(solver, search);
        }
        if self.dense().is_some() {
            let search = RepeatedSearch::new(self.model.clone(), self.options, Limits::default());
            let search = search.learn(self.learning).engine(self.engine);
            return Subtrees::dense(search);
        }
        let mut solver = Solver::for_search(self.model, self.options);
        // What fails here fails in each of them.
        let _ = solver.propagate();
        let projection = self.projection.as_ref().map(|projection| projection.vars().to_vec());
        let (branchers, _) = self.setup();
        Subtrees::depth_first(solver, branchers, projection)
    }
}
