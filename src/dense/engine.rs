//! The forms of the engine, and a search in one of them.

use std::fmt;

use crate::dense::arrays::Arrays;
use crate::dense::boxes::InBoxes;
#[cfg(target_arch = "x86_64")]
use crate::dense::by_diagonals::by_diagonals;
use crate::dense::by_pieces::by_pieces;
#[cfg(target_arch = "x86_64")]
use crate::dense::registers::avx2;
#[cfg(target_arch = "x86_64")]
use crate::dense::registers::avx512::{self, Flat};
#[cfg(target_arch = "aarch64")]
use crate::dense::registers::neon::Neon;

use crate::dense::by_planes::by_planes;
use crate::dense::by_squares::by_squares;
use crate::dense::descent::{Counts, Descent, Inference, Step};
use crate::dense::interchange::{Cases, Interchange};
use crate::dense::network::Network;
use crate::dense::renamed::Renamed;
use crate::dense::scopes::Scopes;
use crate::dense::wide::by_wide;
use crate::dense::word::Word;
use crate::dense::words::Words;

type InArrays = InBoxes<Arrays>;
#[cfg(target_arch = "x86_64")]
type InAvx2 = InBoxes<avx2::Avx2>;
#[cfg(target_arch = "aarch64")]
type InNeon = InBoxes<Neon>;

/// A form of the engine. All of them have the same solutions, in an order of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Scope by scope; for every network, on every machine.
    Scopes,
    /// By planes, all values at once, in words of four lanes; for up to 16 values in up to 16 rows of some length, on every
    /// machine.
    Planes,
    /// The same in registers of machines with AVX2.
    PlanesAvx2,
    /// The same in registers of machines with NEON.
    PlanesNeon,
    /// Triple by triple; for Latin squares of up to 16 rows, on every machine.
    Squares,
    /// Diagonal by diagonal, all of them at once, in registers of machines with AVX2; searches as squares do.
    SquaresAvx2,
    /// All pieces at once, for boxes with sides up to eight, in arrays; for scopes that cross in pieces and nothing else, on
    /// every machine. Made for more than 16 values.
    Wide,
    /// The same compiled for machines with AVX2.
    WideAvx2,
    /// All pieces at once, in arrays; for scopes over up to 16 values that cross in pieces, on every machine.
    Portable,
    /// The same in registers of machines with NEON.
    Neon,
    /// The same in registers of machines with AVX2.
    Avx2,
    /// The same in registers of machines with AVX-512.
    Avx512,
}

impl Form {
    /// All of them, the slowest first where several fit.
    pub const ALL: [Form; 12] = [
        Form::Scopes,
        Form::Planes,
        Form::PlanesAvx2,
        Form::PlanesNeon,
        Form::Squares,
        Form::SquaresAvx2,
        Form::Wide,
        Form::WideAvx2,
        Form::Portable,
        Form::Neon,
        Form::Avx2,
        Form::Avx512,
    ];
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Scopes => "scopes",
            Form::Planes => "planes",
            Form::PlanesAvx2 => "planes-avx2",
            Form::PlanesNeon => "planes-neon",
            Form::Squares => "squares",
            Form::SquaresAvx2 => "squares-avx2",
            Form::Wide => "wide",
            Form::WideAvx2 => "wide-avx2",
            Form::Portable => "portable",
            Form::Neon => "neon",
            Form::Avx2 => "avx2",
            Form::Avx512 => "avx512",
        })
    }
}

/// The solutions of a network, one after another.
///
/// ```
/// use residua::dense::{Dense, Network, Step};
///
/// // Three countries that touch each other and a fourth that touches two of them, in three colours.
/// let scopes = vec![vec![0, 1, 2], vec![1, 3], vec![2, 3]];
/// let network = Network::over(&vec![vec![1, 2, 3]; 4], scopes).expect("three values");
/// let mut dense = Dense::new(&network);
/// assert_eq!(dense.advance(u64::MAX), Step::Solution);
/// assert_eq!(dense.value(0), dense.value(3));
/// let mut more = 0;
/// while dense.advance(u64::MAX) == Step::Solution {
///     more += 1;
/// }
/// assert_eq!(more, 5);
/// ```
#[derive(Clone, Debug)]
pub struct Dense {
    form: Form,
    /// By bit.
    values: Vec<i32>,
    search: Box<dyn Search>,
    interchange: Interchange,
    /// What becomes of the search where values exchange their names.
    renamed: Option<Renamed>,
}

