//! `bin_packing(bins, sizes, loads)`, `bin_packing_capa(bins, sizes, capacities)`: each item is in a bin, and the sizes add up.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each item is in one of the bins; the sizes of the items in a bin add up to its load, or to its capacity at most |
//! | Consistency | what single items and the loads of others say, see `loads.rs`: domain consistency is NP-hard |
//! | Cost | O(items · bins) a run |
//! | Same variable | each item by itself |
//! | Statement | the sum of the sizes of the items that are in a bin, for each bin |
//! | Source | Shaw, *A Constraint for Bin Packing*, CP 2004 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::holds_always;
use crate::constraints::packing::loads::Loads;
use crate::constraints::{Comparator, Constraint, Number, Operand, Simplified, Statement, in_set};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`bin_packing`] and [`bin_packing_capa`]: items in bins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinPacking {
    /// The items.
    pub items: Box<[Item]>,
    /// The bins; no two have the same number.
    pub bins: Box<[Bin]>,
}

/// An item of a [`BinPacking`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The number of the bin that it is in.
    pub bin: IntView,
    /// Its size, not negative.
    pub size: i32,
}

/// A bin of a [`BinPacking`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// Its number: the value of the items that are in it.
    pub number: i32,
    /// The load: the sum of the sizes of its items.
    pub load: Load,
}

/// The load of a bin: the sum of the sizes of its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// This sum.
    Exactly(Operand),
    /// At most this sum.
    AtMost(i64),
}

/// Item i, of size `sizes[i]`, is in bin `bins[i]`, the bins being numbered from 0; and `loads[b]` is the sum of the sizes of the items
/// in bin b, for each of them. No item is elsewhere.
///
/// ```
/// use residua::constraints::bin_packing;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let bins = model.int_vars("bin", 4, 0..=2);
/// let loads = model.int_vars("load", 3, 5..=7);
/// model.post(bin_packing(&bins, [5, 5, 3, 4], &loads))?;
/// // The two of 5 are not together, and neither has room for another one.
/// let mut packed: Vec<i32> = model.solutions().map(|found| found[loads[0]]).collect();
/// packed.sort_unstable();
/// assert_eq!(packed, [5, 5, 5, 5, 7, 7]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Lengths that differ, and sizes below 0, are refused when it is posted.
pub fn bin_packing<V: Term, W: Term>(
    bins: impl IntoIterator<Item = V>,
    sizes: impl IntoIterator<Item = impl Number>,
    loads: impl IntoIterator<Item = W>,
) -> V::Of<W::Of<BinPacking>> {
    V::over(bins, |bins| {
        W::over(loads, |loads| {
            let loads = loads.into_iter().map(|load| Load::Exactly(Operand::View(load)));
            BinPacking::of(&bins, &sizes_of(sizes), loads.collect())
        })
    })
}

/// Item i, of size `sizes[i]`, is in bin `bins[i]`, the bins being numbered from 0; and those in bin b have no more than `capacities[b]`
/// together, for each of them. No item is elsewhere.
///
/// ```
/// use residua::constraints::bin_packing_capa;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let bins = model.int_vars("bin", 3, 0..=9);
/// model.post(bin_packing_capa(&bins, [5, 4, 3], [7, 6]))?;
/// let found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
/// assert_eq!(found, [[1, 0, 0]]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn bin_packing_capa<V: Term>(
    bins: impl IntoIterator<Item = V>,
    sizes: impl IntoIterator<Item = impl Number>,
    capacities: impl IntoIterator<Item = impl Number>,
) -> V::Of<BinPacking> {
    let loads = capacities.into_iter().map(|capacity| Load::AtMost(capacity.to_i64()));
    V::over(bins, |bins| BinPacking::of(&bins, &sizes_of(sizes), loads.collect()))
}

/// The size of an item for which there is none, or of one too many.
const MISSING: i32 = i32::MIN;

/// The size of an item for which it does not fit into 32 bits.
const BEYOND: i32 = i32::MIN + 1;

fn sizes_of(sizes: impl IntoIterator<Item = impl Number>) -> Vec<i32> {
    sizes.into_iter().map(|size| i32::try_from(size.to_i64()).unwrap_or(BEYOND)).collect()
}

