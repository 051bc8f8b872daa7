//! Graph colouring: models that state only that variables differ, as graphs, and files of such graphs.
//!
//! | file | for |
//! |---|---|
//! | `of_model.rs` | a model as a graph |
//! | `to_model.rs` | a graph as a model, with a number of colours |
//! | `colouring.rs` | bounds on the number of colours, and proofs |
//! | `written.rs` | DIMACS `.col`, GraphML and Graphviz DOT |
//!
//! A vertex is a variable, an edge says that two differ, and a colour is a value. What is fixed has its colour from the start.
//! Files are read by [`dimacs::graph`](crate::dimacs::graph).

mod colouring;
mod of_model;
mod to_model;
mod written;

pub use crate::graph::colouring::Colouring;

/// A graph to be coloured, some vertices perhaps precoloured.
///
/// Vertices have numbers from 0, colours from 1.
///
/// ```
/// use residua_encode::graph::Graph;
/// use residua::search::Limits;
/// use residua_sudoku::Geometry;
///
/// let graph = Graph::of(&Geometry::new(3, 3)?.model())?;
/// assert_eq!((graph.vertices(), graph.edges().len()), (81, 810));
/// assert_eq!(graph.dsatur().colours(), 9);
/// assert_eq!(graph.clique().len(), 9);
/// assert_eq!(graph.needs(9, &Limits::default()), Ok(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// By vertex.
    names: Vec<String>,
    /// The lesser vertex first, ascending, each once.
    edges: Vec<(u32, u32)>,
    /// By vertex: the colour that it has already.
    precoloured: Vec<Option<u32>>,
    /// The values of the colours, from the first on, if they have any.
    values: Option<Vec<i32>>,
}

impl Graph {
    /// The graph of these vertices and edges, which may be repeated, in either direction. No edge is from a vertex to itself.
    pub(super) fn new(
        names: Vec<String>,
        mut edges: Vec<(u32, u32)>,
        precoloured: Vec<Option<u32>>,
    ) -> Graph {
        for edge in &mut edges {
            *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
        }
        edges.sort_unstable();
        edges.dedup();
        Graph { names, edges, precoloured, values: None }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.names.len()
    }

    /// The name of a vertex: of its variable, or its number in the file, from 1.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn name(&self, vertex: usize) -> &str {
        &self.names[vertex]
    }

    /// The pairs of vertices that must differ, the lesser one first, ascending.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The colour, from 1, that a vertex has from the start.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn precoloured(&self, vertex: usize) -> Option<u32> {
        self.precoloured[vertex]
    }

    /// The values of the model that the colours stand for, from colour 1 on; `None` of a graph that was read.
    pub fn values(&self) -> Option<&[i32]> {
        self.values.as_deref()
    }

    /// By vertex: its neighbours, ascending.
    fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.vertices()];
        for &(from, to) in &self.edges {
            neighbours[to as usize].push(from);
        }
        for &(from, to) in &self.edges {
            neighbours[from as usize].push(to);
        }
        neighbours
    }
}