impl Dense {
    /// A search of the network from its domains, in the form that is likely to be the fastest of those that fit it and
    /// this machine.
    pub fn new(network: &Network) -> Dense {
        let mut forms = Form::that_pay(network).into_iter().chain([Form::Scopes]);
        let fastest = forms.find_map(|form| Dense::in_form(network, form));
        fastest.expect("invariant: the last form fits every network")
    }

    /// The same in that form; `None` if it does not fit the network or the machine.
    pub fn in_form(network: &Network, form: Form) -> Option<Dense> {
        let search = match form {
            Form::Scopes => Some(by_scopes(network)),
            Form::Planes => by_planes::<Words>(network),
            #[cfg(target_arch = "x86_64")]
            Form::PlanesAvx2 if avx2::is_there() => by_planes::<avx2::Avx2>(network),
            #[cfg(target_arch = "aarch64")]
            Form::PlanesNeon => by_planes::<Neon>(network),
            Form::Squares => by_squares(network),
            #[cfg(target_arch = "x86_64")]
            Form::SquaresAvx2 if avx2::is_there() => by_diagonals::<avx2::Avx2>(network),
            Form::Wide => by_wide::<Words>(network),
            #[cfg(target_arch = "x86_64")]
            Form::WideAvx2 if avx2::is_there() => by_wide::<avx2::Avx2>(network),
            Form::Portable => by_pieces::<InArrays, InArrays, InArrays>(network),
            #[cfg(target_arch = "aarch64")]
            Form::Neon => by_pieces::<InNeon, InNeon, InNeon>(network),
            #[cfg(target_arch = "x86_64")]
            Form::Avx2 if avx2::is_there() => by_pieces::<InAvx2, InAvx2, InAvx2>(network),
            #[cfg(target_arch = "x86_64")]
            Form::Avx512 if avx512::is_there() => by_pieces::<Flat<1>, Flat<2>, InAvx2>(network),
            // What this machine does not have, or no machine of its kind.
            Form::Avx512 | Form::Avx2 | Form::WideAvx2 | Form::SquaresAvx2 | Form::PlanesAvx2 => None,
            #[cfg(not(target_arch = "aarch64"))]
            Form::Neon | Form::PlanesNeon => None,
        };
        let mut dense = Dense {
            form,
            values: network.values().to_vec(),
            search: search?,
            interchange: Interchange::new(network),
            renamed: None,
        };
        dense.start(network.domains());
        Some(dense)
    }

    /// The form.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Starts over from other domains, by variable, as sets of values of the network.
    pub fn start(&mut self, domains: &[u64]) {
        self.search.start(domains);
        self.interchange.start(domains);
        self.renamed = None;
        if let Some(cases) = self.interchange.cases(&[]) {
            self.search_cases(cases);
        }
    }

    /// Starts over from the domains of the last [`start`](Self::start), of which some are narrowed: variables, and sets that
    /// their domains are cut down to. Much cheaper than a start, where they are few.
    pub fn restart(&mut self, facts: &[(usize, u64)]) {
        if let Some(cases) = self.interchange.cases(facts) {
            self.search_cases(cases);
        } else {
            self.renamed = None;
            self.search.restart(facts);
        }
    }

    fn search_cases(&mut self, cases: Cases) {
        self.search.restart(cases.facts());
        self.renamed = Some(Renamed::new(cases, &self.values));
    }

