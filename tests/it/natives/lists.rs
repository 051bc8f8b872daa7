//! Constraints of lists: values that differ, that are counted, and that are in order.

use std::collections::BTreeSet;

use crate::natives::Row;
use crate::natives::draft::{Draft, Instance, all, array, cells, instance, numbers, set, text};

pub(crate) const ROWS: &[Row] = &[
    ("alldifferent", "alldifferent", |to| {
        of_list(to, "alldifferent", |list| list.iter().collect::<BTreeSet<_>>().len() == list.len())
    }),
    ("all_equal", "all_equal", |to| {
        of_list(to, "all_equal", |list| list.windows(2).all(|pair| pair[0] == pair[1]))
    }),
    ("increasing", "increasing", |to| of_list(to, "increasing", <[i64]>::is_sorted)),
    ("decreasing", "decreasing", |to| of_list(to, "decreasing", |list| list.is_sorted_by(|a, b| a >= b))),
    ("strictly_increasing", "strictly_increasing", |to| {
        of_list(to, "strictly_increasing", |list| list.is_sorted_by(|a, b| a < b))
    }),
    ("increasing_bool", "increasing", |to| of_bools(to, "increasing", <[i64]>::is_sorted)),
    ("decreasing_bool", "decreasing", |to| {
        of_bools(to, "decreasing", |list| list.is_sorted_by(|a, b| a >= b))
    }),
    ("alldifferent_except_0", "alldifferent_except_0", |to| {
        of_list(to, "alldifferent_except_0", |list| {
            let bound: Vec<i64> = list.iter().copied().filter(|&value| value != 0).collect();
            bound.iter().collect::<BTreeSet<_>>().len() == bound.len()
        })
    }),
    ("alldifferent_except", "alldifferent_except", except),
    ("seq_precede_chain", "seq_precede_chain", |to| {
        of_list(to, "seq_precede_chain", |list| {
            let next = |most: i64, &value: &i64| (value <= most + 1).then_some(most.max(value));
            list.iter().try_fold(0, next).is_some()
        })
    }),
    ("value_precede", "value_precede", precede),
    ("value_precede_chain", "value_precede_chain", precede_chain),
    ("among", "among", among),
    ("nvalue", "nvalue", nvalue),
    ("member", "member", member),
    ("member_bool", "member", member_bool),
    ("count_eq", "count_eq", |to| counted(to, "count_eq", |count, n| n == count)),
    ("count_neq", "count_neq", |to| counted(to, "count_neq", |count, n| n != count)),
    ("count_geq", "count_geq", |to| counted(to, "count_geq", |count, n| n >= count)),
    ("count_gt", "count_gt", |to| counted(to, "count_gt", |count, n| n > count)),
    ("count_leq", "count_leq", |to| counted(to, "count_leq", |count, n| n <= count)),
    ("count_lt", "count_lt", |to| counted(to, "count_lt", |count, n| n < count)),
    ("at_least", "at_least", |to| quota(to, "at_least", |count, n| count >= n)),
    ("at_most", "at_most", |to| quota(to, "at_most", |count, n| count <= n)),
    ("exactly", "exactly", |to| quota(to, "exactly", |count, n| count == n)),
    ("global_cardinality", "global_cardinality", |to| cardinality(to, false)),
    ("global_cardinality_closed", "global_cardinality_closed", |to| cardinality(to, true)),
    ("global_cardinality_low_up", "global_cardinality_low_up", |to| bounded(to, false)),
    ("global_cardinality_low_up_closed", "global_cardinality_low_up_closed", |to| bounded(to, true)),
    ("lex_less", "lex_less", |to| lex(to, "lex_less", false, |a, b| a < b)),
    ("lex_lesseq", "lex_lesseq", |to| lex(to, "lex_lesseq", false, |a, b| a <= b)),
    ("lex_less_bool", "lex_less", |to| lex(to, "lex_less", true, |a, b| a < b)),
    ("lex_lesseq_bool", "lex_lesseq", |to| lex(to, "lex_lesseq", true, |a, b| a <= b)),
    ("sort", "sort", sort),
    ("arg_sort", "arg_sort_int", arg_sort),
];

