//! Random rules of every kind, against brute force by their definitions.

use std::collections::{BTreeMap, BTreeSet};

use residua::constraints::Automaton;
use residua::search::Random;
use residua_variant::{Amount, KINDS, KindFacts, Rule, RuleKind as K, Shape, Variant};

use crate::catalogue::times_depth;
use crate::variants::boards::{Board, Boards};

/// How many groups, or numbers.
fn amount(amount: Amount, random: &mut Random) -> usize {
    match amount {
        Amount::Exactly(count) => count,
        Amount::AtLeast(count) => count + random.below(2),
        Amount::Optional => random.below(2),
    }
}

/// Some cells: mostly different ones, sometimes a row or a column.
fn group(least: usize, shape: &Shape, random: &mut Random) -> Vec<usize> {
    let mut cells: Vec<usize> = shape.cells().collect();
    if random.below(3) == 0 {
        let line = match random.below(2) {
            0 => shape.row(random.below(shape.rows())),
            _ => shape.column(random.below(shape.columns())),
        };
        if line.len() >= least.max(1) {
            return line;
        }
    }
    if random.below(6) == 0 {
        return (0..least.max(1) + random.below(2)).map(|_| cells[random.below(cells.len())]).collect();
    }
    random.shuffle(&mut cells);
    cells.truncate(least.max(1) + random.below(4));
    cells
}

/// Different cells in place of these, as many as a rule needs at least.
fn different(cells: &mut Vec<usize>, least: usize, shape: &Shape) {
    let mut seen = BTreeSet::new();
    cells.retain(|&cell| seen.insert(cell));
    cells.extend(shape.cells().filter(|cell| !seen.contains(cell)).take(least.saturating_sub(seen.len())));
}

/// The sum of some cells of some filling, so that it is often right, by luck a little more or less.
fn sum(cells: &[usize], board: &Board, random: &mut Random) -> i64 {
    let filling = &board.fillings[random.below(board.fillings.len())];
    let sum: i64 = cells.iter().map(|&cell| i64::from(filling[cell])).sum();
    sum + if random.below(4) == 0 { random.below(3) as i64 - 1 } else { 0 }
}

/// Numbers that fit a kind.
fn numbers(facts: &KindFacts, groups: &[Vec<usize>], board: &Board, random: &mut Random) -> Vec<i64> {
    let shape = board.puzzle.shape();
    let digit =
        |random: &mut Random| i64::from(shape.digits().start() + random.below(shape.digit_count()) as i32);
    match facts.kind {
        K::Cage if random.below(3) == 0 => Vec::new(),
        K::Cage | K::Sum => vec![sum(&groups[0], board, random)],
        K::WeightedSum => {
            let factors: Vec<i64> = groups[0].iter().map(|_| random.below(7) as i64 - 3).collect();
            let filling = &board.fillings[random.below(board.fillings.len())];
            let weighted = groups[0].iter().zip(&factors);
            let sum = weighted.map(|(&cell, factor)| factor * i64::from(filling[cell])).sum();
            [vec![sum], factors].concat()
        }
        K::SumModulo => {
            let divisor = 1 + random.below(4) as i64;
            vec![random.below(divisor as usize) as i64, divisor]
        }
        K::Sandwich | K::XSum | K::Lunchbox | K::RellikCage | K::SumLine => {
            let cells = &groups[0][..random.below(groups[0].len() + 1)];
            vec![sum(cells, board, random)]
        }
        K::PairSum => vec![digit(random) + digit(random)],
        K::NoPairSum => vec![digit(random) + digit(random), digit(random)],
        K::Pairs | K::AllPairs => (0..2 * (4 + random.below(8))).map(|_| digit(random)).collect(),
        K::Counts => vec![digit(random), random.below(3) as i64],
        K::CountSame | K::RunLength => (0..random.below(2)).map(|_| random.below(3) as i64 - 1).collect(),
        K::UnknownRegions => vec![1 + random.below(3) as i64],
        K::FullRank | K::TiedRank => vec![1 + random.below(8) as i64],
        K::Modular => (0..random.below(2)).map(|_| 1 + random.below(5) as i64).collect(),
        _ => (0..amount(facts.numbers, random)).map(|_| digit(random).abs()).collect(),
    }
}

/// Words of an automaton of three states.
fn automaton(shape: &Shape, random: &mut Random) -> Automaton {
    let moves: Vec<(usize, i32, usize)> = (0..12)
        .map(|_| {
            let digit = shape.digits().start() + random.below(shape.digit_count()) as i32;
            (random.below(3), digit, random.below(3))
        })
        .collect();
    Automaton::new(3, 0, moves, [random.below(3), 2])
}

