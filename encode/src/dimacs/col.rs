//! Reader of DIMACS graphs for colouring.

use crate::ReadError;
use crate::dimacs::scanner::{Scanner, Word, without_mark};
use crate::graph::Graph;

/// The graph of a `.col` file, in the format of the DIMACS challenge on colouring.
///
/// | line | is |
/// |---|---|
/// | `c …` | a comment |
/// | `p edge VERTICES EDGES`, or `p col`, `p edges` | the size; the number of edges is not checked, as published files count them in two ways |
/// | `e U V` | an edge; it may be repeated, in either direction |
/// | `n V COLOUR` | a vertex that has that colour already, from 1 |
///
/// The lines `n` are the node descriptors of the format, which its authors left to each problem. [`Graph::col`] writes them in the same
/// sense.
///
/// ```
/// use residua_encode::dimacs;
///
/// let graph = dimacs::graph("p edge 3 3\ne 1 2\ne 2 3\ne 3 1\nn 1 2\n")?;
/// assert_eq!((graph.vertices(), graph.edges().len(), graph.precoloured(0)), (3, 3, Some(2)));
/// assert_eq!(graph.model(3).solutions().count(), 2);
/// assert_eq!(dimacs::graph("p edge 3 1\ne 1 4\n").unwrap_err().to_string(), "2:5: expected a vertex, from 1 to 3, found \"4\"");
/// # Ok::<(), dimacs::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the place of what is none of these, of an edge from a vertex to itself, and of a second colour of a vertex.
///
/// # Complexity
/// Sorts the edges.
pub fn graph(text: impl AsRef<[u8]>) -> Result<Graph, ReadError> {
    read(without_mark(text.as_ref()))
}

fn read(text: &[u8]) -> Result<Graph, ReadError> {
    let mut scanner = Scanner::new(text);
    let vertices = header(&mut scanner)?;
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut colours: Vec<Option<u32>> = vec![None; vertices];
    while let Some(word) = scanner.word() {
        match word.bytes {
            b"e" => {
                let [from, to] =
                    [vertex(&mut scanner, word, vertices)?, vertex(&mut scanner, word, vertices)?];
                if from == to {
                    let message = format!("vertex {} cannot have another colour than itself", from + 1);
                    return Err(scanner.wrong(word, message));
                }
                edges.push((from as u32, to as u32));
            }
            b"n" => {
                let vertex = vertex(&mut scanner, word, vertices)?;
                let colour = scanner.number(word, 1..=i32::MAX as usize - 1, "a colour")? as u32;
                if let Some(known) = colours[vertex].replace(colour).filter(|&known| known != colour) {
                    let message = format!("vertex {} has the colour {known} already", vertex + 1);
                    return Err(scanner.wrong(word, message));
                }
            }
            _ => return Err(scanner.expected(Some(word), "a line \"e U V\" or \"n V COLOUR\"")),
        }
        scanner.end_of_line(word)?;
    }
    let names = (1..=vertices).map(|number| number.to_string()).collect();
    Ok(Graph::new(names, edges, colours))
}

/// The number of a vertex, from 0.
fn vertex(scanner: &mut Scanner<'_>, line: Word<'_>, vertices: usize) -> Result<usize, ReadError> {
    Ok(scanner.number(line, 1..=vertices, "a vertex")? - 1)
}

/// `p edge`, and the number of vertices.
fn header(scanner: &mut Scanner<'_>) -> Result<usize, ReadError> {
    const HEADER: &str = "the line \"p edge VERTICES EDGES\"";
    let first = scanner.word();
    let Some(word) = first.filter(|word| word.bytes == b"p") else {
        return Err(scanner.expected(first, HEADER));
    };
    let format = scanner.word_of_line(word);
    if !format.is_some_and(|format| matches!(format.bytes, b"edge" | b"edges" | b"col")) {
        return Err(scanner.expected(Some(word), HEADER));
    }
    let vertices = scanner.number(word, 0..=scanner.most(), "the number of vertices")?;
    let _ = scanner.number(word, 0..=usize::MAX, "the number of edges")?;
    scanner.end_of_line(word)?;
    Ok(vertices)
}
