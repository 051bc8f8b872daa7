//! Which engine searches a model.
//!
//! All engines find the same solutions, each in an order of its own. The dense engine is taken where three things hold:
//!
//! - The model is a [`Network`], and nobody asked for more than its solutions: no other strength of propagation, no
//!   reasons, no brancher.
//! - A form fits that is made for the shape of the network. By *pieces* these are Sudoku up to 16×16, and in
//!   wider words up to 49×49: on hard puzzles four to thirty times as fast as the general engine, in going through all
//!   solutions three times. By *planes*, jigsaws,
//!   boxes of other shapes and further scopes in squares of up to 16 values: two to fifteen times as
//!   fast in vector registers. Latin squares of up to 16 values have forms of their own: ten times as fast there.
//!   [`Form::Scopes`] fits every network and infers little: on quasigroups, colourings and
//!   random scopes it takes up to ten times the nodes of the general engine and seldom less time, so it serves those
//!   who ask for it only.
//! - It gets somewhere. Its order is plain: of 16×16 grids with a quarter of their cells filled, one in sixty takes it
//!   thousands of nodes, or millions, where the general engine takes a hundred.
//!   So a search that has looked at [`PATIENCE`] nodes since it began, or since its last solution, is begun
//!   anew by the general engine, which passes over what was given out. Two go on however long it takes: pieces of up to nine
//!   values, which start over and look ahead, and wider words, which start over with what they have learned.
//!
//! The rule looks at the model only, never at the machine. Forms by pieces search alike, so do forms by planes, and so
//! do those for Latin squares: the order of solutions is the same everywhere.

use std::fmt;
use std::str::FromStr;

use crate::dense::{Dense, Form, Network};
use crate::model::Model;
use crate::search::limit::Limits;
use crate::search::network::NetworkSearch;

/// Which engine searches.
///
/// ```
/// use residua::dense::Form;
/// use residua::search::EngineChoice;
/// use residua::sudoku::Puzzle;
///
/// let model = "1... ..3. .1.. ...2".parse::<Puzzle>()?.model();
/// let by = |choice| model.search().engine(choice).solutions();
/// assert_eq!(by(EngineChoice::Dense(Form::Portable)).engine(), EngineChoice::Dense(Form::Portable));
/// let mut general = by("off".parse()?);
/// assert_eq!(general.engine(), EngineChoice::General);
/// assert_eq!(general.next(), by(EngineChoice::Auto).next());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineChoice {
    /// Whichever pays.
    #[default]
    Auto,
    /// The general one.
    General,
    /// That form of the dense one; the general one where it does not fit the model, the options, or the machine.
    Dense(Form),
}

/// The environment variable that [`EngineChoice::from_environment`] reads.
const VARIABLE: &str = "RESIDUA_DENSE";

/// How many nodes a dense search may take to its next solution: one to three milliseconds in vector registers, as much as
/// the general engine takes to get ready for a large grid.
const PATIENCE: u64 = 1024;

impl EngineChoice {
    /// What the environment variable `RESIDUA_DENSE` says: `auto`, as if it were not there; `off` for the general
    /// engine; or a form of the dense one.
    ///
    /// Nothing in the library reads it of itself, for the order of search depends on what the program says only. A
    /// program that lets its users pin an engine passes this on, as the command line does.
    ///
    /// # Errors
    /// What it may say, if it says something else.
    pub fn from_environment() -> Result<EngineChoice, String> {
        match std::env::var_os(VARIABLE) {
            None => Ok(EngineChoice::Auto),
            Some(text) => text.to_string_lossy().parse().map_err(|error| format!("{VARIABLE}: {error}")),
        }
    }

    /// Whether it can search that model: each can, but for a form of the dense engine that does not fit the model or the
    /// machine, for which the general engine searches.
    pub fn fits(self, model: &Model) -> bool {
        let EngineChoice::Dense(form) = self else { return true };
        Network::of(model).is_some_and(|network| Dense::in_form(&network, form).is_some())
    }

    /// A dense search of what `network` gives, if this choice wants one.
    pub(crate) fn dense(
        self,
        network: impl FnOnce() -> Option<Network>,
        limits: &Limits,
    ) -> Option<NetworkSearch> {
        let in_form = |network: &Network, form| NetworkSearch::in_form(network, form, limits.clone());
        match self {
            EngineChoice::General => None,
            EngineChoice::Dense(form) => in_form(&network()?, form),
            EngineChoice::Auto => {
                let network = network()?;
                let search = Form::that_pay(&network).into_iter().find_map(|form| in_form(&network, form))?;
                let goes_on = search.form().never_gives_up(network.values().len());
                Some(search.with_patience(if goes_on { u64::MAX } else { PATIENCE }))
            }
        }
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineChoice::Auto => f.write_str("auto"),
            EngineChoice::General => f.write_str("off"),
            EngineChoice::Dense(form) => form.fmt(f),
        }
    }
}

impl FromStr for EngineChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = || {
            let forms = Form::ALL.into_iter().map(EngineChoice::Dense);
            [EngineChoice::Auto, EngineChoice::General].into_iter().chain(forms)
        };
        all().find(|choice| choice.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = all().map(|choice| choice.to_string()).collect();
            format!("expected one of {}, found \"{text}\"", names.join(", "))
        })
    }
}
