//! Exact domains: every value left is part of a solution; all others were refuted.
//!
//! One search per candidate would do, and be wasteful: a solution confirms a value of every variable at once. So each
//! search aims at a value that nothing has confirmed yet and prefers such values at every decision; a solution
//! usually confirms many. A value that is refuted is removed for good, and propagation of that often removes more.
//!
//! Variables that have the same value in all of these solutions may be equal. That is decided by a search for each of
//! their values, for a solution in which one has it and the other does not.
//!
//! [Components](crate::inspect::components) are handled one by one: a failure in one must not send the search
//! through all solutions of another.
//!
//! | file | holds |
//! |---|---|
//! | `board.rs` | what is known of the values, and what is to be asked next |
//! | `worker.rs` | a worker, which answers one question after another |
//! | `steered.rs` | the order of its decisions |
//! | `threads.rs` | several workers |
//! | `shaving.rs` | shaving: what propagation refutes |
//!
//! | Promise | |
//! |---|---|
//! | Cost | at most witnesses + refutations + components searches, and for each pair that is equal one for each of its values; none for what propagation refutes |
//! | Stops | at a limit each value is confirmed, refuted, or open |
//! | Threads | the same result, with any number of workers, but for the witnesses |
//! | Source | Le Provost & Wallace, *Generalized Constraint Propagation over the CLP Scheme*, JLP 16, 1993; Janota, Lynce & Marques-Silva, *Algorithms for Computing Backbones of Propositional Formulae*, AI Communications 28, 2015 |

mod board;
mod shaving;
mod steered;
#[cfg(feature = "threads")]
mod threads;
mod worker;

use crate::domain::Domain;
use crate::inspect::exact::board::{Answer, Board, Next};
use crate::inspect::exact::worker::Worker;
use crate::inspect::questions::Questions;
use crate::inspect::threads::Threads;
use crate::model::{IntVar, Model, Solution, Solver};
use crate::search::{Deadline, Limit};

pub(super) use crate::inspect::exact::shaving::shave;
pub(super) use crate::inspect::exact::worker::narrowed;

/// What was found out about the values.
#[derive(Clone, Debug)]
pub(super) struct Probed {
    /// By variable of the model: the values that are neither confirmed nor refuted.
    pub(super) open: Vec<Domain>,
    /// A solution, and another one, if they were found.
    pub(super) witnesses: Vec<Solution>,
    /// Whether there is no solution.
    pub(super) refuted: bool,
    /// Pairs of variables that are equal in all solutions, the later one first.
    pub(super) equal: Vec<(IntVar, IntVar)>,
    pub(super) searches: u64,
    pub(super) stopped: Option<Limit>,
}

/// Decides which values of these variables are part of solutions. The solver is at its root fixpoint; refuted values leave it.
pub(super) fn probe(
    vars: &[IntVar],
    solver: &mut Solver,
    questions: Questions,
    threads: Threads,
    deadline: &Deadline,
    model: &Model,
) -> Probed {
    let mut board = Board::new(vars, solver, model);
    let mut worker = Worker { solver, questions, model, known: 0, searches: 0 };
    worker.work(&mut board, threads.alone(), deadline);
    #[cfg(feature = "threads")]
    if threads.count > 1 {
        threads::work(&mut board, &mut worker, threads.count, deadline);
        // Where no thread could be started.
        worker.work(&mut board, None, deadline);
    }
    let Worker { solver, searches, .. } = worker;
    board.result(solver, model, searches)
}

impl Worker<'_> {
    /// Answers all tasks, until it has searched as many nodes as it may.
    fn work(&mut self, board: &mut Board, most: Option<u64>, deadline: &Deadline) {
        let is_over = |spent: u64| most.is_some_and(|most| spent >= most);
        while !is_over(self.questions.nodes())
            && let Next::Ask(task) = board.next(self.solver, self.known, self.questions.learns())
        {
            let (component, aim) = (task.component, task.aim.clone());
            let left = deadline.with_nodes(most.map(|most| most - self.questions.nodes()));
            // What propagation refutes takes no search that would look at the time.
            let answer = left.check().map_or_else(Answer::Stopped, |()| self.ask(task, &left));
            if matches!(answer, Answer::Stopped(Limit::Nodes)) && is_over(self.questions.nodes()) {
                board.put_back(component, &aim);
            } else {
                board.record((component, &aim), answer, self.solver, deadline);
            }
        }
    }
}
