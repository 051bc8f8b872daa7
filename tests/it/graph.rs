//! Promise: a model of differences is a graph with the same colourings, and the bounds on their colours are right.

use residua::constraints::{all_different, clause, eq, in_set, le, ne};
use residua::model::{IntVar, Model};
use residua::search::{Limit, Limits};
use residua_encode::dimacs;
use residua_encode::graph::Graph;
use residua_sudoku::Geometry;
use std::collections::BTreeSet;

use crate::catalogue::times_depth;
use residua::search::Random;

/// Each cell sees the rest of its row, of its column, and of its box.
#[test]
fn graphs_of_sudoku() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)] {
        let (geometry, size) = (Geometry::new(rows, columns).expect("a box"), rows * columns);
        let graph = Graph::of(&geometry.model()).expect("it is a graph");
        let degree = 2 * (size - 1) + (rows - 1) * (columns - 1);
        assert_eq!((graph.vertices(), graph.edges().len()), (size * size, size * size * degree / 2));
        assert_eq!(graph.clique().len(), size);
        assert!(graph.dsatur().colours() >= size);
        assert_eq!(graph.needs(size as u32, &Limits::default()), Ok(true));
        assert_eq!(graph.name(size), "r2c1");
        if size <= 9 {
            assert_eq!(graph.needs(size as u32 + 1, &Limits::default()), Ok(false));
        }
    }
}

/// Graphs on `n` vertices, each edge with a chance of one in `sparse`.
fn random_graph(random: &mut Random, n: usize, sparse: usize) -> (String, Vec<(usize, usize)>) {
    let pairs = (0..n).flat_map(|to| (0..to).map(move |from| (from, to)));
    let edges: Vec<(usize, usize)> = pairs.filter(|_| random.below(sparse) == 0).collect();
    let lines: Vec<String> = edges.iter().map(|(from, to)| format!("e {} {}\n", to + 1, from + 1)).collect();
    (format!("p edge {n} {}\n{}", edges.len(), lines.concat()), edges)
}

fn is_proper(edges: &[(usize, usize)], colours: &[u32]) -> bool {
    edges.iter().all(|&(from, to)| colours[from] != colours[to])
}

#[test]
fn bounds_and_proofs() {
    let mut random = Random::new(11);
    for _ in 0..times_depth(300) {
        let (size, sparse) = (1 + random.below(7), 1 + random.below(3));
        let (text, edges) = random_graph(&mut random, size, sparse);
        let graph = dimacs::graph(text).expect("it is one");
        let n = graph.vertices();
        let colourings = |k: usize| {
            let all = (0..k.pow(n as u32))
                .map(|number| (0..n as u32).map(|at| (number / k.pow(at) % k) as u32).collect::<Vec<u32>>());
            all.filter(|colours| is_proper(&edges, colours)).count()
        };
        let needed = (1..=n).find(|&k| colourings(k) > 0).expect("n do");
        let (above, below) = (graph.dsatur(), graph.clique());
        assert!(is_proper(&edges, above.by_vertex()) && above.colours() >= needed && below.len() <= needed);
        let has = |a: u32, b: u32| edges.contains(&(a.min(b) as usize, a.max(b) as usize));
        assert!(below.iter().all(|&a| below.iter().all(|&b| a == b || has(a, b))));
        for k in 0..=n as u32 + 1 {
            assert_eq!(graph.needs(k, &Limits::default()), Ok(k as usize <= needed), "{k}");
            if k <= 3 {
                assert_eq!(graph.model(k).solutions().count(), colourings(k as usize));
            }
        }
    }
}

/// Mycielski's graphs have no triangle, and need as many colours as you like.
#[test]
fn a_proof_by_search() {
    let mut edges: Vec<(usize, usize)> = vec![(0, 1)];
    let mut n = 2;
    for _ in 0..3 {
        let copies: Vec<(usize, usize)> = edges.iter().flat_map(|&(u, v)| [(u, v + n), (v, u + n)]).collect();
        edges.extend(copies);
        edges.extend((0..n).map(|u| (u + n, 2 * n)));
        n = 2 * n + 1;
    }
    let lines: Vec<String> = edges.iter().map(|(from, to)| format!("e {} {}\n", from + 1, to + 1)).collect();
    let graph = dimacs::graph(format!("p edge {n} {}\n{}", edges.len(), lines.concat())).expect("it is one");
    assert_eq!((n, edges.len(), graph.clique().len(), graph.dsatur().colours()), (23, 71, 2, 5));
    assert_eq!(graph.needs(5, &Limits::default()), Ok(true));
    assert_eq!(graph.needs(6, &Limits::default()), Ok(false));
    assert_eq!(graph.needs(5, &Limits::none().nodes(3)), Err(Limit::Nodes));
}

