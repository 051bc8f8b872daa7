//! Damaged files are errors, or puzzles: never a panic, never endless.

use proptest::prelude::*;
use residua_variant::{Format, ReadOptions, Rule, RuleKind, Variant, read, write};

use crate::catalogue::cases;
use crate::variant_files::fields::square;

/// Files of every format, with as much in them as they have.
fn files() -> Vec<String> {
    let mut puzzle = Variant::square(2, 2).expect("small");
    for (kind, groups, numbers) in [
        (RuleKind::AntiKing, vec![], vec![]),
        (RuleKind::Cage, vec![vec![0, 1]], vec![5]),
        (RuleKind::Arrow, vec![vec![0], vec![1, 2]], vec![]),
        (RuleKind::AnyOf, vec![], vec![]),
    ] {
        let rule = Rule::new(kind, groups, numbers).expect("a rule");
        puzzle.add(rule).expect("its cells");
    }
    puzzle.give(2, 1).expect("a digit");
    puzzle.mark(3, vec![1, 2]).expect("digits");
    let mut simple = Variant::square(2, 2).expect("small");
    simple.add(Rule::new(RuleKind::Cage, vec![vec![0, 1]], vec![5]).expect("a cage")).expect("its cells");
    let members = "\"antiknight\": true, \"negative\": [\"ratio\", \"xv\"], \"killercage\": [{\"cells\": [\"R1C1\"], \"value\": \"3\"}], \"arrow\": [{\"cells\": [\"R1C1\"], \"lines\": [[\"R1C1\", \"R1C2\"]]}], \"littlekillersum\": [{\"cell\": \"R0C1\", \"direction\": \"DR\", \"value\": \"7\"}], \"cage\": [{\"cells\": [\"R1C1\"], \"value\": \"DR5\"}], \"xsum\": [{\"cell\": \"R2C5\", \"value\": \"5\"}], \"clone\": [{\"cells\": [\"R1C1\"], \"cloneCells\": [\"R3C3\"]}], \"quadruple\": [{\"cells\": [\"R1C1\"], \"values\": [2]}], \"whispers\": [{\"lines\": [[\"R1C1\", \"R1C2\"]]}], \"disjointgroups\": true";
    let cue = (0..16)
        .map(|cell| if cell % 4 == 0 { "=10".to_owned() } else { format!("+{}", cell - 1) })
        .collect::<String>();
    vec![
        write(&puzzle, Format::Json).expect("it holds everything"),
        square(4, members),
        write(&simple, Format::FPuzzlesLink).expect("it holds this"),
        write(&simple, Format::Scl).expect("it holds this"),
        write(&simple, Format::SclLink).expect("it holds this"),
        "{cs:64,ce:[[{v:1},],[,]],re:[[[0,0],[0,1]],[[1,0],[1,1]]],ca:[{v:'title: x'},{ce:[[0,0],[1,1]],v:3,unique:t}],l:[{c:ff00aa}]}".to_owned(),
        ".Shape~4x4~0-4.Cage~12~R1C1~R1C2.Or.And.Thermo~R1C1~R2C1.~R1C1_1_2.End.Whisper~3~R1C1~R1C2.End.Quad~R1C1~1.StrictKropki.Replicate~hA.LittleKiller~3~R1C1.XSum~R2~8~2.End.Jigsaw~1122112233443344.RegionSize~4".to_owned(),
        ".Shape~1x3~1-3~Raw.NFA~EAIA~_x~R1C1~R1C2.Regex~MS4qfFsyM117Mn0x~R1C1~R1C2~R1C3.Pair~m~~R1C1~R1C2.Sum~0_=_1_-2~R1C1~R1C2.EqualSum~R1C1~-~R1C2.SameValues~2~R1C1~R1C2.LookAndSay~11~R1C1".to_owned(),
        "j<<<<<<<<".repeat(9),
        format!("3x3:d:k:{}", vec!["11520"; 81].join(":")),
        "1..2............1122112233443344".to_owned(),
        format!("SumoCueV1{cue}"),
    ]
}

