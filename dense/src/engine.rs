//! The dense engine: search of a network, in the form that suits it.

#[cfg(target_arch = "aarch64")]
use crate::lanes::registers::neon::Neon;
#[cfg(target_arch = "x86_64")]
use crate::lanes::registers::{avx2::Avx2, avx512::Flat};

use crate::descent::search::Search;
use crate::descent::{Advanced, Counts};
use crate::form::{Form, Lanes, Method};
use crate::intersections::lane_per_box::LanePerBox;
use crate::lanes::words::Words;
use crate::network::Network;
use crate::{intersections, latin, value_planes, wide};

/// The solutions of a network, one after another.
///
/// ```
/// use residua_dense::{Dense, Network, Advanced};
///
/// // The Latin squares of order 3: rows, and columns.
/// let rows = (0..3).map(|r| (0..3).map(|c| 3 * r + c).collect());
/// let columns = (0..3).map(|c| (0..3).map(|r| 3 * r + c).collect());
/// let network = Network::over(&vec![vec![1, 2, 3]; 9], rows.chain(columns).collect()).expect("three values");
/// let mut dense = Dense::new(&network).expect("there is a form for Latin squares");
/// assert_eq!(dense.advance(u64::MAX), Advanced::Solution);
/// assert_ne!(dense.value(0), dense.value(1));
/// let mut more = 0;
/// while dense.advance(u64::MAX) == Advanced::Solution {
///     more += 1;
/// }
/// assert_eq!(more, 11);
/// ```
#[derive(Clone, Debug)]
pub struct Dense {
    form: Form,
    /// By bit.
    values: Vec<i32>,
    /// The number of variables.
    vars: usize,
    search: Box<dyn Search>,
}

impl Dense {
    /// A search of the network from its domains, in the form that is expected to be the fastest; `None` if no form
    /// fits that is expected to pay off.
    pub fn new(network: &Network) -> Option<Dense> {
        Form::that_pay(network).into_iter().find_map(|form| Dense::in_form(network, form))
    }

    /// A search of the network in that form; `None` if it does not fit the network or the machine.
    pub fn in_form(network: &Network, form: Form) -> Option<Dense> {
        if !form.lanes.are_available() {
            return None;
        }
        let search = match (form.method, form.lanes) {
            (Method::Planes, Lanes::Words) => value_planes::search::<Words>(network),
            (Method::Latin, Lanes::Words) => latin::by_triples(network),
            (Method::Wide, Lanes::Words) => wide::search::<Words>(network),
            (Method::Intersections, Lanes::Words) => {
                type Kept<const GROUPS: usize> = LanePerBox<Words<GROUPS>>;
                intersections::search::<Kept<2>, Kept<3>, Kept<4>>(network)
            }
            #[cfg(target_arch = "x86_64")]
            (Method::Planes, Lanes::Avx2) => value_planes::search::<Avx2>(network),
            #[cfg(target_arch = "x86_64")]
            (Method::Latin, Lanes::Avx2) => latin::by_diagonals::<Avx2>(network),
            #[cfg(target_arch = "x86_64")]
            (Method::Wide, Lanes::Avx2) => wide::search::<Avx2>(network),
            #[cfg(target_arch = "x86_64")]
            (Method::Intersections, Lanes::Avx2) => {
                type Boxes = LanePerBox<Avx2>;
                intersections::search::<Boxes, Boxes, Boxes>(network)
            }
            #[cfg(target_arch = "x86_64")]
            (Method::Intersections, Lanes::Avx512) => {
                intersections::search::<Flat, Flat, LanePerBox<Avx2>>(network)
            }
            #[cfg(target_arch = "aarch64")]
            (Method::Planes, Lanes::Neon) => value_planes::search::<Neon>(network),
            #[cfg(target_arch = "aarch64")]
            (Method::Intersections, Lanes::Neon) => {
                type Boxes = LanePerBox<Neon>;
                intersections::search::<Boxes, Boxes, Boxes>(network)
            }
            _ => None,
        };
        let vars = network.domains().len();
        let mut dense = Dense { form, values: network.values().to_vec(), vars, search: search? };
        dense.start(network.domains());
        Some(dense)
    }

    /// A search that was constructed in another way.
    #[cfg(test)]
    pub(crate) fn of(network: &Network, search: Box<dyn Search>) -> Dense {
        let form = Form { method: Method::Intersections, lanes: Lanes::Words };
        let vars = network.domains().len();
        let mut dense = Dense { form, values: network.values().to_vec(), vars, search };
        dense.start(network.domains());
        dense
    }

    /// The form.
    #[inline]
    pub fn form(&self) -> Form {
        self.form
    }

    /// The values of the network, ascending: bit `i` of a set stands for the `i`th.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// Starts over from other domains, by variable, as sets of values of the network.
    #[inline]
    pub fn start(&mut self, domains: &[u64]) {
        self.search.start(domains);
    }

    /// Starts over from the domains of the last [`start`](Self::start), some of them narrowed: variables, and sets
    /// that their domains are intersected with. Much cheaper than a start if there are few.
    #[inline]
    pub fn restart(&mut self, facts: &[(usize, u64)]) {
        self.search.restart(facts);
    }

    /// Advances to the next solution, or until `nodes` more nodes have been searched.
    #[inline]
    pub fn advance(&mut self, nodes: u64) -> Advanced {
        self.search.advance(nodes)
    }

    /// Whether the search is exhausted: then the next [`advance`](Self::advance) searches no
    /// node and finds no solution.
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.search.is_exhausted()
    }

    /// What is left to be searched, as disjoint subproblems in the order of search: of each, the domains of all variables, as sets of
    /// values of the network. `None` if that cannot be told here; then it can a few nodes later.
    ///
    /// ```
    /// use residua_dense::{Advanced, Dense, Network};
    ///
    /// let rows = (0..4).map(|r| (0..4).map(|c| 4 * r + c).collect());
    /// let columns = (0..4).map(|c| (0..4).map(|r| 4 * r + c).collect());
    /// let network = Network::over(&vec![vec![1, 2, 3, 4]; 16], rows.chain(columns).collect()).expect("four values");
    /// let mut dense = Dense::new(&network).expect("there is a form for Latin squares");
    /// assert_eq!(dense.advance(1), Advanced::Paused);
    /// let parts = dense.open_states().expect("the root was split in two");
    /// let mut count = 0;
    /// for part in parts {
    ///     dense.start(&part);
    ///     while dense.advance(u64::MAX) == Advanced::Solution {
    ///         count += 1;
    ///     }
    /// }
    /// assert_eq!(count, 576);
    /// ```
    pub fn open_states(&self) -> Option<Vec<Vec<u64>>> {
        self.search.open_states(self.vars)
    }

    /// The value of a variable in the solution that was found last.
    #[inline]
    pub fn value(&self, var: usize) -> i32 {
        self.values[self.search.domain(var).trailing_zeros() as usize]
    }

    /// Writes the values of all variables in that solution to `values`, by number.
    #[inline]
    pub fn solution(&self, values: &mut Vec<i32>) {
        values.clear();
        self.search.solution(&self.values, values);
    }

    /// The counters since it was started.
    #[inline]
    pub fn counts(&self) -> Counts {
        self.search.counts()
    }
}
