//! Engine selection: the dense or the general engine for a model.
//!
//! All engines find the same solutions, each in an order of its own. The dense engine is taken where three things hold:
//!
//! - The model is a network of `all_different` and `≠`, and only its solutions are asked for: no other
//!   consistency, no reasons, no brancher.
//! - A form fits that is made for the shape of the network: Sudoku up to 49×49, Latin squares and jigsaws of up to 16 values.
//!   Other networks (quasigroups of order 17, colourings, random scopes) gain nothing there.
//! - It makes progress. Its branching heuristic is simple: of 16×16 grids with a quarter of their cells filled, one
//!   in sixty takes it thousands of nodes, or millions, where the general engine takes a hundred. So once a search has
//!   searched [`DENSE_NODES`] nodes since it began, or since its last solution, it is handed over to the general engine, which
//!   starts at the root and skips the solutions that were returned already; with twenty values or more, by the driver that learns.
//!   One method continues however long it takes: 9×9, which restarts with lookahead.
//!
//! The rule depends on the model only, never on the machine, and all forms of a method search in the same order: the
//! order of solutions is the same everywhere.

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "dense")]
use residua_dense::{Dense, Form};

use crate::model::Model;
use crate::search::NetworkSearch;
#[cfg(feature = "dense")]
use crate::search::handover::{DENSE_NODES, DENSE_NODES_LARGE};
use crate::search::learning::Learning;
use crate::search::limit::Limits;
#[cfg(feature = "dense")]
use crate::search::translation::network_of;

/// The engine that searches.
///
/// The library does not read the environment, so that the order of search depends on the program only. A program that lets its
/// users pin an engine parses their choice, as the command line does with `RESIDUA_DENSE`.
///
/// ```
/// use residua::search::EngineChoice;
/// use residua_sudoku::Puzzle;
///
/// let model = "1... ..3. .1.. ...2".parse::<Puzzle>()?.model();
/// let by = |choice| model.search().engine(choice).solutions();
/// let mut general = by("off".parse()?);
/// assert_eq!(general.engine(), EngineChoice::General);
/// assert_eq!(general.next(), by(EngineChoice::Auto).next());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EngineChoice {
    /// The engine that is expected to be faster.
    #[default]
    Auto,
    /// The general engine.
    General,
    /// This form of the dense engine (with the feature `dense`); the general one where it does not fit the model, the options, or the
    /// machine.
    #[cfg(feature = "dense")]
    Dense(Form),
}

/// A puzzle of this number of values is large: what is not found soon without learning is not found at all.
pub(crate) const LARGE: usize = 20;

impl EngineChoice {
    /// Whether it can search that model: each can, except a form of the dense engine that does not fit the model or
    /// the machine, in whose place the general engine searches.
    pub fn fits(self, model: &Model) -> bool {
        #[cfg(feature = "dense")]
        if let EngineChoice::Dense(form) = self {
            return network_of(model).is_some_and(|network| Dense::in_form(&network, form).is_some());
        }
        let _ = model;
        true
    }

    /// A dense search of the model, if this choice wants one.
    #[cfg(feature = "dense")]
    pub(crate) fn dense(self, model: &Model, limits: &Limits, learning: Learning) -> Option<NetworkSearch> {
        match self {
            _ if learning == Learning::On => None,
            EngineChoice::General => None,
            EngineChoice::Dense(form) => NetworkSearch::in_form(&network_of(model)?, form, limits.clone()),
            EngineChoice::Auto => {
                let network = network_of(model)?;
                let search = NetworkSearch::new(&network, limits.clone())?;
                let values = network.values().len();
                let goes_on = search.form().is_complete_alone(values);
                let nodes = match goes_on {
                    _ if values >= LARGE && learning == Learning::Auto => DENSE_NODES_LARGE,
                    true => u64::MAX,
                    false => DENSE_NODES,
                };
                Some(search.with_node_budget(nodes))
            }
        }
    }

    /// `None`: without the feature there is no dense engine.
    #[cfg(not(feature = "dense"))]
    #[allow(clippy::unused_self, reason = "with the feature it is used")]
    pub(crate) fn dense(self, _: &Model, _: &Limits, _: Learning) -> Option<NetworkSearch> {
        None
    }

    /// All choices, whatever the machine and the model.
    pub fn all() -> Vec<EngineChoice> {
        #[cfg(feature = "dense")]
        let forms = Form::ALL.map(EngineChoice::Dense);
        #[cfg(not(feature = "dense"))]
        let forms = [];
        [EngineChoice::Auto, EngineChoice::General].into_iter().chain(forms).collect()
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineChoice::Auto => f.write_str("auto"),
            EngineChoice::General => f.write_str("off"),
            #[cfg(feature = "dense")]
            EngineChoice::Dense(form) => form.fmt(f),
        }
    }
}

impl FromStr for EngineChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        EngineChoice::all().into_iter().find(|choice| choice.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = EngineChoice::all().iter().map(EngineChoice::to_string).collect();
            format!("expected one of {}, found \"{text}\"", names.join(", "))
        })
    }
}