impl BinPacking {
    fn of(bins: &[IntView], sizes: &[i32], loads: Vec<Load>) -> BinPacking {
        let mut items = Vec::new();
        for (at, &bin) in bins.iter().enumerate() {
            items.push(Item { bin, size: sizes.get(at).copied().unwrap_or(MISSING) });
        }
        if let (Some(last), true) = (items.last_mut(), sizes.len() > bins.len()) {
            last.size = MISSING;
        }
        let bins = loads.into_iter().zip(0..).map(|(load, number)| Bin { number, load }).collect();
        BinPacking { items: items.into(), bins }
    }

    fn numbers(&self) -> Domain {
        self.bins.iter().map(|bin| bin.number).collect()
    }

    /// The simplified packing: the open items, and the bins that these can be in; and that single views have
    /// such values. `None` if it cannot hold.
    fn left(&self, domains: &dyn Domains<IntVar>) -> Option<(BinPacking, Vec<(IntView, Domain)>)> {
        let numbers = self.numbers();
        let (mut items, mut members) = (Vec::new(), Vec::new());
        let mut known = vec![0; self.bins.len()];
        for item in &self.items {
            if let Some(value) = item.bin.value(domains) {
                known[self.bins.iter().position(|bin| bin.number == value)?] += i64::from(item.size);
                continue;
            }
            let count = self.bins.iter().filter(|bin| item.bin.contains(domains, bin.number)).count() as u64;
            if count == 0 {
                return None;
            }
            if item.size > 0 {
                items.push(*item);
            } else if count < item.bin.size(domains) {
                members.push((item.bin, numbers.clone()));
            }
        }
        let mut bins = Vec::new();
        for (bin, &known) in self.bins.iter().zip(&known) {
            let mut possible = items.iter().filter(|item| item.bin.contains(domains, bin.number));
            let is_open = possible.next().is_some();
            let load = match bin.load {
                Load::Exactly(Operand::View(view)) => match view.value(domains) {
                    Some(value) => Load::Exactly(Operand::Constant(i64::from(value) - known)),
                    None if is_open => {
                        let shift = i32::try_from(known).ok()?;
                        Load::Exactly(Operand::View(view - shift))
                    }
                    None => {
                        let value =
                            i32::try_from(known).ok().filter(|&value| view.contains(domains, value))?;
                        members.push((view, value.into()));
                        continue;
                    }
                },
                Load::Exactly(Operand::Constant(constant)) => {
                    Load::Exactly(Operand::Constant(constant - known))
                }
                Load::AtMost(most) => Load::AtMost(most - known),
            };
            let (room, is_met) = match load {
                Load::Exactly(Operand::Constant(constant)) => (constant, constant == 0),
                Load::AtMost(most) => (most, most >= 0),
                Load::Exactly(Operand::View(_)) => (0, true),
            };
            if room < 0 || !(is_open || is_met) {
                return None;
            }
            if is_open {
                bins.push(Bin { number: bin.number, load });
            }
        }
        Some((BinPacking { items: items.into(), bins: bins.into() }, members))
    }

    /// Whether every bin has room for all items that can be in it, and each item is in one of them.
    fn has_room(&self, domains: &dyn Domains<IntVar>) -> bool {
        let numbers = self.numbers();
        let is_inside = |item: &Item| {
            let count = numbers.iter().filter(|&number| item.bin.contains(domains, number)).count();
            count as u64 == item.bin.size(domains)
        };
        let fits = |bin: &Bin| match bin.load {
            Load::AtMost(most) => {
                let possible = self.items.iter().filter(|item| item.bin.contains(domains, bin.number));
                possible.map(|item| i64::from(item.size)).sum::<i64>() <= most
            }
            Load::Exactly(_) => false,
        };
        self.items.iter().all(is_inside) && self.bins.iter().all(fits)
    }
}

