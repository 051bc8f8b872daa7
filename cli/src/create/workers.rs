//! Worker threads of `residua create`, with output in order.
//!
//! Of N threads each makes every Nth puzzle and sends it through a channel of its own, so that taking from the channels in turn
//! gives the puzzles in their order. A thread that is ahead waits when its channel is full.

use std::io;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use residua::search::Limit;
use residua_sudoku::create::{Created, Creator, Missed};

/// What became of a puzzle.
pub(super) type Outcome = Result<Created, Box<Missed>>;

/// How many puzzles a thread may be ahead of the output.
const AHEAD: usize = 64;

/// Starts up to that many threads for the first `count` puzzles. What comes through the channels in turn is in order; a channel
/// ends when its thread has made its share, or was interrupted.
///
/// # Errors
/// If the system refuses to start any thread.
pub(super) fn start(creator: &Creator, threads: usize, count: u64) -> io::Result<Vec<Receiver<Outcome>>> {
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let (channels, outcomes): (Vec<_>, Vec<_>) = (0..threads).map(|_| sync_channel(AHEAD)).unzip();
    for (first, channel) in (0..).zip(channels) {
        let mut creator = creator.clone();
        let work = move || {
            for index in (first..count).step_by(threads) {
                let outcome = creator.puzzle(index);
                let is_over = outcome.as_ref().is_err_and(|missed| missed.limit == Limit::Stop);
                // It is not taken where the output was closed.
                if channel.send(outcome).is_err() || is_over {
                    return;
                }
            }
        };
        let _ = thread::Builder::new().spawn(work)?;
    }
    Ok(outcomes)
}
