//! Search by several threads: the tree is split into subproblems, which workers take, search and split again.
//!
//! One thread begins alone, as most searches are over before others would have started. Then its path is split into the subproblems to the
//! right of it. A worker that finds none left to take asks the others for parts of theirs: each hands in what is to the right of its
//! own path, where it can. So all are busy to the end, whatever the sizes of the subproblems are, and nothing is searched twice.
//!
//! | file | holds |
//! |---|---|
//! | `setting.rs` | the number of threads, and when they begin |
//! | `start.rs` | the start of a search by threads |
//! | `frontier.rs` | the subproblems that are left, and the answers that are not handed out |
//! | `desk.rs` | the state that workers share |
//! | `pool.rs` | the threads, and the consumer of their answers |
//! | `subproblems.rs` | workers that search one subproblem after another |
//! | `enumerate.rs` | those that enumerate solutions |
//! | `beside.rs` | a search that learns, beside them |
//! | `solutions.rs` | enumeration: alone at first, then together |
//! | `improve.rs` | workers of an optimisation |
//! | `improving.rs` | optimisation: alone at first, then together |
//!
//! | Promise | |
//! |---|---|
//! | Law | the same solutions, the same optimum and the same proofs for any number of threads |
//! | Order | as they are found, or in an order that depends on the search only |
//! | Cost | answers that are not handed out take at most 8 MiB; then the workers wait |
//! | Source | Régin, Rezgui & Malapert, *Embarrassingly Parallel Search*, CP 2013; splitting on demand: Jurkowiak, Li & Utard, *A Parallelization Scheme Based on Work Stealing for a Class of SAT Solvers*, JAR 34, 2005 |

mod beside;
mod desk;
mod enumerate;
mod frontier;
mod improve;
mod improving;
mod pool;
mod setting;
mod solutions;
mod start;
mod subproblems;

pub(in crate::search) use crate::search::threads::improving::ImprovingByThreads;
pub(in crate::search) use crate::search::threads::setting::Threads;
pub(in crate::search) use crate::search::threads::solutions::ByThreads;
use crate::search::threads::solutions::Stage;
