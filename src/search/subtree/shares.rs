//! Shares of a subtree: how much of it is closed, and what each of its open subproblems has of it.

use crate::search::limit::Status;
use crate::search::subtree::{Engine, Subtrees};

impl Subtrees {
    /// Computes the share that is closed of each tree from the next one on, where the engine has a tree.
    pub(in crate::search) fn keep_shares(&mut self) {
        if let Engine::DepthFirst(search) = &mut self.engine {
            search.keeps_share = true;
        }
    }

    /// The share of the subtree that is closed, from 0 to 1. Other engines than the depth-first one tell of the end only.
    pub(in crate::search) fn closed_share(&self) -> f64 {
        match &self.engine {
            _ if self.status() == Some(Status::Exhausted) => 1.0,
            Engine::DepthFirst(search) => search.dfs.closed_share().unwrap_or(0.0),
            Engine::Dense(_) | Engine::Learning { .. } => 0.0,
        }
    }

    /// The share of the subtree that each of that number of subproblems has, which are [what is left](Self::rest) of it.
    pub(in crate::search) fn shares(&self, subproblems: usize) -> Vec<f64> {
        match &self.engine {
            Engine::DepthFirst(search) => search.dfs.open_shares(subproblems),
            Engine::Dense(_) => halves(subproblems),
            Engine::Learning { .. } => vec![1.0 / subproblems as f64; subproblems],
        }
    }
}

/// The shares of subproblems of a search with two branches per decision, the deepest one first: each has as much as all before it.
pub(in crate::search) fn halves(subproblems: usize) -> Vec<f64> {
    let mut shares: Vec<f64> = (0..subproblems).map(|at| 0.5_f64.powi((subproblems - at) as i32)).collect();
    if let Some(deepest) = shares.first_mut() {
        *deepest *= 2.0;
    }
    shares
}
