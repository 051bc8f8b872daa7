//! Writer of the free MPS format: fields between spaces, not in fixed columns of the line.

use std::fmt;

use crate::program::Program;
use crate::program::rows::Sense;

impl Program {
    /// The program in the free MPS format, with the variables and constraints of the model in comments.
    ///
    /// `glpsol --freemps`, `cbc` and `highs` read it.
    pub fn mps(&self) -> impl fmt::Display + '_ {
        Mps { program: self }
    }
}

struct Mps<'a> {
    program: &'a Program,
}

impl fmt::Display for Mps<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program;
        let names = program.names();
        let (order, first) = program.order();
        write!(f, "{}", program.legend("*"))?;
        // The last word says that the form is the free one, to readers that know both.
        writeln!(f, "NAME residua FREE\nROWS\n N obj")?;
        let mut by_column: Vec<Vec<(usize, i64)>> = vec![Vec::new(); names.len()];
        for (number, (comment, row)) in (1..).zip(program.sections("*")) {
            let sense = match row.sense {
                Sense::AtMost => 'L',
                Sense::Equal => 'E',
                Sense::AtLeast => 'G',
            };
            writeln!(f, "{comment} {sense} c{number}")?;
            for &(factor, column) in row.terms {
                by_column[column as usize].push((number, factor));
            }
        }
        writeln!(f, "COLUMNS\n M1 'MARKER' 'INTORG'")?;
        for (at, &column) in order.iter().enumerate() {
            let name = &names[column as usize];
            if at < first {
                writeln!(f, " {name} obj 0")?;
            }
            for (row, factor) in &by_column[column as usize] {
                writeln!(f, " {name} c{row} {factor}")?;
            }
        }
        writeln!(f, " M2 'MARKER' 'INTEND'\nRHS")?;
        for (number, row) in (1..).zip(program.rows.iter()).filter(|(_, row)| row.constant != 0) {
            writeln!(f, " rhs c{number} {}", row.constant)?;
        }
        writeln!(f, "BOUNDS")?;
        for column in order {
            let name = &names[column as usize];
            match program.rows.bounds()[column as usize] {
                (0, 1) => writeln!(f, " BV bnd {name}")?,
                (low, high) if low == high => writeln!(f, " FX bnd {name} {low}")?,
                (low, high) => writeln!(f, " LO bnd {name} {low}\n UP bnd {name} {high}")?,
            }
        }
        writeln!(f, "ENDATA")
    }
}
