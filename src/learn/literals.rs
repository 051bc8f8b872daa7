//! Literals: small numbers for the atoms that nogoods mention.
//!
//! An atom that was met and its opposite are the two literals of one *statement*, `[x = v]` or `[x ≤ v]`. Statements are numbered
//! from 0 as they are met, so that memory follows what nogoods mention and not what variables could do. All atoms of a variable
//! with two values are literals of one statement.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(1) a look-up for a domain of a span of up to 64, two numbers a value once it is met; for others O(log s) of the s statements of the variable |

use std::collections::BTreeMap;

use crate::store::{Around, Atom, Domains, Relation, Store, VarId};

/// An atom that was met, as a number: twice that of its statement, and one more where it says the opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Literal(u32);

impl Literal {
    #[inline]
    fn new(statement: u32, is_opposite: bool) -> Literal {
        Literal(statement << 1 | u32::from(is_opposite))
    }

    /// The number, from 0 without gaps.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The number as a word, for storage.
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0
    }

    /// The literal with that number.
    #[inline]
    pub(crate) fn of_number(number: u32) -> Literal {
        Literal(number)
    }

    /// The number of its statement.
    #[inline]
    pub(crate) fn statement(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it says the opposite of its statement.
    #[inline]
    pub(crate) fn is_opposite(self) -> bool {
        self.0 & 1 != 0
    }
}

/// The opposite.
impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// What a statement says of a variable and a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StatementKind {
    Equal,
    AtMost,
}

/// The statements that were met.
#[derive(Clone, Debug, Default)]
pub(crate) struct Literals {
    places: Vec<Place>,
    /// By value of a variable with a small domain: one more than the number of `[x = v]`, and of `[x ≤ v]`; 0 where it was not met.
    rows: Vec<[u32; 2]>,
    wide: Vec<Wide>,
    /// By statement.
    atoms: Vec<Atom>,
}

/// Where the statements of a variable are.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Nowhere: none was met.
    Nowhere,
    /// In `rows`, from `start` on, for the values from `base` on. Whether there is any `[x ≤ v]`.
    Small { start: u32, base: i32, span: u32, has_bounds: bool },
    /// In `wide`.
    Wide(u32),
}

/// The statements of a variable with many values, each kind by value. An analysis may meet as many as there are values, in any order.
#[derive(Clone, Debug, Default)]
struct Wide {
    equal: BTreeMap<i32, u32>,
    at_most: BTreeMap<i32, u32>,
}

impl Wide {
    fn of(&self, kind: StatementKind) -> &BTreeMap<i32, u32> {
        match kind {
            StatementKind::Equal => &self.equal,
            StatementKind::AtMost => &self.at_most,
        }
    }

    /// The statements of that kind about values in `from..to`.
    fn between(&self, kind: StatementKind, from: i32, to: i32) -> impl Iterator<Item = (i32, u32)> + '_ {
        self.of(kind).range(from..to.max(from)).map(|(&value, &number)| (value, number))
    }

    /// The statement that the variable has that value.
    fn equal_to(&self, value: i32) -> Option<(i32, u32)> {
        self.equal.get(&value).map(|&number| (value, number))
    }
}

/// The statement of an atom, and whether the atom says the opposite.
fn statement_of(atom: Atom) -> (StatementKind, i32, bool) {
    match atom.relation() {
        Relation::Eq => (StatementKind::Equal, atom.value(), false),
        Relation::Ne => (StatementKind::Equal, atom.value(), true),
        Relation::Le => (StatementKind::AtMost, atom.value(), false),
        Relation::Ge => (StatementKind::AtMost, atom.value() - 1, true),
    }
}

/// The statement of an atom on a variable with only two values, `base` and the next one: its one statement is that it has the greater.
fn statement_of_two(atom: Atom, base: i32) -> (StatementKind, i32, bool) {
    (StatementKind::Equal, base + 1, !atom.allows(base + 1))
}

impl Literals {
    /// The number of statements that were met.
    pub(crate) fn statements(&self) -> usize {
        self.atoms.len()
    }

