//! A race: entrants solve the same problems in rounds, in a different order in each round, and are compared round by
//! round.
//!
//! A machine that is busy for a while slows down the entrant that is running then. Entrants take turns within a
//! round, so the ratio of two times of one round is more reliable than the ratio of two total times; the result is
//! the median of the rounds' ratios, and their range shows how reliable it is.

use std::fmt;
use std::time::{Duration, Instant};

/// The minimal duration of a turn.
const TURN: Duration = Duration::from_millis(50);

/// The answer of an entrant for each problem; `None` if it did not finish within its limit.
pub(crate) type Answers = Vec<Option<u64>>;

/// A named entrant.
pub(crate) struct Entrant<'a> {
    name: String,
    run: Box<dyn FnMut() -> Answers + 'a>,
}

impl<'a> Entrant<'a> {
    pub(crate) fn new(name: impl Into<String>, run: impl FnMut() -> Answers + 'a) -> Self {
        Entrant { name: name.into(), run: Box::new(run) }
    }

    /// Runs until the time of a run can be measured: the mean time, and the answers.
    fn turn(&mut self) -> (Duration, Answers) {
        let start = Instant::now();
        let mut runs = 0;
        loop {
            let found = (self.run)();
            runs += 1;
            let elapsed = start.elapsed();
            if elapsed >= TURN {
                return (elapsed / runs, found);
            }
        }
    }
}

/// What a race came to: a table in Markdown.
pub(crate) trait Report: fmt::Display {
    /// Whether all entrants agree, where they finished.
    fn is_consistent(&self) -> bool;
}

/// A race that was run. The other entrants are compared with the first one.
pub(crate) struct Results {
    title: String,
    standings: Vec<Standing>,
    /// The answers of the first entrant.
    answers: Answers,
    /// Sentences on answers that contradict the first entrant's.
    contradictions: Vec<String>,
}

struct Standing {
    name: String,
    times: Vec<Duration>,
    /// The number of problems that it decided in the first round, and of all.
    decided: (usize, usize),
}

/// Lets the entrants, at least one, run `rounds` times.
pub(crate) fn race(title: impl Into<String>, rounds: usize, entrants: Vec<Entrant<'_>>) -> Results {
    race_over(title, rounds, |_| {}, entrants)
}

/// The same, with some preparation before each round.
pub(crate) fn race_over(
    title: impl Into<String>,
    rounds: usize,
    mut prepare: impl FnMut(&mut Random),
    mut entrants: Vec<Entrant<'_>>,
) -> Results {
    let mut times = vec![Vec::with_capacity(rounds); entrants.len()];
    let mut answers: Vec<Answers> = vec![Vec::new(); entrants.len()];
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    let mut random = Random::new(0x0005_eed5);
    for round in 0..rounds {
        prepare(&mut random);
        random.shuffle(&mut order);
        for &at in &order {
            let (time, found) = entrants[at].turn();
            times[at].push(time);
            if round == 0 {
                answers[at] = found;
            }
        }
    }
    let contradictions = (1..entrants.len()).filter_map(|at| {
        let (own, first) = (&entrants[at].name, &entrants.first()?.name);
        contradiction(&answers[0], &answers[at]).map(|what| format!("{own} contradicts {first}: {what}"))
    });
    let contradictions = contradictions.collect();
    let standings = entrants.into_iter().zip(times).zip(&answers).map(|((entrant, times), answers)| {
        let decided = (answers.iter().flatten().count(), answers.len());
        Standing { name: entrant.name, times, decided }
    });
    let standings = standings.collect();
    Results { title: title.into(), standings, answers: answers.swap_remove(0), contradictions }
}

/// The first problem for which both have different answers, or a difference in the number of answers.
fn contradiction(first: &Answers, other: &Answers) -> Option<String> {
    if first.len() != other.len() {
        return Some(format!("{} answers, not {}", other.len(), first.len()));
    }
    let pairs = first.iter().zip(other).enumerate();
    pairs
        .filter_map(|(problem, (&a, &b))| Some((problem, a?, b?)))
        .find(|&(_, a, b)| a != b)
        .map(|(problem, a, b)| format!("{b} for problem {problem}, not {a}"))
}

impl Results {
    /// The same results, with the first entrant's answers compared with known ones.
    pub(crate) fn against(mut self, known: &Answers) -> Self {
        let found = contradiction(known, &self.answers)
            .map(|what| format!("the first contradicts what is known: {what}"));
        self.contradictions.extend(found);
        self
    }
}

impl Report for Results {
    fn is_consistent(&self) -> bool {
        self.contradictions.is_empty()
    }
}

