//! Parser of FlatZinc: from the text of a file to its items.
//!
//! | Promise | |
//! |---|---|
//! | Cost | one pass, O(length); 4 bytes for each number in an array of numbers, 24 for any other value |
//! | Errors | line, column, what was expected, what was found; values nested deeper than 64 are refused |
//! | Tolerant of | annotations in declarations of predicates, arrays with bars, a comma before a closing bracket, `+3`, quoted names |
//! | Source | *The MiniZinc Handbook*, ch. 4.3 *Interfacing Solvers to FlatZinc* |

use crate::error::FlatZincError;
use crate::scanner::{Scanner, Token};
use crate::syntax::{Call, Constraint, Declaration, Elements, Goal, Kind, Program, Solve, Value};

/// Values inside values.
pub(crate) const DEEPEST: usize = 64;

impl<'a> Program<'a> {
    /// Reads a whole file.
    ///
    /// ```
    /// use residua_flatzinc::Program;
    ///
    /// let text = "var 1..9: x :: output_var;\nconstraint int_ne(x, 3);\nsolve minimize x;\n";
    /// let program = Program::parse(text)?;
    /// assert_eq!(program.constraints[0].name, "int_ne");
    /// assert_eq!(program.solve.to_string(), "solve minimize x;");
    /// let error = Program::parse("var 1..9: x\nconstraint").expect_err("a semicolon is missing");
    /// assert_eq!(error.to_string(), "2:1: expected \";\", found \"constraint\"");
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn parse(text: &'a str) -> Result<Program<'a>, FlatZincError> {
        // A byte order mark is not part of the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut parser = Parser::new(text)?;
        let (mut declarations, mut constraints, mut solve) = (Vec::new(), Vec::new(), None);
        loop {
            match parser.token {
                Token::End => break,
                Token::Word("predicate") => parser.skip_item()?,
                Token::Word("constraint") => constraints.push(parser.constraint()?),
                Token::Word("solve") => {
                    let found = parser.solve()?;
                    if solve.is_some() {
                        return Err(parser.error(found.at, "a second solve item"));
                    }
                    solve = Some(found);
                }
                _ => declarations.push(parser.declaration()?),
            }
        }
        let missing = || parser.error(text.len(), "the file ends without a solve item");
        Ok(Program { declarations, constraints, solve: solve.ok_or_else(missing)? })
    }
}

/// The text, and the next token of it.
struct Parser<'a> {
    scanner: Scanner<'a>,
    token: Token<'a>,
    /// Where the token starts.
    at: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, FlatZincError> {
        let mut scanner = Scanner::new(text);
        let (token, at) = scanner.next()?;
        Ok(Parser { scanner, token, at, depth: 0 })
    }

    fn error(&self, at: usize, message: impl Into<String>) -> FlatZincError {
        self.scanner.error(at, message)
    }

    /// What stands where something else was expected.
    fn expected(&self, what: &str) -> FlatZincError {
        let found = match self.token {
            Token::End => "the end of the file".to_owned(),
            Token::Word(word) => format!("{word:?}"),
            Token::Quoted(name) => format!("the name {name:?}"),
            Token::Int(number) => number.to_string(),
            Token::Float(number) => number.to_owned(),
            Token::Text(text) => format!("the text {text:?}"),
            Token::Mark(mark) => format!("{:?}", char::from(mark).to_string()),
            Token::Colons => "\"::\"".to_owned(),
            Token::Dots => "\"..\"".to_owned(),
        };
        self.error(self.at, format!("expected {what}, found {found}"))
    }

