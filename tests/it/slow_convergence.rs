//! Promise: bounds that raise each other without end are refuted at once, however wide the domains are, and nothing else is.

use proptest::prelude::*;
use residua::constraints::{Connect, element, element_var, exact_sum, iff, maximum, minimum};
use residua::model::{IntVar, Model, ModelError};
use residua::search::{Learning, Limit, Limits, Status};
use std::time::Duration;

use crate::catalogue::cases;

/// The greatest value of the variables: with a run for each, the tests would take days.
const TOP: i32 = 500_000_000;
const NODES: u64 = 200;
const WIDE: usize = 4;
const NARROW: usize = 2;

/// A constraint on wide variables, by number, and what it depends on.
#[derive(Clone, Debug)]
enum Part {
    /// `x + gap ≤ y`, of these times a factor.
    Order(usize, i32, usize, i32),
    /// The same where the narrow variable is 1.
    Where(usize, usize, i32, usize),
    /// The narrow variable is 1 exactly where `x < y`.
    Exactly(usize, usize, usize),
    /// `x + z + gap = y`, of a narrow z.
    Sum(usize, usize, i32, usize),
    /// The first is the greatest, or the least, of the others.
    Extremum(bool, usize, [usize; 2]),
    /// The wide variable at the place of the narrow one, plus the gap, is the last one.
    Entry(usize, [usize; 2], i32, usize),
}

/// `from + gap ≤ to`.
type Edge = (usize, i64, usize);

impl Part {
    fn post(&self, model: &mut Model, xs: &[IntVar], zs: &[IntVar]) -> Result<(), ModelError> {
        let _ = match *self {
            Part::Order(x, gap, y, factor) => {
                model.post((factor * xs[x] + factor * gap).le(factor * xs[y]))?
            }
            Part::Where(z, x, gap, y) => model.post(zs[z].is(1).implies((xs[x] + gap).le(xs[y])))?,
            Part::Exactly(z, x, y) => model.post(iff(zs[z].is(1), xs[x].lt(xs[y])))?,
            Part::Sum(x, z, gap, y) => {
                model.post(exact_sum([xs[x].view(), zs[z].view(), -xs[y]], -i64::from(gap)))?
            }
            Part::Extremum(true, w, of) => model.post(maximum(of.map(|x| xs[x]), xs[w]))?,
            Part::Entry(z, of, gap, y) => model.post(element_var(zs[z], of.map(|x| xs[x] + gap), xs[y]))?,
            Part::Extremum(false, w, of) => model.post(minimum(of.map(|x| xs[x]), xs[w]))?,
        };
        Ok(())
    }

    /// Differences that are the same for these narrow values; several lists, of which one is to hold.
    fn edges(&self, zs: &[i64]) -> Vec<Vec<Edge>> {
        match *self {
            Part::Order(x, gap, y, factor) if factor > 0 => vec![vec![(x, gap.into(), y)]],
            Part::Order(x, gap, y, _) => vec![vec![(y, -i64::from(gap), x)]],
            Part::Where(z, x, gap, y) if zs[z] == 1 => vec![vec![(x, gap.into(), y)]],
            Part::Where(..) => vec![vec![]],
            Part::Exactly(z, x, y) if zs[z] == 1 => vec![vec![(x, 1, y)]],
            Part::Exactly(_, x, y) => vec![vec![(y, 0, x)]],
            Part::Sum(x, z, gap, y) => {
                let gap = zs[z] + i64::from(gap);
                vec![vec![(x, gap, y), (y, -gap, x)]]
            }
            Part::Entry(z, of, gap, y) => {
                let (x, gap) = (of[zs[z] as usize], i64::from(gap));
                vec![vec![(x, gap, y), (y, -gap, x)]]
            }
            Part::Extremum(is_greatest, w, of) => {
                let edge = |low, high| if is_greatest { (low, 0, high) } else { (high, 0, low) };
                let least = of.map(|x| edge(x, w));
                of.map(|x| [&least[..], &[edge(w, x)]].concat()).to_vec()
            }
        }
    }
}

fn is_feasible(edges: &[Edge]) -> bool {
    let mut longest = [[None::<i64>; WIDE]; WIDE];
    let meet = |at: &mut Option<i64>, gap: i64| *at = Some(at.map_or(gap, |old| old.max(gap)));
    (0..WIDE).for_each(|x| longest[x][x] = Some(0));
    for &(from, gap, to) in edges {
        meet(&mut longest[from][to], gap);
    }
    for by in 0..WIDE {
        for from in 0..WIDE {
            for to in 0..WIDE {
                if let (Some(one), Some(other)) = (longest[from][by], longest[by][to]) {
                    meet(&mut longest[from][to], one + other);
                }
            }
        }
    }
    (0..WIDE).all(|x| longest[x][x] == Some(0))
}

