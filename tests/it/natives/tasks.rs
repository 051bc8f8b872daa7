//! Constraints of successors, of tasks and boxes, and of items.

use crate::natives::Row;
use crate::natives::draft::{Cell, Draft, Instance, all, array, cells, instance, matrix, numbers, text};

pub(crate) const ROWS: &[Row] = &[
    ("circuit", "circuit", |to| {
        successors(to, "circuit", |nodes| cycle(nodes, 0).len() == nodes.len() && nodes[0] != 0)
    }),
    ("subcircuit", "subcircuit", |to| {
        successors(to, "subcircuit", |nodes| {
            let moved = (0..nodes.len()).filter(|&at| nodes[at] != at as i64);
            let moved: Vec<usize> = moved.collect();
            let mut ends: Vec<i64> = nodes.to_vec();
            ends.sort_unstable();
            let is_permutation = ends.iter().copied().eq(0..nodes.len() as i64);
            is_permutation && moved.first().is_none_or(|&start| cycle(nodes, start).len() == moved.len())
        })
    }),
    ("symmetric_all_different", "symmetric_all_different", |to| {
        successors(to, "symmetric_all_different", |nodes| {
            (0..).zip(nodes).all(|(at, &node)| entry(nodes, node) == Some(at))
        })
    }),
    ("inverse", "inverse", |to| inverse(to, false)),
    ("inverse_in_range", "inverse_in_range", |to| inverse(to, true)),
    ("cumulative", "cumulative", |to| cumulative(to, false)),
    ("cumulative_opt", "cumulative_opt", |to| cumulative(to, true)),
    ("disjunctive", "disjunctive", |to| disjunctive(to, "disjunctive", false)),
    ("disjunctive_strict", "disjunctive_strict", |to| disjunctive(to, "disjunctive_strict", false)),
    ("disjunctive_opt", "disjunctive_opt", |to| disjunctive(to, "disjunctive", true)),
    ("disjunctive_strict_opt", "disjunctive_strict_opt", |to| disjunctive(to, "disjunctive_strict", true)),
    ("diffn", "diffn", |to| boxes(to, "diffn", 2)),
    ("diffn_nonstrict", "diffn_nonstrict", |to| boxes(to, "diffn_nonstrict", 2)),
    ("diffn_k", "diffn_k", |to| boxes(to, "diffn_k", 0)),
    ("diffn_nonstrict_k", "diffn_nonstrict_k", |to| boxes(to, "diffn_nonstrict_k", 0)),
    ("bin_packing", "bin_packing", bin_packing),
    ("bin_packing_capa", "bin_packing_capa", bin_packing_capa),
    ("bin_packing_load", "bin_packing_load", bin_packing_load),
    ("knapsack", "knapsack", knapsack),
];

fn entry(list: &[i64], at: i64) -> Option<i64> {
    usize::try_from(at).ok().and_then(|at| list.get(at)).copied()
}

/// The nodes on the way from one until it leads to where it has been, or nowhere; none, unless that is where it began.
fn cycle(nodes: &[i64], start: usize) -> Vec<i64> {
    let mut way = vec![start as i64];
    loop {
        match entry(nodes, *way.last().expect("it begins somewhere")) {
            Some(next) if next == start as i64 => return way,
            Some(next) if !way.contains(&next) => way.push(next),
            _ => return Vec::new(),
        }
    }
}

fn successors(to: &mut Draft, name: &str, holds: fn(&[i64]) -> bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let low = if to.chance(20) { first - 1 } else { first };
    let list = to.ints(count, low, first + count - 1);
    instance(format!("{name}({})", cells(first, &list)), move |values| {
        holds(&all(&list, values).iter().map(|value| value - first).collect::<Vec<_>>())
    })
}

