//! Whether digits keep to rules: which definition belongs to which kind.

use crate::filled::{Filled, are_different};
use crate::kind::RuleKind as K;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::{
    counting, doppelganger, doublers, grid_wide, indexers, lines, outside, pairs, ranks, regions, sums,
};

impl Variant {
    /// Whether digits, by cell, keep to all rules. Where cells count twice in sums, some choice of these has to.
    pub fn keeps_to_rules(&self, digits: &[i32]) -> bool {
        let all_with =
            |doubled: &[usize]| self.rules().iter().all(|rule| self.keeps_to_with(rule, digits, doubled));
        if self.has_doublers() { doublers::is_any(self, digits, &all_with) } else { all_with(&[]) }
    }

    /// Whether digits, by cell, keep to a rule. No cell counts twice in sums.
    pub fn keeps_to(&self, rule: &Rule, digits: &[i32]) -> bool {
        self.keeps_to_with(rule, digits, &[])
    }

    /// Whether digits, by cell, keep to a rule, if these cells count twice in sums.
    pub fn keeps_to_with(&self, rule: &Rule, digits: &[i32], doubled: &[usize]) -> bool {
        let has_digits = |cells: &Vec<usize>| cells.iter().all(|&cell| cell < digits.len());
        let is_whole = digits.len() == self.shape().len() && rule.groups().iter().all(has_digits);
        is_whole && keeps(Filled::new(self, rule, digits, doubled))
    }

    /// Whether some cells count twice in sums.
    pub fn has_doublers(&self) -> bool {
        self.rules().iter().any(|rule| rule.kind() == K::Doublers)
    }
}

fn keeps(filled: Filled<'_>) -> bool {
    let to = &filled;
    match filled.rule.kind() {
        K::AllDifferent => are_different(&filled.line()),
        K::AntiKnight | K::AntiKing => grid_wide::differ_at_steps(to),
        K::NonConsecutive => grid_wide::is_non_consecutive(to),
        K::GlobalEntropy | K::GlobalModular => grid_wide::squares_have_classes(to),
        K::AntiTaxicab => grid_wide::is_anti_taxicab(to),
        K::DutchFlatmates => grid_wide::are_flatmates(to),
        K::Doppelganger => doppelganger::is_kept(to),
        K::UnknownRegions => regions::are_regions(to),
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
        | K::AllPairs => pairs::are_related(to),
        K::Cage => sums::is_cage(to),
        K::Sum => filled.sum() == filled.rule.numbers()[0],
        K::WeightedSum => sums::is_weighted_sum(to),
        K::SumModulo => sums::has_remainder(to),
        K::EqualSums | K::RegionSumLine | K::DoubleArrow | K::Zipper => sums::have_same_sum(to),
        K::RellikCage => sums::is_rellik_cage(to),
        K::EqualityCage => sums::is_equality_cage(to),
        K::Arrow => sums::is_arrow(to),
        K::SumLine => sums::is_sum_line(to),
        K::Minimum | K::Maximum => lines::is_minimum(to),
        K::Thermometer | K::SlowThermometer => lines::increases(to),
        K::Renban => lines::is_renban(to),
        K::Between => lines::is_between(to),
        K::Lockout => lines::is_lockout(to),
        K::Entropic => lines::is_entropic(to),
        K::Modular => lines::is_modular(to),
        K::Odd | K::Even => counting::has_parity(to),
        K::SameValues => counting::have_same_values(to),
        K::Quadruple => counting::is_quadruple(to),
        K::Counts => counting::has_counts(to),
        K::CountDistinct => counting::counts_distinct(to),
        K::CountSame => regions::counts_same(to),
        K::RunLength => regions::has_run_length(to),
        K::CountingCircles => counting::are_counted(to),
        K::Sandwich => outside::is_sandwich(to),
        K::Lunchbox => outside::is_lunchbox(to),
        K::XSum => outside::is_x_sum(to),
        K::Skyscraper => outside::is_skyscraper(to),
        K::HiddenSkyscraper => outside::is_hidden_skyscraper(to),
        K::NumberedRoom => outside::is_numbered_room(to),
        K::FullRank => ranks::has_rank(to),
        K::TiedRank => ranks::has_tied_rank(to),
        K::NoRankTies => ranks::has_no_ties(to),
        K::ValueIndexing => outside::is_value_indexing(to),
        K::RowIndexer | K::ColumnIndexer | K::BoxIndexer => indexers::is_indexer(to),
        K::Automaton => {
            let digits = filled.line().into_iter().filter_map(|digit| i32::try_from(digit).ok());
            filled.rule.word_of().is_some_and(|automaton| automaton.accepts(digits))
        }
        K::AnyOf => filled.rule.parts().iter().any(|part| keeps(filled.of(part))),
        K::AllOf => filled.rule.parts().iter().all(|part| keeps(filled.of(part))),
        // What is doubled was chosen by it.
        K::Doublers => true,
    }
}
