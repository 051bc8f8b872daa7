//! Promise: a pause changes nothing, a search can be started over, and it reports exhaustion as soon as it is
//! exhausted and no sooner.

use crate::cases::shapes;
use crate::{Advanced, Dense, Form, Network};

/// Networks of the smaller shapes, some of them with interchangeable values.
fn networks() -> Vec<Network> {
    let small = |n: usize| n <= 9;
    let mut networks: Vec<Network> = shapes()
        .into_iter()
        .filter(|shape| small(shape.values))
        .flat_map(|shape| {
            let free = vec![(1..=shape.values as i32).collect(); shape.values * shape.values];
            let empty = (shape.values <= 4).then(|| Network::over(&free, shape.scopes.clone()));
            shape.networks(3).into_iter().chain(empty.flatten())
        })
        .collect();
    networks.reverse();
    networks
}

#[test]
fn a_pause_at_every_node_changes_nothing() {
    for network in networks() {
        for form in Form::ALL {
            let Some(mut whole) = Dense::in_form(&network, form) else { continue };
            let mut paused = whole.clone();
            for _ in 0..30 {
                let step = whole.advance(u64::MAX);
                let same =
                    std::iter::repeat_with(|| paused.advance(1)).find(|&step| step != Advanced::Paused);
                assert_eq!((same, paused.counts()), (Some(step), whole.counts()), "{form}");
                let vars = 0..network.domains().len();
                assert!(
                    step == Advanced::Exhausted
                        || vars.into_iter().all(|x| whole.value(x) == paused.value(x))
                );
            }
            whole.start(network.domains());
            let first = Dense::in_form(&network, form).map(|mut search| search.advance(u64::MAX));
            assert_eq!(Some(whole.advance(u64::MAX)), first, "{form}: started over");
        }
    }
}

#[test]
fn what_says_that_it_is_exhausted_has_no_more_solutions() {
    let mut said = 0;
    for network in networks() {
        for form in Form::ALL {
            let Some(mut search) = Dense::in_form(&network, form) else { continue };
            for _ in 0..300 {
                if search.is_exhausted() {
                    let counts = search.counts();
                    assert_eq!(search.clone().advance(u64::MAX), Advanced::Exhausted, "{form}: {network:?}");
                    assert_eq!(search.advance(0), Advanced::Exhausted, "{form}");
                    assert_eq!(search.counts(), counts, "{form}: without a node");
                    said += 1;
                    break;
                }
                let is_over = search.advance(1) == Advanced::Exhausted;
                assert!(!is_over || search.is_exhausted(), "{form}: it was said");
            }
        }
    }
    assert!(said > 50, "{said}");
}