    /// Goes on to the next solution, or until it has looked at so many nodes more.
    pub fn advance(&mut self, nodes: u64) -> Step {
        match &mut self.renamed {
            None => self.search.advance(nodes),
            Some(renamed) => renamed.advance(&self.values, &mut *self.search, nodes),
        }
    }

    /// How many solutions come next that differ from the one at hand by the names of values only; `None` if they are more
    /// than can be counted.
    pub(crate) fn images_left(&self) -> Option<u64> {
        self.renamed.as_ref().map_or(Some(0), Renamed::images_left)
    }

    /// Passes over those, as if each had been found, if they can be counted.
    pub(crate) fn pass_over_images(&mut self) {
        if let Some(renamed) = &mut self.renamed {
            renamed.pass_over_images(&self.values);
        }
    }

    /// The value of a variable in the solution that was found last.
    pub fn value(&self, var: usize) -> i32 {
        self.names()[self.search.domain(var).trailing_zeros() as usize]
    }

    /// Writes the values of all variables in that solution to `values`, by number.
    pub fn solution(&self, values: &mut Vec<i32>) {
        values.clear();
        self.search.solution(self.names(), values);
    }

    /// By bit: the values in the solution at hand.
    fn names(&self) -> &[i32] {
        self.renamed.as_ref().map_or(&self.values, Renamed::names)
    }

    /// What it took since it was started.
    pub fn counts(&self) -> Counts {
        let counts = self.search.counts();
        self.renamed.as_ref().map_or(counts, |renamed| renamed.counts(counts))
    }
}

fn by_scopes(network: &Network) -> Box<dyn Search> {
    let scopes = Scopes::new(network);
    match network.values().len() {
        0..=16 => Box::new(ByScopes::<u16> { scopes, root: Vec::new(), descent: Descent::new() }),
        17..=32 => Box::new(ByScopes::<u32> { scopes, root: Vec::new(), descent: Descent::new() }),
        _ => Box::new(ByScopes::<u64> { scopes, root: Vec::new(), descent: Descent::new() }),
    }
}

/// A form at work.
pub(in crate::dense) trait Search: fmt::Debug + Send + Sync {
    fn start(&mut self, domains: &[u64]);
    /// Starts over from the domains of the last start, of which some are narrowed.
    fn restart(&mut self, facts: &[(usize, u64)]);
    fn advance(&mut self, nodes: u64) -> Step;
    /// What is left of a variable in the state at hand.
    fn domain(&self, var: usize) -> u64;
    /// Adds the value of each variable in the solution at hand, by number; `names` has the values by bit.
    fn solution(&self, names: &[i32], values: &mut Vec<i32>);
    fn counts(&self) -> Counts;
    fn boxed(&self) -> Box<dyn Search>;
}

impl Clone for Box<dyn Search> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

#[derive(Clone, Debug)]
struct ByScopes<W> {
    scopes: Scopes,
    /// The domains of the last start.
    root: Vec<W>,
    descent: Descent<W>,
}

impl<W: Word + 'static> Search for ByScopes<W>
where
    Scopes: Inference<W>,
{
    fn start(&mut self, domains: &[u64]) {
        self.root = domains.iter().map(|&set| W::narrow(set)).collect();
        self.restart(&[]);
    }

    fn restart(&mut self, facts: &[(usize, u64)]) {
        self.descent.start(|state| {
            state.extend_from_slice(&self.root);
            for &(var, set) in facts {
                state[var] &= W::narrow(set);
            }
        });
    }

    fn advance(&mut self, nodes: u64) -> Step {
        self.descent.advance(&mut self.scopes, nodes)
    }

    fn domain(&self, var: usize) -> u64 {
        self.descent.state[var].wide()
    }

    fn solution(&self, names: &[i32], values: &mut Vec<i32>) {
        values.extend(self.descent.state.iter().map(|domain| names[domain.wide().trailing_zeros() as usize]));
    }

    fn counts(&self) -> Counts {
        self.descent.counts
    }

    fn boxed(&self) -> Box<dyn Search> {
        Box::new(self.clone())
    }
}
