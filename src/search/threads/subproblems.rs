//! Workers that search one subproblem after another, and hand in what is left of one where others wait for work.

use std::fmt;

use crate::model::IntAtom;
use crate::search::limit::Status;
use crate::search::statistics::Statistics;
use crate::search::subtree::Subtrees;
use crate::search::threads::desk::Desk;
use crate::search::threads::frontier::{Answer, Part, Place};
use crate::search::threads::pool::Worker;

/// What such a worker does with the solutions.
pub(super) trait Collect<A>: Clone + fmt::Debug + Send + 'static {
    /// Requires of the search what follows from the solutions of all workers; before each subproblem, and after each pause.
    fn require(&mut self, subtrees: &mut Subtrees, desk: &Desk<A>);

    /// Takes the solution that the search is at.
    fn take(&mut self, place: &Place, subtrees: &mut Subtrees, desk: &Desk<A>);

    /// Hands in the solutions that it has kept.
    fn hand_in(&mut self, place: &Place, desk: &Desk<A>);
}

/// A worker that searches subproblems.
#[derive(Clone, Debug)]
pub(super) struct SubproblemWorker<C> {
    subtrees: Subtrees,
    collect: C,
    /// The work between two looks at what others need.
    moment: u64,
    /// The place of the subproblem that it is at.
    place: Option<Place>,
    /// The number of pauses in this subproblem.
    moments: u32,
    /// Whether it is asked for what is left of the subproblem, and can tell a few nodes later.
    is_soon: bool,
    /// What the desk was told of the statistics of the subproblem.
    told: Statistics,
}

impl<C> SubproblemWorker<C> {
    pub(super) fn over(subtrees: Subtrees, collect: C, moment: u64) -> SubproblemWorker<C> {
        SubproblemWorker {
            subtrees,
            collect,
            moment,
            place: None,
            moments: 0,
            is_soon: false,
            told: Statistics::default(),
        }
    }

    /// The work between two looks at what others need.
    pub(super) fn moment(&self) -> u64 {
        self.moment
    }

    /// Searches until the next pause or the end of the subproblem; `false` if the desk stops it.
    fn search<A: Answer>(&mut self, place: &Place, desk: &Desk<A>) -> bool
    where
        C: Collect<A>,
    {
        let moment = if self.is_soon { self.moment / SOON } else { self.moment };
        self.subtrees.pause_after(moment, || desk.limits());
        self.collect.require(&mut self.subtrees, desk);
        while self.subtrees.advance() {
            self.collect.take(place, &mut self.subtrees, desk);
            if desk.is_stopped() {
                break;
            }
        }
        self.collect.hand_in(place, desk);
        let closed = self.subtrees.closed_share();
        desk.tell(self.subtrees.statistics(), &mut self.told, Some((place, closed)));
        match self.subtrees.status() {
            Some(Status::Stopped(limit)) if desk.confirms(limit) => return false,
            // It was given before the search was copied or continued.
            Some(Status::Stopped(_)) => self.subtrees.resume(desk.limits()),
            Some(Status::Exhausted) => self.close(place, Vec::new(), desk),
            None => {
                self.moments += u32::from(!self.is_soon);
                self.is_soon = false;
                if desk.wants_rest(self.moments) {
                    match self.subtrees.rest() {
                        Some(rest) if rest.len() > 1 => self.close(place, rest, desk),
                        Some(_) => {}
                        None => self.is_soon = self.subtrees.tells_soon(),
                    }
                }
            }
        }
        !desk.is_stopped()
    }

    fn close<A: Answer>(&mut self, place: &Place, rest: Vec<Vec<IntAtom>>, desk: &Desk<A>) {
        let shares = self.subtrees.shares(rest.len());
        desk.close(place, Part::all(rest, shares));
        self.place = None;
    }
}

impl<A: Answer, C: Collect<A>> Worker<A> for SubproblemWorker<C> {
    fn work(&mut self, desk: &Desk<A>) {
        // Where it was stopped, it goes on.
        if self.place.is_some() {
            self.subtrees.resume(desk.limits());
        }
        loop {
            if self.place.is_none() {
                let Some((place, atoms)) = desk.take() else { return };
                // The dense engine has to be told before it begins.
                self.subtrees.pause_after(self.moment, || desk.limits());
                self.collect.require(&mut self.subtrees, desk);
                self.subtrees.enter(atoms, desk.limits());
                (self.place, self.moments, self.told) = (Some(place), 0, Statistics::default());
                self.is_soon = false;
            }
            let place = self.place.clone().expect("invariant: it has a subproblem");
            if !self.search(&place, desk) {
                return;
            }
        }
    }

    fn copy(&self) -> Box<dyn Worker<A>> {
        Box::new(self.clone())
    }
}

/// What is left of a subproblem that could not be told is asked for again after this part of a moment.
const SOON: u64 = 256;
