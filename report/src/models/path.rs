//! Compiler paths: the origin of a constraint in the compiled model, as in
//! `model.mzn|8|26|8|78|ca|forall;model.mzn|8|33|8|33|i=1;model.mzn|8|60|8|77|bin|'!=';…`, from the outside to the inside.

/// A place in a file: line and column, from 1.
pub(crate) type Place = (usize, usize);

/// A part of a path.
#[derive(Clone, Debug)]
pub(crate) struct Part<'p> {
    /// All of it.
    text: &'p str,
    /// The file, without folders.
    pub(crate) file: &'p str,
    /// Where it begins, and where it ends: with that character.
    pub(crate) begin: Place,
    pub(crate) end: Place,
    /// What it is: `ca|forall`, `bin|'<'`, `vd`, `i=1`.
    pub(crate) what: &'p str,
}

impl<'p> Part<'p> {
    fn of(text: &'p str) -> Option<Part<'p>> {
        let fields: Vec<&str> = text.splitn(6, '|').collect();
        let [file, line, column, last, end, what] = fields[..] else { return None };
        let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let place = |line: &str, column: &str| Some((line.parse().ok()?, column.parse().ok()?));
        Some(Part { text, file, begin: place(line, column)?, end: place(last, end)?, what })
    }

    /// Whether it is the value of a variable of a conjunction: `i=1`.
    pub(crate) fn is_binding(&self) -> bool {
        self.what.contains('=') && !self.what.contains('|')
    }

    pub(crate) fn binding(&self) -> Binding {
        Binding { text: self.what.to_owned(), file: self.file.to_owned(), place: self.begin }
    }
}

/// The parts of a path, from the outside to the inside; `None` if it has another form.
pub(crate) fn parts(path: &str) -> Option<Vec<Part<'_>>> {
    path.split(';').filter(|part| !part.is_empty()).map(Part::of).collect()
}

/// An instance of a conjunction: what its variables are, and where what it joins stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instance {
    pub(crate) bindings: Vec<Binding>,
    pub(crate) body: (Place, Place),
}

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
    /// Where what the conjunctions join stands.
    body: Option<(Place, Place)>,
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
        let mut body = None;
        for part in parts(path)? {
            key.push_str(part.text);
            key.push(';');
            let (begin, outer) = match &origin {
                Some(outer) => (outer.begin, outer.outer.clone()),
                None => (part.begin, part.file.to_owned()),
            };
            origin = Some(Origin {
                file: part.file.to_owned(),
                line: part.begin.0,
                begin,
                outer,
                bindings: Vec::new(),
                body: None,
                key: String::new(),
            });
            if part.is_binding() {
                bindings.push(part.binding());
                body = None;
                continue;
            }
            if !bindings.is_empty() {
                body = body.or(Some((part.begin, part.end)));
            }
            if !matches!(part.what, "ca|forall" | "ac" | "bin|'/\\\\'" | "bin|'/\\'") {
                break;
            }
        }
        origin.map(|origin| Origin { bindings, body, key, ..origin })
    }

    /// The origin of the whole item that begins there: of the path, only the bindings of conjunctions are kept.
    pub(crate) fn in_item(self, begin: (usize, usize)) -> Origin {
        Origin { file: self.outer.clone(), line: begin.0, begin, body: None, key: String::new(), ..self }
    }

    /// The instance of conjunctions that it is, if it is one.
    pub(crate) fn instance(&self) -> Option<Instance> {
        let body = self.body?;
        (!self.bindings.is_empty()).then(|| Instance { bindings: self.bindings.clone(), body })
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
        assert_eq!((one.file.as_str(), one.line, &one), ("m.mzn", 8, &other));
        assert_eq!(one.instance().map(|instance| instance.body), Some(((8, 60), (8, 77))));
        let next = Origin::of(&outside.replace("i=1", "i=2")).expect("a path");
        assert_ne!(one, next);
        assert_eq!(Origin::of(""), None);
        assert_eq!(Origin::of("something|else"), None);
    }
}
