//! Native constraints: those of MiniZinc's standard library that `share/minizinc` passes on to residua.
//!
//! Arrays come flat and from 1 on. Where the meaning depends on an index set, its first index is an argument, the offset (`standard.rs`
//! adds it to the calls of MiniZinc's own library, which lack it); a matrix comes row by row.

use std::sync::Arc;

use residua::constraints::{
    Amount, At, Comparator, Constraint, Expr, Operand, all_different, all_different_except, all_equal,
    all_of, among, any_of, arg_max, arg_min, at_least, at_most, circuit, count, decreasing, eq, exactly,
    global_cardinality, how_many, if_then_else, in_set, increasing, inverse, inverse_partial, le, lex_less,
    lex_lesseq, lt, ne, nvalue, sort, strictly_increasing, subcircuit, symmetric_all_different,
    value_precede, value_precede_chain,
};
use residua::domain::Domain;
use residua::model::IntView;

use crate::arguments::Arguments;
use crate::called::as_called;
use crate::entity::{Bool, Int};
use crate::error::FlatZincError;
use crate::standard::{own_name, with_offsets};
use crate::translate::Translation;

pub(super) type Meaning = Result<Arc<dyn Constraint>, FlatZincError>;

impl<'a> Translation<'a> {
    /// Constraints that share a form: `None` if there is none with that name.
    pub(super) fn of_natives(&mut self, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let name = own_name(given.name)?;
        let full = with_offsets(given.name, given.values);
        let given = Arguments { values: full.as_deref().unwrap_or(given.values), ..given };
        let (count, meaning): (usize, fn(&mut Self, Arguments<'_, 'a>) -> Meaning) =
            match name {
                "all_different_int" => (1, |to, given| {
                    let all = all_different(to.views(given, 0)?);
                    Ok(match given.consistency {
                        Some(consistency) => all.at(consistency),
                        None => all,
                    }
                    .into_shared())
                }),
                "all_equal_int" => (1, |to, given| Ok(all_equal(to.views(given, 0)?).into_shared())),
                "increasing_int" => (1, |to, given| Ok(increasing(to.views(given, 0)?).into_shared())),
                "decreasing_int" => (1, |to, given| Ok(decreasing(to.views(given, 0)?).into_shared())),
                "strictly_increasing_int" => {
                    (1, |to, given| Ok(strictly_increasing(to.views(given, 0)?).into_shared()))
                }
                "increasing_bool" => (1, |to, given| Ok(increasing(to.truths(given, 0)?).into_shared())),
                "decreasing_bool" => (1, |to, given| Ok(decreasing(to.truths(given, 0)?).into_shared())),
                "alldifferent_except_0" => {
                    (1, |to, given| Ok(all_different_except(to.views(given, 0)?, 0).into_shared()))
                }
                "alldifferent_except" => (2, |to, given| {
                    Ok(all_different_except(to.views(given, 0)?, given.set(1, to)?).into_shared())
                }),
                "circuit" => (2, |to, given| {
                    let successors = to.shifted(given, 0, 1)?;
                    // MiniZinc lets no node lead to itself, not even the only one.
                    let is_alone = successors.len() == 1;
                    Ok(if is_alone { Bool::Known(false).holds() } else { circuit(successors).into_shared() })
                }),
                "subcircuit" => (2, |to, given| Ok(subcircuit(to.shifted(given, 0, 1)?).into_shared())),
                "symmetric_all_different" => {
                    (2, |to, given| Ok(symmetric_all_different(to.shifted(given, 0, 1)?).into_shared()))
                }
                "inverse" => (4, |to, given| {
                    Ok(inverse(to.shifted(given, 0, 3)?, to.shifted(given, 2, 1)?).into_shared())
                }),
                "inverse_in_range" => (4, |to, given| {
                    Ok(inverse_partial(to.shifted(given, 0, 3)?, to.shifted(given, 2, 1)?).into_shared())
                }),
                "arg_max_int" => (3, |to, given| to.first_extremum(given, false, arg_max)),
                "arg_min_int" => (3, |to, given| to.first_extremum(given, false, arg_min)),
                "arg_max_bool" => (3, |to, given| to.first_extremum(given, true, arg_max)),
                "arg_min_bool" => (3, |to, given| to.first_extremum(given, true, arg_min)),
                "lex_less_int" => {
                    (2, |to, given| Ok(lex_less(to.views(given, 0)?, to.views(given, 1)?).into_shared()))
                }
                "lex_lesseq_int" => {
                    (2, |to, given| Ok(lex_lesseq(to.views(given, 0)?, to.views(given, 1)?).into_shared()))
                }
                "lex_less_bool" => {
                    (2, |to, given| Ok(lex_less(to.truths(given, 0)?, to.truths(given, 1)?).into_shared()))
                }
                "lex_lesseq_bool" => {
                    (2, |to, given| Ok(lex_lesseq(to.truths(given, 0)?, to.truths(given, 1)?).into_shared()))
                }
                "value_precede_int" => (3, Self::precedence),
                "value_precede_chain_int" => (2, |to, given| {
                    Ok(value_precede_chain(to.numbers32(given, 0)?, to.views(given, 1)?).into_shared())
                }),
                "seq_precede_chain_int" => (1, Self::precedence_of_all),
                "nvalue" => (2, |to, given| {
                    Ok(nvalue(to.views(given, 1)?, Operand::from(given.int(0, to)?)).into_shared())
                }),
                "among" => (3, |to, given| {
                    let of = to.views(given, 1)?;
                    Ok(among(of, given.set(2, to)?, Operand::from(given.int(0, to)?)).into_shared())
                }),
                "member_int" => (2, Self::member_of),
                "member_bool" => (2, Self::member_of_bools),
                "at_least_int" | "at_most_int" | "exactly_int" => (3, Self::quota),
                "global_cardinality" | "global_cardinality_closed" => (3, Self::cardinality),
                "global_cardinality_low_up" | "global_cardinality_low_up_closed" => {
                    (4, Self::bounded_cardinality)
                }
                "arg_sort_int" => (3, Self::sorting_permutation),
                "sort" => (2, |to, given| Ok(sort(to.views(given, 0)?, to.views(given, 1)?).into_shared())),
                "if_then_else_int" | "if_then_else_var_int" => (3, Self::choice),
                "count_eq" | "count_neq" | "count_geq" | "count_gt" | "count_leq" | "count_lt"
                | "count_eq_par" | "count_neq_par" | "count_geq_par" | "count_gt_par" | "count_leq_par"
                | "count_lt_par" => (3, Self::counted),
                _ => return self.of_families(name, given),
            };
        let made = given.count(count, self).and_then(|()| meaning(self, given));
        Some(made.map(|made| as_called(name, given, made, self)))
    }

