//! Strong links of one value: supposing it in a cell leaves a house one group of places, that group another house, and so on, until a
//! house has no place.
//!
//! | | |
//! |---|---|
//! | What | skyscraper, two-string kite, turbot fish, empty rectangle; three to six strong links |
//! | Cost | two links 4.0, three 5.4, four 5.8, five 6.2, six 6.6; 0.1 more in rows and columns, 0.2 with boxes, 0.3 with groups of places |
//! | Source | Sukaku Explainer |
//!
//! A search in breadth from each cell: its states are groups of places, one of which has the value.

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::rules::Shape;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// The costs of two to six links.
pub(super) const COSTS: [u16; 5] = [40, 54, 58, 62, 66];

/// Which houses a search may use; each kind includes those before it.
const KINDS: [(Kind, u16); 5] =
    [(Kind::Rows, 0), (Kind::Columns, 0), (Kind::Lines, 1), (Kind::Any, 2), (Kind::Grouped, 3)];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Rows,
    Columns,
    Lines,
    Any,
    /// Houses with more than two places, too.
    Grouped,
}

impl Kind {
    fn takes(self, shape: Shape) -> bool {
        match self {
            Kind::Rows => shape == Shape::Row,
            Kind::Columns => shape == Shape::Column,
            Kind::Lines => matches!(shape, Shape::Row | Shape::Column),
            Kind::Any | Kind::Grouped => true,
        }
    }

    fn technique(self, links: usize) -> Technique {
        match (links, self) {
            (2, Kind::Rows | Kind::Columns) => Technique::Skyscraper,
            (2, Kind::Lines) => Technique::TwoStringKite,
            (2, Kind::Any) => Technique::TurbotFish,
            (2, Kind::Grouped) => Technique::GroupedTurbotFish,
            _ => Technique::StrongLinks(links as u8),
        }
    }
}

/// A group of places of a house, one of which has the value if the start has.
struct Group {
    house: usize,
    places: u64,
    /// The group that it follows from.
    from: Option<usize>,
}

/// The state of a search, kept for its memory.
#[derive(Default)]
struct Search {
    houses: Vec<usize>,
    groups: Vec<Group>,
    /// By house: the groups that were reached there.
    reached: Vec<Vec<u64>>,
}

/// Finds what `links` strong links of one value remove.
pub(super) fn find(links: usize, board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    let rules = &board.rules;
    let mut search = Search { reached: vec![Vec::new(); rules.scopes.len()], ..Search::default() };
    for (kind, more) in KINDS {
        let cost = Cost(COSTS[links - 2] + more);
        if !found.wants(cost) {
            continue;
        }
        for value in 0..rules.values.len() {
            search.houses.clear();
            search.houses.extend((0..rules.scopes.len()).filter(|&house| {
                let scope = &rules.scopes[house];
                let places = board.places(house, value).count_ones();
                scope.values >> value & 1 == 1
                    && kind.takes(scope.shape)
                    && (places == 2 || kind == Kind::Grouped && places > 2)
            }));
            if search.houses.len() < links {
                continue;
            }
            for cell in bits::members(board.cells_with(value)) {
                deadline.check()?;
                if let Some((last, house)) = search.refutes(cell, value, links, board) {
                    found.offer(cost, || {
                        search.step(kind.technique(links), cost, cell, value, (last, house), board)
                    });
                }
            }
        }
    }
    Ok(())
}

impl Search {
    /// The last group and the house that has no place, if the value in `cell` leads there by exactly `links` houses, and no fewer.
    fn refutes(&mut self, cell: usize, value: usize, links: usize, board: &Board) -> Option<(usize, usize)> {
        let rules = &board.rules;
        self.groups.clear();
        self.reached.iter_mut().for_each(Vec::clear);
        for &house in &self.houses {
            let all = board.places(house, value);
            let places = all & !rules.seen(cell, house);
            if places != all && places != 0 && !bits::has(rules.row(house), cell) {
                self.groups.push(Group { house, places, from: None });
                self.reached[house].push(places);
            }
        }
        let mut level = 0..self.groups.len();
        for count in 2..=links {
            let start = self.groups.len();
            for at in level {
                let Group { house: from, places, .. } = self.groups[at];
                for &house in &self.houses {
                    if house == from {
                        continue;
                    }
                    let gone = bits::ones(places)
                        .map(|position| rules.seen(rules.scopes[from].cells[position], house))
                        .fold(u64::MAX, |all, seen| all & seen);
                    let all = board.places(house, value);
                    let left = all & !gone;
                    if left == all || left == 0 {
                        continue;
                    }
                    if left & !rules.seen(cell, house) == 0 && !bits::has(rules.row(house), cell) {
                        if count == links {
                            return Some((at, house));
                        }
                        return None;
                    }
                    if count < links && !self.reached[house].contains(&left) {
                        self.reached[house].push(left);
                        self.groups.push(Group { house, places: left, from: Some(at) });
                    }
                }
            }
            level = start..self.groups.len();
        }
        None
    }

    fn step(
        &self,
        technique: Technique,
        cost: Cost,
        cell: usize,
        value: usize,
        (last, house): (usize, usize),
        board: &Board,
    ) -> Step {
        let mut step = Step::new(technique, cost);
        let premise = |scope: usize| Premise::Place { scope, value, places: board.places(scope, value) };
        step.premises.push(premise(house));
        let mut next = Some(last);
        while let Some(at) = next {
            step.premises.push(premise(self.groups[at].house));
            next = self.groups[at].from;
        }
        step.eliminations.push(Candidate { cell, value });
        step
    }
}
