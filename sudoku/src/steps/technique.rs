//! Techniques, under the names that players use.

use std::fmt;
use std::str::FromStr;

/// A technique.
///
/// ```
/// use residua_sudoku::steps::Technique;
///
/// assert_eq!("x-wing".parse(), Ok(Technique::Fish(2)));
/// assert_eq!("Naked Pair".parse(), Ok(Technique::NakedSet(2)));
/// assert!(Technique::all().all(|technique| technique.to_string().parse() == Ok(technique)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// The last cell of a house.
    FullHouse,
    /// The only place of a value in a house.
    HiddenSingle,
    /// A constraint beyond cells that differ, such as a sum.
    Constraint,
    /// The only value of a cell.
    NakedSingle,
    /// Locked candidates from a box.
    Pointing,
    /// Locked candidates from another house.
    Claiming,
    /// That many cells with as many values.
    NakedSet(u8),
    /// That many values with as many places in a house.
    HiddenSet(u8),
    /// That many houses with as many lines for a value.
    Fish(u8),
    /// Two strong links in parallel lines.
    Skyscraper,
    /// Two strong links in a row and a column.
    TwoStringKite,
    /// Two strong links, one in a box.
    TurbotFish,
    /// Two strong links between groups of places.
    GroupedTurbotFish,
    /// Three cells of two values.
    XyWing,
    /// Three cells, one of three values.
    XyzWing,
    /// Four cells with four values.
    WxyzWing,
    /// Five cells with five values.
    VwxyzWing,
    /// That many strong links of one value.
    StrongLinks(u8),
    /// A rectangle or loop of cells with the same two values; presupposes one solution.
    UniqueLoop(u8),
    /// All cells but some have two values, and each of these is twice in a house; presupposes one solution.
    Bug,
    /// A chain of one value that closes.
    XCycle,
    /// A chain of several values that closes.
    ContinuousLoop,
    /// A chain of one value.
    XChain,
    /// A chain through cells of two values.
    XyChain,
    /// A chain through places and cells.
    AlternatingChain,
    /// A contradiction on one value.
    Nishio,
    /// All values of a cell imply the same.
    CellForcingChains,
    /// All places of a value in a house imply the same.
    HouseForcingChains,
    /// A value and its absence imply the same, several premises for each statement.
    DynamicDoubleForcingChains,
    /// A value implies a contradiction, several premises for each statement.
    DynamicContradiction,
    /// All values of a cell imply the same, several premises for each statement.
    DynamicCellForcingChains,
    /// All places of a value in a house imply the same, several premises for each statement.
    DynamicHouseForcingChains,
    /// Such a contradiction, or such cases, with chains inside that chains are part of, that deep.
    Nested(u8),
}

impl Technique {
    /// All techniques, from easy ones to hard ones, those with a number in each size that is looked for.
    pub fn all() -> impl Iterator<Item = Technique> {
        use Technique as T;
        let sets = (2..=6).flat_map(|k| [T::NakedSet(k), T::Fish(k), T::HiddenSet(k)]);
        [T::FullHouse, T::HiddenSingle, T::Constraint, T::NakedSingle, T::Pointing, T::Claiming]
            .into_iter()
            .chain(sets)
            .chain([T::Skyscraper, T::TwoStringKite, T::TurbotFish, T::GroupedTurbotFish])
            .chain([T::XyWing, T::XyzWing, T::WxyzWing, T::VwxyzWing])
            .chain((3..=6).map(T::StrongLinks))
            .chain([4, 6, 8, 10].map(T::UniqueLoop))
            .chain([T::Bug, T::XCycle, T::ContinuousLoop, T::XChain, T::XyChain, T::AlternatingChain])
            .chain([T::Nishio, T::CellForcingChains, T::HouseForcingChains])
            .chain([T::DynamicDoubleForcingChains, T::DynamicContradiction])
            .chain([T::DynamicCellForcingChains, T::DynamicHouseForcingChains])
            .chain((1..=6).map(T::Nested))
    }

    /// Whether it presupposes that the puzzle has one solution.
    pub fn assumes_unique(self) -> bool {
        matches!(self, Technique::UniqueLoop(_) | Technique::Bug)
    }
}

fn of_size(size: u8) -> &'static str {
    match size {
        2 => "pair",
        3 => "triple",
        4 => "quad",
        5 => "quint",
        6 => "sextet",
        7 => "septet",
        _ => "octet",
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Technique::FullHouse => "full house",
            Technique::HiddenSingle => "hidden single",
            Technique::Constraint => "constraint",
            Technique::NakedSingle => "naked single",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::NakedSet(k) => return write!(f, "naked {}", of_size(*k)),
            Technique::HiddenSet(k) => return write!(f, "hidden {}", of_size(*k)),
            Technique::Fish(2) => "X-wing",
            Technique::Fish(3) => "swordfish",
            Technique::Fish(4) => "jellyfish",
            Technique::Fish(k) => return write!(f, "fish of {k}"),
            Technique::Skyscraper => "skyscraper",
            Technique::TwoStringKite => "two-string kite",
            Technique::TurbotFish => "turbot fish",
            Technique::GroupedTurbotFish => "grouped turbot fish",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::WxyzWing => "WXYZ-wing",
            Technique::VwxyzWing => "VWXYZ-wing",
            Technique::StrongLinks(k) => return write!(f, "{k} strong links"),
            Technique::UniqueLoop(4) => "unique rectangle",
            Technique::UniqueLoop(k) => return write!(f, "unique loop of {k}"),
            Technique::Bug => "bivalue universal grave",
            Technique::XCycle => "X-cycle",
            Technique::ContinuousLoop => "continuous loop",
            Technique::XChain => "X-chain",
            Technique::XyChain => "XY-chain",
            Technique::AlternatingChain => "alternating inference chain",
            Technique::Nishio => "Nishio",
            Technique::CellForcingChains => "cell forcing chains",
            Technique::HouseForcingChains => "house forcing chains",
            Technique::DynamicDoubleForcingChains => "dynamic double forcing chains",
            Technique::DynamicContradiction => "dynamic contradiction chains",
            Technique::DynamicCellForcingChains => "dynamic cell forcing chains",
            Technique::DynamicHouseForcingChains => "dynamic house forcing chains",
            Technique::Nested(depth) => return write!(f, "nested forcing chains, depth {depth}"),
        })
    }
}

/// The letters and digits of a name, small.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl FromStr for Technique {
    type Err = String;

    /// Reads a name, in capitals or not, with blanks or hyphens between its words or not: `X-wing`, `xwing`, `two-string-kite`.
    fn from_str(text: &str) -> Result<Technique, String> {
        let wanted = letters(text);
        Technique::all().find(|technique| letters(&technique.to_string()) == wanted).ok_or_else(|| {
            let names: Vec<String> = Technique::all().map(|technique| technique.to_string()).collect();
            format!("expected a technique, found \"{text}\"; techniques are {}", names.join("; "))
        })
    }
}
