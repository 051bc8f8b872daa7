//! What a search takes, and kernels that take something else.
//!
//! | file | holds |
//! |---|---|
//! | `cases.rs` | networks of all shapes, for these tests and those of `tests/` |
//! | `golden.rs`, `golden.txt` | nodes, failures, passes and order of solutions, by shape and method |
//! | `mutants.rs` | kernels that infer less or branch worse: the table tells each |

mod cases;
mod golden;
mod mutants;