    /// The memory that they take, in bytes, about.
    pub(crate) fn bytes(&self) -> usize {
        self.places.len() * size_of::<Place>() + self.rows.len() * 8 + self.atoms.len() * 24
    }

    /// The atom of a statement.
    #[inline]
    pub(crate) fn atom_of(&self, statement: u32) -> Atom {
        self.atoms[statement as usize]
    }

    /// The atom of a literal.
    #[inline]
    pub(crate) fn atom(&self, literal: Literal) -> Atom {
        let atom = self.atom_of(literal.statement());
        if literal.is_opposite() { !atom } else { atom }
    }

    /// The literal of an atom, which was not true, and not false, at the start.
    pub(crate) fn meet(&mut self, atom: Atom, store: &Store) -> Literal {
        let var = atom.var();
        if self.places.len() < store.vars() {
            self.places.resize(store.vars(), Place::Nowhere);
        }
        if matches!(self.places[var.index()], Place::Nowhere) {
            self.places[var.index()] = self.new_place(var, store);
        }
        let next = self.atoms.len() as u32;
        let (kind, value, is_opposite, number) = match &mut self.places[var.index()] {
            Place::Small { start, base, span, has_bounds } => {
                let (start, base) = (*start, *base);
                let (kind, value, is_opposite) =
                    if *span == 2 { statement_of_two(atom, base) } else { statement_of(atom) };
                *has_bounds |= kind == StatementKind::AtMost;
                let row = &mut self.rows[(start as i64 + i64::from(value) - i64::from(base)) as usize];
                let number = &mut row[kind as usize];
                if *number == 0 {
                    *number = next + 1;
                }
                (kind, value, is_opposite, *number - 1)
            }
            Place::Wide(at) => {
                let (kind, value, is_opposite) = statement_of(atom);
                let wide = &mut self.wide[*at as usize];
                let numbers = match kind {
                    StatementKind::Equal => &mut wide.equal,
                    StatementKind::AtMost => &mut wide.at_most,
                };
                (kind, value, is_opposite, *numbers.entry(value).or_insert(next))
            }
            Place::Nowhere => unreachable!("invariant: the variable has a place"),
        };
        if number == next {
            self.atoms.push(match kind {
                StatementKind::Equal => Atom::eq(var, value),
                StatementKind::AtMost => Atom::le(var, value),
            });
        }
        Literal::new(number, is_opposite)
    }

    /// The literal of an atom; `None` if it was not met, or was decided at the start.
    #[inline]
    pub(crate) fn find(&self, atom: Atom) -> Option<Literal> {
        let (number, is_opposite) = match *self.places.get(atom.var().index())? {
            Place::Small { start, base, span, .. } => {
                if span == 2 && atom.allows(base) == atom.allows(base + 1) {
                    return None;
                }
                let (kind, value, is_opposite) =
                    if span == 2 { statement_of_two(atom, base) } else { statement_of(atom) };
                let bit = i64::from(value) - i64::from(base);
                if !(0..i64::from(span)).contains(&bit) {
                    return None;
                }
                let row = self.rows[start as usize + bit as usize];
                (row[kind as usize].checked_sub(1)?, is_opposite)
            }
            Place::Wide(at) => {
                let (kind, value, is_opposite) = statement_of(atom);
                (*self.wide[at as usize].of(kind).get(&value)?, is_opposite)
            }
            Place::Nowhere => return None,
        };
        Some(Literal::new(number, is_opposite))
    }

    fn new_place(&mut self, var: VarId, store: &Store) -> Place {
        let Some(base) = store.base(var) else {
            self.wide.push(Wide::default());
            return Place::Wide(self.wide.len() as u32 - 1);
        };
        let start = self.rows.len() as u32;
        let span = (i64::from(store.past(0).max(var)) - i64::from(base) + 1) as u32;
        self.rows.resize(self.rows.len() + span as usize, [0; 2]);
        Place::Small { start, base, span, has_bounds: false }
    }

