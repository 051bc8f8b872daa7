//! Failed literal probing: between two runs, at the root, the values of variables are tried one by one.
//!
//! A value that propagation refutes, nogoods included, is removed for good, and so is what all values of a variable exclude together
//! (constructive disjunction). The auxiliary variables of conditions are tried as well. It pays in puzzles of many conditions, where the
//! root says little: CPMpy's `sudoku_chockablock` takes 3 s with it, and more than 60 s without. Of 42 challenge instances, most of
//! which optimise, it made three faster and four slower (one run each of 15 s), so optimisations do without.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | singleton, for variables with few values, after passes that are not cut off |
//! | Cost | none in the first 20 million units of work, then up to a fifth of it; half as much after each pass that removes little |
//! | Source | Lynce & Marques-Silva, *Probing-Based Preprocessing Techniques for Propositional Satisfiability*, ICTAI 2003; in the course of a search, as CP-SAT does |

use crate::domain::Domain;
use crate::store::{Atom, Domains, Store, VarId};

/// The work of the search before the first slice, about a third of a second.
const FIRST: u64 = 20_000_000;
/// A slice ends after one part in this number of the work before it.
const SLICE: u64 = 4;
/// The work of the search between two slices, in works of the first of them; after passes that removed little up to `LONGEST_GAP`.
const GAP: u64 = 4;
const LONGEST_GAP: u64 = 64;
/// A pass that tries more values than this for each one that it removes has removed little.
const FEW: u64 = 100;
/// Variables with more values are not tried.
const MOST_TRIED: u64 = 32;
/// Of a domain that loses more values inside its bounds, only the bounds are stated.
const MOST_HOLES: u64 = 256;
/// The work of noting what a value leaves of a domain.
const NOTE: u64 = 4;

/// The state of probing, which goes on in slices, and in passes over all variables.
#[derive(Clone, Debug)]
pub(super) struct FailedLiterals {
    is_on: bool,
    /// The work of the search at which the slice begins, at the earliest, and ends.
    begin: u64,
    end: u64,
    gap: u64,
    /// The variable whose values are tried, and those that are left, the next one last.
    var: VarId,
    candidates: Vec<i32>,
    union: Union,
    /// The number of the variable after that.
    next: usize,
    /// The values that were tried and removed in the pass at hand.
    tried: u64,
    removed: u64,
    /// The failures of the search when they were counted last.
    failures: u64,
    /// The work of notes.
    work: u64,
}

impl FailedLiterals {
    pub(super) fn new() -> FailedLiterals {
        FailedLiterals {
            is_on: false,
            begin: FIRST,
            end: 0,
            gap: GAP,
            var: VarId::new(0),
            candidates: Vec::new(),
            union: Union::default(),
            next: 0,
            tried: 0,
            removed: 0,
            failures: 0,
            work: 0,
        }
    }

    /// Between any two runs, for tests.
    pub(super) fn between_all_runs() -> FailedLiterals {
        FailedLiterals { begin: 0, gap: 0, ..FailedLiterals::new() }
    }

    /// Whether a slice goes on.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// The work that it took, in the unit of [`Engine::work`](crate::engine::Engine::work), besides that of the engine and the learner.
    #[inline]
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// Begins a slice at the root, if one is due: `work` and `failures` are those of the whole search until now.
    pub(super) fn begin_if_due(&mut self, work: u64, failures: u64) {
        if work >= self.begin {
            (self.is_on, self.begin, self.end) = (true, work, work + work / SLICE);
            self.failures = failures;
        }
    }

    /// Counts the failures of this slice, each of which refuted a value; returns how many came since the last time.
    pub(super) fn count(&mut self, failures: u64) -> u64 {
        let refuted = failures - self.failures;
        self.failures = failures;
        self.removed += refuted;
        refuted
    }

    /// Notes what the value that was tried leaves, at the fixpoint of level 1.
    pub(super) fn note(&mut self, store: &Store) {
        self.work += NOTE * self.union.add(self.var, store) as u64;
    }

