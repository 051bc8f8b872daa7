//! Box grids: recognition of scopes that cross in intersections, the regular shape of the fast form.
//!
//! An *intersection* is what two scopes share, if that is more than one variable. Here every scope is a permutation,
//! and there are three kinds: *lines* and *columns*, which share one variable at most, and *boxes*, which both cut
//! into intersections. Lines and boxes that meet in intersections form a band, columns and boxes that do so form a
//! stack; in a band every line meets every box, in a stack every column does. Sudoku of any box size has this shape,
//! however its cells are numbered; all of it is found in the scopes alone.
//!
//! A band has `height` lines and `height` boxes, and each line meets each box in `width` variables; there are `width`
//! bands and `height` stacks, and `height · width` values. So a variable is identified by four numbers: its band and
//! the line in it, its stack and the column in it.
//!
//! A network may have more constraints than a box grid: diagonals, windows, edges. Then the box grid is found among
//! its scopes, and what the box grid does not imply is returned as *extra* scopes, for others to propagate.

use crate::intersections::implied::{Lines, Members, complete, members};
use crate::network::Network;

/// The place of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// Below `width`.
    pub(crate) band: usize,
    /// Within the band, below `height`.
    pub(crate) line: usize,
    /// Below `height`.
    pub(crate) stack: usize,
    /// Within the stack, below `width`.
    pub(crate) column: usize,
}

/// A box grid that was found.
#[derive(Clone, Debug)]
pub(crate) struct BoxGrid {
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// By variable.
    pub(crate) places: Vec<Place>,
    /// The scopes of the network that are neither lines, columns or boxes nor parts of one.
    pub(crate) extra_scopes: Vec<Vec<usize>>,
}

impl Place {
    /// The line, the column and the box, each by two numbers.
    fn scopes(&self) -> [(usize, usize); 3] {
        [(self.band, self.line), (self.stack, self.column), (self.band, self.stack)]
    }

    /// Whether some line, column or box contains both.
    fn meets(&self, other: &Place) -> bool {
        self.scopes().iter().zip(other.scopes()).any(|(&a, b)| a == b)
    }
}

impl BoxGrid {
    /// A box grid of all variables of the network; `None` if there is none, or it is not recognised.
    ///
    /// It is looked for among the scopes that have a variable in three permutations only (in a box grid, every scope
    /// has one if the extra scopes leave out some variable of each), and among the first ones.
    ///
    /// # Complexity
    /// O(s² + s n²) for s scopes of n variables.
    pub(crate) fn of(network: &Network) -> Option<BoxGrid> {
        let size = network.values().len();
        if size < 4 || network.domains().len() != size * size {
            return None;
        }
        let distinct: Vec<&[usize]> = network.distinct().collect();
        let full: Vec<&[usize]> =
            distinct.iter().copied().filter(|scope| network.is_permutation(scope)).collect();
        let mut in_scopes = vec![0; size * size];
        full.iter().copied().flatten().for_each(|&x| in_scopes[x] += 1);
        let of_three = |scope: &&[usize]| scope.iter().any(|&x| in_scopes[x] == 3);
        let certain: Vec<&[usize]> = full.iter().copied().filter(of_three).collect();
        let first = full.get(..3 * size);
        let mut box_grid =
            [Some(&*certain), first].into_iter().flatten().find_map(|scopes| BoxGrid::over(scopes, size))?;
        let is_beside = |scope: &&&[usize]| !box_grid.says(scope);
        box_grid.extra_scopes = distinct.iter().filter(is_beside).map(|scope| scope.to_vec()).collect();
        debug_assert!(box_grid.rules(network), "invariant: each pair that differs is in a scope of ours");
        Some(box_grid)
    }

    /// The box grid that has exactly these scopes.
    fn over(scopes: &[&[usize]], size: usize) -> Option<BoxGrid> {
        if scopes.len() != 3 * size {
            return None;
        }
        let crossings = Crossings::new(scopes, size * size)?;
        let (lines, columns) = crossings.lines_and_columns()?;
        let (bands, stacks) = (crossings.groups(&lines), crossings.groups(&columns));
        let (width, height) = (bands.len(), stacks.len());
        let mut places = vec![Place { band: 0, line: 0, stack: 0, column: 0 }; size * size];
        for (band, group) in bands.iter().enumerate() {
            for (line, &scope) in group.iter().enumerate() {
                for &x in scopes[scope] {
                    (places[x].band, places[x].line) = (band, line);
                }
            }
        }
        for (stack, group) in stacks.iter().enumerate() {
            for (column, &scope) in group.iter().enumerate() {
                for &x in scopes[scope] {
                    (places[x].stack, places[x].column) = (stack, column);
                }
            }
        }
        let box_grid = BoxGrid { height, width, places, extra_scopes: Vec::new() };
        (height * width == size && box_grid.has(scopes)).then_some(box_grid)
    }

