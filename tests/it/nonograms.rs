//! Promise: most nonograms are solved without search, by the automata of their lines alone.

use residua::constraints::{Automaton, regular};
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::model::{IntVar, Model};

use residua::search::Random;

/// A heart, a house, a tree, a cat, a fish, a boat, a key, a cup, an umbrella, a mushroom, a note, a skull, a rocket, a duck, an arrow, a
/// butterfly, a snail, a lamp, a crown, an anchor, scissors, a knight, a flower, a snowflake.
const PICTURES: [&str; 24] = [
    ".##....##. ####..#### ########## ########## ########## .########. ..######.. ...####... ....##.... ..........",
    "....##.... ...####... ..######.. .########. ########## .########. .##....##. .##.##.##. .##.##.##. .##.##.##.",
    "....#..... ...###.... ..#####... ...###.... ..#####... .#######.. ..#####... .#######.. #########. ....#.....",
    "#.......#. ##.....##. #########. #.#...#.#. #########. ####.####. .#######.. ..#####..# .#######.# .#.#.#.##.",
    ".......... ...####..# .#######.# ###.###### ########## .#######.# ...####..# .......... #.#.#.#.#. ..........",
    "....#..... ....##.... ....###... ....####.. ....#####. ....#..... ########## .########. ..######.. #.#.#.#.#.",
    ".###...... #...#..... #...###### #...#..#.# .###...#.. .......... ######.... #....#.... #....#.... ######....",
    ".......... ########.. ########## ########.# ########.# ########## .######... ..####.... .######... ..........",
    "....##.... ..######.. .########. ########## #..#..#..# ...#...... ....#..... ....#..#.. ....#..#.. .....##...",
    "...####... .########. ##.####.## ########## ########## ...#..#... ...#..#... ..##..##.. ..######.. ..........",
    "...####### ...####### ...#.....# ...#.....# ...#.....# ...#.....# .###...### ####..#### ####..#### .##....##.",
    "..######.. .########. ########## ##..##..## ##..##..## ####..#### .########. ..#.##.#.. ..######.. ...#..#...",
    "....##.... ...####... ...####... ..##..##.. ..##..##.. ..######.. .########. ##.####.## #..####..# ....##....",
    "...###.... ..##.##... .######... ####.#.... ...###...# ..####..## .######### .########. ..######.. ...#..#...",
    "....##.... ...####... ..######.. .##.##.##. ##..##..## #...##...# ....##.... ....##.... ....##.... ....##....",
    "##......## ###.##.### ####..#### .###..###. ..######.. ..######.. .###..###. ####..#### ###.##.### ##......##",
    ".......... ....####.. ...#....#. ...#.##.#. #..#.#..#. ##.#..##.. .#..#..... .######### ..######## ..........",
    "...####... ..######.. .########. ########## ....##.... ....##.... ....##.... ....##.... ..######.. .########.",
    "#...##...# ##..##..## ###.##.### ########## ########## ########## .########. .......... ########## ..........",
    "....##.... ...#..#... ....##.... .########. ....##.... ....##.... #...##...# ##..##..## .########. ...####...",
    "#........# ##......## .##....##. ..##..##.. ...####... ....##.... ..##..##.. .#..##..#. #..#..#..# .##....##.",
    "...##..... ..####.... .##.###... ########.. ###.####.. ....####.. ...####... ..####.... .########. ##########",
    "...####... .##....##. .#.####.#. ##.#..#.## .#.####.#. .##....##. ...####... ....##.... .##.##.##. ..######..",
    "#...##...# .#..##..#. ..#.##.#.. ...####... ########## ########## ...####... ..#.##.#.. .#..##..#. #...##...#",
];

/// The words with these runs of 1, with at least one 0 between two. (The example has the same as a state machine.)
fn line(runs: &[usize]) -> Automaton {
    let runs: Vec<String> = runs.iter().map(|run| format!("1{{{run}}}")).collect();
    Automaton::from_pattern(&format!("0* {} 0*", runs.join(" 0+ ")), 0..=1)
}

fn runs(cells: impl Iterator<Item = bool>) -> Vec<usize> {
    let cells: Vec<bool> = cells.collect();
    cells.chunk_by(|a, b| a == b).filter(|run| run[0]).map(<[bool]>::len).collect()
}

/// The nonogram of a picture, and its cells.
fn nonogram(picture: &[Vec<bool>]) -> (Model, Vec<Vec<IntVar>>) {
    let mut model = Model::new();
    let width = picture.first().map_or(0, Vec::len);
    let cells: Vec<Vec<IntVar>> =
        (0..picture.len()).map(|row| model.int_vars(&format!("r{row}"), width, 0..=1)).collect();
    for (vars, row) in cells.iter().zip(picture) {
        let _ = model.post(regular(vars, line(&runs(row.iter().copied())))).expect("the runs fit");
    }
    for at in 0..width {
        let own = line(&runs(picture.iter().map(|row| row[at])));
        let _ = model.post(regular(cells.iter().map(|row| row[at]), own)).expect("the runs fit");
    }
    (model, cells)
}

/// How many of them have one solution; how many of these propagation solves; how many it solves with one cell assumed at a time.
fn solved(pictures: &[Vec<Vec<bool>>]) -> [usize; 3] {
    let mut counts = [0; 3];
    for picture in pictures {
        let (model, cells) = nonogram(picture);
        if model.solutions().nth(1).is_some() {
            continue;
        }
        let is_drawn = |domain: &dyn Fn(IntVar) -> Option<i32>| {
            let is_right = |(&var, &is_full): (&IntVar, &bool)| domain(var) == Some(i32::from(is_full));
            cells.iter().flatten().zip(picture.iter().flatten()).all(is_right)
        };
        let left = model.residual(Consistency::Domain).expect("the picture is a solution");
        let shaved = model.inspect().strength(Strength::Singleton).run().residual;
        let shaved = shaved.expect("the picture is a solution");
        counts[0] += 1;
        counts[1] += usize::from(is_drawn(&|var| left.domain(var).value()));
        counts[2] += usize::from(is_drawn(&|var| shaved.domain(var).value()));
    }
    counts
}

#[test]
fn drawn_by_hand() {
    let pictures = PICTURES
        .map(|picture| picture.split(' ').map(|row| row.chars().map(|cell| cell == '#').collect()).collect());
    assert_eq!(solved(&pictures), [21, 17, 20]);
}

/// Of random pictures many have several solutions; of those with one, fewer are solved line by line.
#[test]
fn random_pictures() {
    let mut random = Random::new(8);
    let pictures: Vec<Vec<Vec<bool>>> = (0..100)
        .map(|_| (0..10).map(|_| (0..10).map(|_| random.below(100) < 62).collect()).collect())
        .collect();
    assert_eq!(solved(&pictures), [90, 89, 90]);
}