    fn of_families(&mut self, name: &str, given: Arguments<'_, 'a>) -> Option<Meaning> {
        let of_tasks = self.of_tasks(name, given);
        let made = of_tasks.or_else(|| self.of_tables(name, given)).or_else(|| self.of_packing(name, given));
        made.map(|made| made.map(|made| as_called(name, given, made, self)))
    }

    /// An integer as a view; a number is one of a variable that does not matter.
    pub(super) fn view(&mut self, int: Int, at: usize) -> Result<IntView, FlatZincError> {
        let number = match int {
            Int::View(view) => return Ok(view),
            Int::Number(number) => number,
            Int::Wide(_) => return Err(self.error(at, "an integer leaves 32 bits")),
        };
        let number =
            i32::try_from(number).map_err(|_| self.error(at, format!("{number} is beyond 32 bits")))?;
        let first = self.model.vars().next();
        let any = first.unwrap_or_else(|| self.model.int_var(0));
        Ok(any * 0 + number)
    }

    pub(super) fn views(
        &mut self,
        given: Arguments<'_, 'a>,
        at: usize,
    ) -> Result<Vec<IntView>, FlatZincError> {
        let ints = given.ints(at, self)?;
        ints.iter().map(|&int| self.view(int, given.at)).collect()
    }

    /// The views of an argument, less the number that another one is.
    pub(super) fn shifted(
        &mut self,
        given: Arguments<'_, 'a>,
        at: usize,
        by: usize,
    ) -> Result<Vec<IntView>, FlatZincError> {
        let (views, offset) = (self.views(given, at)?, self.number32(given, by)?);
        Ok(views.into_iter().map(|view| view - offset).collect())
    }

