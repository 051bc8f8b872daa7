//! Automata of digits in segments: each a number of digits of a set, one after the other.
//!
//! Where the cells of a sandwich or an X-sum differ, the digits that are added up are one of a few sets. For each of them the line is a
//! row of segments, so that what lies outside of the sum is known not to be in it; an automaton of partial sums does not know that.

use residua::constraints::Automaton;

/// Digits that all are of a set: so many, or any number of them.
pub(super) struct Segment {
    pub(super) digits: Vec<i32>,
    pub(super) count: Option<usize>,
}

pub(super) fn exactly(count: usize, digits: &[i32]) -> Segment {
    Segment { digits: digits.to_vec(), count: Some(count) }
}

pub(super) fn any_number(digits: &[i32]) -> Segment {
    Segment { digits: digits.to_vec(), count: None }
}

/// The automaton of the words that are in the segments of one of the cases.
pub(super) fn automaton(cases: &[Vec<Segment>]) -> Automaton {
    let mut states = 0;
    let (mut starts, mut moves, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    for case in cases {
        // Those in which a segment may begin, which are several where the ones before may be empty.
        let mut from = vec![states];
        starts.push(states);
        states += 1;
        for Segment { digits, count } in case {
            let steps = |from: &[usize], to: usize| -> Vec<(usize, i32, usize)> {
                let from_one = |&state: &usize| digits.iter().map(move |&digit| (state, digit, to));
                from.iter().flat_map(from_one).collect()
            };
            for _ in 0..count.unwrap_or(1) {
                moves.extend(steps(&from, states));
                if count.is_some() {
                    from.clear();
                } else {
                    moves.extend(steps(&[states], states));
                }
                from.push(states);
                states += 1;
            }
        }
        ends.extend(from);
    }
    let nothing = || Automaton::new(1, 0, [], []);
    if states == 0 {
        nothing()
    } else {
        Automaton::from_parts(states, &starts, &moves, &ends).unwrap_or_else(|_| nothing())
    }
}

/// The most digits whose sets are gone through.
pub(super) const MOST_DIGITS: usize = 12;

/// The sets of at most [`MOST_DIGITS`] digits that have a sum, each ascending.
pub(super) fn sets_of_sum(digits: &[i32], sum: i64) -> Vec<Vec<i32>> {
    let members = |set: u32| (0..digits.len()).filter(move |at| set >> at & 1 == 1).map(|at| digits[at]);
    let sets = 0..1_u32 << digits.len().min(MOST_DIGITS);
    let has_sum = |set: &u32| members(*set).map(i64::from).sum::<i64>() == sum;
    sets.filter(has_sum).map(|set| members(set).collect()).collect()
}
