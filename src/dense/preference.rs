//! Which forms a network gets of itself.
//!
//! The rule looks at the network only, never at the machine: the two forms of a method search alike, so that the order of
//! solutions is the same everywhere.

use crate::dense::engine::Form;
use crate::dense::network::Network;

/// By its size, a network has so many scopes that planes look at them fast: rows, columns and regions are three.
const SCOPES_A_VALUE: usize = 6;

/// The sizes of lattices of boxes up to 4×4.
const BOXED: [usize; 6] = [4, 6, 8, 9, 12, 16];

/// Those of larger boxes that pieces are made for, where nothing lies beside.
const TALL: [usize; 3] = [10, 14, 15];

/// The most values of a network that a wide form is for; with up to sixteen there are pieces.
const WIDEST: usize = 49;

/// By pieces, with up to so many values, nothing is gained by giving up: of grids that take long the general engine takes twenty
/// times as long. No 9×9 Sudoku of the hardest sets takes a thousand nodes, but those that have pencil marks and no givens may take
/// millions.
const SMALL: usize = 9;

impl Form {
    /// The forms that are likely to pay on the network and the machine, the best first; some may not fit the network.
    ///
    /// A Latin square has a form of its own. Planes are for squares with rows and columns that need every value, and few scopes more. They fit other networks
    /// as well, but infer little there, and the larger ones take them long.
    pub(crate) fn that_pay(network: &Network) -> Vec<Form> {
        let size = network.values().len();
        if size < 3 || network.domains().len() != size * size {
            return Vec::new();
        }
        let (mut count, mut full) = (0, 0);
        for scope in network.distinct() {
            count += 1;
            full += usize::from(scope.len() == size);
        }
        let is_alone = full == 3 * size && count == full;
        let is_few = count <= SCOPES_A_VALUE * size;
        let pays = |form: &Form| match form.method() {
            Method::Scopes => false,
            Method::Squares => full == 2 * size && is_few,
            Method::Planes => full >= 2 * size && is_few,
            // To look for a lattice takes as long as to solve an easy puzzle.
            Method::Pieces => full >= 3 * size && BOXED.contains(&size) || is_alone && TALL.contains(&size),
            Method::Wide => is_alone && is_widely_boxed(size),
        };
        Form::ALL.into_iter().rev().filter(pays).filter(|form| form.is_best_here()).collect()
    }

    /// Whether no form of the same method is faster on this machine, and this one runs.
    fn is_best_here(self) -> bool {
        match self {
            Form::Avx512 => has_avx512(),
            Form::Avx2 => has_avx2() && !has_avx512(),
            Form::WideAvx2 | Form::SquaresAvx2 | Form::PlanesAvx2 => has_avx2(),
            Form::Neon | Form::PlanesNeon => HAS_NEON,
            Form::Wide | Form::Squares => !has_avx2(),
            Form::Portable | Form::Planes => !has_avx2() && !HAS_NEON,
            Form::Scopes => true,
        }
    }

    /// Whether a search in this form should go on however long it takes, with so many values. Wide forms start over by
    /// themselves, and so do pieces, which look ahead then; with many values the general engine is faster than that.
    pub(crate) fn never_gives_up(self, values: usize) -> bool {
        match self.method() {
            Method::Pieces => values <= SMALL,
            Method::Wide => true,
            Method::Scopes | Method::Squares | Method::Planes => false,
        }
    }

    fn method(self) -> Method {
        match self {
            Form::Scopes => Method::Scopes,
            Form::Planes | Form::PlanesAvx2 | Form::PlanesNeon => Method::Planes,
            Form::Squares | Form::SquaresAvx2 => Method::Squares,
            Form::Wide | Form::WideAvx2 => Method::Wide,
            Form::Portable | Form::Neon | Form::Avx2 | Form::Avx512 => Method::Pieces,
        }
    }
}

/// How a form searches: those of the same method go the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    Scopes,
    Planes,
    Squares,
    Wide,
    Pieces,
}

/// Whether there are boxes of so many cells with sides up to eight, for which there is no narrower form.
fn is_widely_boxed(size: usize) -> bool {
    let is_side = |side: usize| (2..=8).contains(&side);
    let has_boxes = (2..=8).any(|side| size.is_multiple_of(side) && is_side(size / side));
    (17..=WIDEST).contains(&size) && has_boxes
}

/// All machines of 64-bit ARM have it.
const HAS_NEON: bool = cfg!(target_arch = "aarch64");

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    crate::dense::registers::avx2::is_there()
}

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    crate::dense::registers::avx512::is_there()
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}
