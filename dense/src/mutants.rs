//! Mutants. Promise: the golden table can fail. Each kernel here is sound and finds every solution, but infers less or
//! branches worse than it should; none of them reaches the counts of the table.

use std::cell::Cell;
use std::collections::BTreeSet;

use crate::descent::search::{Search, straight};
use crate::extra_scopes::{self, WithExtraScopes};
use crate::intersections::box_grid::BoxGrid;
use crate::intersections::in_lanes::InLanes;
use crate::intersections::kernel::Intersections;
use crate::intersections::lane_per_box::LanePerBox;
use crate::intersections::layout::{Layout, Lines};
use crate::lanes::sets::Sets;
use crate::lanes::words::Words;
use crate::mutants::cases::{CASES, Shape, Taken, shapes, taken};
use crate::{Advanced, Dense, Network};

#[path = "../tests/it/cases.rs"]
mod cases;

/// No intersection is ever full: the rule for intersections with only as many possible values as variables is
/// missing.
const NEVER_FULL: u8 = 1;
/// An intersection that must take as many values as it has variables may still take others.
const NEVER_SATED: u8 = 2;
/// A variable without values is not a failure.
const EMPTY_IS_FINE: u8 = 3;
/// Branches on the first open intersection, whatever its slack.
const FIRST_OPEN: u8 = 4;

thread_local! {
    /// The fault of this thread's kernels, if any: one kernel is compiled for all.
    static FAULT: Cell<u8> = const { Cell::new(0) };
}

/// Words with the fault, in kernels of 3×3.
#[derive(Clone, Copy, Debug)]
struct Wrong(Words);

impl Sets for Wrong {
    fn and(self, other: Self) -> Self {
        Wrong(self.0.and(other.0))
    }

    fn or(self, other: Self) -> Self {
        Wrong(self.0.or(other.0))
    }

    fn less(self, other: Self) -> Self {
        Wrong(self.0.less(other.0))
    }

    fn where_empty(self) -> Self {
        Wrong(self.0.where_empty())
    }

    fn or_else(self, other: Self) -> Self {
        Wrong(self.0.or_else(other.0))
    }

    fn without_lowest(self) -> Self {
        Wrong(self.0.without_lowest())
    }

    fn sizes(self) -> Self {
        Wrong(self.0.sizes())
    }

    fn plus(self, other: Self) -> Self {
        Wrong(self.0.plus(other.0))
    }

    fn is_zero(self) -> bool {
        self.0.is_zero()
    }

    fn missing(self, wanted: Self) -> Self {
        if FAULT.get() == EMPTY_IS_FINE {
            Wrong(self.0.less(self.0))
        } else {
            Wrong(self.0.missing(wanted.0))
        }
    }

    fn where_at_most(self, most: usize) -> Self {
        match (FAULT.get(), most) {
            (NEVER_FULL, 3) => Wrong(self.0.less(self.0)),
            (NEVER_SATED, 2) => Wrong(self.0.where_empty().or(self.0.where_some())),
            _ => Wrong(self.0.where_at_most(most)),
        }
    }

    fn fixed(self) -> Self {
        Wrong(self.0.fixed())
    }
}

/// The lane-per-box layout of such words.
#[derive(Clone, Debug)]
struct Faulty;

/// The layout without the fault.
type True = LanePerBox<Words>;

fn plain(words: &Lines<Wrong>) -> Lines<Words> {
    words.map(|word| word.0)
}

impl Layout for Faulty {
    type Word = Wrong;
    type Machine = Words;
    type Moves = <True as Layout>::Moves;
    const LANES: usize = True::LANES;

    fn read(lanes: &[u16]) -> Self::Word {
        Wrong(True::read(lanes))
    }

    fn write(word: Self::Word, lanes: &mut [u16]) {
        True::write(word.0, lanes);
    }

    fn all(set: u16) -> Self::Word {
        Wrong(True::all(set))
    }

    fn only(word: Self::Word, lane: usize) -> Self::Word {
        Wrong(True::only(word.0, lane))
    }

    fn moves(height: usize, width: usize) -> Self::Moves {
        True::moves(height, width)
    }

    fn words<const H: usize, const W: usize>() -> usize {
        True::words::<H, W>()
    }

    fn variable<const H: usize, const W: usize>(place: [usize; 4]) -> (usize, usize) {
        True::variable::<H, W>(place)
    }

    fn alike(word: usize) -> usize {
        True::alike(word)
    }

