//! Batches of puzzles: the part of an input that is available without waiting, up to the work of one thread.
//!
//! So no answer is delayed because a batch is not full: a puzzle that is typed, or piped slowly, is answered before the
//! next is read. Lines that are puzzles by themselves are batched as text and parsed by the thread that answers them.

use std::io::BufRead;
use std::sync::Arc;

use residua_report::InputError;
use residua_report::input::open;
use residua_sudoku::{Entry, Geometry, Reader, Records};

use crate::args::Reading;
use crate::source::{in_puzzle, reader, remark};

/// The least and the greatest size of a batch, in puzzles of 9x9. A larger puzzle counts as several, because its cost grows
/// faster than its size. Large batches need fewer hand-overs, small ones distribute a few hard puzzles: so a batch is a
/// fixed part of what the input has given so far, between these bounds.
const LEAST: usize = 64;
const MOST: usize = 4096;
const PART: usize = 16;

/// Something to be answered, in the order of the input.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The name of the input, as given.
    pub(crate) file: Arc<str>,
    parts: Vec<Part>,
}

#[derive(Debug)]
enum Part {
    Entry(Entry),
    Records(Records),
    InputError(InputError),
}

impl Batch {
    /// Whether it is but one puzzle.
    pub(crate) fn is_one(&self) -> bool {
        let mut count = 0;
        // It ends with the second one.
        let _ = self.try_for_each(|_| {
            count += 1;
            if count < 2 { Ok(()) } else { Err(()) }
        });
        count == 1
    }

    /// Shows the puzzles, and what is wrong between them, one after another, until `look` fails.
    pub(crate) fn try_for_each<E>(
        &self,
        mut look: impl FnMut(Result<&Entry, &InputError>) -> Result<(), E>,
    ) -> Result<(), E> {
        for part in &self.parts {
            match part {
                Part::Entry(entry) => look(Ok(entry))?,
                Part::InputError(mistake) => look(Err(mistake))?,
                Part::Records(records) => records.try_for_each(|entry| look(Ok(entry)))?,
            }
        }
        Ok(())
    }
}

/// All batches of all inputs, read as they are asked for. No name stands for standard input, as `-` does.
pub(crate) fn batches(files: &[String], reading: Reading) -> impl Iterator<Item = Batch> + Send + use<> {
    let files = if files.is_empty() { vec!["-".to_owned()] } else { files.to_vec() };
    files.into_iter().flat_map(move |file| of_file(file.into(), reading))
}

fn of_file(file: Arc<str>, reading: Reading) -> Box<dyn Iterator<Item = Batch> + Send> {
    match open(&file) {
        Ok(input) => {
            let mut reader = reader(input, reading);
            let mut before = 0;
            Box::new(std::iter::from_fn(move || {
                let parts = next_parts(&mut reader, (before / PART).clamp(LEAST, MOST))?;
                before += parts.iter().map(Part::work).sum::<usize>();
                for part in &parts {
                    if let Part::Entry(entry) = part {
                        remark(&file, entry);
                    }
                }
                Some(Batch { file: Arc::clone(&file), parts })
            }))
        }
        Err(error) => {
            let parts = vec![Part::InputError(InputError::unreadable(&error))];
            Box::new(std::iter::once(Batch { file, parts }))
        }
    }
}

/// Waits for the next item, and takes what is available after it without waiting, up to this much work.
fn next_parts(reader: &mut Reader<impl BufRead>, most: usize) -> Option<Vec<Part>> {
    let mut next = reader.next();
    let mut parts = Vec::new();
    let mut work = 0;
    while let Some(found) = next {
        let part = found.map_or_else(|error| Part::InputError(in_puzzle(error)), Part::Entry);
        work += part.work();
        parts.push(part);
        while let Some(geometry) = reader.geometry()
            && let Some(records) = reader.records(most.saturating_sub(work).div_ceil(work_in(geometry)))
        {
            let part = Part::Records(records);
            work += part.work();
            parts.push(part);
        }
        next = if work < most { reader.next_at_hand() } else { None };
    }
    (!parts.is_empty()).then_some(parts)
}

impl Part {
    /// The cost, in puzzles of 9x9; at least one, because it has to be read and written.
    fn work(&self) -> usize {
        match self {
            Part::Entry(entry) => work_in(entry.puzzle.geometry()),
            Part::Records(records) => records.len() * work_in(records.geometry()),
            Part::InputError(_) => 1,
        }
    }
}

fn work_in(geometry: Geometry) -> usize {
    let cells = geometry.cells();
    (cells * cells * cells / (81 * 81 * 81)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few large puzzles are work for all threads; many small ones are handed out by the hundred.
    #[test]
    fn a_batch_is_as_small_as_its_puzzles_are_large() {
        let of = |cells: usize, count| {
            let text = vec![".".repeat(cells); count].join("\n");
            let parts = next_parts(&mut Reader::new(text.as_bytes(), None), 256).expect("there are puzzles");
            let mut found = 0;
            let batch = Batch { file: "-".into(), parts };
            let counted = batch.try_for_each(|_| {
                found += 1;
                Ok::<(), ()>(())
            });
            counted.map_or(0, |()| found)
        };
        assert_eq!([of(36, 1000), of(81, 1000), of(81, 4)], [256, 256, 3]);
        assert_eq!([of(256, 55), of(625, 8)], [9, 1]);
    }
}
