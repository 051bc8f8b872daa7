//! Puzzles in formats that have no place for all of them: what is kept says the same, and what is lost is named.

use residua::search::Random;
use residua_variant::{
    Format, KINDS, ReadOptions, Rule, RuleKind, Shape, Variant, WriteOptions, read, write, write_fitting,
};

use crate::catalogue::times_depth;
use crate::variant_files::trips::Choices;

const FORMATS: [Format; 6] =
    [Format::Json, Format::FPuzzles, Format::FPuzzlesLink, Format::Scl, Format::SclLink, Format::Iss];

/// Some fillings of a square; all of one of two rows.
fn fillings(size: usize, random: &mut Random) -> Vec<Vec<i32>> {
    let digits = |mut number: usize| -> Vec<i32> {
        (0..size * size)
            .map(|_| {
                let digit = 1 + (number % size) as i32;
                number /= size;
                digit
            })
            .collect()
    };
    let all = size.pow((size * size) as u32);
    (0..all.min(200)).map(|at| digits(if all <= 200 { at } else { random.below(all) })).collect()
}

/// A rule of any kind, with what may be written into cells: the puzzle that is read again has the same solutions, or more if rules were
/// left out, and says which.
#[test]
fn what_is_kept_says_the_same() {
    let mut random = Random::new(60);
    let (mut same, mut fewer, mut reworded) = (0, 0, 0);
    for round in 0..times_depth(6) {
        for facts in KINDS {
            let size = 2 + (round + random.below(2)) % 3;
            let mut choices =
                Choices { numbers: (0..200).map(|_| random.below(1 << 30) as u32).collect(), at: 0 };
            let mut puzzle = Variant::new(Shape::new(size, size, 1..=size as i32).expect("small"));
            puzzle.add_lines().expect("small");
            let Some(rule) = choices.rule(&puzzle, facts, 1) else { continue };
            if puzzle.add(rule).is_err() {
                continue;
            }
            if random.below(3) == 0 {
                choices.fill(&mut puzzle);
            }
            let mut free = puzzle.clone();
            free.retain_rules(|rule| !rule.is_house());
            for format in FORMATS {
                for drops_rules in [false, true] {
                    let Ok(written) = write_fitting(&puzzle, format, WriteOptions { drops_rules }) else {
                        continue;
                    };
                    let again = read(&written.text, ReadOptions::default())
                        .unwrap_or_else(|error| panic!("{}: {error}", written.text));
                    let mut again = again.variant;
                    again.retain_rules(|rule| !rule.is_house());
                    let is_whole = written.losses.iter().all(|loss| {
                        !loss.starts_with("the rule is not") && !loss.starts_with("the candidates")
                    });
                    assert!(is_whole || drops_rules, "{:?}", written.losses);
                    assert!(format != Format::Json || written.losses.is_empty());
                    if written.losses.is_empty() {
                        assert_eq!(write(&puzzle, format).as_deref(), Ok(written.text.as_str()));
                    }
                    for filling in fillings(size, &mut random) {
                        let (own, kept) = (free.is_solution(&filling), again.is_solution(&filling));
                        let fits = if is_whole { own == kept } else { kept || !own };
                        assert!(
                            fits,
                            "{format}: {filling:?} of {free:?}\n{}\n{:?}",
                            written.text, written.losses
                        );
                    }
                    same += usize::from(is_whole);
                    fewer += usize::from(!is_whole);
                    let is_reworded = |loss: &String| loss.starts_with("the rule is written as ");
                    reworded += usize::from(written.losses.iter().any(is_reworded));
                }
            }
        }
    }
    assert!(same > 100 && fewer > 50 && reworded > 10, "{same} {fewer} {reworded}");
}

#[test]
fn names_of_rules_that_are_lost_are_told() {
    let mut puzzle = Variant::square(2, 2).expect("small");
    for name in ["mine", "mine", "yours"] {
        let rule = Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![5]).expect("a cage").named(name);
        puzzle.add(rule).expect("its cells are there");
    }
    let losses = |format| write_fitting(&puzzle, format, WriteOptions::default()).expect("cages fit").losses;
    for format in [Format::FPuzzles, Format::Scl, Format::Iss] {
        let names =
            ["mine", "mine", "yours"].map(|name| format!("the name of a rule is not written: {name}"));
        assert_eq!(losses(format), names, "{format}");
    }
    assert_eq!(losses(Format::Json), [""; 0]);
}