    /// Booleans as 0 and 1.
    pub(super) fn truths(
        &mut self,
        given: Arguments<'_, 'a>,
        at: usize,
    ) -> Result<Vec<IntView>, FlatZincError> {
        let bools = given.bools(at, self)?;
        let mut views = Vec::with_capacity(bools.len());
        for &bool in bools.iter() {
            let truth = self.truth(bool, given.at)?;
            views.push(self.view(truth, given.at)?);
        }
        Ok(views)
    }

    pub(super) fn number32(&self, given: Arguments<'_, 'a>, at: usize) -> Result<i32, FlatZincError> {
        let number = given.number(at, self)?;
        i32::try_from(number).map_err(|_| self.error(given.at, format!("{number} is beyond 32 bits")))
    }

    pub(super) fn numbers32(&self, given: Arguments<'_, 'a>, at: usize) -> Result<Vec<i32>, FlatZincError> {
        let fits = |number: i64| {
            i32::try_from(number).map_err(|_| self.error(given.at, format!("{number} is beyond 32 bits")))
        };
        given.numbers(at, self)?.into_iter().map(fits).collect()
    }

    fn first_extremum(
        &mut self,
        given: Arguments<'_, 'a>,
        is_bool: bool,
        of: fn(Vec<IntView>, IntView) -> residua::constraints::ArgExtremum,
    ) -> Meaning {
        let terms = if is_bool { self.truths(given, 0)? } else { self.views(given, 0)? };
        let index = given.int(2, self)?;
        let index = self.view(index, given.at)? - self.number32(given, 1)?;
        Ok(of(terms, index).into_shared())
    }

    fn precedence(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let [before, after] = [self.number32(given, 0)?, self.number32(given, 1)?];
        let views = self.views(given, 2)?;
        if before == after {
            // A value that has to come before itself never comes.
            return Ok(all_of(views.into_iter().map(|view| ne(view, before))).into_shared());
        }
        Ok(value_precede(before, after, views).into_shared())
    }

    /// `seq_precede_chain_int(xs)`: value precedence of the values from 1 on.
    fn precedence_of_all(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let views = self.views(given, 0)?;
        // No value beyond the number of variables can be used, and none below 1 takes part.
        let most = views.len() as i32;
        let within = views.iter().map(|&view| in_set(view, Domain::from(i32::MIN..=most)).into_shared());
        let mut parts: Vec<Arc<dyn Constraint>> = within.collect();
        // Of 1 there has to be one before 2, and 1 itself needs none before it.
        parts.push(value_precede_chain(1..=most, views).into_shared());
        Ok(all_of(parts).into_shared())
    }

    fn member_of(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (list, one) = (given.ints(0, self)?, given.int(1, self)?);
        Ok(any_of(list.iter().map(|&entry| eq(entry, one))).into_shared())
    }

    fn member_of_bools(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (list, one) = (given.bools(0, self)?, given.bool(1, self)?);
        Ok(any_of(list.iter().map(|&entry| self.same(entry, one))).into_shared())
    }

    /// `arg_sort(xs, offset, ps)`: the xs in the order of their positions ps are sorted, equal ones by their positions.
    fn sorting_permutation(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let values: Vec<Expr> = given.ints(0, self)?.iter().map(|&int| int.into()).collect();
        let positions = self.shifted(given, 2, 1)?;
        if values.len() != positions.len() {
            return Err(self.error(given.at, "there are not as many positions as values"));
        }
        let mut parts = vec![all_different(positions.clone()).into_shared()];
        for pair in positions.windows(2) {
            let [value, next] = [pair[0], pair[1]].map(|position| values.at(position));
            let is_before = lt(Expr::from(pair[0]), Expr::from(pair[1]));
            parts.push(le(value.clone(), next.clone()).into_shared());
            parts.push(any_of([lt(value, next), is_before]).into_shared());
        }
        Ok(all_of(parts).into_shared())
    }

    /// `at_least(n, xs, v)`, `at_most(n, xs, v)`, `exactly(n, xs, v)`.
    fn quota(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (mut wanted, value) = (given.number(0, self)?, self.number32(given, 2)?);
        let mut literals = Vec::new();
        for view in self.views(given, 1)? {
            if let Some(literal) = view.is(value) {
                literals.push(literal);
            } else {
                // A constant has the value always or never, as does a view that skips it.
                let domain = view.domain(self.model.domains());
                wanted -= i64::from(domain.size() == 1 && domain.contains(value));
            }
        }
        Ok(match given.name {
            name if name.contains("least") => at_least(wanted, literals),
            name if name.contains("most") => at_most(wanted, literals),
            _ => exactly(wanted, literals),
        }
        .into_shared())
    }

