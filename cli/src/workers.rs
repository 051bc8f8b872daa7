//! Several threads: batches of items go out, pieces of output come back in the order of the input.
//!
//! Every batch has a channel of its own, and the receivers stand in line. A worker that is ahead of its turn waits when
//! that channel is full, so memory stays constant even where one puzzle alone has more solutions than memory would hold.
//! It cannot lock: batches are taken in order, so the first in line is always at work or done.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::answer::{Desk, Wanted};
use crate::report::Printer;
use crate::solve::{Reply, respond};
use crate::source::Item;

/// How much work a worker takes at once: so many puzzles of 9x9, fewer of larger ones, which take longer by more than
/// their size, so that a few hard ones are shared out too.
const BATCH: usize = 256;

/// How many batches a worker may be ahead of the output.
const AHEAD: usize = 4;

/// How many bytes of output a worker gathers before it hands them on.
const PIECE: usize = 1 << 16;

/// How many such pieces wait for their turn in each batch.
const WAITING: usize = 4;

/// Some output, and what became of the items that it completes.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) text: Vec<u8>,
    pub(crate) replies: Vec<Reply>,
}

/// Items for a worker, and where their output goes.
#[derive(Debug)]
struct Batch {
    items: Vec<Item>,
    pieces: Outlet,
}

/// The worker's end of a channel of pieces.
#[derive(Debug)]
struct Outlet {
    piece: Piece,
    channel: SyncSender<Piece>,
}

/// Answers the items on that many threads, and hands their output to `take` in order, until `take` fails or `stop` is up.
pub(crate) fn answer(
    items: impl Iterator<Item = Item>,
    threads: usize,
    wanted: &Wanted,
    printer: Printer,
    stop: &AtomicBool,
    mut take: impl FnMut(Piece) -> io::Result<()>,
) -> io::Result<()> {
    // There is room for all batches under way, so handing one out never waits.
    let (to_workers, batches) = sync_channel(AHEAD * threads);
    let batches = Mutex::new(batches);
    thread::scope(|scope| {
        for _ in 0..threads {
            let _ = scope.spawn(|| work(&batches, Desk::new(wanted.clone()), printer, stop));
        }
        let mut items = items.fuse();
        let mut in_line: VecDeque<Receiver<Piece>> = VecDeque::new();
        let result = loop {
            if in_line.len() < AHEAD * threads && !stop.load(Ordering::Relaxed) {
                let batch = next_batch(&mut items);
                if !batch.is_empty() {
                    let (channel, receiver) = sync_channel(WAITING);
                    let pieces = Outlet { piece: Piece::default(), channel };
                    // If no worker is left, their panic is passed on when the scope ends.
                    if to_workers.send(Batch { items: batch, pieces }).is_ok() {
                        in_line.push_back(receiver);
                        continue;
                    }
                }
            }
            let Some(first) = in_line.pop_front() else { break Ok(()) };
            if let Err(error) = first.into_iter().try_for_each(&mut take) {
                break Err(error);
            }
        };
        if result.is_err() {
            stop.store(true, Ordering::Relaxed);
        }
        // What a worker still sends, it sends in vain, and ends; and so does one that waits for a batch.
        drop(in_line);
        drop(to_workers);
        result
    })
}

fn next_batch(items: &mut impl Iterator<Item = Item>) -> Vec<Item> {
    let mut batch = Vec::new();
    let mut work = 0;
    while work < BATCH
        && let Some(item) = items.next()
    {
        work += work_in(&item);
        batch.push(item);
    }
    batch
}

/// About how many puzzles of 9x9 an item is worth; at least one, for it has to be read and written.
fn work_in(item: &Item) -> usize {
    let cells = item.content.as_ref().map_or(0, |entry| entry.puzzle.geometry().cells());
    (cells * cells * cells / (81 * 81 * 81)).max(1)
}

/// Answers batch after batch, until there are no more or nobody wants them.
fn work(batches: &Mutex<Receiver<Batch>>, mut desk: Desk, printer: Printer, stop: &AtomicBool) {
    let next = || batches.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
    while let Some(Batch { items, mut pieces }) = next() {
        for item in items {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match respond(&item, &mut desk, printer, stop, &mut pieces) {
                Ok(reply) => pieces.piece.replies.push(reply),
                Err(_) => return,
            }
        }
        if pieces.flush().is_err() {
            return;
        }
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.text.extend_from_slice(bytes);
        if self.piece.text.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::take(&mut self.piece);
        self.channel.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

#[cfg(test)]
mod tests {
    use residua::sudoku::Reader;

    use super::*;

    fn items(cells: usize, count: usize) -> impl Iterator<Item = Item> {
        let text = vec![".".repeat(cells); count].join("\n");
        let entries: Vec<_> = Reader::new(text.as_bytes(), None).collect();
        entries.into_iter().map(|entry| Item { file: "-".into(), content: entry.map_err(Into::into) })
    }

    /// A few large puzzles are work for all threads; many small ones are handed out by the hundred.
    #[test]
    fn a_batch_is_as_small_as_its_puzzles_are_large() {
        let of = |cells, count| next_batch(&mut items(cells, count)).len();
        assert_eq!([of(36, 1000), of(81, 1000), of(81, 3)], [256, 256, 3]);
        assert_eq!([of(256, 55), of(625, 8)], [9, 1]);
    }
}
