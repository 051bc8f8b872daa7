//! Promise: the search knows what `nvalue` says together with another constraint, and no solution is lost by it: that items in bins need
//! as many different bins as hold them, and that values which come in order end where there are as many as are counted.

use proptest::prelude::*;
use residua::constraints::{bin_packing, bin_packing_capa, nvalue, value_precede_chain};
use residua::model::{IntVar, Model, ModelError, Solution};
use residua::search::{Learning, Limits, Optimum, Status};

use crate::catalogue::cases;
use crate::oracle;

/// Items of 25 to 50 in bins of 100, as few as possible.
fn items(count: usize) -> Result<(Model, IntVar), ModelError> {
    let mut seed = 3_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % below) as i32
    };
    let mut sizes: Vec<i32> = (0..count).map(|_| 25 + random(26)).collect();
    sizes.sort_by(|a, b| b.cmp(a));
    let most = count as i32 / 2;
    let mut model = Model::new();
    let bins = model.int_vars("bin", count, 0..most);
    model.post(bin_packing_capa(&bins, sizes, vec![100; most as usize]))?;
    model.post(value_precede_chain(0..most, &bins))?;
    let used = model.named_var("used", 1..=most);
    model.post(nvalue(&bins, used))?;
    Ok((model, used))
}

/// Thirty items need eleven bins, which is proved; for 45, where no packing is known to be the best, sixteen are needed at least.
#[test]
fn the_least_number_is_known() -> Result<(), ModelError> {
    let (model, used) = items(30)?;
    let mut better =
        model.search().learn(Learning::On).limits(Limits::none().nodes(20_000)).minimize(used)?;
    while better.next().is_some() {}
    assert_eq!(better.optimum(), Optimum::Optimal(11));
    let (model, used) = items(45)?;
    let mut better = model.search().limits(Limits::none().nodes(2_000)).minimize(used)?;
    while better.next().is_some() {}
    assert!(matches!(better.optimum(), Optimum::Open { bound: 16, .. }), "{:?}", better.optimum());
    Ok(())
}

/// Where one bin too few is asked for, there is no search: by a range, by a number, by the loads.
#[test]
fn too_few_bins() -> Result<(), ModelError> {
    for by_loads in [false, true] {
        for by_range in [false, true] {
            let mut model = Model::new();
            let bins = model.int_vars("bin", 12, 0..=5);
            if by_loads {
                let loads = model.int_vars("load", 6, 0..=10);
                model.post(bin_packing(&bins, [5; 12], &loads))?;
            } else {
                model.post(bin_packing_capa(&bins, [5; 12], [10; 6]))?;
            }
            if by_range {
                model.post(nvalue(&bins, ..=5))?;
            } else {
                model.post(nvalue(&bins, 5))?;
            }
            let mut found = model.search().limits(Limits::none().nodes(1)).solutions();
            assert!(
                found.next().is_none() && found.status() == Some(Status::Exhausted),
                "{by_loads} {by_range}"
            );
        }
    }
    Ok(())
}

/// Whether both searches find as many solutions as there are.
fn is_right(model: &Model) -> bool {
    let all = oracle::assignments(&oracle::values(model.domains()));
    let expected = all.into_iter().filter(|a| model.check(&Solution::new(a.clone())).is_ok()).count();
    let found = |learning| model.search().learn(learning).solutions().count();
    [Learning::Off, Learning::On].into_iter().all(|learning| found(learning) == expected)
}

/// Items, some of which are counted and some not, with sizes, bins of different capacities, and a number.
fn packed() -> impl Strategy<Value = (Vec<i32>, Vec<i32>, Vec<usize>, i32, bool)> {
    let sizes = prop::collection::vec(0..=4_i32, 1..=5);
    let capacities = prop::collection::vec(0..=6_i32, 1..=3);
    let counted = prop::collection::vec(0..6_usize, 0..=7);
    (sizes, capacities, counted, -1..=4_i32, any::<bool>())
}

/// Values in order, counted or some of them, from any first one; with a gap or backwards, where nothing follows for the greatest.
fn ordered() -> impl Strategy<Value = (Vec<i32>, usize, Vec<usize>, i32)> {
    let values = prop_oneof![
        4 => (-2..=1_i32, 1..=4_i32).prop_map(|(first, count)| (first..first + count).collect()),
        1 => Just(vec![0, 2, 3]),
        1 => Just(vec![2, 1, 0]),
    ];
    let left_out = prop::collection::vec(0..4_usize, 0..=1);
    (values, 1..=4_usize, left_out, -1..=4_i32)
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn no_value_in_order_is_lost((values, count, left_out, number) in ordered()) {
        let mut model = Model::new();
        let xs = model.int_vars("x", count, if values.len() % 2 == 0 { -2..=3 } else { values[0].min(0)..=values[values.len() - 1].max(0) });
        let _ = model.post(value_precede_chain(values, &xs)).expect("the values differ");
        // A part of the views may have been narrowed to what is listed.
        let _ = model.post(residua::constraints::ge(xs[0], -1)).expect("small");
        let own = xs.iter().enumerate().filter(|(at, _)| !left_out.contains(at)).map(|(_, &x)| x);
        let own: Vec<IntVar> = own.collect();
        let posted = if number < 0 {
            let used = model.named_var("used", 0..=4);
            model.post(nvalue(&own, used + number))
        } else {
            model.post(nvalue(&own, ..=number))
        };
        let _ = posted.expect("the numbers are small");
        prop_assert!(is_right(&model));
    }

    #[test]
    fn no_solution_is_lost((sizes, capacities, counted, number, by_loads) in packed()) {
        let mut model = Model::new();
        let bins = model.int_vars("bin", sizes.len(), 0..capacities.len() as i32);
        // One that is no item may be counted too.
        let other = model.named_var("other", 0..=3);
        let own = counted.iter().map(|&at| bins.get(at).copied().unwrap_or(other));
        let own: Vec<IntVar> = if counted.is_empty() { bins.iter().copied().chain([other]).collect() } else { own.collect() };
        let posted = if by_loads {
            let loads: Vec<IntVar> =
                capacities.iter().map(|&most| model.int_var(0..=most)).collect();
            model.post(bin_packing(&bins, sizes, &loads))
        } else {
            model.post(bin_packing_capa(&bins, sizes, capacities))
        };
        let _ = posted.expect("the sizes are small");
        let posted = if number < 0 {
            let used = model.named_var("used", 0..=4);
            model.post(nvalue(&own, used))
        } else {
            model.post(nvalue(&own, ..=number))
        };
        let _ = posted.expect("the numbers are small");
        prop_assert!(is_right(&model));
    }
}
