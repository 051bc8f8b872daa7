//! Promise: a search stops where its limits say, and a pause changes nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use residua::dense::{Advanced, Dense, Form, Network};
use residua::search::{Limit, Limits, NetworkSearch, Status};

use crate::dense::{Numbers, around, boxes, filled};

#[test]
fn a_pause_at_every_node_changes_nothing() {
    let mut numbers = Numbers(4);
    for _ in 0..20 {
        let domains = around(&filled(3, 3, &mut numbers), 9, 25, &mut numbers);
        let network = Network::over(&domains, boxes(3, 3)).expect("nine values");
        for form in Form::ALL {
            let Some(mut whole) = Dense::in_form(&network, form) else { continue };
            let mut paused = whole.clone();
            for _ in 0..30 {
                let step = whole.advance(u64::MAX);
                let same =
                    std::iter::repeat_with(|| paused.advance(1)).find(|&step| step != Advanced::Paused);
                assert_eq!((same, paused.counts()), (Some(step), whole.counts()), "{form}");
                assert!(step == Advanced::Exhausted || (0..81).all(|x| whole.value(x) == paused.value(x)));
            }
            // And it can be started over, as if it were new.
            let (first, mut again) = (Dense::in_form(&network, form).map(|mut d| d.advance(u64::MAX)), whole);
            again.start(network.domains());
            assert_eq!(Some(again.advance(u64::MAX)), first);
        }
    }
}

#[test]
fn limits_stop_a_search_where_they_say() {
    let network = Network::over(&vec![(1..=9).collect(); 81], boxes(3, 3)).expect("nine values");
    // One of the puzzles with one solution and many dead ends before it.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let values = |given: char| given.to_digit(10).map_or((1..=9).collect(), |value| vec![value as i32]);
    let hard =
        Network::over(&hard.chars().map(values).collect::<Vec<_>>(), boxes(3, 3)).expect("nine values");
    let flag = Arc::new(AtomicBool::new(true));
    for form in Form::ALL {
        let end = |limits: Limits| {
            let network = if limits.failures.is_some() { &hard } else { &network };
            let mut search = NetworkSearch::in_form(network, form, limits)?;
            while search.advance() {}
            let taken = search.statistics();
            Some((search.status()?, taken.nodes, taken.failures, taken.solutions))
        };
        if end(Limits::none().nodes(1)).is_none() {
            continue;
        }
        let stopped = |limits: Limits| match end(limits) {
            Some((Status::Stopped(limit), nodes, failures, solutions)) => (limit, nodes, failures, solutions),
            other => panic!("{form}: {other:?}"),
        };
        for most in [0, 1, 77, 1000] {
            let nodes = stopped(Limits::none().nodes(most));
            assert_eq!((nodes.0, nodes.1), (Limit::Nodes, most), "{form}");
            let solutions = stopped(Limits::none().solutions(most));
            assert_eq!((solutions.0, solutions.3), (Limit::Solutions, most), "{form}");
        }
        let failures = stopped(Limits::none().failures(3));
        assert_eq!((failures.0, failures.2), (Limit::Failures, 3), "{form}");
        let flagged = stopped(Limits::none().stop(flag.clone()));
        assert_eq!((flagged.0, flagged.1), (Limit::Stop, 0), "{form}");
        let late = stopped(Limits::none().time(Duration::ZERO));
        assert_eq!((late.0, late.1), (Limit::Time, 0), "{form}");
    }
}

#[test]
fn a_limit_that_is_just_enough_stops_nothing() {
    let mut numbers = Numbers(5);
    let domains = around(&filled(3, 3, &mut numbers), 9, 30, &mut numbers);
    let network = Network::over(&domains, boxes(3, 3)).expect("nine values");
    for form in Form::ALL {
        let mut search = NetworkSearch::in_form(&network, form, Limits::default());
        let Some(free) = &mut search else { continue };
        while free.statistics().nodes < 5000 && free.advance() {}
        let taken = free.statistics();
        if free.status() == Some(Status::Exhausted) {
            let limits = Limits::none().nodes(taken.nodes);
            let mut limited = NetworkSearch::in_form(&network, form, limits).expect("it fitted");
            while limited.advance() {}
            assert_eq!((limited.status(), limited.statistics()), (free.status(), taken), "{form}");
        }
    }
}
