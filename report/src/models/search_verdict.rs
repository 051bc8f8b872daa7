//! What a search of a program proves, and the line that tells MiniZinc so.

/// What a search proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchVerdict {
    /// There are no more solutions, or no better one.
    Complete,
    /// There is no solution.
    Unsatisfiable,
    /// Nothing, and there is no solution.
    Unknown,
    /// Nothing beyond the solutions.
    Found,
}

impl SearchVerdict {
    /// What an exhausted search proves: nothing, where values were left out that no constraint excludes.
    pub fn of_exhausted(is_bounded: bool, is_found: bool) -> SearchVerdict {
        match (is_bounded, is_found) {
            (true, true) => SearchVerdict::Complete,
            (true, false) => SearchVerdict::Unsatisfiable,
            (false, is_found) => SearchVerdict::of_stopped(is_found),
        }
    }

    /// What one proves that a limit stopped.
    pub fn of_stopped(is_found: bool) -> SearchVerdict {
        if is_found { SearchVerdict::Found } else { SearchVerdict::Unknown }
    }

    /// The last line of the output.
    pub fn line(self) -> &'static str {
        match self {
            SearchVerdict::Complete => "==========\n",
            SearchVerdict::Unsatisfiable => "=====UNSATISFIABLE=====\n",
            SearchVerdict::Unknown => "=====UNKNOWN=====\n",
            SearchVerdict::Found => "",
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            SearchVerdict::Complete => "complete",
            SearchVerdict::Unsatisfiable => "none",
            SearchVerdict::Unknown => "unknown",
            SearchVerdict::Found => "some",
        }
    }
}
