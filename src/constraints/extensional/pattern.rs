//! Regular expressions over values, translated into automata (Glushkov).
//!
//! Each place of a value in the text is a state, in which the automaton is after it; which places can be first, last, and one after the
//! other, follows from the parts (Glushkov's construction).
//!
//! | Promise | |
//! |---|---|
//! | Cost | quadratic in the number of places, at most |
//! | Source | Glushkov, *The Abstract Theory of Automata*, Russian Mathematical Surveys 16(5), 1961 |

use crate::constraints::extensional::automaton::Automaton;
use crate::domain::Domain;

/// More places of values are refused, and parts nested deeper than this.
const MOST_PLACES: usize = 4096;
const MOST_NESTED: usize = 100;

/// More transitions are refused.
const MOST_TRANSITIONS: u64 = 1 << 22;

impl Automaton {
    /// The automaton of a regular expression over values.
    ///
    /// | written | words |
    /// |---|---|
    /// | `7`, `-2` | that value |
    /// | `[1..3 5]` | one of those values |
    /// | `.` | one of `values` |
    /// | `1 2`, `(1 2)` | one after the other |
    /// | `1 \| 2` | either |
    /// | `1?`, `1*`, `1+` | at most once, any number of times, at least once |
    /// | `1{3}`, `1{2,3}`, `1{2,}`, `1{,3}` | so often |
    ///
    /// A mistake in the text is reported when a constraint with the automaton is posted.
    ///
    /// ```
    /// use residua::constraints::Automaton;
    ///
    /// // A row of a nonogram.
    /// let automaton = Automaton::from_pattern("0* 1{2} 0+ 1 0*", 0..=1);
    /// assert!(automaton.accepts([0, 1, 1, 0, 1]) && !automaton.accepts([1, 1, 1, 0, 1]));
    /// ```
    pub fn from_pattern(pattern: &str, values: impl Into<Domain>) -> Automaton {
        let mut parser = Parser { text: pattern.chars().collect(), at: 0, values: values.into() };
        let mut places = Places::default();
        let whole = parser.whole().and_then(|node| places.add(&node));
        match whole {
            Ok(whole) if places.transitions(&whole) <= MOST_TRANSITIONS => places.automaton(&whole),
            Ok(_) => Automaton::wrong(format!("pattern \"{pattern:.40}\": it needs too many transitions")),
            Err(complaint) => Automaton::wrong(format!("pattern \"{pattern:.40}\": {complaint}")),
        }
    }
}

/// A part of an expression.
#[derive(Debug)]
enum Node {
    Values(Domain),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    /// At least so often, and at most.
    Repeat(Box<Node>, usize, Option<usize>),
}

#[derive(Debug)]
struct Parser {
    text: Vec<char>,
    at: usize,
    values: Domain,
}

impl Parser {
    fn whole(&mut self) -> Result<Node, String> {
        let node = self.either(0)?;
        if self.at < self.text.len() { Err(self.unexpected("a value")) } else { Ok(node) }
    }

    fn unexpected(&self, expected: &str) -> String {
        let found = self.text.get(self.at).map_or("the end".to_owned(), |c| format!("`{c}`"));
        format!("at character {}: {expected} is expected, not {found}", self.at + 1)
    }

    /// The next character that is not a space.
    fn peek(&mut self) -> Option<char> {
        while self.text.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn close(&mut self, wanted: char) -> Result<(), String> {
        match self.peek() {
            Some(c) if c == wanted => {
                self.at += 1;
                Ok(())
            }
            Some(_) => Err(self.unexpected(&format!("`{wanted}`"))),
            None => Err(format!("a `{wanted}` is missing at the end")),
        }
    }

    fn either(&mut self, depth: usize) -> Result<Node, String> {
        if depth > MOST_NESTED {
            return Err(format!("parts are nested deeper than {MOST_NESTED}"));
        }
        let mut parts = vec![self.sequence(depth)?];
        while self.take('|') {
            parts.push(self.sequence(depth)?);
        }
        Ok(Node::Either(parts))
    }

    fn sequence(&mut self, depth: usize) -> Result<Node, String> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|')) && (depth == 0 || self.peek() != Some(')')) {
            let mut node = self.atom(depth)?;
            while let Some((low, high)) = self.times()? {
                node = Node::Repeat(Box::new(node), low, high);
            }
            parts.push(node);
        }
        Ok(Node::Sequence(parts))
    }

    fn atom(&mut self, depth: usize) -> Result<Node, String> {
        if self.take('.') {
            return Ok(Node::Values(self.values.clone()));
        }
        if self.take('(') {
            let node = self.either(depth + 1)?;
            self.close(')')?;
            return Ok(node);
        }
        if self.take('[') {
            let mut ranges = Vec::new();
            while !matches!(self.peek(), None | Some(']')) {
                let low = self.value()?;
                let is_range = self.take('.');
                if is_range && !self.take('.') {
                    return Err(self.unexpected("`..`"));
                }
                ranges.push(low..=if is_range { self.value()? } else { low });
            }
            self.close(']')?;
            return Ok(Node::Values(Domain::from_ranges(ranges)));
        }
        self.value().map(|value| Node::Values(value.into()))
    }

    fn digits(&mut self) -> String {
        let start = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        self.text[start..self.at].iter().collect()
    }

    fn value(&mut self) -> Result<i32, String> {
        let is_negative = self.take('-');
        let _ = self.peek();
        let digits = self.digits();
        if digits.is_empty() {
            return Err(self.unexpected("a value"));
        }
        let text = if is_negative { format!("-{digits}") } else { digits };
        text.parse().map_err(|_| format!("{text} does not fit into 32 bits"))
    }

    /// How often the part before is repeated, if that is said.
    fn times(&mut self) -> Result<Option<(usize, Option<usize>)>, String> {
        Ok(match self.peek() {
            Some(sign @ ('*' | '+' | '?')) => {
                self.at += 1;
                Some((usize::from(sign == '+'), (sign == '?').then_some(1)))
            }
            Some('{') => {
                self.at += 1;
                let low = self.count()?;
                let high = if self.take(',') { self.count()? } else { low };
                self.close('}')?;
                let low = low.unwrap_or(0);
                if high.is_some_and(|high| high < low) {
                    return Err("the second number is less than the first".to_owned());
                }
                Some((low, high))
            }
            _ => None,
        })
    }

    fn count(&mut self) -> Result<Option<usize>, String> {
        let _ = self.peek();
        match self.digits() {
            digits if digits.is_empty() => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| format!("{digits} is too often")),
        }
    }
}