    /// Hands to `note` the literals that the change at that position of the trail made true.
    #[inline]
    pub(crate) fn made_true(&self, position: usize, store: &Store, mut note: impl FnMut(Literal)) {
        let Some((var, _)) = store.change(position) else { return };
        match self.places.get(var.index()) {
            Some(&Place::Small { start, span: 2, .. }) => {
                let number = self.rows[start as usize + 1][StatementKind::Equal as usize];
                if number != 0 {
                    // The first change of two values is the last one.
                    note(Literal::new(number - 1, store.bits(var) & 2 == 0));
                }
            }
            Some(&Place::Small { start, span, has_bounds, .. }) => {
                let Around::Small(bits) = store.around(position) else { return };
                let rows = &self.rows[start as usize..][..span as usize];
                made_true_of_small(rows, bits, has_bounds, note);
            }
            Some(&Place::Wide(at)) => {
                let Around::Wide(bounds) = store.around(position) else { return };
                made_true_of_wide(&self.wide[at as usize], bounds, (var, position), store, note);
            }
            _ => {}
        }
    }
}

/// The literals of a small domain that lost values: `rows` is by bit.
#[inline]
fn made_true_of_small(
    rows: &[[u32; 2]],
    [old, new]: [u64; 2],
    has_bounds: bool,
    mut note: impl FnMut(Literal),
) {
    let mut gone = old & !new;
    while gone != 0 {
        row_literal(rows, gone.trailing_zeros() as usize, StatementKind::Equal, true).map(&mut note);
        gone &= gone - 1;
    }
    if new.is_power_of_two() {
        row_literal(rows, new.trailing_zeros() as usize, StatementKind::Equal, false).map(&mut note);
    }
    if !has_bounds {
        return;
    }
    let ends = |bits: u64| (bits.trailing_zeros() as usize, bits.ilog2() as usize);
    let ((old_min, old_max), (min, max)) = (ends(old), ends(new));
    // `x ≥ v` is the opposite of `x ≤ v - 1`.
    for bit in old_min..min {
        row_literal(rows, bit, StatementKind::AtMost, true).map(&mut note);
    }
    for bit in max..old_max {
        row_literal(rows, bit, StatementKind::AtMost, false).map(&mut note);
    }
}

/// The literal of a value of a small domain, if it has been met.
#[inline]
fn row_literal(rows: &[[u32; 2]], bit: usize, kind: StatementKind, is_opposite: bool) -> Option<Literal> {
    let number = rows[bit][kind as usize];
    (number != 0).then(|| Literal::new(number - 1, is_opposite))
}

fn made_true_of_wide(
    wide: &Wide,
    [(old_min, old_max), (min, max)]: [(i32, i32); 2],
    (var, position): (VarId, usize),
    store: &Store,
    mut note: impl FnMut(Literal),
) {
    let opposite = |(_, number): (i32, u32)| Literal::new(number, true);
    let stated = |(_, number): (i32, u32)| Literal::new(number, false);
    if !wide.equal.is_empty() {
        wide.between(StatementKind::Equal, old_min, min).map(opposite).for_each(&mut note);
        if max < old_max {
            // The number after the old maximum may not be an `i32`.
            wide.between(StatementKind::Equal, max + 1, old_max).map(opposite).for_each(&mut note);
            wide.equal_to(old_max).into_iter().map(opposite).for_each(&mut note);
        }
        match store.posted(position) {
            Some(atom) if atom.relation() == Relation::Ne => {
                wide.equal_to(atom.value()).into_iter().map(opposite).for_each(&mut note);
            }
            Some(_) => {}
            // Holes, any of those between the ends.
            None => {
                let (inside, left) =
                    (wide.between(StatementKind::Equal, min, max), store.past(position + 1).domain(var));
                inside.filter(|&(value, _)| !left.contains(value)).map(opposite).for_each(&mut note);
            }
        }
        if min == max {
            wide.equal_to(min).into_iter().map(stated).for_each(&mut note);
        }
    }
    wide.between(StatementKind::AtMost, old_min, min).map(opposite).for_each(&mut note);
    wide.between(StatementKind::AtMost, max, old_max).map(stated).for_each(&mut note);
}