fn of_list(to: &mut Draft, name: &str, holds: fn(&[i64]) -> bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let low = to.pick(-2, 1);
    let list = to.ints(count, low, low + 3);
    instance(format!("{name}({})", cells(first, &list)), move |values| holds(&all(&list, values)))
}

fn of_bools(to: &mut Draft, name: &str, holds: fn(&[i64]) -> bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = to.bools(count);
    instance(format!("{name}({})", cells(first, &list)), move |values| holds(&all(&list, values)))
}

fn except(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, free) = (to.ints(count, -1, 2), to.set(-1, 3));
    let text = format!("alldifferent_except({},{})", cells(first, &list), set(&free));
    instance(text, move |values| {
        let mut bound = all(&list, values);
        bound.retain(|value| !free.contains(value));
        bound.iter().collect::<BTreeSet<_>>().len() == bound.len()
    })
}

/// Whether some value comes before another one, wherever that is.
fn precedes(before: i64, after: i64, list: &[i64]) -> bool {
    let place = |value: i64| list.iter().position(|&own| own == value);
    place(after).is_none_or(|own| place(before).is_some_and(|other| other < own))
}

fn precede(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = to.ints(count, -1, 2);
    let [before, after] = [to.pick(-1, 3), to.pick(-1, 3)];
    let text = format!("value_precede({before},{after},{})", cells(first, &list));
    instance(text, move |values| precedes(before, after, &all(&list, values)))
}

fn precede_chain(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = to.ints(count, -1, 3);
    let mut order = to.set(-1, 3);
    if to.chance(50) {
        order.reverse();
    }
    if order.is_empty() {
        order.push(1);
    }
    let text = format!("value_precede_chain({},{})", numbers(to.first(), &order), cells(first, &list));
    instance(text, move |values| {
        let list = all(&list, values);
        order.windows(2).all(|pair| precedes(pair[0], pair[1], &list))
    })
}

fn among(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, wanted, n) = (to.ints(count, -1, 2), to.set(-2, 3), to.int(-1, 4));
    let text = format!("among({},{},{})", text(n), cells(first, &list), set(&wanted));
    instance(text, move |values| {
        let met = all(&list, values).into_iter().filter(|value| wanted.contains(value)).count();
        met as i64 == n.of(values)
    })
}

fn nvalue(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, n) = (to.ints(count, -1, 2), to.int(0, 4));
    let text = format!("nvalue({},{})", text(n), cells(first, &list));
    instance(text, move |values| {
        all(&list, values).into_iter().collect::<BTreeSet<_>>().len() as i64 == n.of(values)
    })
}

fn member(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, one) = (to.ints(count, -1, 2), to.int(-1, 3));
    let text = format!("member({},{})", cells(first, &list), text(one));
    instance(text, move |values| all(&list, values).contains(&one.of(values)))
}

fn member_bool(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, one) = (to.bools(count), to.bool());
    let text = format!("member({},{})", cells(first, &list), text(one));
    instance(text, move |values| all(&list, values).contains(&one.of(values)))
}

fn number_of(value: i64, list: &[i64]) -> i64 {
    list.iter().filter(|&&own| own == value).count() as i64
}

fn counted(to: &mut Draft, name: &str, holds: fn(i64, i64) -> bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let (list, value, n) = (to.ints(count, -1, 2), to.int(-1, 2), to.int(-1, 4));
    let text = format!("{name}({},{},{})", cells(first, &list), text(value), text(n));
    instance(text, move |values| holds(number_of(value.of(values), &all(&list, values)), n.of(values)))
}

