//! Reader of DIMACS CNF formulas.

use residua::constraints::clause;
use residua::model::{IntAtom, IntVar, Model};

use crate::ReadError;
use crate::dimacs::scanner::{Scanner, Word, without_mark};

/// The clauses of a file in the format of DIMACS, as SAT solvers read it: a variable of the values 0 and 1 for each of the formula,
/// called `x1`, `x2`, …, and a [`clause`] for each clause, named after the line on which it begins.
///
/// | in the file | is |
/// |---|---|
/// | lines that begin with `c`, anywhere | comments |
/// | a clause over several lines, or several on one | read |
/// | `%` on a line of its own, and then nothing but a `0` | the end, as in files of SATLIB |
/// | no `0` after the last clause | read, if it is the last of those announced |
/// | fewer clauses than announced, or more | an error: files that break off have fewer |
/// | a variable beyond those announced | an error |
///
/// ```
/// use residua_encode::dimacs;
///
/// let model = dimacs::cnf("c a comment\np cnf 3 2\n1 -3 0\n2 3\n-1 0\n")?;
/// assert_eq!(model.to_string(), "\
/// x1 in 0 1
/// x2 in 0 1
/// x3 in 0 1
/// x1 = 1 ∨ x3 = 0
/// x2 = 1 ∨ x3 = 1 ∨ x1 = 0
/// ");
/// assert_eq!(model.solutions().count(), 5);
/// let names: Vec<String> = model.constraints().map(|(id, _)| model.constraint_name(id)).collect();
/// assert_eq!(names, ["line 3", "line 4"]);
/// # Ok::<(), dimacs::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError`] with the place of what is none of these.
///
/// # Complexity
/// Linear in the length of the text: a million clauses are read in about a second.
pub fn cnf(text: impl AsRef<[u8]>) -> Result<Model, ReadError> {
    read(without_mark(text.as_ref()))
}

fn read(text: &[u8]) -> Result<Model, ReadError> {
    let mut scanner = Scanner::new(text);
    let (vars, clauses) = header(&mut scanner)?;
    let mut model = Model::new();
    let vars: Vec<IntVar> = (1..=vars).map(|number| model.named_var(&format!("x{number}"), 0..=1)).collect();
    let mut literals: Vec<IntAtom> = Vec::new();
    // The line on which the clause begins, once it has begun.
    let mut begun: Option<usize> = None;
    let mut count = 0;
    let mut post = |literals: &mut Vec<IntAtom>, line: usize| {
        let posted = model.post_named(&format!("line {line}"), clause(literals.drain(..)));
        let _ = posted.expect("invariant: the variables are the model's own, and their values small");
    };
    while let Some(word) = scanner.word() {
        if word.bytes == b"%" && word.is_first {
            end_of_satlib(&mut scanner, word)?;
            break;
        }
        if count == clauses {
            return Err(scanner.expected(Some(word), &format!("no more than {clauses} clauses")));
        }
        let line = *begun.get_or_insert(word.line);
        let literal = literal(&scanner, word, vars.len())?;
        if literal == 0 {
            post(&mut literals, line);
            begun = None;
            count += 1;
        } else {
            literals.push(vars[literal.unsigned_abs() as usize - 1].is((literal > 0).into()));
        }
    }
    if let Some(line) = begun {
        post(&mut literals, line);
        count += 1;
    }
    if count < clauses {
        let expected = format!("{clauses} clauses, of which {count} were read");
        return Err(scanner.expected(None, &expected));
    }
    Ok(model)
}

/// `p cnf`, and the numbers of variables and of clauses.
fn header(scanner: &mut Scanner<'_>) -> Result<(usize, usize), ReadError> {
    const HEADER: &str = "the line \"p cnf VARIABLES CLAUSES\"";
    let first = scanner.word();
    let Some(word) = first.filter(|word| word.bytes == b"p") else {
        return Err(scanner.expected(first, HEADER));
    };
    let format = scanner.word_of_line(word).filter(|format| format.bytes == b"cnf");
    if format.is_none() {
        return Err(scanner.expected(Some(word), HEADER));
    }
    let vars = scanner.number(word, 0..=scanner.most(), "the number of variables")?;
    let clauses = scanner.number(word, 0..=usize::MAX, "the number of clauses")?;
    scanner.end_of_line(word)?;
    Ok((vars, clauses))
}

/// A literal, or the 0 after a clause.
fn literal(scanner: &Scanner<'_>, word: Word<'_>, vars: usize) -> Result<i32, ReadError> {
    let (is_negative, digits) = match word.bytes {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let number = Word { bytes: digits, ..word }.number().filter(|&number| number <= vars);
    match number {
        Some(number) if number > 0 || !is_negative => {
            Ok(if is_negative { -(number as i32) } else { number as i32 })
        }
        _ => Err(scanner.expected(Some(word), &format!("a literal from -{vars} to {vars}"))),
    }
}

/// After `%` there is a 0, or nothing.
fn end_of_satlib(scanner: &mut Scanner<'_>, percent: Word<'_>) -> Result<(), ReadError> {
    scanner.end_of_line(percent)?;
    match scanner.word().filter(|word| word.bytes != b"0").or_else(|| scanner.word()) {
        Some(word) => Err(scanner.expected(Some(word), "nothing after \"%\" but a 0")),
        None => Ok(()),
    }
}
