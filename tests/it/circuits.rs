//! Promise: circuits have the solutions that are known, also those that other solvers lost, or took from others.

use residua::constraints::{Circuit, Connect, Node, all_different, circuit, eq, ne, subcircuit};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::store::Domains;
use residua::testing::check_constraint;
use residua_encode::minizinc::minizinc;
use residua_encode::prolog::goals;

use crate::explanation::premises;
use crate::{oracle, prolog};

type Outcome = Result<(), ModelError>;

/// All circuits of n nodes.
#[test]
fn of_complete_graphs() -> Outcome {
    for (n, tours, parts) in
        [(0, 1, 1), (1, 1, 1), (2, 1, 2), (3, 2, 6), (4, 6, 21), (5, 24, 85), (6, 120, 410)]
    {
        let mut model = Model::new();
        let succ = model.int_vars("succ", n, -3..=9);
        let mut other = model.clone();
        model.post(circuit(&succ))?;
        assert_eq!(model.solutions().count(), tours, "{n}");
        other.post(subcircuit(&succ))?;
        assert_eq!(other.solutions().count(), parts, "{n}");
    }
    Ok(())
}

/// The board with a knight's moves as the arcs.
fn knights(rows: i32, columns: i32) -> Model {
    let mut model = Model::new();
    let moves = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let succ: Vec<IntVar> = cells
        .map(|(row, column)| {
            let targets = moves.iter().map(|(down, right)| (row + down, column + right));
            let inside = targets.filter(|(r, c)| (0..rows).contains(r) && (0..columns).contains(c));
            model.int_var(inside.map(|(r, c)| r * columns + c).collect::<Vec<i32>>())
        })
        .collect();
    let _ = model.post(circuit(&succ)).expect("the values are small");
    model
}

/// Closed tours of a knight, in both directions.
#[test]
fn knights_tours() {
    assert_eq!(knights(5, 5).solutions().count(), 0);
    assert_eq!(knights(3, 10).solutions().count(), 2 * 16);
    assert_eq!(knights(5, 6).solutions().count(), 2 * 8);
    assert_eq!(knights(6, 6).solutions().count(), 2 * 9862);
    assert!(knights(8, 8).solve().is_some());
}

/// CPMpy#423: whether there is a circuit is a condition, and no domain is changed by it.
#[test]
fn as_a_condition() -> Outcome {
    let mut model = Model::new();
    let succ = model.int_vars("succ", 3, -1..=3);
    let b = model.named_var("b", 0..=1);
    model.post(circuit(&succ).reified_by(b.is(1)))?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert!(succ.iter().all(|&x| solver.size(x) == 5));
    assert_eq!(model.solutions().count(), 125);
    assert_eq!(model.solutions().filter(|solution| solution[b] == 1).count(), 2);
    Ok(())
}

/// glasgow#249: the shortest tour is not lost. By brute force, on distances that look random.
#[test]
fn the_shortest_tour() -> Outcome {
    let n = 7;
    let distance = |i: i32, j: i32| (i * 37 + j * 61 + i * j * 13) % 97 + 1;
    let mut model = Model::new();
    let succ = model.int_vars("succ", n as usize, 0..=n - 1);
    let cost = model.int_vars("cost", n as usize, 0..=97);
    let total = model.named_var("total", 0..=1000);
    for (i, (&x, &c)) in (0..).zip(succ.iter().zip(&cost)) {
        model.post(residua::constraints::element(
            x,
            (0..n).map(|j| distance(i, j)).collect::<Vec<i32>>(),
            c,
        ))?;
    }
    model.post(circuit(&succ))?;
    model.post(eq(residua::constraints::sum(&cost), total))?;
    let domains = vec![(1..n).collect::<Vec<i32>>(); n as usize - 1];
    let tours = oracle::assignments(&domains)
        .into_iter()
        .filter(|order| (0..order.len()).all(|i| !order[..i].contains(&order[i])));
    let length = |order: Vec<i32>| {
        let way: Vec<i32> = [0].into_iter().chain(order).chain([0]).collect();
        way.windows(2).map(|pair| distance(pair[0], pair[1])).sum::<i32>()
    };
    let expected = tours.map(length).min().expect("there are tours");
    let best = model.minimize(total)?.last().expect("there are tours");
    assert_eq!(best.0, i64::from(expected));
    Ok(())
}

/// A node that no way leads back from, an arc past others, and an arc that must be taken.
#[test]
fn components() {
    let left = |arcs: &[&[i32]]| {
        let mut model = Model::new();
        let succ: Vec<IntVar> = arcs.iter().map(|&values| model.int_var(values.to_vec())).collect();
        model.post(circuit(&succ)).expect("the values are small");
        let residual = model.residual(Consistency::Domain);
        residual
            .map(|residual| succ.iter().map(|&x| residual.model.domain(x).to_string()).collect::<Vec<_>>())
    };
    // Two components with one arc between them.
    assert_eq!(left(&[&[1, 2], &[0, 2], &[0, 1, 3], &[4, 5], &[3, 5], &[3, 4]]), None);
    // 0 → {1, 2} → {3, 4} → 0, where only 2 leads to 3 or 4, and only 4 back.
    let found = left(&[&[1, 3], &[2], &[1, 3], &[4, 0], &[3, 0]]).expect("there is one");
    assert_eq!(found, ["1", "2", "3", "4", "0"]);
}