/// The places of values so far.
#[derive(Debug, Default)]
struct Places {
    values: Vec<Domain>,
    /// One place and one that can come after it.
    after: Vec<(usize, usize)>,
    /// Whether there are too many of these to be kept.
    is_large: bool,
}

/// The places with which a part can begin and end, and whether it can be of no value at all.
#[derive(Clone, Debug, Default)]
struct Part {
    is_empty: bool,
    firsts: Vec<usize>,
    lasts: Vec<usize>,
}

impl Places {
    fn add(&mut self, node: &Node) -> Result<Part, String> {
        match node {
            Node::Values(values) => {
                if self.values.len() >= MOST_PLACES {
                    return Err(format!("it has more than {MOST_PLACES} values"));
                }
                let place = self.values.len();
                self.values.push(values.clone());
                Ok(Part { is_empty: false, firsts: vec![place], lasts: vec![place] })
            }
            Node::Sequence(parts) => {
                let mut whole = Part { is_empty: true, ..Part::default() };
                for part in parts {
                    let part = self.add(part)?;
                    whole = self.join(whole, part);
                }
                Ok(whole)
            }
            Node::Either(parts) => {
                let mut whole = Part::default();
                for part in parts {
                    let part = self.add(part)?;
                    whole.is_empty |= part.is_empty;
                    whole.firsts.extend(part.firsts);
                    whole.lasts.extend(part.lasts);
                }
                Ok(whole)
            }
            Node::Repeat(part, low, high) => self.repeat(part, *low, *high),
        }
    }

    fn repeat(&mut self, node: &Node, low: usize, high: Option<usize>) -> Result<Part, String> {
        let mut whole = Part { is_empty: true, ..Part::default() };
        // Without an end, the last one may come again and again.
        for at in 0..high.unwrap_or(low.max(1)) {
            let mut part = self.add(node)?;
            if part.firsts.is_empty() {
                // Of no value, however often.
                return Ok(part);
            }
            part.is_empty |= at >= low;
            if high.is_none() && at + 1 == low.max(1) {
                self.link(&part.lasts, &part.firsts);
            }
            whole = self.join(whole, part);
        }
        Ok(whole)
    }

    fn link(&mut self, lasts: &[usize], firsts: &[usize]) {
        let count = lasts.len() as u64 * firsts.len() as u64;
        if self.after.len() as u64 + count > MOST_TRANSITIONS {
            self.is_large = true;
            return;
        }
        self.after.extend(lasts.iter().flat_map(|&last| firsts.iter().map(move |&first| (last, first))));
    }

    fn join(&mut self, mut before: Part, part: Part) -> Part {
        self.link(&before.lasts, &part.firsts);
        if before.is_empty {
            before.firsts.extend(part.firsts);
        }
        let lasts = if part.is_empty { [before.lasts, part.lasts].concat() } else { part.lasts };
        Part { is_empty: before.is_empty && part.is_empty, firsts: before.firsts, lasts }
    }

    /// The moves from state to state: a place has the number after its own, and 0 is the start.
    fn moves<'a>(&'a self, whole: &'a Part) -> impl Iterator<Item = (usize, usize)> + 'a {
        let from_start = whole.firsts.iter().map(|&place| (0, place));
        from_start.chain(self.after.iter().map(|&(before, place)| (before + 1, place)))
    }

    fn transitions(&self, whole: &Part) -> u64 {
        let sizes = self.moves(whole).map(|(_, place)| self.values[place].size());
        if self.is_large { u64::MAX } else { sizes.sum() }
    }

    fn automaton(&self, whole: &Part) -> Automaton {
        let by_values = |(from, place): (usize, usize)| {
            self.values[place].iter().map(move |value| (from, value, place + 1))
        };
        let ends = whole.lasts.iter().map(|&place| place + 1).chain(whole.is_empty.then_some(0));
        Automaton::new(self.values.len() + 1, 0, self.moves(whole).flat_map(by_values), ends)
    }
}
