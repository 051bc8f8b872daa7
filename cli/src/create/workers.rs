//! Worker threads of `residua create`, with output in order.
//!
//! Of N threads each makes every Nth puzzle and sends it through a channel of its own, so that taking from the channels in turn
//! gives the puzzles in their order. A thread that is ahead waits when its channel is full.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

/// A kind of puzzles: how they are made and written.
pub(super) trait Maker: Clone + Send + 'static {
    /// A puzzle.
    type Made: Send + 'static;
    /// Why there is none.
    type Missed: Send + 'static;

    /// Makes the puzzle with that index.
    fn make(&mut self, index: u64) -> Result<Self::Made, Self::Missed>;

    /// What a miss means for the puzzles that follow.
    fn after(missed: &Self::Missed) -> After;

    /// Writes a puzzle.
    fn write(&self, output: &mut dyn Write, index: u64, made: &Self::Made) -> io::Result<()>;

    /// Writes what became of a puzzle that could not be had, if that is part of the output.
    fn write_missed(&self, output: &mut dyn Write, index: u64, missed: &Self::Missed) -> io::Result<()>;

    /// Why a puzzle could not be had, for standard error.
    fn in_words(index: u64, missed: &Self::Missed) -> String;
}

/// What a miss means for the puzzles that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// They may be had.
    GoOn,
    /// The run was stopped.
    Stop,
    /// None of them exists.
    Impossible,
}

/// What became of a puzzle.
pub(super) type Outcome<M> = Result<<M as Maker>::Made, <M as Maker>::Missed>;

/// How many puzzles a thread may be ahead of the output.
const AHEAD: usize = 64;

/// Starts up to that many threads for the first `count` puzzles. What comes through the channels in turn is in order; a channel
/// ends when its thread has made its share, or was interrupted.
///
/// # Errors
/// If the system refuses to start any thread.
pub(super) fn start<M: Maker>(
    maker: &M,
    threads: usize,
    count: u64,
) -> io::Result<Vec<Receiver<Outcome<M>>>> {
    let threads = threads.min(usize::try_from(count).unwrap_or(usize::MAX));
    let (channels, outcomes): (Vec<_>, Vec<_>) = (0..threads).map(|_| sync_channel(AHEAD)).unzip();
    for (first, channel) in (0..).zip(channels) {
        let mut maker = maker.clone();
        let work = move || {
            for index in (first..count).step_by(threads) {
                let outcome = maker.make(index);
                let is_over = outcome.as_ref().is_err_and(|missed| M::after(missed) != After::GoOn);
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
