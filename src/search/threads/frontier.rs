//! Frontier: the subproblems that are still to be searched, in the order of search, and what was found in those that were.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};

use crate::model::IntAtom;
use crate::search::dfs::Dfs;
use crate::search::limit::Status;
use crate::search::so_far::SearchProgress;
use crate::search::statistics::Statistics;

/// The place of a subproblem in the order of search: that of the one that it was split from, and its number among the parts.
pub(super) type Place = Vec<u32>;

/// An answer that workers hand to the consumer.
pub(super) trait Answer: Clone + Send + 'static {
    /// The memory that it takes, in words.
    fn words(&self) -> usize;
}

/// A subproblem.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) atoms: Vec<IntAtom>,
    /// Its share of the tree.
    pub(super) share: f64,
}

impl Part {
    /// These subproblems with these shares. One without a share is a subproblem all the same.
    pub(super) fn all(subproblems: Vec<Vec<IntAtom>>, shares: Vec<f64>) -> Vec<Part> {
        let shares = shares.into_iter().chain(std::iter::repeat(0.0));
        subproblems.into_iter().zip(shares).map(|(atoms, share)| Part { atoms, share }).collect()
    }
}

/// What is left of a search that is handed to workers.
#[derive(Debug)]
pub(super) struct Rest {
    /// In the order of search.
    pub(super) parts: Vec<Part>,
    /// The share of the tree that is closed; `None` if it is not to be computed.
    pub(super) closed: Option<f64>,
    pub(super) done: Statistics,
}

impl Rest {
    /// What is left of a depth-first search.
    pub(super) fn of(dfs: &Dfs) -> Rest {
        let subproblems = dfs.open_subproblems();
        let shares = dfs.open_shares(subproblems.len());
        Rest { parts: Part::all(subproblems, shares), closed: dfs.closed_share(), done: dfs.statistics() }
    }
}

/// The shares of a subproblem that is taken: its own of the tree, and of that what is closed.
#[derive(Clone, Copy, Debug)]
struct Taken {
    share: f64,
    closed: f64,
}

/// What is left, and what was found.
#[derive(Debug)]
pub(super) struct Frontier<A> {
    /// Subproblems that no worker has taken.
    open: BTreeMap<Place, Part>,
    /// Those that workers are searching.
    active: BTreeMap<Place, Taken>,
    /// The greatest share of the tree that was told to be closed; `None` if it is not computed.
    closed: Option<f64>,
    /// The nodes of searches of the whole tree, beside those of subproblems.
    beside: u64,
    /// Answers that are not handed out yet.
    found: BTreeMap<Place, VecDeque<A>>,
    /// The memory of these answers, in words.
    held: usize,
    is_in_order: bool,
    /// The number of workers that wait for a subproblem.
    pub(super) waiting: usize,
    /// The statistics of all workers.
    pub(super) statistics: Statistics,
    /// Why the search has ended, unless all subproblems are searched.
    pub(super) ended: Option<Status>,
    /// What a worker panicked with.
    pub(super) panic: Option<Box<dyn Any + Send>>,
}

/// Workers wait while the answers that are not handed out take more words than this: 8 MiB.
const MOST_WORDS: usize = 1 << 21;

impl<A: Answer> Frontier<A> {
    /// The frontier of what is left of a search.
    pub(super) fn new(rest: Rest, is_in_order: bool) -> Frontier<A> {
        let places = (0..).map(|number| vec![number]);
        Frontier {
            open: places.zip(rest.parts).collect(),
            active: BTreeMap::new(),
            closed: rest.closed,
            beside: 0,
            found: BTreeMap::new(),
            held: 0,
            is_in_order,
            waiting: 0,
            statistics: rest.done,
            ended: None,
            panic: None,
        }
    }

    /// A copy, while no worker is at work. There is no panic in it.
    pub(super) fn copy(&self) -> Frontier<A> {
        Frontier {
            open: self.open.clone(),
            active: self.active.clone(),
            closed: self.closed,
            beside: self.beside,
            found: self.found.clone(),
            held: self.held,
            is_in_order: self.is_in_order,
            waiting: 0,
            statistics: self.statistics,
            ended: self.ended,
            panic: None,
        }
    }