/// A rule of a kind.
fn rule(facts: &KindFacts, board: &Board, random: &mut Random) -> Rule {
    let shape = board.puzzle.shape();
    match facts.kind {
        K::AnyOf | K::AllOf => {
            let simple: Vec<&KindFacts> = KINDS
                .iter()
                .filter(|facts| !matches!(facts.kind, K::AnyOf | K::AllOf | K::Doublers))
                .collect();
            let part = |random: &mut Random| rule(simple[random.below(simple.len())], board, random);
            Rule::of_parts(facts.kind, (0..random.below(4)).map(|_| part(random)).collect())
        }
        K::Automaton => {
            let cells = group(1, shape, random);
            Rule::automaton(cells, automaton(shape, random))
        }
        _ => {
            let count = amount(facts.groups, random);
            let mut groups: Vec<Vec<usize>> = (0..count).map(|_| group(facts.cells, shape, random)).collect();
            match facts.kind {
                K::AllDifferent | K::Cage | K::RellikCage | K::EqualityCage | K::Lunchbox => {
                    for group in &mut groups {
                        different(group, facts.cells, shape);
                    }
                }
                K::CountDistinct | K::CountSame => groups[0].truncate(1),
                K::RunLength => {
                    groups[0].truncate(1);
                    let first = groups[1][0];
                    groups[1..].iter_mut().for_each(|group| group[0] = first);
                }
                K::Clone | K::UnknownRegions => {
                    let length = groups[0].len().min(groups[1].len());
                    for group in &mut groups {
                        group.truncate(length);
                    }
                }
                K::Arrow => groups[0].truncate(1 + random.below(2)),
                // A line of one cell, or of one that shares a row and a column with all others, is of little use.
                K::SameValues if random.below(4) > 0 => {
                    let length = groups.iter().map(Vec::len).min().unwrap_or(1);
                    for group in &mut groups {
                        group.truncate(length);
                    }
                }
                _ => {}
            }
            let numbers = numbers(facts, &groups, board, random);
            Rule::new(facts.kind, groups, numbers).expect("a rule of its kind")
        }
    }
}

/// The cells of all solutions that the solver finds.
fn found(puzzle: &Variant) -> BTreeSet<Vec<i32>> {
    let model = puzzle.model().expect("small numbers");
    let cells: Vec<usize> = puzzle.shape().cells().collect();
    let values = |solution: residua::model::Solution| solution.values()[..cells.len()].to_vec();
    model.solutions().map(values).collect()
}

/// Those fillings that are solutions by the definitions.
fn expected(puzzle: &Variant, fillings: &[Vec<i32>]) -> BTreeSet<Vec<i32>> {
    let cells: Vec<usize> = puzzle.shape().cells().collect();
    let present = |filling: &Vec<i32>| cells.iter().map(|&cell| filling[cell]).collect();
    fillings.iter().filter(|filling| puzzle.is_solution(filling)).map(present).collect()
}

/// For each kind: the cases, those with a solution, and those in which the rules exclude a filling.
type Tally = BTreeMap<&'static str, [usize; 3]>;

fn compare(facts: &KindFacts, board: &Board, rules: Vec<Rule>, tally: &mut Tally) {
    let mut puzzle = board.puzzle.clone();
    for rule in rules {
        puzzle.add(rule).expect("cells of the puzzle");
    }
    let expected = expected(&puzzle, &board.fillings);
    let described: Vec<String> = puzzle.rules().iter().map(|rule| rule.describe(puzzle.shape())).collect();
    assert_eq!(found(&puzzle), expected, "{:?}\n{}", puzzle.shape(), described.join("\n"));
    let alone = self::expected(&board.puzzle, &board.fillings).len();
    let counts = tally.entry(facts.id).or_default();
    counts[0] += 1;
    counts[1] += usize::from(!expected.is_empty());
    counts[2] += usize::from(expected.len() < alone);
}

