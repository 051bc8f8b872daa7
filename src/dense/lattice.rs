//! Scopes that cross in pieces: the regular shape that the fast form is made for.
//!
//! A *piece* is what two scopes share, if that is more than one variable. Here every scope is a permutation, and there
//! are three kinds: *lines* and *columns*, which share one variable at most, and *boxes*, which are cut in pieces by
//! both. Lines and boxes that meet in pieces form a band, columns and boxes that do a stack; in a band every line meets
//! every box, in a stack every column does. Sudoku of any box is of this shape, whatever the numbers of its cells; all is
//! found in the scopes alone.
//!
//! A band has `height` lines and as many boxes, and each line meets each box in `width` variables; there are `width`
//! bands and `height` stacks, and `height · width` values. So a variable is told by four numbers: its band and the line in
//! it, its stack and the column in it.
//!
//! A network may ask for more than a lattice: diagonals, windows, edges. Then the lattice is found among its scopes, and
//! what the lattice does not say by itself is left *beside* it, for somebody else to rule.

use std::collections::BTreeSet;

use crate::dense::implied::{Members, complete, members};
use crate::dense::network::Network;

/// Where a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::dense) struct Place {
    /// Below `width`.
    pub(in crate::dense) band: usize,
    /// Within the band, below `height`.
    pub(in crate::dense) line: usize,
    /// Below `height`.
    pub(in crate::dense) stack: usize,
    /// Within the stack, below `width`.
    pub(in crate::dense) column: usize,
}

/// The shape, found.
#[derive(Clone, Debug)]
pub(in crate::dense) struct Lattice {
    pub(in crate::dense) height: usize,
    pub(in crate::dense) width: usize,
    /// By variable.
    pub(in crate::dense) places: Vec<Place>,
    /// The scopes of the network that are neither lines, columns or boxes nor parts of one.
    pub(in crate::dense) beside: Vec<Vec<usize>>,
}

impl Place {
    /// The line, the column and the box, each by two numbers.
    fn scopes(&self) -> [(usize, usize); 3] {
        [(self.band, self.line), (self.stack, self.column), (self.band, self.stack)]
    }

    /// Whether a line, a column or a box has both.
    fn meets(&self, other: &Place) -> bool {
        self.scopes().iter().zip(other.scopes()).any(|(&a, b)| a == b)
    }
}

impl Lattice {
    /// A lattice of all variables of the network; `None` if there is none, or it is not seen.
    ///
    /// It is looked for among the scopes that have a variable in three permutations only, as all of a lattice must be if
    /// what is beside it leaves some variable of each out, and among the first ones.
    ///
    /// # Complexity
    /// O(s² n²) for s scopes of n variables.
    pub(in crate::dense) fn of(network: &Network) -> Option<Lattice> {
        let size = network.values().len();
        if size < 4 || network.domains().len() != size * size {
            return None;
        }
        let full = permutations(network);
        let mut in_scopes = vec![0; size * size];
        full.iter().flatten().for_each(|&x| in_scopes[x] += 1);
        let of_three = |scope: &&Vec<usize>| scope.iter().any(|&x| in_scopes[x] == 3);
        let certain: Vec<Vec<usize>> = full.iter().filter(of_three).cloned().collect();
        let first = full.get(..3 * size).map(<[_]>::to_vec);
        let mut lattice =
            [Some(certain), first].iter().flatten().find_map(|scopes| Lattice::over(scopes, size))?;
        let is_beside = |scope: &&Vec<usize>| !lattice.says(scope);
        lattice.beside = network.scopes().iter().filter(is_beside).cloned().collect();
        debug_assert!(lattice.rules(network), "invariant: each pair that differs is in a scope of ours");
        Some(lattice)
    }

    /// The lattice that has exactly these scopes.
    fn over(scopes: &[Vec<usize>], size: usize) -> Option<Lattice> {
        if scopes.len() != 3 * size {
            return None;
        }
        let crossings = Crossings::new(scopes);
        let (lines, columns) = crossings.lines_and_columns()?;
        let (bands, stacks) = (crossings.groups(&lines), crossings.groups(&columns));
        let (width, height) = (bands.len(), stacks.len());
        let mut places = vec![Place { band: 0, line: 0, stack: 0, column: 0 }; size * size];
        for (band, group) in bands.iter().enumerate() {
            for (line, &scope) in group.iter().enumerate() {
                for &x in &scopes[scope] {
                    (places[x].band, places[x].line) = (band, line);
                }
            }
        }
        for (stack, group) in stacks.iter().enumerate() {
            for (column, &scope) in group.iter().enumerate() {
                for &x in &scopes[scope] {
                    (places[x].stack, places[x].column) = (stack, column);
                }
            }
        }
        let lattice = Lattice { height, width, places, beside: Vec::new() };
        (height * width == size && lattice.has(scopes)).then_some(lattice)
    }