    fn lines<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        True::lines::<H, W, FAMILY>()
    }

    fn members<const H: usize, const W: usize, const FAMILY: usize>() -> usize {
        True::members::<H, W, FAMILY>()
    }

    fn member<const H: usize, const W: usize, const FAMILY: usize>(line: usize, member: usize) -> usize {
        True::member::<H, W, FAMILY>(line, member)
    }

    fn intersection<const H: usize, const W: usize, const FAMILY: usize>(
        place: [usize; 3],
    ) -> (usize, usize) {
        True::intersection::<H, W, FAMILY>(place)
    }

    fn mates<const H: usize, const W: usize, const FAMILY: usize>(
        words: &Lines<Self::Word>,
        moves: &Self::Moves,
        join: impl Fn(Self::Word, Self::Word) -> Self::Word + Copy,
    ) -> [Lines<Self::Word>; 2] {
        let joined = |x, y| join(Wrong(x), Wrong(y)).0;
        True::mates::<H, W, FAMILY>(&plain(words), moves, joined).map(|side| side.map(Wrong))
    }

    fn turned_over<const H: usize, const W: usize>(
        word: Self::Word,
        at: usize,
        moves: &Self::Moves,
    ) -> Self::Word {
        Wrong(True::turned_over::<H, W>(word.0, at, moves))
    }

    fn turned_back<const H: usize, const W: usize>(
        word: Self::Word,
        at: usize,
        moves: &Self::Moves,
    ) -> Self::Word {
        Wrong(True::turned_back::<H, W>(word.0, at, moves))
    }

    fn least<const H: usize, const W: usize, const FAMILY: usize>(
        numbers: &Lines<Self::Word>,
    ) -> (u16, usize, usize) {
        let mut keys = plain(numbers);
        if FAULT.get() == FIRST_OPEN {
            // All open intersections have the same key.
            let closed = <Words as crate::lanes::Lanes>::load(&[1 << 12; 16]);
            keys = keys.map(|key| key.and(closed));
        }
        True::least::<H, W, FAMILY>(&keys)
    }
}

fn shape(name: &str) -> Shape {
    shapes().into_iter().find(|shape| shape.name == name).expect("one of the shapes")
}

/// A search of 3×3 boxes by that layout.
fn by<Y: Layout>(network: &Network) -> Dense {
    let box_grid = BoxGrid::of(network).expect("boxes");
    let search: Box<dyn Search> =
        straight::<Y::Machine, _, _>(InLanes::<Y, 3, 3>::new(&box_grid), Intersections::<Y, 3, 3>::new());
    Dense::of(network, search)
}

/// A search of 3×3 boxes with extra scopes, in the default form.
fn in_words(network: &Network) -> Dense {
    let box_grid = BoxGrid::of(network).expect("boxes");
    Dense::of(network, extra_scopes::search::<True, 3, 3, 9>(&box_grid))
}

/// All solutions, up to a given number.
fn solutions(mut search: Dense) -> BTreeSet<Vec<i32>> {
    let (mut found, mut values) = (BTreeSet::new(), Vec::new());
    while found.len() < 3000 && search.advance(u64::MAX) == Advanced::Solution {
        search.solution(&mut values);
        found.insert(values.clone());
    }
    found
}

/// The counts on 3×3 with that fault, and whether it finds the solutions of the correct kernel.
fn judged(fault: u8) -> Option<Taken> {
    FAULT.set(fault);
    let networks = shape("3x3 marks").networks(CASES);
    for network in &networks {
        let (found, truth) = (solutions(by::<Faulty>(network)), solutions(by::<True>(network)));
        assert_eq!(found.len(), truth.len());
        assert!(truth.len() == 3000 || found == truth);
    }
    taken(&networks, |network| Some(by::<Faulty>(network)))
}

#[test]
fn the_table_rejects_each_faulty_kernel() {
    let right = judged(0);
    let networks = shape("3x3 marks").networks(CASES);
    assert_eq!(
        right,
        taken(&networks, |network| Some(by::<True>(network))),
        "without a fault it is the same"
    );
    for (name, fault) in [
        ("never full", NEVER_FULL),
        ("never sated", NEVER_SATED),
        ("empty is fine", EMPTY_IS_FINE),
        ("first open", FIRST_OPEN),
    ] {
        assert_ne!(judged(fault), right, "{name}");
    }
}

/// The five windows that are implied by four are needed for a second grid.
#[test]
fn the_table_rejects_a_second_grid_that_is_not_completed() {
    let networks = shape("3x3 windows").networks(CASES);
    let by = |is_completed: bool| {
        let start = |network: &Network| {
            let box_grid = BoxGrid::of(network).expect("boxes");
            let placement = InLanes::<True, 3, 3>::new(&box_grid);
            let second = box_grid.second().filter(|_| is_completed);
            let inference =
                WithExtraScopes::<True, 3, 3, 9>::new(&box_grid, second.as_ref(), &placement.cells);
            Some(Dense::of(network, straight::<Words, _, _>(placement, inference)))
        };
        taken(&networks, start)
    };
    let right = taken(&networks, |network| Some(in_words(network)));
    assert_eq!(by(true), right);
    assert_ne!(by(false), right);
}