    /// Returns what is next at the root; `work` is that of the whole search until now.
    pub(super) fn next(&mut self, work: u64, store: &Store) -> NextTrial {
        while work < self.end {
            if let Some(candidate) = self.candidate(store) {
                self.tried += 1;
                return NextTrial::Try(candidate);
            }
            let excluded = self.excluded(store);
            if !excluded.is_empty() {
                self.removed += excluded.len() as u64;
                return NextTrial::State(excluded);
            }
            if !self.go_on(store) {
                break;
            }
        }
        self.is_on = false;
        self.begin = work + self.gap * (work - self.begin);
        NextTrial::None
    }

    /// The next value of the variable at hand.
    fn candidate(&mut self, store: &Store) -> Option<Atom> {
        let is_open = |value: &i32| store.size(self.var) > 1 && store.contains(self.var, *value);
        let value = std::iter::from_fn(|| self.candidates.pop()).find(is_open)?;
        Some(Atom::eq(self.var, value))
    }

    /// What holds with each value of the variable at hand, and is not known yet.
    fn excluded(&mut self, store: &Store) -> Vec<Atom> {
        let union = std::mem::take(&mut self.union);
        // Fixed meanwhile, it may have a value that was not tried.
        if union.values == 0 || store.size(self.var) == 1 {
            return Vec::new();
        }
        let what_holds = |(var, domain): (VarId, Domain)| {
            let holes = store.domain(var).difference(&domain);
            let holes = if holes.size() <= MOST_HOLES { holes } else { Domain::empty() };
            let ends =
                [domain.min().map(|min| Atom::ge(var, min)), domain.max().map(|max| Atom::le(var, max))];
            let holes: Vec<Atom> = holes.iter().map(|value| Atom::ne(var, value)).collect();
            ends.into_iter().flatten().chain(holes)
        };
        let all = union.domains.into_iter().flat_map(what_holds);
        all.filter(|&atom| store.truth(atom) != Some(true)).collect()
    }

    /// Goes on to the next variable with few values; false after the last one, which ends the pass.
    fn go_on(&mut self, store: &Store) -> bool {
        let has_few = |&var: &VarId| (2..=MOST_TRIED).contains(&store.size(var));
        if let Some(var) = (self.next..store.vars()).map(VarId::new).find(has_few) {
            (self.var, self.next) = (var, var.index() + 1);
            self.candidates.extend(&store.domain(var));
            self.candidates.reverse();
            return true;
        }
        let is_little = self.tried > FEW * self.removed;
        self.gap = if is_little { (2 * self.gap).min(LONGEST_GAP) } else { self.gap.min(GAP) };
        (self.next, self.tried, self.removed) = (0, 0, 0);
        false
    }
}

/// The next step of probing at the root.
#[derive(Clone, Debug)]
pub(super) enum NextTrial {
    /// This value is tried by a decision.
    Try(Atom),
    /// These atoms are true in all solutions.
    State(Vec<Atom>),
    /// Nothing: the slice is over.
    None,
}

/// What some values of a variable leave of the domains of others, together.
#[derive(Clone, Debug, Default)]
struct Union {
    /// The number of these values.
    values: usize,
    /// The domains that each of them reduces.
    domains: Vec<(VarId, Domain)>,
}

impl Union {
    /// Adds what is left with a value of that variable, at level 1; returns the number of domains that it reduces.
    fn add(&mut self, tried: VarId, store: &Store) -> usize {
        let changes = store.end_of_level(0)..store.position();
        let mut reduced: Vec<VarId> = changes.filter_map(|at| store.change(at)).map(|(var, _)| var).collect();
        reduced.sort_unstable();
        reduced.dedup();
        if self.values == 0 {
            let others = reduced.iter().filter(|&&var| var != tried);
            self.domains = others.map(|&var| (var, store.domain(var))).collect();
        } else {
            self.domains.retain_mut(|(var, domain)| {
                let is_reduced = reduced.binary_search(var).is_ok();
                if is_reduced {
                    *domain = domain.union(&store.domain(*var));
                }
                is_reduced
            });
        }
        self.values += 1;
        reduced.len()
    }
}