    /// Takes the token.
    #[inline]
    fn take(&mut self) -> Result<Token<'a>, FlatZincError> {
        let taken = self.token;
        (self.token, self.at) = self.scanner.next()?;
        Ok(taken)
    }

    /// Takes the token if it is that one.
    #[inline]
    fn takes(&mut self, token: Token<'_>) -> Result<bool, FlatZincError> {
        let is_it = self.token == token;
        if is_it {
            let _ = self.take()?;
        }
        Ok(is_it)
    }

    fn mark(&mut self, mark: u8) -> Result<(), FlatZincError> {
        if self.takes(Token::Mark(mark))? {
            Ok(())
        } else {
            Err(self.expected(&format!("{:?}", char::from(mark).to_string())))
        }
    }

    fn word(&mut self, word: &str) -> Result<(), FlatZincError> {
        if self.takes(Token::Word(word))? { Ok(()) } else { Err(self.expected(&format!("{word:?}"))) }
    }

    fn name(&mut self) -> Result<&'a str, FlatZincError> {
        match self.token {
            Token::Word(name) | Token::Quoted(name) => {
                let _ = self.take()?;
                Ok(name)
            }
            _ => Err(self.expected("a name")),
        }
    }

    fn int(&mut self) -> Result<i64, FlatZincError> {
        match self.token {
            Token::Int(number) => {
                let _ = self.take()?;
                Ok(number)
            }
            _ => Err(self.expected("an integer")),
        }
    }

    /// Passes over an item that says nothing about the problem.
    fn skip_item(&mut self) -> Result<(), FlatZincError> {
        let start = self.at;
        while self.token != Token::Mark(b';') {
            if self.token == Token::End {
                return Err(self.error(start, "this item is not ended by \";\""));
            }
            let _ = self.take()?;
        }
        self.take().map(|_| ())
    }

    /// `array [1..2] of var 1..9: xs :: note = [x, y];`, or `var 1..9: x :: note = y;`.
    fn declaration(&mut self) -> Result<Declaration<'a>, FlatZincError> {
        let at = self.at;
        let is_item =
            matches!(self.token, Token::Word(_) | Token::Int(_) | Token::Float(_) | Token::Mark(b'{'));
        if !is_item {
            return Err(self.expected("an item: a variable, a parameter, a constraint, or solve"));
        }
        let array = if self.takes(Token::Word("array"))? { Some(self.size()?) } else { None };
        let is_var = self.takes(Token::Word("var"))?;
        let kind = self.kind()?;
        self.mark(b':')?;
        let name = self.name()?;
        let annotations = self.annotations()?;
        let value = if self.takes(Token::Mark(b'='))? { Some(self.value()?) } else { None };
        self.mark(b';')?;
        Ok(Declaration { at, name, array, is_var, kind, annotations, value })
    }

    /// `[1..n] of`, or `[int] of`.
    fn size(&mut self) -> Result<Option<usize>, FlatZincError> {
        self.mark(b'[')?;
        let mut size = None;
        if !self.takes(Token::Word("int"))? {
            let at = self.at;
            let (first, last) = (self.int()?, {
                self.dots()?;
                self.int()?
            });
            let count =
                last.checked_add(1).filter(|_| first == 1).and_then(|count| usize::try_from(count - 1).ok());
            let wrong = || {
                self.error(
                    at,
                    format!("an array has the elements from 1 to some number, not {first}..{last}"),
                )
            };
            size = Some(if last == 0 { Ok(0) } else { count.ok_or_else(wrong) }?);
        }
        self.mark(b']')?;
        self.word("of")?;
        Ok(size)
    }

    fn dots(&mut self) -> Result<(), FlatZincError> {
        if self.takes(Token::Dots)? { Ok(()) } else { Err(self.expected("\"..\"")) }
    }

    /// `bool`, `int`, `1..9`, `{1, 3}`, `float`, `set of …`.
    fn kind(&mut self) -> Result<Kind, FlatZincError> {
        match self.token {
            Token::Word("bool") => self.take().map(|_| Kind::Bool),
            Token::Word("int") => self.take().map(|_| Kind::Int),
            Token::Word("float") => self.take().map(|_| Kind::Float),
            Token::Word("set") => {
                let _ = self.take()?;
                self.word("of")?;
                if self.token == Token::Word("set") {
                    return Err(self.expected("integers, a range or a set of them"));
                }
                Ok(Kind::SetOfInt(Box::new(self.kind()?)))
            }
            Token::Int(low) => {
                let _ = self.take()?;
                self.dots()?;
                Ok(Kind::Range(low, self.int()?))
            }
            Token::Float(low) => {
                let _ = self.take()?;
                self.dots()?;
                let high: Box<str> = match self.token {
                    Token::Float(high) => high.into(),
                    Token::Int(high) => high.to_string().into(),
                    _ => return Err(self.expected("a number")),
                };
                let _ = self.take()?;
                Ok(Kind::FloatRange(low.into(), high))
            }
            Token::Mark(b'{') => {
                let (values, floats) = self.members()?;
                if floats.is_empty() {
                    return Ok(Kind::Set(values.into()));
                }
                let values = values.iter().map(|value| value.to_string().into());
                Ok(Kind::FloatSet(values.chain(floats.into_iter().map(Box::from)).collect()))
            }
            _ => Err(self.expected("a type: bool, int, a range, a set of values, float, or set of …")),
        }
    }

    /// `constraint name(…) :: note;`
    fn constraint(&mut self) -> Result<Constraint<'a>, FlatZincError> {
        let _ = self.take()?;
        let at = self.at;
        let name = self.name()?;
        self.mark(b'(')?;
        let arguments = self.until(b')')?;
        let annotations = self.annotations()?.into();
        self.mark(b';')?;
        Ok(Constraint { at, name, arguments, annotations })
    }

    /// `solve :: note satisfy;`
    fn solve(&mut self) -> Result<Solve<'a>, FlatZincError> {
        let at = self.at;
        let _ = self.take()?;
        let annotations = self.annotations()?;
        let goal = match self.token {
            Token::Word("satisfy") => self.take().map(|_| Goal::Satisfy)?,
            Token::Word("minimize") => {
                let _ = self.take()?;
                Goal::Minimize(self.value()?)
            }
            Token::Word("maximize") => {
                let _ = self.take()?;
                Goal::Maximize(self.value()?)
            }
            _ => return Err(self.expected("satisfy, minimize or maximize")),
        };
        self.mark(b';')?;
        Ok(Solve { at, annotations, goal })
    }

    fn annotations(&mut self) -> Result<Vec<Value<'a>>, FlatZincError> {
        let mut annotations = Vec::new();
        while self.takes(Token::Colons)? {
            annotations.push(self.value()?);
        }
        Ok(annotations)
    }

    /// Values with commas between them, up to the closing mark.
    fn until(&mut self, close: u8) -> Result<Box<[Value<'a>]>, FlatZincError> {
        let mut values = Vec::new();
        while self.token != Token::Mark(close) {
            values.push(self.value()?);
            if !self.takes(Token::Mark(b','))? && self.token != Token::Mark(close) {
                return Err(self.expected(&format!("\",\" or {:?}", char::from(close).to_string())));
            }
        }
        let _ = self.take()?;
        Ok(values.into())
    }

    fn value(&mut self) -> Result<Value<'a>, FlatZincError> {
        if self.depth == DEEPEST {
            return Err(self.error(self.at, format!("values are nested deeper than {DEEPEST}")));
        }
        self.depth += 1;
        let value = self.nested_value();
        self.depth -= 1;
        value
    }

    fn nested_value(&mut self) -> Result<Value<'a>, FlatZincError> {
        match self.token {
            Token::Int(low) => {
                let _ = self.take()?;
                if self.takes(Token::Dots)? {
                    return Ok(Value::Range(low, self.int()?));
                }
                Ok(Value::Int(low))
            }
            Token::Word("true") => self.take().map(|_| Value::Bool(true)),
            Token::Word("false") => self.take().map(|_| Value::Bool(false)),
            Token::Word(name) | Token::Quoted(name) => {
                let _ = self.take()?;
                match self.token {
                    Token::Mark(b'(') => {
                        let _ = self.take()?;
                        Ok(Value::Call(Box::new(Call { name, arguments: self.until(b')')? })))
                    }
                    Token::Mark(b'[') => {
                        let _ = self.take()?;
                        let index = self.int()?;
                        self.mark(b']')?;
                        Ok(Value::Element(name, index))
                    }
                    _ => Ok(Value::Name(name)),
                }
            }
            Token::Float(number) => {
                let _ = self.take()?;
                // Of a range of floating-point numbers nothing is kept but that it is one.
                if self.takes(Token::Dots)? {
                    match self.token {
                        Token::Float(_) | Token::Int(_) => self.take()?,
                        _ => return Err(self.expected("a number")),
                    };
                }
                Ok(Value::Float(number))
            }
            Token::Text(text) => self.take().map(|_| Value::Text(text)),
            Token::Mark(b'{') => self.set(),
            Token::Mark(b'[') => {
                let _ = self.take()?;
                if self.token == Token::Mark(b'|') { self.rows() } else { self.array() }
            }
            _ => Err(self.expected("a value")),
        }
    }

    /// What follows `[` of `[1, 2, 3]`.
    fn array(&mut self) -> Result<Value<'a>, FlatZincError> {
        let mut elements = Elements::default();
        while self.token != Token::Mark(b']') {
            elements.push(self.value()?);
            if !self.takes(Token::Mark(b','))? && self.token != Token::Mark(b']') {
                return Err(self.expected("\",\" or \"]\""));
            }
        }
        let _ = self.take()?;
        Ok(elements.into_value())
    }

    /// What follows `[` of `[| 1, 2 | 3, 4 |]`: the elements row by row.
    fn rows(&mut self) -> Result<Value<'a>, FlatZincError> {
        let mut elements = Elements::default();
        let _ = self.take()?;
        loop {
            match self.token {
                Token::Mark(b']') => break,
                Token::Mark(b'|' | b',') => {
                    let _ = self.take()?;
                }
                _ => elements.push(self.value()?),
            }
        }
        let _ = self.take()?;
        Ok(elements.into_value())
    }

    /// `{1, 3, 5}`: the integers in it, and the floating-point numbers.
    fn members(&mut self) -> Result<(Vec<i64>, Vec<&'a str>), FlatZincError> {
        let _ = self.take()?;
        let (mut values, mut floats) = (Vec::new(), Vec::new());
        while self.token != Token::Mark(b'}') {
            match self.token {
                Token::Int(value) => values.push(value),
                Token::Float(number) => floats.push(number),
                _ => return Err(self.expected("an integer or \"}\"")),
            }
            let _ = self.take()?;
            if !self.takes(Token::Mark(b','))? && self.token != Token::Mark(b'}') {
                return Err(self.expected("\",\" or \"}\""));
            }
        }
        let _ = self.take()?;
        Ok((values, floats))
    }

    /// A set; a floating-point number, if there is one in it.
    fn set(&mut self) -> Result<Value<'a>, FlatZincError> {
        let (values, floats) = self.members()?;
        Ok(floats.last().map_or_else(|| Value::Set(values.into()), |&number| Value::Float(number)))
    }
}
