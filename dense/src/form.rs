//! Forms of a search (method and lanes), and the default form of a network.
//!
//! The rule looks at the network only, never at the machine: all forms of a method search in the same order, so that
//! the order of solutions is the same everywhere.

use std::fmt;

use crate::network::Network;

/// A method: how a form infers and branches. All methods have the same solutions, each in an order of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Rows, columns and regions, of up to 16 values in up to 16 rows: for each value, a plane with its possible
    /// places.
    Planes,
    /// Latin squares of up to 16 rows: triples of a row, a column and a value.
    Latin,
    /// Box grids of any size up to 49×49 without extra scopes: intersections of scopes in groups of eight, of any
    /// shape.
    Wide,
    /// Box grids of up to 16×16 with boxes up to 4×4: all intersections of scopes at once.
    Intersections,
}

/// The registers that a form computes with. All forms of a method search the same nodes, with the same order of
/// solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Lanes {
    /// Words of 64 bits, on every machine.
    Words,
    /// Registers of 64-bit ARM.
    Neon,
    /// Registers of 256 bits, of x86-64 with AVX2.
    Avx2,
    /// Registers of 512 bits, of x86-64 with AVX-512 as it came with Ice Lake and Zen 4 (BW and BITALG).
    Avx512,
}

/// A form of a search: a method, and the lanes that it computes with.
///
/// ```
/// use residua_dense::Form;
///
/// let names: Vec<String> = Form::ALL.iter().map(Form::to_string).collect();
/// assert!(names.contains(&"intersections-avx2".to_owned()) && names.contains(&"latin-words".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Form {
    /// The method.
    pub method: Method,
    /// The lanes that it computes with.
    pub lanes: Lanes,
}

/// The box grids with a kernel of their own, by number of values.
const BOXED: [usize; 6] = [4, 6, 8, 9, 12, 16];

/// Wide grids with up to 16 values are those with boxes for which there is no kernel: 2×5 and others.
const WIDE: std::ops::RangeInclusive<usize> = 10..=49;

/// Relative to its size, a network has few enough scopes for planes to be fast: rows, columns and regions are three.
const SCOPES_A_VALUE: usize = 6;

/// Searches with this number of values look ahead when they become large. No 9×9 Sudoku of the hardest sets takes a
/// thousand nodes, but those that have pencil marks and no givens may take millions.
const LOOKS_AHEAD: usize = 9;

impl Form {
    /// All forms, on any machine, the slowest first where several fit a network.
    pub const ALL: [Form; 11] = [
        Form { method: Method::Planes, lanes: Lanes::Words },
        Form { method: Method::Planes, lanes: Lanes::Neon },
        Form { method: Method::Planes, lanes: Lanes::Avx2 },
        Form { method: Method::Latin, lanes: Lanes::Words },
        Form { method: Method::Latin, lanes: Lanes::Avx2 },
        Form { method: Method::Wide, lanes: Lanes::Words },
        Form { method: Method::Wide, lanes: Lanes::Avx2 },
        Form { method: Method::Intersections, lanes: Lanes::Words },
        Form { method: Method::Intersections, lanes: Lanes::Neon },
        Form { method: Method::Intersections, lanes: Lanes::Avx2 },
        Form { method: Method::Intersections, lanes: Lanes::Avx512 },
    ];

    /// The forms that are expected to pay off on the network and this machine, one per method, the best first; some
    /// may not fit the network. None for a network that is not a square with as many rows and columns as it has
    /// values.
    pub fn that_pay(network: &Network) -> Vec<Form> {
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
        let pays = |method: &Method| match method {
            // Looking for a box grid takes as long as solving an easy puzzle.
            Method::Intersections => full >= 3 * size && BOXED.contains(&size),
            Method::Wide => is_alone && WIDE.contains(&size),
            Method::Latin => full == 2 * size && is_few,
            // They fit other networks as well, but infer little there, and are slow on larger ones.
            Method::Planes => full >= 2 * size && is_few,
        };
        let methods = [Method::Intersections, Method::Wide, Method::Latin, Method::Planes];
        methods.into_iter().filter(pays).map(Form::fastest).collect()
    }

    /// The fastest form of a method on this machine.
    fn fastest(method: Method) -> Form {
        let serves = |form: &&Form| form.method == method && form.lanes.are_available();
        let last = Form::ALL.iter().rfind(serves);
        *last.expect("invariant: each method has a form in words")
    }

    /// Whether a search in this form, with this number of values, should continue however long it takes: it restarts
    /// by itself, or looks ahead. Others may get stuck in a part without solutions.
    pub fn is_complete_alone(self, values: usize) -> bool {
        match self.method {
            Method::Intersections => values == LOOKS_AHEAD,
            Method::Wide => true,
            Method::Latin | Method::Planes => false,
        }
    }
}

impl Lanes {
    /// Whether this machine has them.
    pub fn are_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        use crate::lanes::{machine::Machine, registers::avx2::Avx2, registers::avx512::Flat};
        match self {
            Lanes::Words => true,
            Lanes::Neon => cfg!(target_arch = "aarch64"),
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => Avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512 => Flat::is_available(),
            #[cfg(not(target_arch = "x86_64"))]
            Lanes::Avx2 | Lanes::Avx512 => false,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = match self.method {
            Method::Planes => "planes",
            Method::Latin => "latin",
            Method::Wide => "wide",
            Method::Intersections => "intersections",
        };
        let lanes = match self.lanes {
            Lanes::Words => "words",
            Lanes::Neon => "neon",
            Lanes::Avx2 => "avx2",
            Lanes::Avx512 => "avx512",
        };
        write!(f, "{method}-{lanes}")
    }
}
