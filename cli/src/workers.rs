//! Worker threads of `residua solve`: one reads batches, others answer them, and output is collected here in the order of the input.
//!
//! Every batch has a channel of its own, and the receivers stand in line. A worker that is ahead of its turn waits when
//! that channel is full, so memory stays constant even where one puzzle alone has more solutions than memory would hold.
//! There is no deadlock: batches are taken in order, so the first in line is always at work or done.
//!
//! The reading thread may be blocked on an input, and cannot be interrupted there. So when the output fails, the other
//! threads are not joined: they end with the program.

use std::io::{self, Write};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::batch::Batch;
use crate::solve::{PuzzleSession, Replies};

/// How many batches a worker may be ahead of the output.
const AHEAD: usize = 4;

/// How many bytes of output a worker gathers before it hands them on.
const PIECE: usize = 1 << 18;

/// How many such pieces wait for their turn in each batch.
const WAITING: usize = 4;

/// Some output, and what became of the puzzles that it completes.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) text: Vec<u8>,
    pub(crate) replies: Replies,
}

/// Buffers of pieces that were taken, to be used again: allocating one takes longer than filling it.
type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

/// A batch for a worker, and where its output goes.
#[derive(Debug)]
struct Order {
    batch: Batch,
    pieces: Outlet,
}

/// The worker's end of a channel of pieces.
#[derive(Debug)]
struct Outlet {
    piece: Piece,
    channel: SyncSender<Piece>,
    spare: Spare,
}

/// Answers the batches on that many threads, and hands their output to `take` in order, until `take` fails or `stop` is
/// up. Before it waits for more, `take` gets `None`.
pub(crate) fn answer(
    batches: impl Iterator<Item = Batch> + Send + 'static,
    threads: usize,
    session: impl Fn() -> PuzzleSession,
    stop: &Arc<AtomicBool>,
    mut take: impl FnMut(Option<&Piece>) -> io::Result<()>,
) -> io::Result<()> {
    let (to_workers, orders) = sync_channel(AHEAD * threads);
    let (to_line, line) = sync_channel(AHEAD * threads);
    let orders = Arc::new(Mutex::new(orders));
    let mut others: Vec<JoinHandle<()>> = Vec::new();
    for _ in 0..threads {
        let (orders, session, stop) = (Arc::clone(&orders), session(), Arc::clone(stop));
        match start(move || work(&orders, session, &stop)) {
            Ok(thread) => others.push(thread),
            Err(error) if others.is_empty() => return Err(error),
            // The system refuses more threads: those that started do all the work.
            Err(_) => break,
        }
    }
    // Only workers have it now, so that the reader sees when none is left.
    drop(orders);
    let reader_stop = Arc::clone(stop);
    let spare = Spare::default();
    let reader_spare = Arc::clone(&spare);
    others.push(start(move || read(batches, &to_workers, &to_line, &reader_spare, &reader_stop))?);
    let result = take_in_order(&line, &spare, &mut take);
    if result.is_err() {
        stop.store(true, Ordering::Relaxed);
        return result;
    }
    for thread in others {
        thread.join().unwrap_or_else(|panic| resume_unwind(panic));
    }
    Ok(())
}

/// Starts a thread, which the system may refuse.
fn start(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let refused = |error: io::Error| io::Error::new(error.kind(), format!("cannot start a thread: {error}"));
    thread::Builder::new().spawn(work).map_err(refused)
}

fn take_in_order(
    line: &Receiver<Receiver<Piece>>,
    spare: &Spare,
    take: &mut impl FnMut(Option<&Piece>) -> io::Result<()>,
) -> io::Result<()> {
    while let Some(pieces) = next(line, take)? {
        while let Some(piece) = next(&pieces, take)? {
            take(Some(&piece))?;
            let mut text = piece.text;
            if text.capacity() <= 2 * PIECE {
                text.clear();
                lock(spare).push(text);
            }
        }
    }
    Ok(())
}

/// What comes next in a channel; `None` at its end.
fn next<T>(
    channel: &Receiver<T>,
    take: &mut impl FnMut(Option<&Piece>) -> io::Result<()>,
) -> io::Result<Option<T>> {
    match channel.try_recv() {
        Ok(found) => Ok(Some(found)),
        Err(TryRecvError::Disconnected) => Ok(None),
        Err(TryRecvError::Empty) => take(None).map(|()| channel.recv().ok()),
    }
}

/// Hands out batch after batch, until there are no more or no receiver is left.
fn read(
    batches: impl Iterator<Item = Batch>,
    to_workers: &SyncSender<Order>,
    to_line: &SyncSender<Receiver<Piece>>,
    spare: &Spare,
    stop: &AtomicBool,
) {
    for batch in batches {
        let (channel, receiver) = sync_channel(WAITING);
        let pieces = Outlet { piece: Piece::default(), channel, spare: Arc::clone(spare) };
        let is_stopped = stop.load(Ordering::Relaxed);
        if is_stopped || to_workers.send(Order { batch, pieces }).is_err() || to_line.send(receiver).is_err()
        {
            return;
        }
    }
}

/// Answers batch after batch, until there are no more or no receiver is left.
fn work(orders: &Mutex<Receiver<Order>>, mut session: PuzzleSession, stop: &AtomicBool) {
    let next = || lock(orders).recv().ok();
    while let Some(Order { batch, mut pieces }) = next() {
        let answered = batch.try_for_each(|item| {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let reply = session.respond(&batch.file, item, &mut pieces)?;
            pieces.piece.replies.add(reply);
            Ok(())
        });
        if answered.and_then(|()| pieces.flush()).is_err() {
            return;
        }
    }
}

/// What threads share: none of them panics while it holds the lock.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.piece.text.len() + bytes.len() > PIECE && !self.piece.text.is_empty() {
            self.flush()?;
        }
        let text = &mut self.piece.text;
        if text.capacity() == 0 {
            *text = lock(&self.spare).pop().unwrap_or_else(|| Vec::with_capacity(PIECE));
        }
        text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = std::mem::take(&mut self.piece);
        self.channel.send(piece).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
