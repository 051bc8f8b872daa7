//! Translation of a model into a graph for colouring.

use std::collections::BTreeSet;

use residua::constraints::{LinearRelation, Statement};
use residua::domain::Domain;
use residua::model::{IntVar, Model};

use crate::EncodeError;
use crate::graph::Graph;
use crate::statements::statements;

const LANGUAGE: &str = "a graph to be coloured";

/// More edges than this are not written: a gigabyte.
const MOST: usize = 1 << 27;

/// A domain with more values is not taken for a set of colours.
const MOST_COLOURS: u64 = 1 << 16;

/// What is read of the constraints of a model.
struct Reader<'a> {
    model: &'a Model,
    /// By variable: the values that statements about it alone leave.
    domains: Vec<Domain>,
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The model as a graph: an edge for each pair of variables that must differ, a colour for each value, and a fixed variable
    /// precoloured.
    ///
    /// ```
    /// use residua::constraints::{all_different, eq, lt};
    /// use residua_encode::graph::Graph;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, [10, 20, 30]);
    /// model.post(all_different(&xs))?;
    /// model.post(eq(xs[1], 30))?;
    /// let graph = Graph::of(&model)?;
    /// assert_eq!((graph.edges(), graph.precoloured(1)), (&[(0, 1), (0, 2), (1, 2)][..], Some(3)));
    /// model.post(lt(xs[0], xs[2]))?;
    /// assert_eq!(
    ///     Graph::of(&model).unwrap_err().to_string(),
    ///     "c2, x[0] < x[2]: it cannot be written as a graph to be coloured, which has only pairs that differ and fixed vertices"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodeError`] if a constraint says anything else than that variables differ or have some value, or if two variables that are not
    /// fixed have not the same values.
    ///
    /// # Complexity
    /// Linear in the number of pairs.
    pub fn of(model: &Model) -> Result<Graph, EncodeError> {
        if let Some(var) = model.vars().find(|&var| model.domain(var).size() > MOST_COLOURS) {
            return Err(EncodeError::TooLarge(model.name(var)));
        }
        let mut reader = Reader { model, domains: model.domains().to_vec(), edges: Vec::new() };
        for ((id, constraint), statement) in model.constraints().zip(statements(model)?) {
            let name = || format!("{}, {}", model.constraint_name(id), model.show(&**constraint));
            if reader.read(&statement).is_none() {
                return Err(EncodeError::Beyond {
                    language: LANGUAGE,
                    what: name(),
                    reason: "which has only pairs that differ and fixed vertices",
                });
            }
            if reader.edges.len() > MOST {
                return Err(EncodeError::TooLarge(name()));
            }
        }
        reader.finish()
    }
}

impl Reader<'_> {
    /// `None` if the statement is beyond a graph.
    fn read(&mut self, statement: &Statement) -> Option<()> {
        match statement {
            Statement::All(parts) => parts.iter().try_for_each(|part| self.read(part)),
            Statement::AllDifferent(views) => {
                let shift = views.first().map(|view| view.offset());
                let is_alike = views.iter().all(|view| view.scale() == 1 && Some(view.offset()) == shift);
                let vars: Vec<u32> = views.iter().map(|view| view.var.index() as u32).collect();
                let distinct: BTreeSet<u32> = vars.iter().copied().collect();
                let pairs = (vars.len() as u64).saturating_mul(vars.len() as u64) / 2;
                if !is_alike || distinct.len() < vars.len() || pairs > MOST as u64 {
                    return None;
                }
                for (at, &from) in vars.iter().enumerate() {
                    self.edges.extend(vars[at + 1..].iter().map(|&to| (from, to)));
                }
                Some(())
            }
            Statement::Member(view, values) => {
                let allowed = view.preimage(values);
                self.restrict(view.var, |domain| domain.intersect(&allowed));
                Some(())
            }
            Statement::Linear(linear) => match (linear.terms(), linear.relation(), linear.constant()) {
                ([], ..) => linear.truth().filter(|&holds| holds).map(drop),
                (&[(_, var)], ..) => {
                    self.restrict(var, |domain| {
                        domain.iter().filter(|&value| linear.holds(&|_| value.into())).collect()
                    });
                    Some(())
                }
                (&[(a, x), (b, y)], LinearRelation::Different, 0) if a == -b => {
                    self.edges.push((x.index() as u32, y.index() as u32));
                    Some(())
                }
                _ => None,
            },
            Statement::Function { .. }
            | Statement::Count { .. }
            | Statement::Weighted { .. }
            | Statement::Circuit { .. }
            | Statement::Any(_) => None,
        }
    }

    fn restrict(&mut self, var: IntVar, part: impl FnOnce(&Domain) -> Domain) {
        let domain = &mut self.domains[var.index()];
        *domain = part(domain);
    }

    fn finish(self) -> Result<Graph, EncodeError> {
        let beyond = |var: IntVar, reason| {
            let what = format!("{} in {}", self.model.name(var), self.domains[var.index()]);
            Err(EncodeError::Beyond { language: LANGUAGE, what, reason })
        };
        let open = self.domains.iter().find(|domain| !domain.is_fixed());
        let fixed = || self.domains.iter().filter_map(Domain::value).collect();
        let colours: Domain = open.cloned().unwrap_or_else(fixed);
        let values: Vec<i32> = colours.iter().collect();
        let mut precoloured = Vec::new();
        for (var, domain) in self.model.vars().zip(&self.domains) {
            match domain.value() {
                Some(value) if colours.contains(value) => {
                    precoloured.push(Some(1 + values.partition_point(|&other| other < value) as u32));
                }
                None if *domain == colours && !colours.is_empty() => precoloured.push(None),
                _ => return beyond(var, "where all vertices that are not fixed have the same colours"),
            }
        }
        let names = self.model.distinct_names();
        let mut graph = Graph::new(names, self.edges, precoloured);
        graph.values = Some(values);
        Ok(graph)
    }
}
