//! Languages for models, and their syntaxes.

use std::fmt;
use std::str::FromStr;

/// A language for models.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// DIMACS CNF.
    Cnf,
    /// A 0-1 integer program in CPLEX LP format.
    Lp,
    /// A 0-1 integer program in free MPS format.
    Mps,
    /// A system of polynomials.
    Polynomial,
    /// A graph whose proper colourings are the solutions.
    Graph,
    /// MiniZinc.
    Minizinc,
    /// A Prolog program with library(clpfd).
    Prolog,
}

/// The syntax of a graph, or of a system of polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// The DIMACS format for graph colouring.
    Col,
    /// GraphML.
    Graphml,
    /// Graphviz.
    Dot,
    /// A Python program with SymPy.
    Sympy,
    /// A Singular program.
    Singular,
    /// A CoCoA program.
    Cocoa,
}

impl Language {
    /// All languages, by name.
    pub const ALL: [(&'static str, Language); 7] = [
        ("cnf", Language::Cnf),
        ("lp", Language::Lp),
        ("mps", Language::Mps),
        ("polynomial", Language::Polynomial),
        ("graph", Language::Graph),
        ("minizinc", Language::Minizinc),
        ("prolog", Language::Prolog),
    ];

    /// How a line of comment begins; `None` where the puzzle is not repeated in comments, as no answer is read back.
    pub fn comment(self) -> Option<&'static str> {
        Some(match self {
            Language::Cnf => "c ",
            Language::Lp => "\\ ",
            Language::Mps => "* ",
            Language::Minizinc | Language::Prolog => "% ",
            Language::Graph | Language::Polynomial => return None,
        })
    }
}

impl Syntax {
    /// All syntaxes, by name.
    pub const ALL: [(&'static str, Syntax); 6] = [
        ("col", Syntax::Col),
        ("graphml", Syntax::Graphml),
        ("dot", Syntax::Dot),
        ("sympy", Syntax::Sympy),
        ("singular", Syntax::Singular),
        ("cocoa", Syntax::Cocoa),
    ];

    /// The language that it is a syntax of.
    pub fn language(self) -> Language {
        match self {
            Syntax::Col | Syntax::Graphml | Syntax::Dot => Language::Graph,
            Syntax::Sympy | Syntax::Singular | Syntax::Cocoa => Language::Polynomial,
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Language::ALL.iter().find(|(_, language)| language == self).map(|(name, _)| *name);
        f.write_str(name.expect("invariant: each has a name"))
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Language, String> {
        let found = Language::ALL.iter().find(|(name, _)| *name == text);
        found.map(|(_, language)| *language).ok_or_else(|| format!("expected a language, found {text:?}"))
    }
}
