//! Arguments of `residua export`.

use clap::{Args, ValueEnum};
use residua_encode::cnf;
use residua_report::export;

use crate::args::{FurtherRules, Graphs, Inputs, Models, PerPuzzle, Reading};

pub(crate) const EXAMPLES: &str = "\
Examples:
  residua export puzzle.txt --to cnf -o puzzle.cnf   then: cadical -q puzzle.cnf > answer
  residua decode puzzle.cnf answer                  decode that answer
  residua export puzzles/ --to lp -o programs       one file per puzzle of a folder
  residua export model.fzn --to cnf                 FlatZinc as clauses
  residua export FILE --to polynomial --syntax singular";

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// Files or folders of puzzles; `-`, or no file, is standard input. Also DIMACS clauses and graphs, and MiniZinc models: .fzn,
    /// .fzn.json, or .mzn followed by its .dzn and .json
    pub(crate) files: Vec<String>,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) further: FurtherRules,

    #[command(flatten)]
    pub(crate) graphs: Graphs,

    #[command(flatten)]
    pub(crate) models: Models,

    /// Target language
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) to: Language,

    /// Output file, or folder for several inputs [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<String>,

    /// For graph: col, graphml or dot [default: col]; for polynomial: sympy, singular or cocoa [default: sympy]
    #[arg(long, value_enum)]
    pub(crate) syntax: Option<Syntax>,

    /// For polynomial: values as roots of unity, one equation per pair of cells of a house
    #[arg(long)]
    pub(crate) roots_of_unity: bool,

    /// For cnf: choice of redundant clauses [default: direct]
    #[arg(long, value_enum)]
    pub(crate) rules: Option<Rules>,

    /// For cnf: at-most-one encoding [default: size; with --rules, pairwise]
    #[arg(long, value_enum, value_name = "WAY")]
    pub(crate) at_most_one: Option<AtMostOne>,
}

/// A language for models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// DIMACS CNF, for SAT solvers
    Cnf,
    /// 0-1 integer program in CPLEX LP format, for GLPK, HiGHS, CBC
    Lp,
    /// 0-1 integer program in free MPS format
    Mps,
    /// Polynomial system whose zeros are the solutions
    Polynomial,
    /// Graph whose proper colourings are the solutions
    Graph,
    /// MiniZinc model
    Minizinc,
    /// SWI-Prolog program with library(clpfd)
    Prolog,
}

/// The syntax of a graph, or of a system of polynomials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Syntax {
    /// DIMACS format for graph colouring
    Col,
    /// GraphML
    Graphml,
    /// Graphviz
    Dot,
    /// Python program with SymPy that computes a Groebner basis
    Sympy,
    /// Singular program that computes a Groebner basis
    Singular,
    /// CoCoA program that computes a Groebner basis
    Cocoa,
}

impl From<Language> for export::Language {
    fn from(language: Language) -> export::Language {
        match language {
            Language::Cnf => export::Language::Cnf,
            Language::Lp => export::Language::Lp,
            Language::Mps => export::Language::Mps,
            Language::Polynomial => export::Language::Polynomial,
            Language::Graph => export::Language::Graph,
            Language::Minizinc => export::Language::Minizinc,
            Language::Prolog => export::Language::Prolog,
        }
    }
}

impl From<Syntax> for export::Syntax {
    fn from(syntax: Syntax) -> export::Syntax {
        match syntax {
            Syntax::Col => export::Syntax::Col,
            Syntax::Graphml => export::Syntax::Graphml,
            Syntax::Dot => export::Syntax::Dot,
            Syntax::Sympy => export::Syntax::Sympy,
            Syntax::Singular => export::Syntax::Singular,
            Syntax::Cocoa => export::Syntax::Cocoa,
        }
    }
}

/// Clause sets, as their sources have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rules {
    /// Exactly one value per cell, each value at most once per house
    Direct,
    /// Without at most one value per cell (Lynce and Ouaknine)
    Minimal,
    /// As direct, and each value at least once per house (Lynce and Ouaknine)
    Extended,
    /// Exactly one of nine, per cell and per value of a house
    Pycosat,
    /// As pycosat, without duplicate clauses
    Pyeda,
}

/// Ways to say that at most one of several literals is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtMostOne {
    /// Pairwise for up to eight literals, product above
    Size,
    /// One clause per pair
    Pairwise,
    /// Sequential counter
    Sequential,
    /// Product of rows and columns
    Product,
    /// Commander variables, groups of three
    Commander,
}

impl Export {
    pub(crate) fn inputs(&self) -> Inputs {
        Inputs {
            files: self.files.clone(),
            each: PerPuzzle { reading: self.reading, time: None },
            further: self.further.clone(),
        }
    }

    pub(crate) fn question(&self) -> export::Export {
        let &Export { to, syntax, roots_of_unity, .. } = self;
        let (to, syntax) = (to.into(), syntax.map(Into::into));
        export::Export { to, syntax, roots_of_unity, encoding: self.encoding() }
    }

    /// How clauses are written.
    fn encoding(&self) -> cnf::Encoding {
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
    pub(crate) fn option_conflict(&self) -> Option<&'static str> {
        let is_of_clauses = self.rules.is_some() || self.at_most_one.is_some();
        if is_of_clauses && self.to != Language::Cnf {
            return Some("--rules and --at-most-one require --to cnf");
        }
        if self.roots_of_unity && self.to != Language::Polynomial {
            return Some("--roots-of-unity requires --to polynomial");
        }
        let is_of_another = export::Syntax::from(self.syntax?).language() != self.to.into();
        is_of_another.then_some(
            "--syntax requires --to graph (col, graphml, dot) or --to polynomial (sympy, singular, cocoa)",
        )
    }
}

impl Export {
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