fn quota(to: &mut Draft, name: &str, holds: fn(i64, i64) -> bool) -> Instance {
    let (count, first) = (to.pick(1, 4), to.first());
    let list = to.ints(count, -1, 2);
    let (n, value) = (to.pick(0, 4), to.pick(-1, 2));
    let text = format!("{name}({n},{},{value})", cells(first, &list));
    instance(text, move |values| holds(number_of(value, &all(&list, values)), n))
}

fn cover(to: &mut Draft) -> Vec<i64> {
    let mut cover = to.set(-1, 3);
    if cover.is_empty() {
        cover.push(0);
    }
    if to.chance(30) {
        cover.reverse();
    }
    cover
}

fn cardinality(to: &mut Draft, is_closed: bool) -> Instance {
    let (count, [first, other]) = (to.pick(1, 4), [to.first(), to.first()]);
    let (list, cover) = (to.ints(count, -1, 2), cover(to));
    let counts = to.ints(cover.len() as i64, -1, 3);
    let name = if is_closed { "global_cardinality_closed" } else { "global_cardinality" };
    let text =
        format!("{name}({},{},{})", cells(first, &list), numbers(other, &cover), cells(other, &counts));
    instance(text, move |values| {
        let (list, counts) = (all(&list, values), all(&counts, values));
        let are_met = cover.iter().zip(&counts).all(|(&value, &count)| number_of(value, &list) == count);
        are_met && (!is_closed || list.iter().all(|value| cover.contains(value)))
    })
}

fn bounded(to: &mut Draft, is_closed: bool) -> Instance {
    let (count, [first, other]) = (to.pick(1, 4), [to.first(), to.first()]);
    let (list, cover) = (to.ints(count, -1, 2), cover(to));
    let low = to.numbers(cover.len() as i64, 0, 2);
    let high: Vec<i64> = low.iter().map(|low| low + to.pick(-1, 3)).map(|high| high.max(0)).collect();
    let name = if is_closed { "global_cardinality_low_up_closed" } else { "global_cardinality_low_up" };
    let [covered, least, most] = [&cover, &low, &high].map(|list| numbers(other, list));
    let text = format!("{name}({},{covered},{least},{most})", cells(first, &list));
    instance(text, move |values| {
        let list = all(&list, values);
        let are_met = cover
            .iter()
            .zip(low.iter().zip(&high))
            .all(|(&value, (low, high))| (low..=high).contains(&&number_of(value, &list)));
        are_met && (!is_closed || list.iter().all(|value| cover.contains(value)))
    })
}

fn lex(to: &mut Draft, name: &str, is_bool: bool, holds: fn(&[i64], &[i64]) -> bool) -> Instance {
    let list = |to: &mut Draft| {
        let count = to.pick(1, 4);
        if is_bool { to.bools(count) } else { to.ints(count, -1, 1) }
    };
    let [left, right] = [list(to), list(to)];
    let text = format!("{name}({},{})", cells(to.first(), &left), cells(to.first(), &right));
    instance(text, move |values| holds(&all(&left, values), &all(&right, values)))
}

fn sort(to: &mut Draft) -> Instance {
    let count = to.pick(1, 3);
    let [list, sorted] = [to.ints(count, -1, 2), to.ints(count, -1, 2)];
    let text = format!("sort({},{})", cells(to.first(), &list), cells(to.first(), &sorted));
    instance(text, move |values| {
        let mut list = all(&list, values);
        list.sort_unstable();
        list == all(&sorted, values)
    })
}

fn arg_sort(to: &mut Draft) -> Instance {
    let (count, first) = (to.pick(2, 3), to.first());
    let list = to.ints(count, -1, 2);
    let places = to.ints(count, first, first + count - 1);
    let text = format!(
        "arg_sort_int({},{})",
        cells(first, &list),
        array(1, places.iter().map(|&place| text(place)))
    );
    instance(text, move |values| {
        let (list, places) = (all(&list, values), all(&places, values));
        let mut expected: Vec<i64> = (0..list.len() as i64).collect();
        expected.sort_by_key(|&at| (list[at as usize], at));
        expected.iter().map(|at| at + first).eq(places)
    })
}
