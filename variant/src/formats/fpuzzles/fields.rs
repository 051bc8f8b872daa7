//! Fields of f-puzzles and the kinds of rules that they are; in this order rules are read and written.

use crate::kind::RuleKind;

/// Lines: `{"lines": [[cells]], "value": "5"}`.
pub(super) const LINES: &[(&str, RuleKind)] = &[
    ("thermometer", RuleKind::Thermometer),
    ("slowthermometer", RuleKind::SlowThermometer),
    ("palindrome", RuleKind::Palindrome),
    ("renban", RuleKind::Renban),
    ("whispers", RuleKind::Whisper),
    ("germanwhispers", RuleKind::Whisper),
    ("dutchwhispers", RuleKind::Whisper),
    ("regionsumline", RuleKind::RegionSumLine),
    ("betweenline", RuleKind::Between),
    ("lockout", RuleKind::Lockout),
    ("entropicline", RuleKind::Entropic),
    ("modularline", RuleKind::Modular),
    ("nabner", RuleKind::Nabner),
    ("doublearrow", RuleKind::DoubleArrow),
    ("zipperline", RuleKind::Zipper),
];

/// Cells that are a rule each: `{"cell": "R1C1"}`.
pub(super) const SINGLE: &[(&str, RuleKind)] = &[("odd", RuleKind::Odd), ("even", RuleKind::Even)];

/// Cells that are a rule together: `{"cell": "R1C1"}`.
pub(super) const JOINT: &[(&str, RuleKind)] =
    &[("minimum", RuleKind::Minimum), ("maximum", RuleKind::Maximum)];

/// Sets of cells: `{"cells": ["R1C1"]}`.
pub(super) const SETS: &[(&str, RuleKind)] = &[
    ("extraregion", RuleKind::AllDifferent),
    ("rowindexer", RuleKind::RowIndexer),
    ("columnindexer", RuleKind::ColumnIndexer),
    ("boxindexer", RuleKind::BoxIndexer),
];

/// Dots between two cells: `{"cells": ["R1C1", "R1C2"], "value": "2"}`.
pub(super) const DOTS: &[(&str, RuleKind)] =
    &[("difference", RuleKind::Difference), ("ratio", RuleKind::Ratio)];

/// Clues beside the grid: `{"cell": "R0C4", "value": "12"}`.
pub(super) const OUTSIDE: &[(&str, RuleKind)] =
    &[("sandwichsum", RuleKind::Sandwich), ("xsum", RuleKind::XSum), ("skyscraper", RuleKind::Skyscraper)];

/// Rules of the whole grid that are true or false.
pub(super) const FLAGS: &[(&str, RuleKind)] =
    &[("antiknight", RuleKind::AntiKnight), ("antiking", RuleKind::AntiKing)];

/// All other fields that are rules, or the puzzle itself.
pub(super) const OTHERS: &[&str] = &[
    "size",
    "title",
    "author",
    "ruleset",
    "grid",
    "solution",
    "diagonal+",
    "diagonal-",
    "disjointgroups",
    "nonconsecutive",
    "negative",
    "killercage",
    "cage",
    "line",
    "text",
    "circle",
    "arrow",
    "littlekillersum",
    "xv",
    "clone",
    "quadruple",
];

/// Fields that are no rules.
pub(super) const COSMETIC: &[&str] = &[
    "rectangle",
    "fogofwar",
    "foglight",
    "triggereffect",
    "disabledlogic",
    "truecandidatesoptions",
    "metadata",
    "msgcorrect",
    "successMessage",
];

/// Whether there is such a field.
pub(super) fn is_known(name: &str) -> bool {
    [LINES, SINGLE, JOINT, SETS, DOTS, OUTSIDE, FLAGS].concat().iter().any(|(field, _)| *field == name)
        || OTHERS.contains(&name)
        || COSMETIC.contains(&name)
}

/// The field that a drawing with this `fromConstraint` stands for.
pub(super) fn drawn(name: &str) -> Option<&'static str> {
    Some(match name {
        "Renban" => "renban",
        "Whispers" | "German Whispers" => "germanwhispers",
        "Dutch Whispers" => "dutchwhispers",
        "Entropic" | "Entropic Line" => "entropicline",
        "Modular Line" => "modularline",
        "Region Sum Line" => "regionsumline",
        "Nabner" => "nabner",
        "Double Arrow" => "doublearrow",
        "Zipper Line" => "zipperline",
        "Slow Thermometer" => "slowthermometer",
        "Row Indexer" => "rowindexer",
        "Column Indexer" => "columnindexer",
        "Box Indexer" => "boxindexer",
        "X Sum" => "xsum",
        "Skyscraper" => "skyscraper",
        _ => return None,
    })
}

/// The difference of neighbours on a whisper without a value.
pub(super) fn usual_difference(field: &str, size: usize) -> i64 {
    let german = size.div_ceil(2) as i64;
    if field == "dutchwhispers" { german - 1 } else { german }
}
