//! The exact residual by several workers: each takes a task of the board in turn, and answers it with a solver of its own.
//!
//! They ask about different variables; what one refutes the others follow before their next task, and a search for what another one has
//! shown meanwhile is stopped.
//!
//! | Promise | |
//! |---|---|
//! | Result | that of one worker, but for the witnesses |

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::inspect::crew::Crew;
use crate::inspect::exact::board::{Aim, Answer, Board, Next, Task};
use crate::inspect::exact::worker::Worker;
use crate::model::Solver;
use crate::search::Deadline;

/// What the workers share.
struct Shared<'a> {
    table: Mutex<Table<'a>>,
    /// That a task was answered.
    changed: Condvar,
    crew: Crew<'a>,
}

struct Table<'a> {
    board: &'a mut Board,
    /// The solver that follows all that is refuted.
    solver: &'a mut Solver,
    /// By worker: what it is asking.
    asked: Vec<Option<(usize, Aim)>>,
    searches: u64,
    /// Whether a worker has panicked.
    is_over: bool,
}

/// Answers all tasks of the board by that many threads, if the system allows any.
pub(super) fn work(board: &mut Board, first: &mut Worker<'_>, threads: usize, deadline: &Deadline) {
    // Each worker takes one.
    let (model, known) = (first.model, first.known);
    let clones = (0..threads).map(|_| Some((first.solver.clone(), first.questions.clone())));
    let clones = Mutex::new(clones.collect::<Vec<_>>());
    let table =
        Table { board, solver: first.solver, asked: vec![None; threads], searches: 0, is_over: false };
    let shared =
        Shared { table: Mutex::new(table), changed: Condvar::new(), crew: Crew::new(threads, deadline) };
    let work = |number: usize| {
        let clone = clones.lock().unwrap_or_else(PoisonError::into_inner)[number].take();
        let Some((mut solver, questions)) = clone else { return };
        shared.work(number, Worker { solver: &mut solver, questions, model, known, searches: 0 });
    };
    let end = || {
        shared.lock().is_over = true;
        shared.changed.notify_all();
    };
    shared.crew.run(work, end);
    first.searches += shared.lock().searches;
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, Table<'a>> {
        // After a panic nothing is read but that it is over.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers one task after another.
    fn work(&self, number: usize, mut worker: Worker<'_>) {
        let (all, own) = (self.crew.deadline(), self.crew.limits_of(number).deadline());
        while let Some(task) = self.take(number, &worker) {
            let answer = all.check().map_or_else(Answer::Stopped, |()| worker.ask(task, &own));
            self.give(number, answer, all);
        }
        self.lock().searches += worker.searches;
    }

    /// Takes a task, once there is one.
    fn take(&self, number: usize, worker: &Worker<'_>) -> Option<Task> {
        let mut table = self.lock();
        while !table.is_over {
            let Table { board, solver, asked, .. } = &mut *table;
            match board.next(solver, worker.known, worker.questions.learns()) {
                Next::Ask(task) => {
                    asked[number] = Some((task.component, task.aim.clone()));
                    self.crew.stop(number, false);
                    return Some(task);
                }
                Next::Wait => table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner),
                Next::Leave => break,
            }
        }
        None
    }

    /// Records the answer to the worker's task, and stops the others that have nothing more to show.
    fn give(&self, number: usize, answer: Answer, deadline: &Deadline) {
        let mut table = self.lock();
        let Table { board, solver, asked, is_over, .. } = &mut *table;
        let Some((component, aim)) = asked[number].take().filter(|_| !*is_over) else { return };
        board.record((component, &aim), answer, solver, deadline);
        for (other, asked) in asked.iter().enumerate() {
            if asked.as_ref().is_some_and(|(component, aim)| board.is_moot(*component, aim)) {
                self.crew.stop(other, true);
            }
        }
        self.changed.notify_all();
    }
}