/// A table in Markdown: the median time, and the median and the range of the ratio to the first entrant.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "### {}\n", self.title)?;
        writeln!(
            f,
            "| solver | seconds | ratio | least | greatest | decided |\n|---|---:|---:|---:|---:|---:|"
        )?;
        let is_measure = self.standings.first().is_some_and(|first| first.decided.0 == first.decided.1);
        for standing in &self.standings {
            let Standing { name, times, decided: (decided, all) } = standing;
            let seconds = sorted(times.iter().map(Duration::as_secs_f64));
            let ratios = times.iter().zip(&self.standings[0].times);
            let ratios = sorted(ratios.map(|(own, first)| own.as_secs_f64() / first.as_secs_f64()));
            let (Some(&least), Some(&greatest)) = (ratios.first(), ratios.last()) else { continue };
            // An entrant that was stopped would have taken longer.
            let at_least = if decided < all { "> " } else { "" };
            write!(f, "| {name} | {at_least}{} ", Short(median(&seconds)))?;
            if is_measure {
                let [middle, least, greatest] = [median(&ratios), least, greatest].map(Short);
                write!(f, "| {at_least}{middle} | {least} | {greatest} ")?;
            } else {
                // If the first was stopped, the ratio of the times is one of limits.
                write!(f, "| – | – | – ")?;
            }
            writeln!(f, "| {decided} of {all} |")?;
        }
        self.contradictions.iter().try_for_each(|what| writeln!(f, "\n**{what}**"))
    }
}

/// A positive number with three significant digits.
pub(crate) struct Short(pub(crate) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before_point = self.0.log10().floor() as i32 + 1;
        write!(f, "{:.*}", (3 - before_point).clamp(0, 9) as usize, self.0)
    }
}

/// The numbers in ascending order.
pub(crate) fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    numbers
}

/// The middle of sorted numbers, or the mean of the two in the middle.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    match sorted {
        [] => f64::NAN,
        _ if sorted.len() % 2 == 1 => sorted[half],
        _ => f64::midpoint(sorted[half - 1], sorted[half]),
    }
}

/// `SplitMix64` (Steele, Lea & Flood, OOPSLA 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, (self.next() % (at as u64 + 1)) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_few() {
        assert!(median(&[]).is_nan());
        assert!((median(&[1.0, 2.0, 9.0]) - 2.0).abs() < 1e-9);
        assert!((median(&[1.0, 2.0, 4.0, 9.0]) - 3.0).abs() < 1e-9);
    }

    #[test]
    fn three_digits_count() {
        let shown = [0.000_123_4, 0.0561, 1.0, 31.46, 8_765.4].map(|number| Short(number).to_string());
        assert_eq!(shown, ["0.000123", "0.0561", "1.00", "31.5", "8765"]);
    }

    #[test]
    fn undecided_problems_contradict_nothing() {
        assert_eq!(contradiction(&vec![Some(1), None, Some(3)], &vec![Some(1), Some(2), None]), None);
        assert!(contradiction(&vec![Some(1)], &vec![Some(2)]).is_some());
        assert!(contradiction(&vec![Some(1)], &vec![]).is_some());
    }

    #[test]
    fn everyone_runs_once_a_round_and_a_wrong_answer_is_told() {
        let mut runs = 0;
        let right = Entrant::new("right", || vec![Some(7)]);
        let wrong = Entrant::new("wrong", || {
            runs += 1;
            vec![Some(8)]
        });
        let results = race("a race", 4, vec![right, wrong]);
        assert!(!results.is_consistent());
        assert!(results.to_string().contains("**wrong contradicts right: 8 for problem 0, not 7**"));
        assert!(results.standings.iter().all(|standing| standing.times.len() == 4));
        drop(results);
        assert!(runs >= 4);
    }

    #[test]
    fn who_was_stopped_took_at_least_that_long() {
        let entrants = vec![Entrant::new("done", || vec![Some(1)]), Entrant::new("stopped", || vec![None])];
        let results = race("a race", 1, entrants).against(&vec![Some(1)]);
        assert!(results.is_consistent());
        let table = results.to_string();
        assert!(!results.against(&vec![Some(2)]).is_consistent());
        assert!(table.lines().any(|line| line.starts_with("| stopped | > ") && line.ends_with("| 0 of 1 |")));
    }

    #[test]
    fn a_shuffle_keeps_what_it_shuffles() {
        let mut items = [0, 1, 2, 3, 4, 5];
        Random(1).shuffle(&mut items);
        assert_ne!(items, [0, 1, 2, 3, 4, 5]);
        items.sort_unstable();
        assert_eq!(items, [0, 1, 2, 3, 4, 5]);
    }
}