/// A solver that records, after these arcs were lost one by one.
fn without(arcs: &[&[i32]], lost: &[(usize, i32)]) -> (Model, Vec<IntVar>, Solver) {
    let mut model = Model::new();
    let succ: Vec<IntVar> = arcs
        .iter()
        .zip(0..)
        .map(|(&values, at)| model.named_var(&format!("s{at}"), values.to_vec()))
        .collect();
    let _ = model.post(circuit(&succ)).expect("the values are small");
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    for &(node, value) in lost {
        solver.push();
        assert!(solver.assume(succ[node].is_not(value)).is_ok() && solver.propagate().is_ok());
    }
    (model, succ, solver)
}

/// The only arc from one part to the next one is taken, where no node is left between the two.
#[test]
fn the_only_arc_between_two_parts() {
    // 0 → {1, 2, 3} → {4, 5, 6} → 0, and two arcs past a part.
    let arcs: [&[i32]; 7] =
        [&[1, 2, 3, 4], &[0, 2, 3, 4], &[1, 3, 5], &[1, 2], &[0, 5, 6], &[0, 4, 6], &[0, 4, 5]];
    let (model, succ, mut solver) = without(&arcs, &[]);
    assert_eq!(solver.domain(succ[0]).to_string(), "1..3");
    assert_eq!(solver.domain(succ[1]).to_string(), "2..4");
    solver.push();
    assert!(solver.assume(succ[2].is_not(5)).is_ok() && solver.propagate().is_ok());
    let left: Vec<String> = succ.iter().map(|&x| solver.domain(x).to_string()).collect();
    assert_eq!(left, ["2 3", "4", "1 3", "1 2", "5 6", "0 6", "0 5"]);
    for value in [2, 3] {
        let premises = premises(&model, &solver, succ[1].is_not(value));
        assert!(premises.ends_with("s2 ≠ 5"), "{premises}");
    }
    check_constraint(&model, circuit(&succ)).expect("it keeps its promises");
    check_constraint(&model, subcircuit(&succ)).expect("it keeps its promises");
}

/// An arc past a part cannot be taken, since no arc leads back to that part: neither from what comes after it, nor from there to what comes
/// before.
#[test]
fn an_arc_past_others() {
    // {1, 2} → {3, 4} → {5, 6}
    let arcs: [&[i32]; 7] = [&[1, 2], &[2, 3, 5], &[1, 4, 5], &[1, 4, 5], &[3, 6], &[0, 3, 6], &[0, 5]];
    let (model, succ, solver) = without(&arcs, &[(3, 1), (5, 3)]);
    for (node, left) in [(1, "2 3"), (2, "1 4")] {
        assert_eq!(solver.domain(succ[node]).to_string(), left);
        assert_eq!(premises(&model, &solver, succ[node].is_not(5)), "s3 ≠ 1, s5 ≠ 3");
    }
    check_constraint(&model, circuit(&succ)).expect("it keeps its promises");
}

/// The same where nodes may be left out: that an arc leads past one matters only once that one has to be visited, and so has the root.
#[test]
fn an_arc_past_one_that_has_to_be_visited() {
    let arcs: [&[i32]; 7] =
        [&[0, 1, 2], &[1, 2, 3, 5], &[1, 2, 4, 5], &[1, 3, 4, 5], &[3, 4, 6], &[0, 3, 5, 6], &[0, 5, 6]];
    let mut model = Model::new();
    let nodes = arcs.iter().enumerate();
    let succ: Vec<IntVar> =
        nodes.map(|(at, &values)| model.named_var(&format!("s{at}"), values.to_vec())).collect();
    model.post(subcircuit(&succ)).expect("the values are small");
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    for (node, value) in [(3, 1), (5, 3), (0, 0), (3, 3)] {
        solver.push();
        assert!(solver.assume(succ[node].is_not(value)).is_ok() && solver.propagate().is_ok());
    }
    assert_eq!(solver.domain(succ[1]).to_string(), "1..3");
    let shown = premises(&model, &solver, succ[1].is_not(5));
    assert_eq!(shown, "s0 ≠ 0, s3 ≠ 1, s3 ≠ 3, s5 ≠ 3");
}

