//! What `residua export` can be asked for.

use clap::{Args, ValueEnum};
use residua_encode::cnf;

use crate::args::{Graphs, Inputs, Models, PerPuzzle, Reading};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua export puzzle.txt --to cnf -o puzzle.cnf   and then cadical -q puzzle.cnf > answer
  residua decode puzzle.cnf answer                  the grid of that answer
  residua export puzzles/ --to lp -o programs       a folder, into another
  residua export model.fzn --to cnf                 FlatZinc as clauses
  residua export FILE --to polynomial --syntax singular";

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// Files or folders of puzzles; `-`, or none, is standard input. Also clauses and graphs of DIMACS, and models of MiniZinc: .fzn,
    /// .fzn.json, or .mzn with its .dzn and .json after it
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    /// The language to write in
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Language,

    /// The file to write to; or the folder, for several puzzles or other inputs [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<String>,

    /// Of graph: col, graphml or dot [default: col]; of polynomial: sympy, singular or cocoa [default: sympy]
    #[arg(long, value_enum)]
    pub(crate) syntax: Option<Syntax>,

    /// Of polynomial: values are roots of unity, and each two cells of a house have an equation
    #[arg(long)]
    pub(crate) roots_of_unity: bool,

    /// Of cnf: which of the clauses that follow from others are written [default: direct]
    #[arg(long, value_enum)]
    pub(crate) rules: Option<Rules>,

    /// Of cnf: how it is said that at most one of several literals is true [default: size; with --rules, pairwise]
    #[arg(long, value_enum, value_name = "WAY")]
    pub(crate) at_most_one: Option<AtMostOne>,
}

/// A language for models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Clauses for SAT solvers, in the format of DIMACS
    Cnf,
    /// A 0-1 integer program, in the LP format of CPLEX: for GLPK, HiGHS, CBC
    Lp,
    /// The same in free MPS
    Mps,
    /// A system of polynomials, whose zeros are the solutions
    Polynomial,
    /// A graph whose proper colourings are the solutions
    Graph,
    /// A model for MiniZinc
    Minizinc,
    /// A program for SWI-Prolog with library(clpfd)
    Prolog,
}

/// The syntax of a graph, or of a system of polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Syntax {
    /// The format of DIMACS for colouring
    Col,
    /// GraphML
    Graphml,
    /// Graphviz, which draws it
    Dot,
    /// A program for Python with SymPy, which computes a Groebner basis
    Sympy,
    /// The same for Singular
    Singular,
    /// The same for CoCoA
    Cocoa,
}

impl Syntax {
    /// Whether it is one of graphs.
    fn is_of_graphs(self) -> bool {
        matches!(self, Syntax::Col | Syntax::Graphml | Syntax::Dot)
    }
}

/// Clause sets, as their sources have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rules {
    /// One value for each cell, each value once at most in each house
    Direct,
    /// Lynce and Ouaknine: that a cell has one value at most is left out
    Minimal,
    /// The same: each value of a house has a place, too
    Extended,
    /// Exactly one of nine, for each cell and each value of a house
    Pycosat,
    /// The same, each clause once
    Pyeda,
}

/// Ways to say that at most one of several literals is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtMostOne {
    /// Pairwise for up to eight literals, the product above
    Size,
    /// No two of them
    Pairwise,
    /// A counter, literal by literal
    Sequential,
    /// By rows and columns
    Product,
    /// In groups of three
    Commander,
}

impl Export {
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs { files: self.files.clone(), each: PerPuzzle { reading: self.reading, time: None } }
    }

    /// How clauses are written.
    pub(crate) fn encoding(&self) -> cnf::Encoding {
        let mut encoding = match self.rules {
            None | Some(Rules::Direct) => cnf::Encoding::default(),
            Some(Rules::Minimal) => cnf::Rules::Minimal.into(),
            Some(Rules::Extended) => cnf::Rules::Extended.into(),
            Some(Rules::Pycosat) => cnf::Rules::Pycosat.into(),
            Some(Rules::Pyeda) => cnf::Rules::Pyeda.into(),
        };
        if let Some(way) = self.at_most_one {
            encoding.at_most_one = match way {
                AtMostOne::Size => cnf::AtMostOne::BySize,
                AtMostOne::Pairwise => cnf::AtMostOne::Pairwise,
                AtMostOne::Sequential => cnf::AtMostOne::Sequential,
                AtMostOne::Product => cnf::AtMostOne::Product,
                AtMostOne::Commander => cnf::AtMostOne::Commander,
            };
        }
        encoding
    }

    /// Why an option has no effect with the others, if there is one.
    pub(crate) fn idle(&self) -> Option<&'static str> {
        let is_of_clauses = self.rules.is_some() || self.at_most_one.is_some();
        if is_of_clauses && self.to != Language::Cnf {
            return Some("--rules and --at-most-one have an effect on clauses only: --to cnf");
        }
        if self.roots_of_unity && self.to != Language::Polynomial {
            return Some("--roots-of-unity has an effect on polynomials only: --to polynomial");
        }
        match (self.syntax?, self.to) {
            (syntax, Language::Graph) if syntax.is_of_graphs() => None,
            (syntax, Language::Polynomial) if !syntax.is_of_graphs() => None,
            _ => Some(
                "--syntax has an effect on graphs (col, graphml, dot) and on polynomials (sympy, singular, cocoa)",
            ),
        }
    }
}

impl Export {
    /// How a line of comment begins; `None` where the puzzle is not repeated in comments, as no answer is read back.
    pub(crate) fn comment(&self) -> Option<&'static str> {
        Some(match self.to {
            Language::Cnf => "c ",
            Language::Lp => "\\ ",
            Language::Mps => "* ",
            Language::Minizinc | Language::Prolog => "% ",
            Language::Graph | Language::Polynomial => return None,
        })
    }

    /// How the names of its files end.
    pub(crate) fn extension(&self) -> &'static str {
        match (self.to, self.syntax) {
            (Language::Cnf, _) => "cnf",
            (Language::Lp, _) => "lp",
            (Language::Mps, _) => "mps",
            (Language::Minizinc, _) => "mzn",
            (Language::Prolog, _) => "pl",
            (Language::Polynomial, Some(Syntax::Singular)) => "sing",
            (Language::Polynomial, Some(Syntax::Cocoa)) => "cocoa5",
            (Language::Polynomial, _) => "py",
            (Language::Graph, Some(Syntax::Graphml)) => "graphml",
            (Language::Graph, Some(Syntax::Dot)) => "dot",
            (Language::Graph, _) => "col",
        }
    }
}
