//! Rules of a board: its cells and values, scopes of cells that all differ, pairs of cells that differ, other constraints.
//!
//! They are what does not change while a puzzle is solved; many puzzles may share them.

use std::sync::{Arc, OnceLock};

use residua::model::Model;

use crate::Geometry;
use crate::steps::bits;
use crate::steps::other::Other;

/// The shape of a scope, which decides how easily its places are seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Cells that are joined and stand in several rows and columns: a box, or another region.
    Box,
    /// The cells of a row.
    Row,
    /// The cells of a column.
    Column,
    /// Any other set, such as a diagonal.
    Other,
}

/// Cells that all differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scope {
    /// The name in sentences: `row 1`, `box 4`, `cage of 14`.
    pub name: String,
    /// The cells, ascending; a position in the scope is one in this list.
    pub cells: Vec<usize>,
    /// The shape.
    pub shape: Shape,
    /// The values that each have a place in it, as a set: all that its cells may have, if there are as many as cells; else none.
    pub values: u64,
}

impl Scope {
    /// Whether every value has a place in it.
    pub fn is_house(&self) -> bool {
        self.values != 0
    }
}

/// The rules of a board.
#[derive(Debug)]
pub struct Rules {
    /// The names of the cells.
    pub(super) names: Vec<String>,
    /// What the values are, ascending; everything else speaks of their numbers in this list.
    pub(super) values: Vec<i32>,
    /// The values that each cell may have by the rules.
    pub(super) domains: Vec<u64>,
    pub(super) scopes: Vec<Scope>,
    /// Words of a row of cells.
    pub(super) words: usize,
    /// Whether there are cells that differ though no scope says so.
    has_pairs: bool,
    /// By cell: a row of the cells that differ from it.
    peers: Vec<u64>,
    /// By scope: a row of its cells.
    rows: Vec<u64>,
    /// By cell and scope: the positions in the scope of the cells that differ from it.
    seen: Vec<u64>,
    /// By cell: the scopes that it is in, and its position there.
    pub(super) scopes_of: Vec<Vec<(u32, u32)>>,
    /// Families of houses without a common cell, such as the rows; each is a list of at most 64 scopes.
    pub(super) families: Vec<Family>,
    /// Scopes with cells in common, the lesser first.
    pub(super) crossings: Vec<(u32, u32)>,
    /// What the model states beyond that cells differ.
    pub(super) others: Vec<Arc<Other>>,
    /// All of it as a model, made when it is asked for.
    model: OnceLock<Model>,
    source: Source,
}

/// What the rules were read from.
#[derive(Debug)]
pub(super) enum Source {
    Geometry(Geometry),
    Model(Box<Model>),
}

/// Houses without a common cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    pub(super) scopes: Vec<u32>,
    /// By cell: the position in `scopes` of the one that it is in, or 64.
    pub(super) index: Vec<u8>,
}

impl Rules {
    pub(super) fn new(
        names: Vec<String>,
        values: Vec<i32>,
        domains: Vec<u64>,
        scopes: Vec<(String, Vec<usize>)>,
        pairs: &[(usize, usize)],
        others: Vec<Arc<Other>>,
        source: Source,
    ) -> Rules {
        let (cells, words) = (names.len(), names.len().div_ceil(64));
        let places: Vec<Option<(usize, usize)>> = names.iter().map(|name| place_of(name)).collect();
        let scopes: Vec<Scope> = scopes
            .into_iter()
            .map(|(name, mut cells)| {
                cells.sort_unstable();
                let all = cells.iter().fold(0, |all, &cell| all | domains[cell]);
                let values = if all.count_ones() as usize == cells.len() { all } else { 0 };
                Scope { name, shape: shape_of(&cells, &places), cells, values }
            })
            .collect();
        let mut rules = Rules {
            has_pairs: !pairs.is_empty(),
            peers: vec![0; cells * words],
            rows: vec![0; scopes.len() * words],
            seen: vec![0; cells * scopes.len()],
            scopes_of: vec![Vec::new(); cells],
            families: Vec::new(),
            crossings: Vec::new(),
            names,
            values,
            domains,
            scopes,
            words,
            others,
            model: OnceLock::new(),
            source,
        };
        rules.connect(pairs);
        rules.families = rules.families();
        rules.crossings = rules.crossings();
        rules
    }