/// No arc leads back from the second three nodes to the first: so none leads there, and those are left out that are apart from a node that
/// has to be visited.
#[test]
fn nodes_without_a_way_back() {
    for (home, apart) in [(0, [3, 4, 5]), (4, [0, 1, 2])] {
        let arcs: [&[i32]; 6] =
            [&[0, 1, 2], &[0, 1, 2], &[0, 1, 2, 3], &[3, 4, 5], &[3, 4, 5], &[2, 3, 4, 5]];
        let mut model = Model::new();
        let node = |(at, values): (usize, &&[i32])| (format!("s{at}"), values.to_vec());
        let nodes: Vec<(String, Vec<i32>)> = arcs.iter().enumerate().map(node).collect();
        let succ: Vec<IntVar> =
            nodes.into_iter().map(|(name, values)| model.named_var(&name, values)).collect();
        model.post(subcircuit(&succ)).expect("the values are small");
        let mut solver = Solver::new(&model, Options::default().record(true));
        assert!(solver.propagate().is_ok());
        assert_eq!(solver.domain(succ[2]).to_string(), "0..3");
        solver.push();
        assert!(solver.assume(succ[5].is_not(2)).is_ok() && solver.propagate().is_ok());
        assert_eq!(solver.domain(succ[2]).to_string(), "0..2");
        assert_eq!(premises(&model, &solver, succ[2].is_not(3)), "s5 ≠ 2");
        solver.push();
        assert!(solver.assume(succ[home].is_not(home as i32)).is_ok() && solver.propagate().is_ok());
        for node in apart {
            assert_eq!(solver.value(succ[node]), Some(node as i32));
            let other = if node == apart[0] { apart[1] } else { apart[0] };
            let shown = premises(&model, &solver, succ[node].is_not(other as i32));
            // Once no arc leads from one to the other, either way round says so.
            let expected = if home < 2 {
                format!("s{home} ≠ {home}, s2 ≠ 3")
            } else {
                format!("s2 ≠ 3, s{home} ≠ {home}")
            };
            assert_eq!(shown, expected);
        }
        solver.pop();
        // One of the others has to be visited, too.
        for node in [0, 4] {
            assert!(solver.assume(succ[node].is_not(node as i32)).is_ok());
        }
        assert!(solver.propagate().is_err());
        let failure = solver.explain_failure().expect("there was one");
        let shown: Vec<String> = failure.premises.iter().map(|&atom| model.name_atom(atom)).collect();
        assert_eq!(shown, ["s0 ≠ 0", "s2 ≠ 3", "s4 ≠ 4"]);
    }
}

/// Circuits of one node and of views, far labels, labels that occur twice.
#[test]
fn odd_circuits() -> Outcome {
    let mut model = Model::new();
    let x = model.int_vars("x", 3, -1_000_000_000..=1_000_000_000);
    let node = |(i, label): (usize, i32)| Node { successor: x[i] * 2 + 1, label, is_optional: i == 2 };
    let nodes = [(0, 1_000_000_001), (1, -7), (2, 5)].map(node);
    model.post(Circuit { nodes: nodes.into() })?;
    let mut found: Vec<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
    found.sort_unstable();
    assert_eq!(found, [[-4, 2, 500_000_000], [-4, 500_000_000, 2], [2, 500_000_000, -4]]);
    let twice = Circuit { nodes: [nodes[0], nodes[1], nodes[0]].into() };
    let error = model.post(twice).expect_err("a label is there twice");
    assert!(error.to_string().contains("the same label"), "{error}");
    let mut model = Model::new();
    let x = model.int_var(-5..=5);
    model.post(circuit([x, x]))?;
    assert_eq!(model.solutions().count(), 0);
    let mut model = Model::new();
    let x = model.int_var(-5..=5);
    model.post(circuit([x + 0, 2 - x, x - 1]))?;
    assert_eq!(model.solutions().map(|s| s[x]).collect::<Vec<_>>(), [2]);
    Ok(())
}

/// Each other program has the same solutions, with circuits and parts of them, and those that are none.
#[test]
fn in_other_languages() -> Outcome {
    let mut models = Vec::new();
    for kind in 0..5 {
        let mut model = Model::new();
        let succ = model.int_vars("node_", 4, -1..=4);
        let b = model.named_var("b", 0..=1);
        match kind {
            0 => model.post(circuit(&succ))?,
            1 => model.post(subcircuit(&succ))?,
            2 => model.post(circuit(succ.iter().map(|&x| x - 1)).reified_by(b.is(1)))?,
            3 => model.post(subcircuit(succ.iter().map(|&x| 3 - x)).reified_by(b.is(1)))?,
            _ => model.post(circuit(succ.iter().chain([&b])))?,
        };
        model.post(all_different(&succ))?;
        model.post(ne(succ[0], 3))?;
        models.push(model);
    }
    let programs: Vec<String> = models
        .iter()
        .map(|model| residua_encode::prolog::program(model).expect("it has statements"))
        .collect();
    let counts: Vec<usize> = models.iter().map(|model| model.solutions().count()).collect();
    if let Some(found) = prolog::counts("circuits", &programs) {
        assert_eq!(found, counts);
    }
    for (number, model) in models.iter().enumerate() {
        let expected = model.solutions().map(|solution| solution.values().to_vec()).collect();
        crate::minizinc::check(&format!("circuit-{number}"), model, &expected);
    }
    let text = minizinc(&models[0]).expect("it has statements");
    assert!(
        text.contains("constraint circuit(array1d(0..3, [node_[0], node_[1], node_[2], node_[3]]));"),
        "{text}"
    );
    let text = goals(&models[0]).expect("it has statements").to_string();
    assert!(text.contains("circuit(["), "{text}");
    Ok(())
}
