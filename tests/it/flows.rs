//! Promise: what a cardinality constraint leaves is what brute force finds, whatever the number of values it lists, their distances, and
//! the views that it is over.

use residua::constraints::global_cardinality;
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{Model, ModelError};
use residua::search::{Learning, Random};

/// All tuples with a value of each list.
fn tuples(lists: &[Vec<i32>]) -> Vec<Vec<i32>> {
    lists.iter().fold(vec![Vec::new()], |shorter, list| {
        shorter.iter().flat_map(|tuple| list.iter().map(|value| [&tuple[..], &[*value]].concat())).collect()
    })
}

/// Words of places, of which the last one stands for all values that are not listed, are 64 bits: so lists of 62 to 65 values, and more.
#[test]
fn words_of_places_and_what_they_leave() -> Result<(), ModelError> {
    let mut random = Random::new(29);
    let (mut solutions, mut narrowed) = (0, 0);
    for case in 0..240 {
        let listed = [3, 4, 62, 63, 64, 65, 130][case % 7];
        let step = [1, 1, 3, -1][case % 4];
        let first = [0, -40, 1000][case % 3];
        let values: Vec<i32> = (0..listed).map(|place| first + step * place).collect();
        // Few of them are ever taken: those near one end or the other, and some that are not listed.
        let near = |random: &mut Random| match random.below(4) {
            0 => first + step * (listed - 1),
            1 => first + step * (listed + random.below(2) as i32),
            _ => first + step * random.below(3) as i32,
        };
        let (factor, offset) = [(1, 0), (1, 7), (-1, 3), (2, 1)][case % 4];
        let mut model = Model::new();
        let mut views = Vec::new();
        let mut domains: Vec<Vec<i32>> = Vec::new();
        for number in 0..5 {
            let mut own: Vec<i32> = (0..2 + random.below(2)).map(|_| near(&mut random)).collect();
            own.sort_unstable();
            own.dedup();
            // The variable behind the view: x where the view is factor · x + offset.
            let behind: Domain = own
                .iter()
                .filter(|&value| (value - offset) % factor == 0)
                .map(|value| (value - offset) / factor)
                .collect();
            if behind.is_empty() {
                continue;
            }
            let x = model.named_var(&format!("x{number}"), behind.clone());
            views.push(x * factor + offset);
            domains.push(behind.iter().map(|value| value * factor + offset).collect());
        }
        let (count, many) = (views.len(), values.len());
        let ranges: Vec<(i32, i32)> = (0..many)
            .map(|place| match place {
                0..3 => (random.below(2) as i32, 1 + random.below(2) as i32),
                _ => (0, 1 + random.below(2) as i32),
            })
            .collect();
        let counts: Vec<_> = ranges
            .iter()
            .enumerate()
            .map(|(place, &(low, high))| model.named_var(&format!("n{place}"), low..=high))
            .collect();
        model.post(global_cardinality(views.clone(), values.clone(), counts.clone()))?;

        let times = |tuple: &[i32], value: i32| tuple.iter().filter(|&&other| other == value).count() as i32;
        let is_met = |tuple: &Vec<i32>| {
            values
                .iter()
                .zip(&ranges)
                .all(|(&value, &(low, high))| (low..=high).contains(&times(tuple, value)))
        };
        let mut expected: Vec<Vec<i32>> = tuples(&domains).into_iter().filter(is_met).collect();
        expected.sort_unstable();
        solutions += expected.len();
        for learning in [Learning::Off, Learning::On] {
            let mut found: Vec<Vec<i32>> = model
                .search()
                .learn(learning)
                .solutions()
                .map(|solution| views.iter().map(|view| view.apply(solution[view.var]) as i32).collect())
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "case {case}, {learning:?}");
        }
        let Some(residual) = model.residual(Consistency::Domain) else {
            assert!(expected.is_empty(), "case {case}");
            continue;
        };
        for at in 0..count {
            let left: Domain = expected.iter().map(|tuple| tuple[at]).collect();
            let domain: Domain =
                residual.model.domain(views[at].var).iter().map(|value| value * factor + offset).collect();
            assert_eq!(domain, left, "case {case}, view {at}");
            narrowed += domains[at].len() as u64 - left.size();
        }
        for (place, &value) in values.iter().enumerate() {
            let of = || expected.iter().map(|tuple| times(tuple, value));
            let bounds = residual.model.domain(counts[place]);
            assert_eq!((bounds.min(), bounds.max()), (of().min(), of().max()), "case {case}, value {value}");
        }
    }
    assert!(solutions > 1000 && narrowed > 100, "{solutions} solutions, {narrowed} values gone");
    Ok(())
}