    /// Takes a subproblem: the first one where solutions are handed out in order, else the last one, which tends to be the largest.
    pub(super) fn take(&mut self) -> Option<(Place, Vec<IntAtom>)> {
        let (place, part) = if self.is_in_order { self.open.pop_first() } else { self.open.pop_last() }?;
        self.active.insert(place.clone(), Taken { share: part.share, closed: 0.0 });
        Some((place, part.atoms))
    }

    /// Replaces a subproblem that was taken by what is left of it; the shares are those of the subproblem.
    pub(super) fn close(&mut self, place: &Place, rest: Vec<Part>) {
        let whole = self.active.remove(place).map_or(0.0, |taken| taken.share);
        let places = (0..).map(|number| place.iter().copied().chain([number]).collect());
        self.open.extend(places.zip(rest.into_iter().map(|part| Part { share: whole * part.share, ..part })));
    }

    /// Notes the share that is closed of a subproblem that was taken.
    pub(super) fn see(&mut self, place: &Place, closed: f64) {
        if let Some(taken) = self.active.get_mut(place) {
            taken.closed = closed;
        }
    }

    /// Notes nodes of a search of the whole tree.
    pub(super) fn see_beside(&mut self, nodes: u64) {
        self.beside += nodes;
    }

    /// The progress: the share of the tree that is closed is what is not open, and no less than before.
    pub(super) fn progress(&mut self) -> SearchProgress {
        let closed = self.closed_share();
        self.closed = closed;
        let (own, beside) = (self.statistics.nodes.saturating_sub(self.beside) as f64, self.beside as f64);
        SearchProgress {
            closed,
            expected_nodes: closed.filter(|&closed| closed > 0.0).map(|closed| own / closed + beside),
            open: Some(self.subproblems() as u64),
            ..SearchProgress::of(&self.statistics)
        }
    }

    /// The share of the tree that is closed.
    pub(super) fn closed_share(&self) -> Option<f64> {
        let before = self.closed?;
        if self.ended == Some(Status::Exhausted) {
            return Some(1.0);
        }
        let open: f64 = self.open.values().map(|part| part.share).sum();
        let active: f64 = self.active.values().map(|taken| taken.share * (1.0 - taken.closed)).sum();
        Some((1.0 - open - active).clamp(before, 1.0))
    }

    /// Whether all subproblems are searched.
    pub(super) fn is_exhausted(&self) -> bool {
        self.open.is_empty() && self.active.is_empty()
    }

    /// Whether a solution was found.
    pub(super) fn has_found(&self) -> bool {
        self.statistics.solutions > 0
    }

    /// Whether no subproblem is left to be taken.
    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Whether solutions are handed out in the order of search.
    pub(super) fn is_in_order(&self) -> bool {
        self.is_in_order
    }

    /// The number of subproblems left.
    pub(super) fn subproblems(&self) -> usize {
        self.open.len() + self.active.len()
    }

    /// The first place from which an answer may still come.
    fn first(&self) -> Option<&Place> {
        let ends = [self.open.keys().next(), self.active.keys().next()];
        ends.into_iter().flatten().min()
    }

    /// Whether there is room for an answer from that place. There always is for the one that the consumer waits for.
    pub(super) fn has_room(&self, place: &Place) -> bool {
        self.held <= MOST_WORDS || (self.is_in_order && self.first() == Some(place))
    }

    /// Keeps an answer from that place.
    pub(super) fn keep(&mut self, place: &Place, answer: A) {
        self.held += answer.words();
        self.found.entry(place.clone()).or_default().push_back(answer);
    }

    /// The next answer to be handed out, if it is there.
    pub(super) fn next_answer(&mut self) -> Option<A> {
        let place = self.found.keys().next()?;
        if self.is_in_order && self.first().is_some_and(|first| first < place) {
            return None;
        }
        let mut answers = self.found.first_entry()?;
        let answer = answers.get_mut().pop_front();
        if answers.get().is_empty() {
            answers.remove();
        }
        self.held -= answer.as_ref().map_or(0, A::words);
        answer
    }
}
