//! Rules as drawings: which kind is drawn how, and before which others.

use crate::kind::RuleKind as K;
use crate::picture::sketch::Sketch;
use crate::picture::{frames, lines, pairs};
use crate::rule::Rule;

/// What lies on what: later ones cover earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Layer {
    /// Below all else.
    Shade,
    Line,
    Frame,
    /// Above the digits.
    Between,
}

/// The drawing of a rule within the grid. `None` if it has none: then it is told in words.
pub(super) fn draw(sketch: &mut Sketch<'_>, rule: &Rule) -> Option<(Layer, String)> {
    Some(match rule.kind() {
        K::AllDifferent => (Layer::Shade, frames::region(sketch, rule)?),
        K::Odd | K::Even | K::CountingCircles | K::RowIndexer | K::ColumnIndexer | K::BoxIndexer => {
            (Layer::Shade, frames::cells(sketch, rule))
        }
        K::Minimum | K::Maximum => (Layer::Shade, frames::extremes(sketch, rule)),
        K::WeightedSum => (Layer::Frame, frames::weighted(sketch, rule)),
        K::Cage | K::Sum | K::RellikCage | K::EqualityCage | K::Lunchbox | K::SumModulo | K::Counts => {
            (Layer::Frame, frames::cage(sketch, rule))
        }
        K::EqualSums | K::SameValues | K::Clone => (Layer::Frame, frames::groups(sketch, rule)),
        K::CountDistinct | K::CountSame => (Layer::Frame, frames::distinct(sketch, rule)),
        kind if pairs::is_of_pair(kind) => (Layer::Between, pairs::pair(sketch, rule)?),
        K::Quadruple => (Layer::Between, pairs::quadruple(sketch, rule)),
        K::Arrow => (Layer::Line, lines::arrow(sketch, rule)),
        K::Thermometer
        | K::SlowThermometer
        | K::Palindrome
        | K::Renban
        | K::Nabner
        | K::Whisper
        | K::RegionSumLine
        | K::SumLine
        | K::DoubleArrow
        | K::Zipper
        | K::Between
        | K::Lockout
        | K::Entropic
        | K::Modular => (Layer::Line, lines::line(sketch, rule)),
        _ => return None,
    })
}

/// Whether a rule has a label in the corner of a cell.
pub(super) fn has_label(rule: &Rule) -> bool {
    matches!(
        rule.kind(),
        K::Cage
            | K::Sum
            | K::WeightedSum
            | K::RellikCage
            | K::EqualityCage
            | K::Lunchbox
            | K::SumModulo
            | K::Counts
            | K::EqualSums
            | K::SameValues
            | K::Clone
            | K::CountDistinct
            | K::CountSame
            | K::RowIndexer
            | K::ColumnIndexer
            | K::BoxIndexer
    ) && !(rule.kind() == K::Cage && rule.numbers().is_empty())
}
