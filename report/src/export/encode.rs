//! Encoding of a model in the target language.

use std::fmt::Display;
use std::time::Duration;

use residua::model::Model;
use residua::search::Limits;
use residua_encode::graph::Graph;
use residua_encode::polynomial::{Differences, System};
use residua_encode::program::Program;
use residua_encode::{EncodeError, cnf, minizinc, prolog};

use crate::export::{Export, Language, Syntax};

/// How long the number of colours of a graph is looked for.
const MOMENT: Duration = Duration::from_secs(1);

/// The model in the language that was asked for, without a head.
///
/// # Errors
/// If the language cannot express it.
pub fn encode(export: &Export, model: &Model) -> Result<Box<dyn Display>, EncodeError> {
    Ok(match export.to {
        Language::Cnf => Box::new(cnf::cnf(model, export.encoding)?),
        Language::Lp => Box::new(Program::new(model)?.lp().to_string()),
        Language::Mps => Box::new(Program::new(model)?.mps().to_string()),
        Language::Polynomial => {
            let differences =
                if export.roots_of_unity { Differences::RootsOfUnity } else { Differences::default() };
            let system = System::new(model, differences)?;
            Box::new(match export.syntax {
                Some(Syntax::Singular) => system.singular().to_string(),
                Some(Syntax::Cocoa) => system.cocoa().to_string(),
                _ => system.sympy().to_string(),
            })
        }
        Language::Graph => {
            let graph = Graph::of(model)?;
            Box::new(match export.syntax {
                None | Some(Syntax::Col) => format!("c {}\n{}", bounds(&graph), graph.col()),
                Some(Syntax::Dot) => format!("// {}\n{}", bounds(&graph), graph.dot()),
                _ => graph.graphml().to_string(),
            })
        }
        Language::Minizinc => Box::new(minizinc::minizinc(model)?),
        Language::Prolog => Box::new(prolog::program(model)?),
    })
}

/// How many colours the graph needs, as far as that is known at once: by search where no clique decides it.
fn bounds(graph: &Graph) -> String {
    let (clique, found) = (graph.clique().len(), graph.dsatur().colours());
    let limits = Limits::none().time(MOMENT);
    let colours = graph.values().map_or(clique, |values| values.len().max(clique));
    let proof = match u32::try_from(colours).map(|colours| graph.needs(colours, &limits)) {
        Ok(Ok(true)) => format!("needs {colours} colours"),
        Ok(Ok(false)) => format!("needs fewer than {colours} colours"),
        _ => format!("needs at least {clique} colours"),
    };
    format!("the graph {proof}; it has a clique of {clique}, and DSATUR colours it with {found}")
}
