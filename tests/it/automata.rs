//! Promise: what an automaton leaves is what brute force over its words finds, whatever the number of its states and the width of domains.

use residua::constraints::{Automaton, regular};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{Model, ModelError};
use residua::search::Random;

const LENGTH: usize = 5;
const VALUES: i32 = 4;

/// An automaton with random transitions, from each state by each value to at most `most` states.
fn random_automaton(random: &mut Random, states: usize, most: usize) -> Vec<(usize, i32, usize)> {
    let mut moves = Vec::new();
    for from in 0..states {
        for value in 0..VALUES {
            for _ in 0..random.below(most + 1) {
                moves.push((from, value, random.below(states)));
            }
        }
    }
    moves
}

/// The words of these letters that the transitions lead through from one of the first states, `starts`, to one of the first `accepting`.
fn words(
    moves: &[(usize, i32, usize)],
    (starts, accepting): (usize, usize),
    letters: &[Vec<i32>],
) -> Vec<Vec<i32>> {
    let mut found: Vec<(Vec<usize>, Vec<i32>)> = vec![((0..starts).collect(), Vec::new())];
    for letters in letters {
        let mut longer = Vec::new();
        for (states, word) in &found {
            for &letter in letters {
                let is_move =
                    |&&(from, value, _): &&(usize, i32, usize)| value == letter && states.contains(&from);
                let mut after: Vec<usize> = moves.iter().filter(is_move).map(|&(_, _, to)| to).collect();
                after.sort_unstable();
                after.dedup();
                if !after.is_empty() {
                    longer.push((after, [&word[..], &[letter]].concat()));
                }
            }
        }
        found = longer;
    }
    found.retain(|(states, _)| states.iter().any(|&state| state < accepting));
    found.into_iter().map(|(_, word)| word).collect()
}

/// Values as they are have their sets of states as words, and a hundred times as great they have not.
#[test]
fn words_and_domains_are_those_of_brute_force() -> Result<(), ModelError> {
    let mut random = Random::new(13);
    let mut solutions = 0;
    for case in 0..60 {
        let (states, most) = [(3, 1), (9, 2), (40, 1), (90, 2), (200, 6)][case % 5];
        let moves = random_automaton(&mut random, states, most);
        let starts = if case % 3 == 0 { 1 + random.below(states) } else { 1 };
        let accepting = 1 + random.below(states);
        let mut letters = || (0..VALUES).filter(|_| random.below(4) > 0).collect::<Vec<i32>>();
        let letters: Vec<Vec<i32>> = (0..LENGTH).map(|_| letters()).collect();
        if letters.iter().any(Vec::is_empty) {
            continue;
        }
        let expected = words(&moves, (starts, accepting), &letters);
        solutions += expected.len();
        for factor in [1, 100] {
            let mut model = Model::new();
            let domain = |own: &Vec<i32>| own.iter().map(|value| value * factor).collect::<Domain>();
            let cells: Vec<_> = letters
                .iter()
                .enumerate()
                .map(|(at, own)| model.named_var(&format!("c{at}"), domain(own)))
                .collect();
            let moves: Vec<_> = moves.iter().map(|&(from, value, to)| (from, value * factor, to)).collect();
            let [starts, accepting] = [starts, accepting].map(|count| (0..count).collect::<Vec<usize>>());
            let automaton = Automaton::from_parts(states, &starts, &moves, &accepting);
            model.post(regular(&cells, automaton.expect("it has these states")))?;
            let mut found: Vec<Vec<i32>> = model
                .solutions()
                .map(|word| word.values().iter().map(|value| value / factor).collect())
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "case {case}, factor {factor}");
            let left = model.residual(Consistency::Domain).map(|residual| residual.model.domains().to_vec());
            let column = |at: usize| expected.iter().map(|word| word[at] * factor).collect::<Domain>();
            let wanted = (!expected.is_empty()).then(|| (0..LENGTH).map(column).collect::<Vec<_>>());
            assert_eq!(left, wanted, "case {case}, factor {factor}");
        }
    }
    assert!(solutions > 3000, "{solutions} words");
    Ok(())
}
