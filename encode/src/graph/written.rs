//! Writers of graphs: DIMACS `.col`, GraphML, Graphviz DOT.

use std::fmt;

use crate::graph::Graph;

impl Graph {
    /// The graph in the format `.col` of the DIMACS challenge on colouring: `e U V` for each edge, and `n V COLOUR` for each precoloured
    /// vertex. Names and values are in comments.
    ///
    /// ```
    /// use residua::constraints::{eq, ne};
    /// use residua_encode::{dimacs, graph::Graph};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, [2, 4]));
    /// model.post(ne(x, y))?;
    /// model.post(eq(y, 4))?;
    /// let text = Graph::of(&model)?.col().to_string();
    /// assert_eq!(text, "\
    /// c \"x\" is vertex 1
    /// c \"y\" is vertex 2
    /// c the values 2 4 are the colours from 1 on
    /// p edge 2 1
    /// n 2 2
    /// e 1 2
    /// ");
    /// assert_eq!(dimacs::graph(text)?.edges(), [(0, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn col(&self) -> impl fmt::Display + '_ {
        Col(self)
    }

    /// The graph as GraphML: each vertex has its `name`, and its `colour` where it is precoloured.
    pub fn graphml(&self) -> impl fmt::Display + '_ {
        GraphMl(self)
    }

    /// The graph in the language DOT of Graphviz: vertices are labelled with their names, and precoloured ones are filled.
    pub fn dot(&self) -> impl fmt::Display + '_ {
        Dot(self)
    }

    /// The precoloured vertices with their colours.
    fn colours(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.precoloured.iter().enumerate().filter_map(|(vertex, colour)| Some((vertex, (*colour)?)))
    }
}

struct Col<'a>(&'a Graph);

impl fmt::Display for Col<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = self.0;
        for (name, number) in graph.names.iter().zip(1..) {
            if *name != number.to_string() {
                writeln!(f, "c {name:?} is vertex {number}")?;
            }
        }
        if let Some(values) = graph.values() {
            let values: Vec<String> = values.iter().map(i32::to_string).collect();
            writeln!(f, "c the values {} are the colours from 1 on", values.join(" "))?;
        }
        writeln!(f, "p edge {} {}", graph.vertices(), graph.edges.len())?;
        for (vertex, colour) in graph.colours() {
            writeln!(f, "n {} {colour}", vertex + 1)?;
        }
        for (from, to) in &graph.edges {
            writeln!(f, "e {} {}", from + 1, to + 1)?;
        }
        Ok(())
    }
}

struct GraphMl<'a>(&'a Graph);

impl fmt::Display for GraphMl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = self.0;
        writeln!(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(f, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
        writeln!(f, "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>")?;
        writeln!(f, "  <key id=\"colour\" for=\"node\" attr.name=\"colour\" attr.type=\"int\"/>")?;
        writeln!(f, "  <graph edgedefault=\"undirected\">")?;
        for (vertex, (name, colour)) in graph.names.iter().zip(&graph.precoloured).enumerate() {
            write!(f, "    <node id=\"v{}\"><data key=\"name\">{}</data>", vertex + 1, Xml(name))?;
            if let Some(colour) = colour {
                write!(f, "<data key=\"colour\">{colour}</data>")?;
            }
            writeln!(f, "</node>")?;
        }
        for (from, to) in &graph.edges {
            writeln!(f, "    <edge source=\"v{}\" target=\"v{}\"/>", from + 1, to + 1)?;
        }
        writeln!(f, "  </graph>\n</graphml>")
    }
}

/// Text within an element. Characters that XML has no way to write are replaced.
struct Xml<'a>(&'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '\t' | '\n' | '\r' => write!(f, "&#{};", u32::from(c))?,
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                _ => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

struct Dot<'a>(&'a Graph);

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let graph = self.0;
        let most = graph.colours().map(|(_, colour)| colour).max().unwrap_or(1);
        let most = graph.values().map_or(most, |values| most.max(values.len() as u32));
        writeln!(f, "graph {{")?;
        for (vertex, (name, colour)) in graph.names.iter().zip(&graph.precoloured).enumerate() {
            // What is not printable would have to be read by Graphviz as it is.
            let label: String = name.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
            let label = label.replace('\\', "\\\\").replace('"', "\\\"");
            write!(f, "  v{} [label=\"{label}\"", vertex + 1)?;
            if let Some(colour) = colour {
                // Around the circle of hues.
                let hue = f64::from(colour - 1) / f64::from(most);
                write!(f, ", style=filled, fillcolor=\"{hue:.3} 0.400 1.000\"")?;
            }
            writeln!(f, "];")?;
        }
        for (from, to) in &graph.edges {
            writeln!(f, "  v{} -- v{};", from + 1, to + 1)?;
        }
        writeln!(f, "}}")
    }
}