/// Each kind, alone on boards of each form.
#[test]
fn every_kind_has_the_solutions_of_its_definition() {
    let (boards, mut random, mut tally) = (Boards::new(), Random::new(48), Tally::new());
    for facts in KINDS {
        for _ in 0..times_depth(24).max(1) {
            let board = match facts.kind {
                K::Doublers => boards.with_houses(&mut random),
                K::Doppelganger => Boards::with_lacking(),
                _ => boards.any(&mut random),
            };
            let mut rules = vec![rule(facts, &board, &mut random)];
            if facts.kind == K::Doublers {
                let sums = KINDS.iter().filter(|facts| is_of_sums(facts.kind)).collect::<Vec<_>>();
                rules.extend((0..2).map(|_| rule(sums[random.below(sums.len())], &board, &mut random)));
            }
            compare(facts, &board, rules, &mut tally);
        }
    }
    let lacking: Vec<_> = KINDS
        .iter()
        .filter(|facts| tally.get(facts.id).is_none_or(|counts| counts.contains(&0)))
        .map(|facts| (facts.id, tally.get(facts.id)))
        .collect();
    assert!(
        lacking.is_empty() || times_depth(24) < 24,
        "cases, with solutions, with less than all: {lacking:?}"
    );
}

fn is_of_sums(kind: K) -> bool {
    matches!(
        kind,
        K::Cage
            | K::Sum
            | K::WeightedSum
            | K::SumModulo
            | K::EqualSums
            | K::Arrow
            | K::RegionSumLine
            | K::DoubleArrow
            | K::Zipper
            | K::PairSum
    )
}

/// Several rules together.
#[test]
fn rules_together_have_the_solutions_of_their_definitions() {
    let (boards, mut random, mut tally) = (Boards::new(), Random::new(49), Tally::new());
    let kinds: Vec<&KindFacts> = KINDS.iter().filter(|facts| facts.kind != K::Doublers).collect();
    for _ in 0..times_depth(200) {
        let board = boards.any(&mut random);
        let chosen: Vec<&KindFacts> = (0..3).map(|_| kinds[random.below(kinds.len())]).collect();
        let rules = chosen.iter().map(|facts| rule(facts, &board, &mut random)).collect();
        compare(chosen[0], &board, rules, &mut tally);
    }
}

/// Numbers that no digits come to are refused, or mean what they say.
#[test]
fn extreme_numbers_mean_what_they_say() {
    let (boards, mut random, mut tally) = (Boards::new(), Random::new(50), Tally::new());
    let extremes = [-1_000_000_000, -7, -1, 0, 1, 40, 1_000_000_000];
    for facts in KINDS.iter().filter(|facts| facts.numbers != Amount::Exactly(0)) {
        for _ in 0..times_depth(6) {
            let board = boards.any(&mut random);
            let usual = rule(facts, &board, &mut random);
            let numbers = usual.numbers().iter().map(|_| extremes[random.below(extremes.len())]).collect();
            if let Ok(rule) = Rule::new(facts.kind, usual.groups().to_vec(), numbers) {
                compare(facts, &board, vec![rule], &mut tally);
            }
        }
    }
    assert!(tally.len() > 15 || times_depth(6) < 6, "{tally:?}");
}

/// A rule that lacks something, or names a cell that there is not, is refused.
#[test]
fn wrong_rules_are_refused() {
    let mut puzzle = Variant::square(2, 2).expect("small");
    let refused = [
        Rule::new(K::Arrow, vec![vec![0]], vec![]),
        Rule::new(K::Cage, vec![vec![]], vec![]),
        Rule::new(K::Cage, vec![vec![0, 1, 0]], vec![]),
        Rule::new(K::Lunchbox, vec![vec![2, 2]], vec![3]),
        Rule::new(K::Sum, vec![vec![0]], vec![]),
        Rule::new(K::SumModulo, vec![vec![0]], vec![1, 0]),
        Rule::new(K::Modular, vec![vec![0]], vec![-3]),
        Rule::new(K::Pairs, vec![vec![0, 1]], vec![1, 2, 3]),
        Rule::new(K::Clone, vec![vec![0, 1], vec![2]], vec![]),
        Rule::new(K::Automaton, vec![vec![0, 1]], vec![]),
        Rule::new(K::Sum, vec![vec![0]], vec![10_000_000_000]),
    ];
    for rule in refused {
        assert!(rule.is_err(), "{rule:?}");
    }
    let outside = Rule::new(K::Odd, vec![vec![16]], vec![]).expect("of its kind");
    assert!(puzzle.add(outside.clone()).is_err());
    assert!(puzzle.add(Rule::of_parts(K::AnyOf, vec![outside])).is_err());
    let doublers = Rule::new(K::Doublers, vec![], vec![]).expect("of its kind");
    assert!(puzzle.add(Rule::of_parts(K::AllOf, vec![doublers])).is_err());
}