    /// `count_eq(xs, y, n)`: the number of the xs that are y; `count_geq` says that n is at least that number.
    fn counted(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let kind = given.name.trim_start_matches("fzn_count_").trim_end_matches("_par");
        let comparator = match kind {
            "eq" => Comparator::Eq,
            "neq" => Comparator::Ne,
            "geq" => Comparator::Ge,
            "gt" => Comparator::Gt,
            "leq" => Comparator::Le,
            _ => Comparator::Lt,
        };
        let (views, value, limit) = (self.views(given, 0)?, given.int(1, self)?, given.int(2, self)?);
        if comparator == Comparator::Eq {
            return Ok(count(views, Operand::from(value), Operand::from(limit)).into_shared());
        }
        let number = how_many(views.iter().map(|&view| eq(view, value)));
        let limit = Expr::from(limit);
        Ok(match comparator {
            Comparator::Ne => limit.ne(number),
            Comparator::Ge => limit.ge(number),
            Comparator::Gt => limit.gt(number),
            Comparator::Le => limit.le(number),
            _ => limit.lt(number),
        }
        .into_shared())
    }

    fn cardinality(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (views, values) = (self.views(given, 0)?, self.numbers32(given, 1)?);
        let counts: Vec<Amount> = given.ints(2, self)?.iter().map(|&int| Amount::Equal(int.into())).collect();
        if counts.len() != values.len() {
            return Err(self.error(given.at, "there are not as many counts as values"));
        }
        Ok(of_each_value(given, views, values, counts))
    }

    fn bounded_cardinality(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (views, values) = (self.views(given, 0)?, self.numbers32(given, 1)?);
        let (low, high) = (given.numbers(2, self)?, given.numbers(3, self)?);
        if low.len() != values.len() || high.len() != values.len() {
            return Err(self.error(given.at, "there are not as many bounds as values"));
        }
        let counts = low.into_iter().zip(high).map(|(low, high)| Amount::Between(low, high));
        let counts: Vec<Amount> = counts.collect();
        Ok(of_each_value(given, views, values, counts))
    }

    /// `if_then_else([c1, c2, …, true], [x1, x2, …], y)`: y is the value of the first condition that holds.
    fn choice(&mut self, given: Arguments<'_, 'a>) -> Meaning {
        let (conditions, values) = (given.bools(0, self)?, given.ints(1, self)?);
        let result = given.int(2, self)?;
        if conditions.len() != values.len() || conditions.is_empty() {
            return Err(self.error(given.at, format!("{} has not as many values as conditions", given.name)));
        }
        let (&last, before) = values.split_last().unwrap_or((&result, &[]));
        let mut chosen = Expr::from(last);
        for (condition, &value) in conditions.iter().zip(before).rev() {
            chosen = match condition {
                Bool::Known(true) => value.into(),
                Bool::Known(false) => chosen,
                Bool::Atom(atom) => if_then_else(*atom, value, chosen),
            };
        }
        Ok(eq(chosen, result).into_shared())
    }
}

/// `global_cardinality` and its closed form, by name. A value may be listed more than once.
fn of_each_value(
    given: Arguments<'_, '_>,
    views: Vec<IntView>,
    values: Vec<i32>,
    counts: Vec<Amount>,
) -> Arc<dyn Constraint> {
    let mut parts = Vec::new();
    let (mut listed, mut wanted) = (Vec::new(), Vec::new());
    for (value, count) in values.into_iter().zip(counts) {
        if listed.contains(&value) {
            parts.push(global_cardinality(&views, [value], [count]).into_shared());
        } else {
            listed.push(value);
            wanted.push(count);
        }
    }
    let all = global_cardinality(views, listed, wanted);
    let all = if given.name.ends_with("_closed") { all.closed() } else { all }.into_shared();
    if parts.is_empty() { all } else { all_of(parts.into_iter().chain([all])).into_shared() }
}