    fn connect(&mut self, pairs: &[(usize, usize)]) {
        let words = self.words;
        for (at, scope) in self.scopes.iter().enumerate() {
            let row = &mut self.rows[at * words..][..words];
            for (position, &cell) in scope.cells.iter().enumerate() {
                bits::insert(row, cell);
                self.scopes_of[cell].push((at as u32, position as u32));
            }
            for &cell in &scope.cells {
                let peers = &mut self.peers[cell * words..][..words];
                peers.iter_mut().zip(row.iter()).for_each(|(to, from)| *to |= from);
            }
        }
        for &(one, other) in pairs {
            bits::insert(&mut self.peers[one * words..][..words], other);
            bits::insert(&mut self.peers[other * words..][..words], one);
        }
        for cell in 0..self.names.len() {
            bits::remove(&mut self.peers[cell * words..][..words], cell);
            for (at, scope) in self.scopes.iter().enumerate() {
                let peers = &self.peers[cell * words..][..words];
                let positions = scope.cells.iter().enumerate().filter(|(_, other)| bits::has(peers, **other));
                self.seen[cell * self.scopes.len() + at] =
                    positions.fold(0, |set, (position, _)| set | 1 << position);
            }
        }
    }

    /// Each house joins the first family that it has no cell in common with.
    fn families(&self) -> Vec<Family> {
        let mut families: Vec<Family> = Vec::new();
        for (at, scope) in self.scopes.iter().enumerate().filter(|(_, scope)| scope.is_house()) {
            let is_free = |family: &Family| {
                let first = &self.scopes[family.scopes[0] as usize];
                first.shape == scope.shape
                    && family.scopes.len() < 64
                    && scope.cells.iter().all(|&cell| family.index[cell] == 64)
            };
            let found = families.iter().position(is_free).unwrap_or(families.len());
            if found == families.len() {
                families.push(Family { scopes: Vec::new(), index: vec![64; self.names.len()] });
            }
            let family = &mut families[found];
            for &cell in &scope.cells {
                family.index[cell] = family.scopes.len() as u8;
            }
            family.scopes.push(at as u32);
        }
        families
    }

    fn crossings(&self) -> Vec<(u32, u32)> {
        let mut crossings = Vec::new();
        for one in 0..self.scopes.len() {
            for other in one + 1..self.scopes.len() {
                if bits::meet(self.row(one), self.row(other)) {
                    crossings.push((one as u32, other as u32));
                }
            }
        }
        crossings
    }

    /// The rules as a model: its variables are the cells.
    pub(super) fn model(&self) -> &Model {
        self.model.get_or_init(|| match &self.source {
            Source::Geometry(geometry) => geometry.model(),
            Source::Model(model) => Model::clone(model),
        })
    }

    /// Whether they say nothing but that the cells of each scope differ.
    pub(super) fn is_of_scopes_only(&self) -> bool {
        self.others.is_empty() && !self.has_pairs
    }

    /// The cells that differ from a cell, as a row.
    #[inline]
    pub(super) fn peers(&self, cell: usize) -> &[u64] {
        &self.peers[cell * self.words..][..self.words]
    }

    /// Whether two cells differ.
    #[inline]
    pub(super) fn differ(&self, one: usize, other: usize) -> bool {
        bits::has(self.peers(one), other)
    }

    /// The positions in a scope of the cells that differ from a cell.
    #[inline]
    pub(super) fn seen(&self, cell: usize, scope: usize) -> u64 {
        self.seen[cell * self.scopes.len() + scope]
    }

    /// The cells of a scope, as a row.
    #[inline]
    pub(super) fn row(&self, scope: usize) -> &[u64] {
        &self.rows[scope * self.words..][..self.words]
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.names.len()
    }

    /// The name of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn name(&self, cell: usize) -> &str {
        &self.names[cell]
    }

    /// What the values are, ascending; their numbers are positions in this list.
    pub fn values(&self) -> &[i32] {
        &self.values
    }

    /// The scopes of cells that all differ.
    pub fn scopes(&self) -> &[Scope] {
        &self.scopes
    }

    /// The constraints beyond those, each with its name.
    pub fn others(&self) -> impl ExactSizeIterator<Item = &str> {
        self.others.iter().map(|other| other.name())
    }

    /// The cells of one of those constraints, ascending.
    ///
    /// # Panics
    /// If there is no such constraint.
    pub fn cells_of(&self, other: usize) -> &[usize] {
        &self.others[other].cells
    }
}

/// Row and column of a cell with a name like `r1c4`.
fn place_of(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

fn shape_of(cells: &[usize], places: &[Option<(usize, usize)>]) -> Shape {
    let at: Option<Vec<(usize, usize)>> = cells.iter().map(|&cell| places[cell]).collect();
    let Some(at) = at.filter(|at| !at.is_empty()) else { return Shape::Other };
    if at.iter().all(|place| place.0 == at[0].0) {
        return Shape::Row;
    }
    if at.iter().all(|place| place.1 == at[0].1) {
        return Shape::Column;
    }
    let mut joined = vec![at[0]];
    let mut next = 0;
    while let Some(&(row, column)) = joined.get(next) {
        next += 1;
        for &place in &at {
            let apart = place.0.abs_diff(row) + place.1.abs_diff(column);
            if apart == 1 && !joined.contains(&place) {
                joined.push(place);
            }
        }
    }
    if joined.len() == at.len() { Shape::Box } else { Shape::Other }
}