fn inverse(to: &mut Draft, is_partial: bool) -> Instance {
    let count = to.pick(1, 3);
    let other = if is_partial { to.pick(1, 3) } else { count };
    let [first, second] = [to.first(), to.first()];
    let wider = i64::from(is_partial || to.chance(20));
    let list = to.ints(count, second - wider, second + other - 1);
    let back = to.ints(other, first - wider, first + count - 1);
    let name = if is_partial { "inverse_in_range" } else { "inverse" };
    let text = format!("{name}({},{})", cells(first, &list), cells(second, &back));
    instance(text, move |values| {
        let shifted = |list: &[Cell], by: i64| -> Vec<i64> {
            all(list, values).iter().map(|value| value - by).collect()
        };
        let (list, back) = (shifted(&list, second), shifted(&back, first));
        let leads_back = |from: &[i64], to: &[i64]| {
            (0..).zip(from).all(|(at, &value)| match entry(to, value) {
                Some(other) => other == at,
                None => is_partial,
            })
        };
        leads_back(&list, &back) && leads_back(&back, &list)
    })
}

/// Starts, of which some are absent where a Boolean is false.
fn starts(to: &mut Draft, count: i64, first: i64, is_optional: bool) -> (Vec<Cell>, Vec<Cell>, String) {
    let starts = to.ints(count, -1, 3);
    if !is_optional {
        let text = cells(first, &starts);
        return (starts, vec![Cell::Truth(true); count as usize], text);
    }
    let present = to.bools(count);
    let start = |(start, is_present): (&Cell, &Cell)| match is_present {
        Cell::Truth(false) => "<>".to_owned(),
        Cell::Truth(true) => text(*start),
        _ => format!("if {} then {} else <> endif", text(*is_present), text(*start)),
    };
    let written = array(first, starts.iter().zip(&present).map(start));
    (starts, present, written)
}

fn cumulative(to: &mut Draft, is_optional: bool) -> Instance {
    let (count, first) = (to.pick(1, 3), to.first());
    let (begin, present, starts) = starts(to, count, first, is_optional);
    let (durations, demands) = (to.ints(count, 0, 3), to.ints(count, 0, 3));
    let capacity = to.int(0, 4);
    let text = format!(
        "cumulative({starts},{},{},{})",
        cells(first, &durations),
        cells(first, &demands),
        text(capacity)
    );
    instance(text, move |values| {
        let [begin, present, durations, demands] =
            [&begin, &present, &durations, &demands].map(|list| all(list, values));
        let runs =
            |at: usize, time: i64| present[at] == 1 && begin[at] <= time && time < begin[at] + durations[at];
        let used =
            |time: i64| (0..begin.len()).filter(|&at| runs(at, time)).map(|at| demands[at]).sum::<i64>();
        // MiniZinc asks for durations and demands that are not negative.
        let is_sound = durations.iter().chain(&demands).all(|&number| number >= 0);
        is_sound && (-5..10).all(|time| used(time) <= capacity.of(values))
    })
}

fn disjunctive(to: &mut Draft, name: &str, is_optional: bool) -> Instance {
    let (count, first) = (to.pick(1, 3), to.first());
    let (begin, present, starts) = starts(to, count, first, is_optional);
    // MiniZinc takes the strict one where no duration is 0.
    let low = -i64::from(!is_optional && to.chance(20));
    let durations = to.ints(count, low, 3);
    let is_strict = name == "disjunctive_strict";
    instance(format!("{name}({starts},{})", cells(first, &durations)), move |values| {
        let [begin, present, durations] = [&begin, &present, &durations].map(|list| all(list, values));
        let are_apart = |a: usize, b: usize| {
            present[a] == 0
                || present[b] == 0
                || !is_strict && (durations[a] == 0 || durations[b] == 0)
                || begin[a] + durations[a] <= begin[b]
                || begin[b] + durations[b] <= begin[a]
        };
        durations.iter().all(|&duration| duration >= 0)
            && (0..begin.len()).all(|a| (0..a).all(|b| are_apart(a, b)))
    })
}

