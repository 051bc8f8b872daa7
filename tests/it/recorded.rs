//! What a brancher decides, decision by decision. Used by `orders` and `densities`.

use residua::model::{IntAtom, IntVar, Model, Options, Solver};
use residua::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limits};
use residua::store::VarId;
use std::sync::{Arc, Mutex};

/// Writes down what another brancher decides.
#[derive(Clone, Debug)]
struct Recorded<B> {
    brancher: B,
    decisions: Arc<Mutex<Vec<IntAtom>>>,
}

impl<B: Brancher + Clone + 'static> Brancher for Recorded<B> {
    fn choose(&mut self, solver: &Solver) -> Option<IntAtom> {
        let decision = self.brancher.choose(solver)?;
        self.decisions.lock().expect("no panic before").push(decision);
        Some(decision)
    }

    fn start(&mut self, solver: &mut Solver) {
        self.brancher.start(solver);
    }

    fn wants_failed_scopes(&self) -> bool {
        self.brancher.wants_failed_scopes()
    }

    fn failed_scope(&mut self, scope: &[VarId]) {
        self.brancher.failed_scope(scope);
    }

    fn wants_modified(&self) -> bool {
        self.brancher.wants_modified()
    }

    fn modified(&mut self, var: VarId) {
        self.brancher.modified(var);
    }

    fn wants_failed_decisions(&self) -> bool {
        self.brancher.wants_failed_decisions()
    }

    fn on_failed_decision(&mut self, decision: IntAtom, solver: &Solver) {
        self.brancher.on_failed_decision(decision, solver);
    }
}

/// What a brancher decides, and the solutions that are found; what it leaves open is decided in order.
pub(crate) fn run(
    model: &Model,
    brancher: impl Brancher + Clone + 'static,
    nodes: Option<u64>,
) -> (Vec<IntAtom>, Vec<Vec<i32>>) {
    let decisions = Arc::new(Mutex::new(Vec::new()));
    let vars: Vec<IntVar> = model.vars().collect();
    let rest = Ordered::new(&vars, VariableOrder::Input, ValueOrder::Ascending);
    let recorded = Recorded { brancher, decisions: Arc::clone(&decisions) };
    let mut solver = Solver::new(model, Options::default());
    let mut dfs = Dfs::new(vec![Box::new(recorded), Box::new(rest)], Limits::none().nodes(nodes));
    let mut found = Vec::new();
    while let Some(solution) = dfs.next_solution(&mut solver) {
        found.push(solution.values().to_vec());
    }
    let decisions = decisions.lock().expect("no panic before").clone();
    (decisions, found)
}
