//! Classes of constraints, and the kinds of rules that they are.

use crate::kind::RuleKind;

/// What the arguments of a class are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// None: a rule of the whole grid.
    Whole,
    /// Cells.
    Cells,
    /// A number and cells.
    Numbered,
    /// A row or column, and a clue at each of its ends.
    Ends,
}

/// Classes that are a kind of rule as they stand.
const CLASSES: &[(&str, RuleKind, Form)] = &[
    ("AntiKnight", RuleKind::AntiKnight, Form::Whole),
    ("AntiKing", RuleKind::AntiKing, Form::Whole),
    ("AntiConsecutive", RuleKind::NonConsecutive, Form::Whole),
    ("AntiTaxicab", RuleKind::AntiTaxicab, Form::Whole),
    ("GlobalEntropy", RuleKind::GlobalEntropy, Form::Whole),
    ("GlobalMod", RuleKind::GlobalModular, Form::Whole),
    ("DutchFlatmates", RuleKind::DutchFlatmates, Form::Whole),
    ("Doppelganger", RuleKind::Doppelganger, Form::Whole),
    ("AllDifferent", RuleKind::AllDifferent, Form::Cells),
    ("Thermo", RuleKind::Thermometer, Form::Cells),
    ("Renban", RuleKind::Renban, Form::Cells),
    ("Entropic", RuleKind::Entropic, Form::Cells),
    ("RegionSumLine", RuleKind::RegionSumLine, Form::Cells),
    ("Between", RuleKind::Between, Form::Cells),
    ("Palindrome", RuleKind::Palindrome, Form::Cells),
    ("Zipper", RuleKind::Zipper, Form::Cells),
    ("DoubleArrow", RuleKind::DoubleArrow, Form::Cells),
    ("EqualityCage", RuleKind::EqualityCage, Form::Cells),
    ("ValueIndexing", RuleKind::ValueIndexing, Form::Cells),
    ("CountingCircles", RuleKind::CountingCircles, Form::Cells),
    ("Lockout", RuleKind::Lockout, Form::Numbered),
    ("Modular", RuleKind::Modular, Form::Numbered),
    ("SumLine", RuleKind::SumLine, Form::Numbered),
    ("RellikCage", RuleKind::RellikCage, Form::Numbered),
    ("Lunchbox", RuleKind::Lunchbox, Form::Numbered),
    ("XSum", RuleKind::XSum, Form::Ends),
    ("Skyscraper", RuleKind::Skyscraper, Form::Ends),
    ("HiddenSkyscraper", RuleKind::HiddenSkyscraper, Form::Ends),
    ("NumberedRoom", RuleKind::NumberedRoom, Form::Ends),
    ("FullRank", RuleKind::FullRank, Form::Ends),
];

/// The kind and the form of a class.
pub(super) fn of_class(class: &str) -> Option<(RuleKind, Form)> {
    CLASSES.iter().find(|(name, ..)| *name == class).map(|(_, kind, form)| (*kind, *form))
}

/// The class and the form of a kind.
pub(super) fn of_kind(kind: RuleKind) -> Option<(&'static str, Form)> {
    CLASSES.iter().find(|(_, of, _)| *of == kind).map(|(class, _, form)| (*class, *form))
}

/// Classes that are read before the rules, or say nothing of solutions.
pub(super) const STRUCTURE: &[&str] = &[
    "Shape",
    "NoBoxes",
    "RegionSize",
    "Jigsaw",
    "SearchPriority",
    "RegionSameValues",
    "FullRankTies",
    "Var",
];

/// Marks between neighbours among some cells: class, kind, number.
pub(super) const MARKS: &[(&str, RuleKind, Option<i64>)] = &[
    ("WhiteDot", RuleKind::Difference, None),
    ("BlackDot", RuleKind::Ratio, None),
    ("GreaterThan", RuleKind::Greater, None),
    ("X", RuleKind::PairSum, Some(10)),
    ("V", RuleKind::PairSum, Some(5)),
];