impl Constraint for BinPacking {
    fn name(&self) -> &'static str {
        let is_limited = self.bins.iter().any(|bin| matches!(bin.load, Load::AtMost(_)));
        if is_limited { "bin_packing_capa" } else { "bin_packing" }
    }

    fn scope(&self) -> Vec<IntView> {
        let loads = self.bins.iter().filter_map(|bin| match bin.load {
            Load::Exactly(Operand::View(view)) => Some(view),
            _ => None,
        });
        self.items.iter().map(|item| item.bin).chain(loads).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_in = |item: &Item, bin: &Bin| value(item.bin) == i64::from(bin.number);
        let is_right = |bin: &Bin| {
            let own = self.items.iter().filter(|item| is_in(item, bin));
            let load: i64 = own.map(|item| i64::from(item.size)).sum();
            match bin.load {
                Load::Exactly(Operand::View(view)) => load == value(view),
                Load::Exactly(Operand::Constant(constant)) => load == constant,
                Load::AtMost(most) => load <= most,
            }
        };
        self.items.iter().all(|item| self.bins.iter().any(|bin| is_in(item, bin)))
            && self.bins.iter().all(is_right)
    }

    fn validate(&self) -> Result<(), String> {
        if self.items.iter().any(|item| item.size == MISSING) {
            return Err("there are not as many sizes as items".to_owned());
        }
        if self.items.iter().any(|item| item.size == BEYOND) {
            return Err("the size of an item does not fit into 32 bits".to_owned());
        }
        if let Some(item) = self.items.iter().find(|item| item.size < 0) {
            return Err(format!("an item has the size {}, which is negative", item.size));
        }
        let mut numbers: Vec<i32> = self.bins.iter().map(|bin| bin.number).collect();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("two bins have the same number".to_owned());
        }
        Ok(())
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let numbers = self.numbers();
        for item in &self.items {
            to.restrict(to.view(item.bin), &numbers)?;
        }
        if !self.bins.is_empty() {
            let loads = Loads::new(self, to);
            to.add(loads);
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) || self.has_room(domains) {
            return Simplified::Entailed;
        }
        let Some((left, members)) = self.left(domains) else { return Simplified::Violated };
        // An offset that leaves 32 bits stays where it is.
        if left.scope().iter().any(|view| view.is_overflown()) || left == *self {
            return Simplified::Unchanged;
        }
        let is_open = |(view, values): &&(IntView, Domain)| !view.domain(domains).is_subset(values);
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        for (view, values) in members.iter().filter(is_open) {
            parts.push(in_set(*view, values.clone()).into_shared());
        }
        if !left.items.is_empty() && !left.has_room(domains) {
            parts.push(Arc::new(left));
        }
        if parts.is_empty() { Simplified::Entailed } else { Simplified::Into(parts) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let item = |item: &Item| Item { bin: to(item.bin), size: item.size };
        let bin = |bin: &Bin| match bin.load {
            Load::Exactly(Operand::View(view)) => {
                Bin { load: Load::Exactly(Operand::View(to(view))), ..*bin }
            }
            _ => *bin,
        };
        Arc::new(BinPacking {
            items: self.items.iter().map(item).collect(),
            bins: self.bins.iter().map(bin).collect(),
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "{}(", self.name())?;
        for (at, item) in self.items.iter().enumerate() {
            write!(f, "{}{}[{}]", if at == 0 { "" } else { ", " }, name(item.bin), item.size)?;
        }
        f.write_str(";")?;
        for (at, bin) in self.bins.iter().enumerate() {
            write!(f, "{} {}: ", if at == 0 { "" } else { "," }, bin.number)?;
            match bin.load {
                Load::Exactly(Operand::View(view)) => write!(f, "{}", name(view))?,
                Load::Exactly(Operand::Constant(constant)) => write!(f, "{constant}")?,
                Load::AtMost(most) => write!(f, "≤ {most}")?,
            }
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        let numbers = self.numbers();
        let members = self.items.iter().map(|item| Statement::Member(item.bin, numbers.clone()));
        let load = |bin: &Bin| {
            let is_in = |item: &Item| (i64::from(item.size), Statement::Member(item.bin, bin.number.into()));
            let of = self.items.iter().filter(|item| item.size > 0).map(is_in).collect();
            let (comparator, to) = match bin.load {
                Load::Exactly(to) => (Comparator::Eq, to),
                Load::AtMost(most) => (Comparator::Le, Operand::Constant(most)),
            };
            Statement::Weighted { of, comparator, to }
        };
        Some(Statement::All(members.chain(self.bins.iter().map(load)).collect()))
    }
}
