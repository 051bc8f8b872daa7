//! Promise: a network is equivalent to its model.

use residua::constraints::{all_different, eq, exact_sum, in_set, le, lt, ne};
use residua::dense::Network;
use residua::model::{ConstraintId, IntView, Model, ModelError};
use residua::search::network_of;

#[test]
fn a_network_is_what_the_model_says_and_nothing_less() {
    let network = |post: &dyn Fn(&mut Model, &[IntView])| {
        let mut model = Model::new();
        let xs: Vec<IntView> = model.int_vars("x", 3, 1..=4).into_iter().map(IntView::from).collect();
        post(&mut model, &xs);
        network_of(&model)
    };
    let post = |result: Result<ConstraintId, ModelError>| assert!(result.is_ok(), "it can be posted");
    let domains = |found: Option<Network>| found.map(|network| network.domains().to_vec());
    // Constraints on one variable go into its domain, in whatever form they are posted.
    assert_eq!(domains(network(&|m, xs| post(m.post(le(xs[0], 2))))), Some(vec![0b11, 0b1111, 0b1111]));
    assert_eq!(
        domains(network(&|m, xs| post(m.post(in_set(xs[1], [1, 4]))))),
        Some(vec![0b1111, 0b1001, 0b1111])
    );
    assert_eq!(domains(network(&|m, xs| post(m.post(ne(xs[2] + 1, 3))))), Some(vec![0b1111, 0b1111, 0b1101]));
    assert_eq!(domains(network(&|m, xs| post(m.post(eq(xs[0] * 2, 4))))), Some(vec![0b10, 0b1111, 0b1111]));
    // Views that differ exactly when their variables do.
    let shifted = network(&|m, xs| post(m.post(all_different(xs.iter().map(|&x| x + 5)))));
    assert_eq!(shifted.map(|n| n.scopes().to_vec()), Some(vec![vec![0, 1, 2]]));
    let doubled = network(&|m, xs| post(m.post(ne(xs[0] * 2, xs[1] * 2))));
    assert_eq!(doubled.map(|n| n.scopes().to_vec()), Some(vec![vec![0, 1]]));
    // Everything else is for the general engine.
    assert_eq!(network(&|m, xs| post(m.post(lt(xs[0], xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(eq(xs[0], xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(ne(xs[0], xs[1] + 1)))), None);
    assert_eq!(network(&|m, xs| post(m.post(ne(xs[0] * 2, xs[1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(all_different([xs[0], xs[1] + 1])))), None);
    assert_eq!(network(&|m, xs| post(m.post(all_different([xs[0], xs[1], xs[0]])))), None);
    assert_eq!(network(&|m, xs| post(m.post(exact_sum([xs[0], xs[1]], 4)))), None);
    assert!(Network::over(&[(0..65).collect()], Vec::new()).is_none(), "65 values");
    assert!(Network::over(&[(0..64).collect()], Vec::new()).is_some_and(|n| n.all() == u64::MAX));
    // Values that do not ascend, and sets of others.
    assert!(Network::of_sets(vec![2, 1], vec![1], Vec::new()).is_none());
    assert!(Network::of_sets(vec![1, 2], vec![0b100], Vec::new()).is_none());
}