    /// The box grid with the same lines and columns whose boxes are among the extra permutations of this one or are
    /// implied by some; the rest are its extra scopes. `None` if there is none, or there are more than 256 variables.
    pub(crate) fn second(&self) -> Option<BoxGrid> {
        let size = self.height * self.width;
        if size > 16 || self.extra_scopes.is_empty() {
            return None;
        }
        let is_full = |scope: &&Vec<usize>| scope.len() == size;
        let [lines, columns, _] = self.scopes();
        // A scope that meets every line, as a diagonal does, is not a box.
        let is_in_some = |p: &Members| lines.iter().any(|line| !line.meets(p));
        let mut boxes: Vec<Members> =
            self.extra_scopes.iter().filter(is_full).map(|scope| members(scope)).filter(is_in_some).collect();
        let families = [lines, columns];
        complete(&mut boxes, &families, size + 1);
        if boxes.len() != size {
            return None;
        }
        let scopes: Vec<Vec<usize>> =
            families.iter().flatten().chain(&boxes).map(Members::variables).collect();
        let scopes: Vec<&[usize]> = scopes.iter().map(Vec::as_slice).collect();
        let mut second = BoxGrid::over(&scopes, size)?;
        second.extra_scopes = self.extra_scopes.iter().filter(|scope| !second.says(scope)).cloned().collect();
        (second.height == self.height).then_some(second)
    }

    /// Its lines, its columns and its boxes; of 256 variables at most.
    pub(crate) fn scopes(&self) -> [Lines; 3] {
        let mut scopes = [0, 1, 2].map(|_| vec![Members::default(); self.height * self.width]);
        for (x, place) in self.places.iter().enumerate() {
            for (lines, number) in scopes.iter_mut().zip(self.numbers(place)) {
                lines[number].insert(x);
            }
        }
        scopes
    }

    /// The numbers of the line, the column and the box of a place.
    fn numbers(&self, place: &Place) -> [usize; 3] {
        let line = place.band * self.height + place.line;
        let column = place.stack * self.width + place.column;
        [line, column, place.band * self.height + place.stack]
    }

    /// Exchanges lines and columns.
    pub(crate) fn transpose(&mut self) {
        std::mem::swap(&mut self.height, &mut self.width);
        for place in &mut self.places {
            let Place { band, line, stack, column } = *place;
            *place = Place { band: stack, line: column, stack: band, column: line };
        }
    }

    /// Whether some line, column or box contains the scope.
    fn says(&self, scope: &[usize]) -> bool {
        self.kind(scope).is_some()
    }

    /// What contains the scope: a line, 0, a column, 1, or a box, 2; `None` if nothing does.
    fn kind(&self, scope: &[usize]) -> Option<usize> {
        let first = &self.places[scope[0]];
        let (mut band, mut line, mut stack, mut column) = (true, true, true, true);
        for place in scope.iter().map(|&x| &self.places[x]) {
            band &= place.band == first.band;
            line &= place.line == first.line;
            stack &= place.stack == first.stack;
            column &= place.column == first.column;
        }
        [band && line, stack && column, band && stack].iter().position(|&is| is)
    }

    /// Whether each pair of variables that a scope of the network makes different meets in the box grid or in an
    /// extra scope.
    fn rules(&self, network: &Network) -> bool {
        let extra_scopes = |x: &usize, y: &usize| {
            self.extra_scopes.iter().any(|scope| scope.contains(x) && scope.contains(y))
        };
        network.scopes().iter().all(|scope| {
            let apart = |x: &usize, y: &usize| self.places[*x].meets(&self.places[*y]) || extra_scopes(x, y);
            scope.iter().enumerate().all(|(i, x)| scope[..i].iter().all(|y| apart(x, y)))
        })
    }

