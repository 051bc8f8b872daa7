//! Explanations of `regular`: a set of lost values whose arcs cut all paths through the layers.
//!
//! From the store as it was come the states from which an end was in reach. From the front, then, the states in reach
//! where nothing is lost but the premises: an arc of a lost value that leads from these to a state of the former kind makes its value a
//! premise, and no other does, so that the two kinds never meet. What the later premises made superfluous is left out at the end: going
//! forward once more, an arc of a premise is needed if it leads from a state in reach to one from which an end is in reach past the
//! premises behind it.
//!
//! | Promise | |
//! |---|---|
//! | Explains | no premise can be left out |
//! | Cost | four looks at each arc; nothing is allocated |
//! | Source | Gange, Stuckey & Szymanek, *MDD Propagators with Explanation*, Constraints 16(4), 2011 |

use fixedbitset::FixedBitSet;

use crate::constraints::extensional::unrolled::Graph;
use crate::engine::ExplainRequest;
use crate::store::{Atom, Past};

/// The status of the value of a number in the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// It was left, or is the one in question.
    Left,
    /// It was lost.
    Lost,
    /// It was lost, and that is a premise.
    Premise,
    /// It is out of the question: the variable started without it, or another value of it is in question.
    Never,
}

/// Scratch, of the sizes of a graph.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// By number.
    status: Vec<Status>,
    /// States from which an end was in reach.
    reaching: FixedBitSet,
    /// States in reach of a start where nothing is lost but the premises.
    reached: FixedBitSet,
}

impl Cut {
    pub(super) fn new(graph: &Graph) -> Cut {
        Cut {
            status: vec![Status::Never; graph.values.len()],
            reaching: FixedBitSet::with_capacity(graph.size()),
            reached: FixedBitSet::with_capacity(graph.size()),
        }
    }

    pub(super) fn explain(
        &mut self,
        graph: &Graph,
        request: ExplainRequest,
        past: &Past<'_>,
        out: &mut Vec<Atom>,
    ) {
        self.read(graph, request, past);
        self.go_backward(graph, |status| status == Status::Left);
        self.choose(graph);
        self.go_backward(graph, |status| matches!(status, Status::Left | Status::Lost));
        self.leave_out(graph);
        for (layer, view) in graph.views.iter().enumerate() {
            let premises = graph.numbers(layer).filter(|&number| self.status[number] == Status::Premise);
            out.extend(premises.filter_map(|number| view.differs(graph.values[number])));
        }
    }

    /// Notes the status of each number.
    fn read(&mut self, graph: &Graph, request: ExplainRequest, past: &Past<'_>) {
        let asked = match request {
            ExplainRequest::Atom(atom) => Some(atom.var()),
            ExplainRequest::Emptied(var) => Some(var),
            ExplainRequest::Failure => None,
        };
        let start = past.start();
        for (layer, view) in graph.views.iter().enumerate() {
            for number in graph.numbers(layer) {
                let value = graph.values[number];
                let is_left = view.contains(past, value);
                let is_asked = match request {
                    ExplainRequest::Atom(atom) => view.invert(value).is_some_and(|v| !atom.allows(v)),
                    _ => true,
                };
                let is_own = asked == Some(view.var);
                self.status[number] = if is_left && (!is_own || is_asked) {
                    Status::Left
                } else if !is_own && view.contains(&start, value) {
                    Status::Lost
                } else {
                    Status::Never
                };
            }
        }
    }

    /// Finds the states from which an end is in reach by values that may be taken.
    fn go_backward(&mut self, graph: &Graph, may_be_taken: impl Fn(Status) -> bool) {
        self.reaching.clear();
        graph.last_states.iter().for_each(|&state| self.reaching.insert(state));
        for layer in (0..graph.views.len()).rev() {
            for number in graph.numbers(layer).filter(|&number| may_be_taken(self.status[number])) {
                for (from, to) in graph.arcs(layer, number) {
                    if self.reaching[to] {
                        self.reaching.insert(from);
                    }
                }
            }
        }
    }

    /// Goes forward and makes premises of what would meet the states that reach an end.
    fn choose(&mut self, graph: &Graph) {
        self.reached.clear();
        graph.first_states.iter().for_each(|&state| self.reached.insert(state));
        for layer in 0..graph.views.len() {
            for number in graph.numbers(layer) {
                let meets = |(from, to): (usize, usize)| self.reached[from] && self.reaching[to];
                match self.status[number] {
                    Status::Lost if graph.arcs(layer, number).any(meets) => {
                        self.status[number] = Status::Premise;
                    }
                    Status::Left | Status::Lost => {
                        for (from, to) in graph.arcs(layer, number) {
                            if self.reached[from] {
                                self.reached.insert(to);
                            }
                        }
                    }
                    Status::Premise | Status::Never => {}
                }
            }
        }
    }

    /// Goes forward and leaves out the premises that no way from a start to an end would use.
    fn leave_out(&mut self, graph: &Graph) {
        self.reached.clear();
        graph.first_states.iter().for_each(|&state| self.reached.insert(state));
        for layer in 0..graph.views.len() {
            for number in graph.numbers(layer) {
                let meets = |(from, to): (usize, usize)| self.reached[from] && self.reaching[to];
                if self.status[number] == Status::Premise && !graph.arcs(layer, number).any(meets) {
                    self.status[number] = Status::Lost;
                }
                if matches!(self.status[number], Status::Premise | Status::Never) {
                    continue;
                }
                for (from, to) in graph.arcs(layer, number) {
                    if self.reached[from] {
                        self.reached.insert(to);
                    }
                }
            }
        }
    }
}
