//! A request handler that holds a search across `.await` points: it sends one solution, waits, and goes on. Its future is
//! `Send`, so that any thread may go on with it.
//!
//! Six queens have 4 solutions and eight have 92 (OEIS A000170). The executor is a thread that is parked until a waker
//! unparks it.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use residua::constraints::all_different;
use residua::model::{Model, ModelError};
use residua::search::{Limit, Limits, Status};

/// Unparks the thread that waits for a future.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future on this thread.
fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

/// Waits for a thread of its own, as for a socket.
#[derive(Default)]
struct Turn(Option<Arc<Mutex<Waited>>>);

/// Whether the thread is done, and whom to wake then.
struct Waited {
    is_done: bool,
    waker: Waker,
}

impl Future for Turn {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if let Some(waited) = &self.0 {
            let mut waited = waited.lock().unwrap_or_else(PoisonError::into_inner);
            waited.waker.clone_from(context.waker());
            return if waited.is_done { Poll::Ready(()) } else { Poll::Pending };
        }
        let waited = Arc::new(Mutex::new(Waited { is_done: false, waker: context.waker().clone() }));
        self.0 = Some(Arc::clone(&waited));
        let _ = thread::spawn(move || {
            let mut waited = waited.lock().unwrap_or_else(PoisonError::into_inner);
            waited.is_done = true;
            waited.waker.wake_by_ref();
        });
        Poll::Pending
    }
}

/// Where the handler sends its answers.
#[derive(Clone, Default)]
struct Connection(Arc<Mutex<VecDeque<Vec<i32>>>>);

impl Connection {
    async fn send(&self, answer: Vec<i32>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(answer);
        Turn::default().await;
    }

    fn sent(&self) -> Vec<Vec<i32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

fn queens(n: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n as usize, 1..=n);
    model.post(all_different(&columns))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q + row)))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q - row)))?;
    Ok(model)
}

/// Sends all solutions, one after another, within the limits; why it ended.
async fn handle(model: Arc<Model>, limits: Limits, connection: Connection) -> Option<Status> {
    let mut solutions = model.search().limits(limits).solutions();
    for solution in solutions.by_ref() {
        connection.send(solution.values().to_vec()).await;
    }
    solutions.status()
}

/// The same with a model of its own, built from the request.
async fn handle_order(n: i32, connection: Connection) -> Result<usize, ModelError> {
    let model = queens(n)?;
    let mut count = 0;
    for solution in model.solutions() {
        connection.send(solution.values().to_vec()).await;
        count += 1;
    }
    Ok(count)
}

fn send<F: Future + Send>(future: F) -> F {
    future
}

#[test]
fn every_solution_is_sent() -> Result<(), ModelError> {
    let model = Arc::new(queens(6)?);
    let connection = Connection::default();
    let future = send(handle(Arc::clone(&model), Limits::default(), connection.clone()));
    assert_eq!(block_on(future), Some(Status::Exhausted));
    let expected: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    assert_eq!((connection.sent().len(), connection.sent()), (4, expected));
    assert_eq!(block_on(send(handle_order(5, Connection::default())))?, 10);
    Ok(())
}

/// Each poll of the same future is on another thread, in the middle of its search.
#[test]
fn another_thread_goes_on() -> Result<(), ModelError> {
    let connection = Connection::default();
    let future = handle(Arc::new(queens(6)?), Limits::default(), connection.clone());
    let mut future: Pin<Box<dyn Future<Output = Option<Status>> + Send>> = Box::pin(future);
    let outcome = loop {
        let mover = thread::spawn(move || {
            let waker = Waker::from(Arc::new(Unpark(thread::current())));
            let polled = future.as_mut().poll(&mut Context::from_waker(&waker));
            if polled.is_pending() {
                thread::park();
            }
            (polled, future)
        });
        let (polled, moved) = mover.join().expect("no search panics");
        match polled {
            Poll::Ready(outcome) => break outcome,
            Poll::Pending => future = moved,
        }
    };
    assert_eq!((outcome, connection.sent().len()), (Some(Status::Exhausted), 4));
    Ok(())
}

#[test]
fn requests_share_a_model() -> Result<(), ModelError> {
    let model = Arc::new(queens(8)?);
    let handlers: Vec<_> = [None, Some(7), Some(1000)]
        .into_iter()
        .map(|solutions| {
            let (connection, limits) = (Connection::default(), Limits::none().solutions(solutions));
            let future = handle(Arc::clone(&model), limits, connection.clone());
            (thread::spawn(move || block_on(future)), connection)
        })
        .collect();
    let ended = handlers.into_iter().map(|(thread, connection)| {
        let outcome = thread.join().expect("no search panics");
        (outcome, connection.sent().len())
    });
    let stopped = Status::Stopped(Limit::Solutions);
    let expected = [(Some(Status::Exhausted), 92), (Some(stopped), 7), (Some(Status::Exhausted), 92)];
    assert_eq!(ended.collect::<Vec<_>>(), expected);
    Ok(())
}

/// A request that was called off ends at the next look at its flag; one that is dropped half-way has nothing to clean up.
#[test]
fn requests_are_called_off() -> Result<(), ModelError> {
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().stop(Arc::clone(&stop));
    let (connection, dropped) = (Connection::default(), Connection::default());
    let model = Arc::new(queens(30)?);
    let mut context = Context::from_waker(Waker::noop());
    let mut future = Box::pin(handle(Arc::clone(&model), limits, connection.clone()));
    assert!(future.as_mut().poll(&mut context).is_pending());
    let mut other = Box::pin(handle(model, Limits::default(), dropped.clone()));
    assert!(other.as_mut().poll(&mut context).is_pending());
    drop(other);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(block_on(future), Some(Status::Stopped(Limit::Stop)));
    assert_eq!((connection.sent().len(), dropped.sent().len()), (1, 1));
    Ok(())
}