#[test]
fn precoloured_vertices() {
    let graph = dimacs::graph("p edge 4 3\ne 1 2\ne 2 3\ne 3 4\nn 1 1\nn 4 1\n").expect("it is one");
    let colouring = graph.dsatur();
    assert_eq!((colouring.by_vertex()[0], colouring.by_vertex()[3]), (1, 1));
    assert_eq!((graph.needs(3, &Limits::default()), graph.model(2).solutions().count()), (Ok(true), 0));
    assert_eq!(graph.needs(4, &Limits::default()), Ok(false));
    let far = dimacs::graph("p edge 2 1\ne 1 2\nn 1 7\n").expect("it is one");
    assert_eq!((far.model(6).solutions().count(), far.model(7).solutions().count()), (0, 6));
    assert_eq!((far.needs(7, &Limits::default()), far.needs(8, &Limits::default())), (Ok(true), Ok(false)));
}

fn refused(post: impl FnOnce(&mut Model, &[IntVar]), said: &str) {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, 1..=4);
    post(&mut model, &xs);
    let error = Graph::of(&model).expect_err(said).to_string();
    assert!(error.starts_with(said), "{error}");
}

#[test]
fn what_is_no_graph() {
    let is_posted = |posted: Result<_, _>| assert!(posted.is_ok());
    refused(|model, xs| is_posted(model.post(le(xs[0], xs[1]))), "c0, x[0] ≤ x[1]: ");
    refused(|model, xs| is_posted(model.post(ne(xs[0], xs[1] + 1))), "c0, x[0] ≠ x[1] + 1: ");
    refused(|model, xs| is_posted(model.post(eq(xs[0], xs[1]))), "c0, x[0] = x[1]: ");
    refused(|model, xs| is_posted(model.post(all_different([xs[0] + 0, xs[1] + 1]))), "c0, all_different");
    refused(|model, xs| is_posted(model.post(all_different([xs[0], xs[0]]))), "c0, all_different");
    refused(|model, xs| is_posted(model.post(in_set(xs[0], 1..=2))), "x[1] in 1..4: ");
    refused(|model, xs| is_posted(model.post(eq(xs[0], 9))), "x[0] in ∅: ");
    refused(
        |model, xs| is_posted(model.post(clause([xs[0].is(1), xs[1].is(2)]))),
        "c0, x[0] = 1 ∨ x[1] = 2: ",
    );
    refused(|model, _| assert_eq!(model.int_var(0..=1_000_000).index(), 3), "x3: too large");
}

/// Views that are shifted alike, values that are no colours, and facts.
#[test]
fn what_is_a_graph() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, [-3, 5, 700]);
    let y = model.named_var("y", -10..=900);
    model.post(all_different([xs[0] + 2, xs[1] + 2, xs[2] + 2])).expect("small");
    model.post(ne(xs[3] - 1, xs[2] - 1)).expect("small");
    model.post(ne(y, xs[0])).expect("small");
    model.post(in_set(y, [-3, 5, 700])).expect("small");
    model.post(eq(xs[1] * 2, 10)).expect("small");
    let graph = Graph::of(&model).expect("it is a graph");
    assert_eq!((graph.edges().len(), graph.precoloured(1)), (5, Some(2)));
    let values = graph.values().expect("of a model").to_vec();
    let found: BTreeSet<Vec<i32>> = graph
        .model(3)
        .solutions()
        .map(|s| s.values().iter().map(|&colour| values[colour as usize - 1]).collect())
        .collect();
    assert_eq!(found, model.solutions().map(|s| s.values().to_vec()).collect());
    let fixed = Model::new();
    assert_eq!(Graph::of(&fixed).map(|graph| (graph.vertices(), graph.dsatur().colours())), Ok((0, 0)));
}

#[test]
fn in_other_formats() {
    let mut model = Model::new();
    let [x, y] = ["a<\"b\\", "c&\n"].map(|name| model.named_var(name, 1..=3));
    model.post(ne(x, y)).expect("small");
    model.post(eq(x, 2)).expect("small");
    let graph = Graph::of(&model).expect("it is a graph");
    assert_eq!(
        graph.dot().to_string(),
        "graph {\n  v1 [label=\"a<\\\"b\\\\\", style=filled, fillcolor=\"0.333 0.400 1.000\"];\n  v2 [label=\"c&\u{fffd}\"];\n  v1 -- v2;\n}\n"
    );
    let graphml = graph.graphml().to_string();
    let lines: Vec<&str> = graphml.lines().map(str::trim).collect();
    assert_eq!(
        lines[5..8],
        [
            "<node id=\"v1\"><data key=\"name\">a&lt;\"b\\</data><data key=\"colour\">2</data></node>",
            "<node id=\"v2\"><data key=\"name\">c&amp;&#10;</data></node>",
            "<edge source=\"v1\" target=\"v2\"/>",
        ]
    );
}
