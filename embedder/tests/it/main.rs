//! Programs that embed residua: each solves a problem whose answer is known, against the public interface only.
//!
//! | program | shows |
//! |---|---|
//! | `send_more_money.rs` | a sum whose factors are views |
//! | `queens.rs` | `all_different` over views, counts |
//! | `magic_square.rs` | all solutions, exact domains |
//! | `killer.rs` | sums on top of the rules of a Sudoku |
//! | `colouring.rs` | counts of a graph |
//! | `golomb.rs` | a least value, by a bound that is posted again |
//! | `zebra.rs` | a constraint of one's own between two variables |
//! | `knapsack.rs` | one over many, counted |
//! | `all_interval.rs` | one that is checked by the library's oracles, and explained |
//! | `job_shop.rs` | a choice between two orders, searched by the choices |
//! | `anti_knight.rs` | a Sudoku with a rule more, and what is left of it |
//! | `timetable.rs` | wishes that clash, by name |
//! | `threads.rs` | searches in threads, limits, going on after one |
//! | `request_handler.rs` | a search that is held across `.await` |

mod all_interval;
mod anti_knight;
mod colouring;
mod golomb;
mod job_shop;
mod killer;
mod knapsack;
mod magic_square;
mod queens;
mod request_handler;
mod send_more_money;
mod threads;
mod timetable;
mod zebra;