    /// Whether the scopes are exactly the lines, columns and boxes of the places. However the places were guessed,
    /// this verifies them.
    fn has(&self, scopes: &[&[usize]]) -> bool {
        let size = self.height * self.width;
        let within = |p: &Place| {
            p.band < self.width && p.line < self.height && p.stack < self.height && p.column < self.width
        };
        let (mut taken, mut seen) = (vec![false; size * size], vec![[false; 3]; size]);
        for place in &self.places {
            let [line, column, _] = self.numbers(place);
            if !within(place) || std::mem::replace(&mut taken[line * size + column], true) {
                return false;
            }
        }
        scopes.iter().all(|scope| {
            let numbers = self.numbers(&self.places[scope[0]]);
            self.kind(scope).is_some_and(|kind| !std::mem::replace(&mut seen[numbers[kind]][kind], true))
        })
    }
}

/// The number of variables that any two of some scopes share.
struct Crossings {
    /// The number of scopes.
    count: usize,
    /// By the first and the second scope.
    shared: Vec<u16>,
}

impl Crossings {
    /// `None` if a variable is not in three of the scopes.
    fn new(scopes: &[&[usize]], variables: usize) -> Option<Crossings> {
        let mut of = vec![[0; 3]; variables];
        let mut seen = vec![0; variables];
        for (s, scope) in scopes.iter().enumerate() {
            for &x in *scope {
                *of[x].get_mut(seen[x])? = s;
                seen[x] += 1;
            }
        }
        let count = scopes.len();
        let mut shared = vec![0; count * count];
        for &[a, b, c] in &of {
            for (one, other) in [(a, b), (b, c), (c, a)] {
                shared[one * count + other] += 1;
                shared[other * count + one] += 1;
            }
        }
        seen.iter().all(|&seen| seen == 3).then_some(Crossings { count, shared })
    }

    /// The number of variables that a scope shares with each.
    fn of(&self, scope: usize) -> &[u16] {
        &self.shared[scope * self.count..][..self.count]
    }

    /// The scopes that are not boxes, in two kinds: those that share nothing with the first of them, and the others.
    fn lines_and_columns(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let boxes = self.boxes();
        let rest: Vec<usize> = (0..self.count).filter(|&s| !boxes[s]).collect();
        let first = *rest.first()?;
        let shared = self.of(first);
        Some(rest.iter().partition(|&&s| s == first || shared[s] == 0))
    }

    /// Which scopes are boxes: in the bipartite graph of scopes that meet in intersections, the side that has half as
    /// many.
    fn boxes(&self) -> Vec<bool> {
        let mut side = vec![None; self.count];
        let mut waiting = vec![0];
        side[0] = Some(false);
        while let Some(a) = waiting.pop() {
            for (b, &shared) in self.of(a).iter().enumerate() {
                if shared > 1 && side[b].is_none() {
                    side[b] = side[a].map(|s: bool| !s);
                    waiting.push(b);
                }
            }
        }
        let fewer = side.iter().filter(|&&s| s == Some(true)).count() * 2 < self.count;
        side.iter().map(|&s| s == Some(fewer)).collect()
    }

    /// Groups of `scopes` that meet the same first box in an intersection, in the order of the first of each.
    fn groups(&self, scopes: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: Vec<(Option<usize>, Vec<usize>)> = Vec::new();
        for &s in scopes {
            let first = self.of(s).iter().position(|&shared| shared > 1);
            match groups.iter_mut().find(|group| group.0 == first) {
                Some(group) => group.1.push(s),
                None => groups.push((first, vec![s])),
            }
        }
        groups.into_iter().map(|group| group.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::intersections::box_grid::BoxGrid;
    use crate::network::Network;

    #[test]
    fn four_windows_are_boxes_of_a_second_grid() {
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
            BoxGrid::of(&network.expect("nine values")).expect("rows, columns and boxes").second()
        };
        assert!(second(&scopes).is_none());
        for corner in [10, 14, 46, 50] {
            scopes.push(scope(&|k| corner + k / 3 * 9 + k % 3));
        }
        let second = second(&scopes).expect("windows");
        assert_eq!(second.extra_scopes, [diagonal]);
        assert!(second.places[0].meets(&second.places[40]), "the ninth window has corners and centre");
        assert!(!second.places[0].meets(&second.places[10]));
    }
}