fn boxes(to: &mut Draft, name: &str, dimensions: i64) -> Instance {
    let is_matrix = dimensions == 0;
    let dimensions = if is_matrix { to.pick(1, 3) } else { dimensions };
    let (count, first) = (to.pick(1, 3), to.first());
    let origins = to.ints(count * dimensions, -1, 2);
    let low = -i64::from(to.chance(10));
    let sizes = to.ints(count * dimensions, low, 2);
    let text = if is_matrix {
        let column = to.first();
        let matrix = |cells: &[Cell]| {
            matrix(first, column, dimensions, &cells.iter().map(|&cell| text(cell)).collect::<Vec<_>>())
        };
        format!("{name}({},{})", matrix(&origins), matrix(&sizes))
    } else {
        let side = |list: &[Cell], at: usize| -> String {
            cells(first, &list.iter().copied().skip(at).step_by(2).collect::<Vec<_>>())
        };
        let sides = [side(&origins, 0), side(&origins, 1), side(&sizes, 0), side(&sizes, 1)];
        format!("{name}({})", sides.join(","))
    };
    let is_strict = !name.contains("nonstrict");
    let dimensions = dimensions as usize;
    instance(text, move |values| {
        let (origins, sizes) = (all(&origins, values), all(&sizes, values));
        let beside = |a: usize, b: usize| {
            !is_strict && (sizes[a] == 0 || sizes[b] == 0)
                || origins[a] + sizes[a] <= origins[b]
                || origins[b] + sizes[b] <= origins[a]
        };
        let are_apart =
            |a: usize, b: usize| (0..dimensions).any(|at| beside(a * dimensions + at, b * dimensions + at));
        (0..origins.len() / dimensions).all(|a| (0..a).all(|b| are_apart(a, b)))
    })
}

fn bin_packing(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (bins, sizes, capacity) = (to.ints(count, -1, 2), to.numbers(count, 0, 3), to.pick(0, 6));
    let text = format!("bin_packing({capacity},{},{})", cells(first, &bins), numbers(first, &sizes));
    instance(text, move |values| {
        let bins = all(&bins, values);
        bins.iter().all(|&bin| load(bin, &bins, &sizes) <= capacity)
    })
}

fn load(bin: i64, bins: &[i64], sizes: &[i64]) -> i64 {
    bins.iter().zip(sizes).filter(|(own, _)| **own == bin).map(|(_, size)| size).sum()
}

/// The number of items and of bins, where these begin, and the items: in bins, or beside them now and then.
fn packed(to: &mut Draft) -> (i64, i64, Vec<Cell>, Vec<i64>) {
    let (count, room, first) = (to.pick(1, 3), to.pick(1, 3), to.first());
    let wider = i64::from(to.chance(20));
    let bins = to.ints(count, first - wider, first + room - 1 + wider);
    (room, first, bins, to.numbers(count, 0, 3))
}

fn bin_packing_capa(to: &mut Draft) -> Instance {
    let (room, first, bins, sizes) = packed(to);
    let (capacities, items) = (to.numbers(room, 0, 5), to.first());
    let text = format!(
        "bin_packing_capa({},{},{})",
        numbers(first, &capacities),
        cells(items, &bins),
        numbers(items, &sizes)
    );
    instance(text, move |values| {
        let bins = all(&bins, values);
        let fit = (first..).zip(&capacities).all(|(bin, &capacity)| load(bin, &bins, &sizes) <= capacity);
        fit && bins.iter().all(|bin| (first..first + room).contains(bin))
    })
}

fn bin_packing_load(to: &mut Draft) -> Instance {
    let (room, first, bins, sizes) = packed(to);
    let (loads, items) = (to.ints(room, -1, 5), to.first());
    let text = format!(
        "bin_packing_load({},{},{})",
        cells(first, &loads),
        cells(items, &bins),
        numbers(items, &sizes)
    );
    instance(text, move |values| {
        let (bins, loads) = (all(&bins, values), all(&loads, values));
        let fit = (first..).zip(&loads).all(|(bin, &wanted)| load(bin, &bins, &sizes) == wanted);
        fit && bins.iter().all(|bin| (first..first + room).contains(bin))
    })
}

fn knapsack(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 3), to.first());
    let (weights, profits) = (to.numbers(count, 0, 3), to.numbers(count, 0, 3));
    let taken = to.ints(count, -1, 2);
    let [weight, profit] = [to.int(-1, 6), to.int(0, 6)];
    let text = format!(
        "knapsack({},{},{},{},{})",
        numbers(first, &weights),
        numbers(first, &profits),
        cells(first, &taken),
        text(weight),
        text(profit)
    );
    instance(text, move |values| {
        let taken = all(&taken, values);
        let total = |each: &[i64]| each.iter().zip(&taken).map(|(each, taken)| each * taken).sum::<i64>();
        taken.iter().all(|&taken| taken >= 0)
            && total(&weights) == weight.of(values)
            && total(&profits) == profit.of(values)
    })
}
