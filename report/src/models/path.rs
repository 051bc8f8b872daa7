//! Compiler paths: the origin of a constraint in the compiled model, as in
//! `model.mzn|8|26|8|78|ca|forall;model.mzn|8|33|8|33|i=1;model.mzn|8|60|8|77|bin|'!=';…`, from the outside to the inside.

/// The part of a path that says which constraint of the model it is: conjunctions, what their variables are, and the first part that is
/// no conjunction. What follows is how the compiler takes that apart.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    /// The file, without folders.
    pub(crate) file: String,
    pub(crate) line: usize,
    /// Where the outermost part begins: its line and its column.
    pub(crate) begin: (usize, usize),
    /// The file of that.
    pub(crate) outer: String,
    /// The values of the variables of the conjunctions around it.
    pub(crate) bindings: Vec<Binding>,
    /// All of it, to tell it from others.
    key: String,
}

/// The value that a variable of a conjunction has: `i=1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Binding {
    /// What is written in the path.
    pub(crate) text: String,
    /// The file, without folders, and where the variable is declared: line and column.
    pub(crate) file: String,
    pub(crate) place: (usize, usize),
}

impl Origin {
    /// Reads a path; `None` if it has another form.
    pub(crate) fn of(path: &str) -> Option<Origin> {
        let mut origin: Option<Origin> = None;
        let mut key = String::new();
        let mut bindings = Vec::new();
        for part in path.split(';').filter(|part| !part.is_empty()) {
            let fields: Vec<&str> = part.splitn(6, '|').collect();
            let [file, line, column, _, _, what] = fields[..] else { return None };
            key.push_str(part);
            key.push(';');
            let file = file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned();
            let (line, column) = (line.parse().ok()?, column.parse().ok()?);
            let (begin, outer) = match &origin {
                Some(outer) => (outer.begin, outer.outer.clone()),
                None => ((line, column), file.clone()),
            };
            let place = (line, column);
            origin = Some(Origin {
                file: file.clone(),
                line,
                begin,
                outer,
                bindings: Vec::new(),
                key: String::new(),
            });
            let is_binding = what.contains('=') && !what.contains('|');
            if is_binding {
                bindings.push(Binding { text: what.to_owned(), file, place });
            } else if !matches!(what, "ca|forall" | "ac" | "bin|'/\\\\'" | "bin|'/\\'") {
                break;
            }
        }
        origin.map(|origin| Origin { bindings, key, ..origin })
    }

    /// The same for all parts of an item that begins there, but for the instances of conjunctions.
    pub(crate) fn in_item(self, begin: (usize, usize)) -> Origin {
        Origin { file: self.outer.clone(), line: begin.0, begin, key: String::new(), ..self }
    }

    /// The place, in words: `model.mzn:8, i=1, j=2`.
    pub(crate) fn place(&self) -> String {
        let mut place = format!("{}:{}", self.file, self.line);
        for binding in &self.bindings {
            place.push_str(", ");
            place.push_str(&binding.text);
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_inside_a_constraint_does_not_tell_it_from_others() {
        let outside = "/d/m.mzn|8|26|8|78|ca|forall;/d/m.mzn|8|26|8|78|ac;/d/m.mzn|8|33|8|33|i=1;/d/m.mzn|8|60|8|77|bin|'\\\\/'";
        let one = Origin::of(&format!("{outside};/d/m.mzn|8|60|8|77|ca|exists;")).expect("a path");
        let other = Origin::of(&format!("{outside};/lib/x.mzn|1|1|1|2|bin|'<=';")).expect("a path");
        assert_eq!((one.place().as_str(), &one), ("m.mzn:8, i=1", &other));
        let next = Origin::of(&outside.replace("i=1", "i=2")).expect("a path");
        assert_ne!(one, next);
        assert_eq!(Origin::of(""), None);
        assert_eq!(Origin::of("something|else"), None);
    }
}