/// Changes of a text: place, and what is done there.
fn damaged(text: &str, changes: &[(u32, u8, char)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for &(place, what, c) in changes {
        let at = place as usize % (chars.len() + 1);
        let end = (at + 1 + usize::from(what) % 7).min(chars.len());
        match what % 6 {
            0 => chars.insert(at, c),
            1 if at < chars.len() => chars[at] = c,
            2 => drop(chars.drain(at..end)),
            3 => chars.truncate(at),
            4 => {
                let copy: Vec<char> = chars[at..].iter().take(20).copied().collect();
                chars.splice(at..at, copy);
            }
            _ if at < chars.len() => {
                let other = place as usize / 7 % chars.len();
                chars.swap(at, other);
            }
            _ => {}
        }
    }
    chars.into_iter().collect()
}

fn some_char() -> impl Strategy<Value = char> {
    prop_oneof![
        prop::sample::select(
            " \n\t{}[]\":,.~'<>^v0123456789-_RrCcAZaz+=/\\%#*?|()".chars().collect::<Vec<_>>()
        ),
        any::<char>(),
    ]
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_few_changes(which in 0..12_usize, ignores_unknown: bool, changes in prop::collection::vec((any::<u32>(), any::<u8>(), some_char()), 1..6)) {
        let text = damaged(&files()[which], &changes);
        match read(&text, ReadOptions { ignores_unknown }) {
            Ok(found) => {
                let again = read(&write(&found.variant, Format::Json).expect("it holds everything"), ReadOptions::default());
                prop_assert_eq!(again.map(|again| again.variant), Ok(found.variant));
            }
            Err(error) => {
                prop_assert!(error.line() >= 1 && error.column() >= 1);
                prop_assert!(error.line() <= text.lines().count().max(1) + 1, "{} in {:?}", error, text);
            }
        }
    }

    /// What links hold is damaged.
    #[test]
    fn inside_of_links(which in 0..12_usize, changes in prop::collection::vec((any::<u32>(), any::<u8>(), some_char()), 1..4)) {
        let text = damaged(&files()[which], &changes);
        for prefix in ["fpuzzles", "scl", "https://f-puzzles.com/?load="] {
            let _ = read(&format!("{prefix}{}", lz_str::compress_to_base64(&text)), ReadOptions::default());
        }
    }

    #[test]
    fn any_characters(text in prop::collection::vec(some_char(), 0..200)) {
        let text: String = text.into_iter().collect();
        let _ = read(&text, ReadOptions::default());
        let _ = read(&format!(".{text}"), ReadOptions::default());
        let _ = read(&format!("{{{text}"), ReadOptions { ignores_unknown: true });
        let _ = read(&format!("scl{text}AAAAAAAAAAAAAAAAAAAAAAAAA"), ReadOptions::default());
    }
}

/// Texts that ask for much: each is answered at once.
#[test]
fn large_numbers() {
    for text in [
        "{\"format\": \"residua-variant\", \"rows\": 99999999999, \"columns\": 99999999999, \"digits\": [1, 2]}".to_owned(),
        "{\"format\": \"residua-variant\", \"rows\": 500, \"columns\": 500, \"digits\": [-9999, 9999]}".to_owned(),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{{\"grid\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}{}", ".Or".repeat(10_000), ".End".repeat(10_000)),
        format!(".Sum~0_=_{}~R1C1", "99999999999999999999"),
        ".Sum~-9223372036854775808_=_-1~R1C1".to_owned(),
        ".Regex~KC57OTk5OX0pezk5OTl9~R1C1".to_owned(),
        format!(".NFA~{}~R1C1", "_".repeat(10_000)),
        format!(".Pair~{}~~R1C1~R1C2", "_".repeat(100_000)),
        format!(".Replicate~{}.Replicate~{}.Replicate~{}.Cage~3~R1C1.End.End.End", "_".repeat(13), "B", "B"),
        "{\"grid\": [[{\"region\": 99999999999}]]}".to_owned(),
    ] {
        let _ = read(&text, ReadOptions::default());
        let _ = read(&text, ReadOptions { ignores_unknown: true });
    }
    let wide = read(
        "{\"format\": \"residua-variant\", \"rows\": 500, \"columns\": 500, \"digits\": [0, 9], \"lines\": true, \"boxes\": \"1x1\"}",
        ReadOptions::default(),
    );
    assert_eq!(wide.map(|found| found.variant.rules().len()), Ok(1000 + 250_000));
}
