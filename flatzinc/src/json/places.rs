//! Source map from the lines of the FlatZinc that is written to the places in its JSON.

/// Where the lines of what is written come from.
pub(super) struct Places<'t> {
    text: &'t str,
    /// By line of what is written: where its item begins in the text of JSON.
    items: Vec<usize>,
    /// Where the lines of that text begin.
    starts: Vec<usize>,
    /// Whether each of its bytes is a character: then long lines need not be gone through.
    is_ascii: bool,
}

impl<'t> Places<'t> {
    pub(super) fn new(text: &'t str, items: Vec<usize>) -> Places<'t> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Places { text, items, starts, is_ascii: text.is_ascii() }
    }

    /// The line and column of what stands in a line of what is written; of what misses there, the end of the text.
    pub(super) fn of(&self, line: usize) -> (usize, usize) {
        self.of_byte(self.items.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len()))
    }

    /// The line and column of a byte of the text, where a character begins.
    pub(super) fn of_byte(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        let start = self.starts[line - 1];
        let before = if self.is_ascii { at - start } else { self.text[start..at].chars().count() };
        (line, before + 1)
    }
}
