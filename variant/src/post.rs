//! Rules as constraints: which belong to which kind.

use std::sync::Arc;

use residua::constraints::{Automaton, Constraint, all_different, all_of, any_of, regular};

use crate::kind::RuleKind as K;
use crate::stated::{Part, Stated, whole};
use crate::{
    counting, doppelganger, doublers, grid_wide, indexers, lines, outside, pairs, ranks, regions, sums,
};

/// The constraints that a rule is stated as.
pub(super) fn parts(stated: Stated<'_>) -> Vec<Part> {
    let of = &stated;
    match stated.rule.kind() {
        K::AllDifferent => whole(all_different(stated.line())),
        K::AntiKnight | K::AntiKing => grid_wide::different_at_steps(of),
        K::NonConsecutive => grid_wide::non_consecutive(of),
        K::GlobalEntropy | K::GlobalModular => grid_wide::classes_in_squares(of),
        K::AntiTaxicab => grid_wide::anti_taxicab(of),
        K::DutchFlatmates => grid_wide::flatmates(of),
        K::Doppelganger => doppelganger::constraints(of),
        K::UnknownRegions => regions::regions(of),
        K::Difference
        | K::Ratio
        | K::PairSum
        | K::Greater
        | K::NoDifference
        | K::NoRatio
        | K::NoPairSum
        | K::Palindrome
        | K::Clone
        | K::Nabner
        | K::Whisper
        | K::Pairs
        | K::AllPairs => pairs::related(of),
        K::Cage => sums::cage(of),
        K::Sum => sums::sum(of),
        K::WeightedSum => sums::weighted_sum(of),
        K::SumModulo => sums::remainder(of),
        K::EqualSums | K::RegionSumLine | K::DoubleArrow | K::Zipper => sums::same_sum(of),
        K::RellikCage => sums::rellik_cage(of),
        K::EqualityCage => sums::equality_cage(of),
        K::Arrow => sums::arrow(of),
        K::SumLine => sums::sum_line(of),
        K::Minimum | K::Maximum => lines::minimum(of),
        K::Thermometer | K::SlowThermometer => lines::thermometer(of),
        K::Renban => lines::renban(of),
        K::Between => lines::between(of),
        K::Lockout => lines::lockout(of),
        K::Entropic => lines::entropic(of),
        K::Modular => lines::modular(of),
        K::Odd | K::Even => counting::parity(of),
        K::SameValues => counting::same_digits(of),
        K::Quadruple => counting::quadruple(of),
        K::Counts => counting::counts(of),
        K::CountDistinct => counting::distinct_count(of),
        K::CountSame => regions::same_count(of),
        K::RunLength => regions::run_length(of),
        K::CountingCircles => counting::counted(of),
        K::Sandwich => outside::sandwich(of),
        K::Lunchbox => outside::lunchbox(of),
        K::XSum => outside::x_sum(of),
        K::Skyscraper => outside::skyscraper(of),
        K::HiddenSkyscraper => outside::hidden_skyscraper(of),
        K::NumberedRoom => outside::numbered_room(of),
        K::FullRank => ranks::rank(of),
        K::TiedRank => ranks::tied_rank(of),
        K::NoRankTies => ranks::no_ties(of),
        K::ValueIndexing => outside::value_indexing(of),
        K::RowIndexer | K::ColumnIndexer | K::BoxIndexer => indexers::indexer(of),
        K::Automaton => {
            let nothing = || Arc::new(Automaton::new(1, 0, [], []));
            whole(regular(stated.line(), stated.rule.word_of().map_or_else(nothing, Arc::clone)))
        }
        K::AnyOf => whole(any_of(stated.rule.parts().iter().map(|part| together(stated.of(part))))),
        K::AllOf => stated.rule.parts().iter().flat_map(|part| whole(together(stated.of(part)))).collect(),
        K::Doublers => doublers::constraints(of),
    }
}

/// The constraints of a rule as one.
fn together(stated: Stated<'_>) -> Arc<dyn Constraint> {
    let mut constraints: Vec<Arc<dyn Constraint>> =
        parts(stated).into_iter().map(|part| part.constraint).collect();
    match constraints.pop() {
        Some(only) if constraints.is_empty() => only,
        last => all_of(constraints.into_iter().chain(last)).into_shared(),
    }
}