    /// A lattice with the same lines and columns, whose boxes are permutations beside this one or follow from some; beside it
    /// is what neither says. `None` if there is none, or there are more than 256 variables.
    pub(in crate::dense) fn second(&self) -> Option<Lattice> {
        let size = self.height * self.width;
        if size > 16 {
            return None;
        }
        let is_full = |scope: &&Vec<usize>| scope.len() == size;
        let mut boxes: Vec<Members> =
            self.beside.iter().filter(is_full).map(|scope| members(scope)).collect();
        if boxes.is_empty() {
            return None;
        }
        let [lines, columns, _] = self.scopes();
        let families =
            [lines, columns].map(|scopes| scopes.iter().map(|line| members(line)).collect::<Vec<_>>());
        // What meets every line, as a diagonal does, is no box.
        boxes.retain(|p| families[0].iter().any(|line| !line.meets(p)));
        complete(&mut boxes, &families, size + 1);
        let scopes: Vec<Vec<usize>> =
            families.iter().flatten().chain(&boxes).map(Members::variables).collect();
        let mut second = Lattice::over(&scopes, size)?;
        second.beside = self.beside.iter().filter(|scope| !second.says(scope)).cloned().collect();
        (second.height == self.height).then_some(second)
    }

    /// Its lines, its columns and its boxes.
    pub(in crate::dense) fn scopes(&self) -> [Vec<Vec<usize>>; 3] {
        let mut scopes = [0, 1, 2].map(|_| vec![Vec::new(); self.height * self.width]);
        for (x, place) in self.places.iter().enumerate() {
            scopes[0][place.band * self.height + place.line].push(x);
            scopes[1][place.stack * self.width + place.column].push(x);
            scopes[2][place.band * self.height + place.stack].push(x);
        }
        scopes
    }

    /// Calls lines columns, and columns lines.
    pub(in crate::dense) fn transpose(&mut self) {
        std::mem::swap(&mut self.height, &mut self.width);
        for place in &mut self.places {
            let Place { band, line, stack, column } = *place;
            *place = Place { band: stack, line: column, stack: band, column: line };
        }
    }

    /// Whether a line, a column or a box has all of the scope.
    fn says(&self, scope: &[usize]) -> bool {
        let first = self.places[scope[0]].scopes();
        (0..3).any(|kind| scope.iter().all(|&x| self.places[x].scopes()[kind] == first[kind]))
    }

    /// Whether each pair of variables that a scope of the network keeps apart meets in the lattice or beside it.
    fn rules(&self, network: &Network) -> bool {
        let beside =
            |x: &usize, y: &usize| self.beside.iter().any(|scope| scope.contains(x) && scope.contains(y));
        network.scopes().iter().all(|scope| {
            let apart = |x: &usize, y: &usize| self.places[*x].meets(&self.places[*y]) || beside(x, y);
            scope.iter().enumerate().all(|(i, x)| scope[..i].iter().all(|y| apart(x, y)))
        })
    }

    /// Whether the scopes are exactly the lines, columns and boxes of the places. Whatever guess led to the places, this
    /// makes it certain.
    fn has(&self, scopes: &[Vec<usize>]) -> bool {
        let mut places = self.places.clone();
        places.sort_unstable();
        places.dedup();
        let size = self.height * self.width;
        let within = |p: &Place| {
            p.band < self.width && p.line < self.height && p.stack < self.height && p.column < self.width
        };
        let mut seen = [const { Vec::new() }; 3];
        for scope in scopes {
            let keys = self.places[scope[0]].scopes();
            let is_kind = |&kind: &usize| scope.iter().all(|&x| self.places[x].scopes()[kind] == keys[kind]);
            let Some(kind) = (0..3).find(is_kind) else { return false };
            seen[kind].push(keys[kind]);
        }
        let all_once = seen.iter_mut().all(|keys| {
            keys.sort_unstable();
            keys.dedup();
            keys.len() == size
        });
        places.len() == size * size && places.iter().all(within) && all_once
    }
}

