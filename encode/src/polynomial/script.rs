//! Scripts that compute and print the Gröbner basis of a system.

use std::fmt;

use residua::model::distinct;

use crate::comment::comment;
use crate::identifier::identifier;
use crate::polynomial::System;
use crate::polynomial::numbers::Numbers;

/// A program that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    Sympy,
    Singular,
    Cocoa,
}

struct Script<'a> {
    system: &'a System,
    language: Language,
}

impl System {
    /// A script for Python with `SymPy`: it prints the reduced Gröbner basis.
    pub fn sympy(&self) -> impl fmt::Display + '_ {
        Script { system: self, language: Language::Sympy }
    }

    /// A script for Singular: it prints the reduced Gröbner basis, and how many solutions there are.
    pub fn singular(&self) -> impl fmt::Display + '_ {
        Script { system: self, language: Language::Singular }
    }

    /// A script for CoCoA 5: it prints the reduced Gröbner basis, and how many solutions there are.
    pub fn cocoa(&self) -> impl fmt::Display + '_ {
        Script { system: self, language: Language::Cocoa }
    }

    /// By variable: its name in all three languages; one at least, as they know no ring without variables.
    fn names(&self) -> Vec<String> {
        // Whatever words a language has, none of them has a digit; and those that are single letters are named here.
        let is_taken = |name: &str| {
            let has_digit = name.bytes().any(|c| c.is_ascii_digit());
            matches!(name, "R" | "I" | "G") || name.len() > 1 && !has_digit
        };
        let names = self.model.vars().map(|var| identifier(&self.model.name(var), is_taken));
        let names = distinct(names, "_");
        if names.is_empty() { vec!["x".to_owned()] } else { names }
    }

    /// What the variables and the values are, each line after `mark`.
    fn legend(&self, mark: &str, names: &[String]) -> String {
        let field = match &self.numbers {
            Numbers::Values => "the rational numbers".to_owned(),
            Numbers::Roots { prime, .. } => format!("the integers modulo {prime}"),
        };
        let mut text =
            comment(mark, &format!("A model of residua as polynomials, all of them 0, over {field}."));
        if let Numbers::Roots { values, roots, .. } = &self.numbers {
            let pairs = values.iter().zip(roots).map(|(value, root)| format!("{value} is {root}"));
            let pairs: Vec<String> = pairs.collect();
            text += &comment(mark, &format!("Values as roots of unity: {}.", pairs.join(", ")));
        }
        for (var, name) in self.model.vars().zip(names) {
            let called = self.model.name(var);
            if called != *name {
                text += &comment(mark, &format!("{name} is {called:?}"));
            }
        }
        text
    }
}

impl fmt::Display for Script<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (system, names) = (self.system, self.system.names());
        let (mark, power, indent) = match self.language {
            Language::Sympy => ("#", "**", "    "),
            Language::Singular => ("//", "^", "  "),
            Language::Cocoa => ("--", "^", "  "),
        };
        let list = names.join(", ");
        let modulus = match &system.numbers {
            Numbers::Values => None,
            Numbers::Roots { prime, .. } => Some(prime),
        };
        write!(f, "{}", system.legend(mark, &names))?;
        match (self.language, modulus) {
            (Language::Sympy, _) => {
                writeln!(f, "from sympy import groebner, symbols\n")?;
                writeln!(f, "variables = symbols(\"{}\", seq=True)", names.join(" "))?;
                writeln!(f, "{list}, = variables\nequations = [")?;
            }
            (Language::Singular, _) => {
                let characteristic = modulus.copied().unwrap_or(0);
                writeln!(f, "ring R = {characteristic}, ({list}), lp;\nideal I =")?;
            }
            (Language::Cocoa, None) => writeln!(f, "use R ::= QQ[{list}], Lex;\nI := ideal(")?,
            (Language::Cocoa, Some(prime)) => {
                writeln!(f, "use R ::= ZZ/({prime})[{list}], Lex;\nI := ideal(")?;
            }
        }
        // A variable that only makes the ring one, if the model has none.
        let lonely = system.model.domains().is_empty().then(|| names[0].clone());
        let shown = system.left_sides.iter().map(|side| side.show(&names, power));
        let all: Vec<String> = lonely.into_iter().chain(shown).collect();
        let before = all.len() - system.left_sides.len();
        let mut constraints = system.model.constraints().zip(&system.starts).peekable();
        for (at, side) in all.iter().enumerate() {
            while let Some(((id, constraint), _)) = constraints.next_if(|(_, start)| **start + before <= at) {
                let (name, text) = (system.model.constraint_name(id), system.model.show(&**constraint));
                write!(f, "{}", comment(&format!("{indent}{mark}"), &format!("{name}: {text}")))?;
            }
            let end = match (self.language, at + 1 == all.len()) {
                (Language::Sympy, _) | (_, false) => ",",
                (Language::Singular, true) => ";",
                (Language::Cocoa, true) => "",
            };
            writeln!(f, "{indent}{side}{end}")?;
        }
        match self.language {
            Language::Sympy => {
                let modulus = modulus.map_or(String::new(), |prime| format!(", modulus={prime}"));
                writeln!(f, "]\nbasis = groebner(equations, *variables, order=\"lex\"{modulus})")?;
                writeln!(f, "for polynomial in basis.exprs:\n    print(polynomial)")
            }
            Language::Singular => {
                writeln!(f, "option(redSB);\nideal G = groebner(I);\nG;")?;
                writeln!(f, "// How many solutions there are.\nvdim(G);")
            }
            Language::Cocoa => {
                writeln!(f, ");\nprintln ReducedGBasis(I);\n-- How many solutions there are.")?;
                writeln!(f, "if IsOne(I) then println 0; else println multiplicity(R/I); endif;")
            }
        }
    }
}