/// Whether there is a solution, with the narrow variables from 0 to 1. Gaps are small beside the domains.
fn has_solution(parts: &[Part]) -> bool {
    (0..1 << NARROW).any(|bits| {
        let zs: Vec<i64> = (0..NARROW).map(|z| bits >> z & 1).collect();
        let mut lists: Vec<Vec<Edge>> = vec![Vec::new()];
        for part in parts {
            let options = part.edges(&zs);
            lists =
                lists.iter().flat_map(|list| options.iter().map(|more| [&list[..], more].concat())).collect();
        }
        lists.iter().any(|edges| is_feasible(edges))
    })
}

fn part() -> impl Strategy<Value = Part> {
    let (x, z, gap) = (|| 0..WIDE, || 0..NARROW, || -2..=2i32);
    prop_oneof![
        (x(), gap(), x(), prop::sample::select(vec![-3, -1, 1, 2]))
            .prop_map(|(x, gap, y, f)| Part::Order(x, gap, y, f)),
        (z(), x(), gap(), x()).prop_map(|(z, x, gap, y)| Part::Where(z, x, gap, y)),
        (z(), x(), x()).prop_map(|(z, x, y)| Part::Exactly(z, x, y)),
        (x(), z(), gap(), x()).prop_map(|(x, z, gap, y)| Part::Sum(x, z, gap, y)),
        (any::<bool>(), x(), [x(), x()]).prop_map(|(is_greatest, w, of)| Part::Extremum(is_greatest, w, of)),
        (z(), [x(), x()], gap(), x()).prop_map(|(z, of, gap, y)| Part::Entry(z, of, gap, y)),
    ]
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn differences(parts in prop::collection::vec(part(), 1..=7), learning in prop::sample::select(vec![Learning::Off, Learning::On, Learning::Auto])) {
        let mut model = Model::new();
        let xs: Vec<IntVar> = (0..WIDE).map(|_| model.int_var(0..=TOP)).collect();
        let zs: Vec<IntVar> = (0..NARROW).map(|_| model.int_var(0..=1)).collect();
        for part in &parts {
            part.post(&mut model, &xs, &zs).expect("small");
        }
        let limits = Limits::none().nodes(NODES).time(Duration::from_secs(2));
        let mut search = model.search().learn(learning).limits(limits).solutions();
        let is_found = search.next().is_some();
        // What follows from each value of two choices only is a search among all values; and of some cycles the end is not found.
        if !matches!(search.status(), Some(Status::Stopped(Limit::Nodes | Limit::Time))) {
            prop_assert_eq!(is_found, has_solution(&parts), "{}", model);
        }
    }
}

/// A long list whose entries are above their places.
#[test]
fn constants_above_their_places() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=40_000));
    model.post(element(x, (0..20_000).map(|at| at + 1 + at % 3).collect::<Vec<i32>>(), y)).expect("small");
    model.post(y.le(x)).expect("small");
    let mut search = model.search().solutions();
    assert!(search.next().is_none());
    assert!(search.statistics().propagations < 10_000, "{:?}", search.statistics());
}

type Post = fn(&mut Model, [IntVar; 4]) -> Result<(), ModelError>;

/// An equation, the greatest of two, and a condition: each raises its bounds by a step for each run of the other constraint.
#[test]
fn cycles_of_two() {
    let cases: [Post; 3] = [
        |model, [x, y, z, _]| {
            model.post(exact_sum([x.view(), -y, -z], 0))?;
            model.post(x.le(y)).map(drop)
        },
        |model, [x, y, _, w]| {
            model.post(maximum([x, y], w))?;
            model.post(w.lt(x))?;
            model.post(w.lt(y)).map(drop)
        },
        |model, [x, y, z, _]| {
            model.post(iff(z.is(1), (x + 2).le(y)))?;
            model.post(iff(z.is(2), (x + 3).le(y)))?;
            model.post(y.le(x)).map(drop)?;
            model.post(z.le(2)).map(drop)
        },
    ];
    for post in cases {
        for learning in [Learning::Off, Learning::On] {
            let mut model = Model::new();
            let [x, y, w] = ["x", "y", "w"].map(|name| model.named_var(name, 0..=TOP));
            let z = model.named_var("z", 1..=2);
            post(&mut model, [x, y, z, w]).expect("small");
            let mut search = model.search().learn(learning).solutions();
            assert!(search.next().is_none(), "{model}");
            assert!(search.statistics().propagations < 20_000, "{:?} for {model}", search.statistics());
        }
    }
}