/// The scopes that need every value, each once, however often they are posted.
fn permutations(network: &Network) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut seen = BTreeSet::new();
    for scope in network.scopes().iter().filter(|scope| network.is_permutation(scope)) {
        let mut sorted = scope.clone();
        sorted.sort_unstable();
        if seen.insert(sorted) {
            all.push(scope.clone());
        }
    }
    all
}

/// How many variables two scopes share.
struct Crossings(Vec<Vec<usize>>);

impl Crossings {
    fn new(scopes: &[Vec<usize>]) -> Crossings {
        let mut of = vec![Vec::new(); scopes.iter().flatten().max().map_or(0, |x| x + 1)];
        for (s, &x) in scopes.iter().enumerate().flat_map(|(s, scope)| scope.iter().map(move |x| (s, x))) {
            of[x].push(s);
        }
        let mut shared = vec![vec![0; scopes.len()]; scopes.len()];
        for scopes in &of {
            for (&a, &b) in scopes.iter().flat_map(|a| scopes.iter().map(move |b| (a, b))) {
                shared[a][b] += 1;
            }
        }
        Crossings(shared)
    }

    fn meet_in_a_piece(&self, a: usize, b: usize) -> bool {
        a != b && self.0[a][b] > 1
    }

    /// The scopes that are no boxes, in two kinds: those that share nothing with the first of them, and the others.
    fn lines_and_columns(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let boxes = self.boxes();
        let rest: Vec<usize> = (0..self.0.len()).filter(|&s| !boxes[s]).collect();
        let first = *rest.first()?;
        Some(rest.iter().partition(|&&s| s == first || self.0[first][s] == 0))
    }

    /// Which scopes are boxes: one side of those that meet in pieces, the one that has half as many.
    fn boxes(&self) -> Vec<bool> {
        let mut side = vec![None; self.0.len()];
        let mut waiting = vec![0];
        side[0] = Some(false);
        while let Some(a) = waiting.pop() {
            for b in (0..self.0.len()).filter(|&b| self.meet_in_a_piece(a, b)) {
                if side[b].is_none() {
                    side[b] = side[a].map(|s: bool| !s);
                    waiting.push(b);
                }
            }
        }
        let fewer = side.iter().filter(|&&s| s == Some(true)).count() * 2 < self.0.len();
        side.iter().map(|&s| s == Some(fewer)).collect()
    }

    /// Those of `scopes` that meet the same boxes, together, in the order of the first of each.
    fn groups(&self, scopes: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let boxes = |s: usize| (0..self.0.len()).filter(move |&b| self.meet_in_a_piece(s, b));
        for &s in scopes {
            match groups.iter_mut().find(|group| boxes(group[0]).eq(boxes(s))) {
                Some(group) => group.push(s),
                None => groups.push(vec![s]),
            }
        }
        groups
    }
}

#[cfg(test)]
mod tests {
    use crate::dense::lattice::Lattice;
    use crate::dense::network::Network;

    #[test]
    fn four_windows_are_boxes_of_a_second_lattice() {
        let scope = |of: &dyn Fn(usize) -> usize| (0..9).map(of).collect::<Vec<usize>>();
        let mut scopes = Vec::new();
        for i in 0..9 {
            scopes.push(scope(&|k| 9 * i + k));
            scopes.push(scope(&|k| 9 * k + i));
            scopes.push(scope(&|k| i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3));
        }
        let diagonal = scope(&|k| 10 * k);
        scopes.push(diagonal.clone());
        let second = |scopes: &[Vec<usize>]| {
            let network = Network::over(&vec![(1..=9).collect(); 81], scopes.to_vec());
            Lattice::of(&network.expect("nine values")).expect("rows, columns and boxes").second()
        };
        assert!(second(&scopes).is_none());
        for corner in [10, 14, 46, 50] {
            scopes.push(scope(&|k| corner + k / 3 * 9 + k % 3));
        }
        let second = second(&scopes).expect("windows");
        assert_eq!(second.beside, [diagonal]);
        assert!(second.places[0].meets(&second.places[40]), "the ninth window has corners and centre");
        assert!(!second.places[0].meets(&second.places[10]));
    }
}
