//! The constraint catalogue: constraints as values, each with its checker, its propagators, its explanations and its simplifier.
//!
//! | constraint | constructor | consistency | file |
//! |---|---|---|---|
//! | `x = y`, `x = v`, `x = a·y + b` | [`eq`] | domain | `comparison.rs`, `equality.rs`, `guarded_equality.rs` |
//! | `x ≠ y`, `x ≠ v` | [`ne`] | domain | `comparison.rs`, `disequality.rs`, `guarded_disequality.rs` |
//! | `x < y`, `x ≤ y`, `x > y`, `x ≥ y`, bounds | [`lt`], [`le`], [`gt`], [`ge`] | domain | `comparison.rs`, `order.rs` |
//! | `x in S` | [`in_set`] | domain | `membership.rs` |
//! | all values differ | [`all_different()`] | value, bounds or domain | `all_different/` |
//! | all values outside of a set differ | [`all_different_except`] | value or domain | `all_different/` |
//! | all values are equal | [`all_equal()`] | domain | `all_equal.rs` |
//! | inverse functions: `f[i] = j ⇔ g[j] = i`, also partial ones | [`inverse`], [`inverse_partial`] | domain | `channeling/` |
//! | `x[i] = j ⇔ x[j] = i` | [`symmetric_all_different`] | of an `all_different` and of the equivalences | `channeling/` |
//! | `x = 3 ∨ y ≤ 5 ∨ …` | [`clause()`] | domain | `clause/` |
//! | `Σ aᵢ·xᵢ ∘ s` | [`exact_sum`], the comparisons of [`Expr`]s | bounds, or [domain](LinearSum::at); domain for inequalities and `≠` | `linear/`, `expression/` |
//! | a sum of views that all differ | [`exact_sum`], [`LinearSum::distinct`] | domain for few values, else of the parts | `distinct_sum/` |
//! | `C ∨ D ∨ …`, `C ∧ D ∧ …` of constraints | [`any_of`], [`all_of`] | see `logic/` | `logic/` |
//! | `C ⇔ D`, `¬ C`; reification | [`iff`], [`not`] | see `logic/` | `logic/` |
//! | the first position of `max(xs)`, of `min(xs)` | [`arg_max`], [`arg_min`] | domain | `arithmetic/` |
//! | absolute value, absolute difference | [`abs`], [`distance`] | domain for few values, else bounds | `arithmetic/` |
//! | `z = x·y`, `z = xⁿ` | [`times`], [`pow`] | domain for few values, else bounds | `arithmetic/` |
//! | quotients and remainders, truncated or floored | [`div`], [`div_floor`], [`modulo`], [`mod_floor`] | domain for few values, else bounds | `arithmetic/` |
//! | `z = max(xs)`, `z = min(xs)` | [`maximum`], [`minimum`] | domain for few values, else bounds | `arithmetic/` |
//! | how many atoms are true: `= n`, `≤ k`, `≥ k` | [`number_of`], [`exactly`], [`at_most`], [`at_least`] | domain | `counting/` |
//! | how many views are equal to a view, or in a set | [`count`], [`among`] | domain, for `count` once the value is fixed | `counting/` |
//! | how many views have each of some values | [`global_cardinality`] | domain, bounds of the counts | `counting/` |
//! | how many different values there are | [`nvalue`] | bounds of the number | `counting/` |
//! | two lists have the same values | [`same_values`] | domain for few values, else bounds | `counting/` |
//! | the sum, or the number of values in a set, of every window | [`sliding_sum`], [`sliding_among`] | bounds of all windows together; domain for `sliding_among` | `counting/` |
//! | `x₁ ≤ x₂ ≤ …`, also with `<`, `≥`, `>` | [`increasing`], [`strictly_increasing`], [`decreasing`], [`strictly_decreasing`] | domain | `ordering/` |
//! | lexicographic order of lists | [`lex_less`], [`lex_lesseq`], [`lex_chain`] | domain; for a chain, of each pair of neighbours | `ordering/` |
//! | a list, and its values sorted | [`sort()`] | bounds | `ordering/` |
//! | value precedence (symmetry breaking) | [`value_precede`], [`value_precede_chain`] | domain | `ordering/` |
//! | `constants[i] = y`, `xs[i] = y`, `matrix[i][j] = y` | [`element()`], [`element_var()`], [`element_2d()`] | domain | `extensional/` |
//! | tuples of values, allowed or forbidden | [`table()`], [`short_table`], [`negative_table`], [`pair_table`] | domain | `extensional/` |
//! | words of an automaton | [`regular()`] | domain | `extensional/` |
//! | paths of a multi-valued decision diagram | [`mdd`] | domain | `extensional/` |
//! | knapsack: total weight and total profit | [`knapsack`] | domain for few sums, else of each sum | `packing/` |
//! | items in bins, with loads or capacities | [`bin_packing`], [`bin_packing_capa`] | see `packing/` | `packing/` |
//! | tasks that share a capacity | [`cumulative()`] | see `scheduling/` | `scheduling/` |
//! | tasks of a unary resource, no two at the same time | [`disjunctive`], [`disjunctive_strict`] | by pairs and by sets of tasks, see `scheduling/` | `scheduling/` |
//! | non-overlapping rectangles | [`diffn`], [`diffn_nonstrict`] | pairwise, on bounds | `scheduling/` |
//! | one circuit through all nodes, or through some | [`circuit()`], [`subcircuit`] | see `graph/` | `graph/` |
//!
//! `constraint.rs` has what each of them is, `comparator.rs` the six relations, `written.rs` how they are printed, and `statement/` the
//! form in which each of them gives its meaning to encoders.
//!
//! # Adding a constraint
//!
//! A constraint of your own is a type that implements [`Constraint`], outside this crate as well as inside:
//! `examples/custom_constraint.rs` is a whole one. A new one in the catalogue, say `element(i, constants, y)` for
//! `constants[i] = y`, takes these steps:
//!
//! 1. Its file, here `element.rs`: a header with its promises, the struct that a model keeps, the constructor with an example,
//!    the implementation of [`Constraint`], and the propagator. `disequality.rs` is the pattern of a small propagator,
//!    `membership.rs` of a constraint that needs none. Several propagators make a folder (`all_different/`); one that serves
//!    several constraints has its own file (`order.rs`). Where the caller can choose the [`Consistency`], the constraint has a
//!    field for it, and without a choice takes [`Poster::consistency`](crate::engine::Poster::consistency).
//! 2. This file: `mod`, `pub use` of the type, the constructor in `constructors`, which the prelude has as well, a row in the table
//!    above.
//! 3. Where users look for it: the table in `docs/constraints.md`, `CHANGELOG.md`; if other solvers call it otherwise,
//!    `docs/coming-from.md`. If it has a type of its own, its parts in `encode/src/json/catalogue.rs` and in `docs/json.md`, so that it
//!    can be sent to another process.
//! 4. An example in `tests/it/kinds.rs`, which is searched and explained by `tests/allocation` and read as JSON by
//!    `cli/tests/it/model.rs`, and a `Definition` in the file of its family in `tests/it/catalogue/`: its terms, what it means, what
//!    it promises, and random instances. The other promises of `tests/it` are then tested without further code,
//!    [`testing::check_constraint`](crate::testing::check_constraint) among them. What posting refuses gets a test in
//!    `tests/it/errors.rs`. `tests/it/coverage.rs` fails if one of the lists lacks the constraint.
//! 5. `RESIDUA_BLESS=1 cargo test -p residua-tests --test it -- api` adds it to `docs/api.txt`.
//!
//! Contract of each method, in short; the links lead to the full contracts:
//!
//! | method | contract | `element(i, constants, y)` |
//! |---|---|---|
//! | [`scope`](Constraint::scope) | every view that another method uses, for only these are examined at posting | `i`, `y` |
//! | [`check`](Constraint::check) | the definition, without any code of the propagator | index in range, and equal |
//! | [`validate`](Constraint::validate) | an error for arguments that are wrong by themselves, or could overflow later | none: an empty list has no solution |
//! | [`post`](Constraint::post) | [facts](crate::engine::Poster::restrict) for what holds of a single variable, and [propagators](crate::engine::Poster::add) for the rest; correct for any domains, and for a variable that occurs twice | facts: `i` in `0..n`, `y` in the set of constants |
//! | [`propagate`](crate::engine::Propagator) | no solution lost; a violation found once all is fixed; a true [`Outcome`](crate::engine::Outcome); no allocation once it is warm | an index goes with its constant, a value with its last index |
//! | [`explain`](crate::engine::Propagator#contract-of-explain) | premises, true before, that imply what is asked, each as weak as possible | `y ≠ constants[k]` for `i ≠ k`; `i ≠ k` for each `k` with `constants[k] = v` for `y ≠ v` |
//! | [`simplify`](Constraint::simplify) | optional: an [equivalent](Simplified) under the domains, at the cost of one sweep | `i` fixed: `y = constants[i]`; `y` fixed: `i in S` |
//! | [`map`](Constraint::map) | the same constraint over other views | |
//! | [`as_atom`](Constraint::as_atom), [`post_implied`](Constraint::post_implied), [`refutes_guard`](Constraint::refutes_guard) | optional: how it is reified without a literal, or without a watcher, of its own | none |
//! | [`statement`](Constraint::statement) | the exact meaning; `None` only where it cannot be stated, and then the model cannot be encoded | [`Statement::Any`] of `i in {k}` and `y in {constants[k]}`, for each `k` |
//!
//! If no [`Statement`] fits, at a reasonable size, a new variant is needed, which `residua-encode` has to translate.

mod all_different;
mod all_equal;
mod arithmetic;
mod auxiliaries;
mod channeling;
mod clause;
mod comparator;
mod comparison;
mod constraint;
mod counting;
mod disequality;
mod distinct_sum;
mod divisor;
mod duplicates;
mod equality;
mod expression;
mod extensional;
mod graph;
mod guarded_disequality;
mod guarded_equality;
mod linear;
mod logic;
mod membership;
mod notation;
mod number;
mod operand;
mod order;
mod ordering;
mod packing;
mod scheduling;
mod statement;
mod term;
mod truth;
mod walkable;
pub(crate) mod written;

pub(crate) use crate::constraints::divisor::gcd;
pub(crate) use crate::constraints::duplicates::{has_twice, listed_once, of_one_variable};
pub(crate) use crate::constraints::notation::{named, write_call};
pub(crate) use crate::constraints::walkable::walkable;

/// The constructors: what users write, here and in the prelude.
pub(crate) mod constructors {
    pub use crate::constraints::all_different::{all_different, all_different_except};
    pub use crate::constraints::all_equal::all_equal;
    pub use crate::constraints::arithmetic::{
        abs, arg_max, arg_min, distance, div, div_floor, maximum, minimum, mod_floor, modulo, pow, times,
    };
    pub use crate::constraints::channeling::{inverse, inverse_partial, symmetric_all_different};
    pub use crate::constraints::clause::clause;
    pub use crate::constraints::counting::{
        among, at_least, at_most, count, exactly, global_cardinality, number_of, nvalue, same_values,
        sliding_among, sliding_sum,
    };
    pub use crate::constraints::expression::{
        eq, ge, gt, how_many, if_then_else, le, lt, max_of, min_of, ne, sum,
    };
    pub use crate::constraints::extensional::{
        element, element_2d, element_var, mdd, negative_table, pair_table, regular, short_table, table,
    };
    pub use crate::constraints::graph::{circuit, subcircuit};
    pub use crate::constraints::linear::exact_sum;
    pub use crate::constraints::logic::{all_of, any_of, iff, not};
    pub use crate::constraints::membership::in_set;
    pub use crate::constraints::ordering::{
        decreasing, increasing, lex_chain, lex_less, lex_lesseq, sort, strictly_decreasing,
        strictly_increasing, value_precede, value_precede_chain,
    };
    pub use crate::constraints::packing::{bin_packing, bin_packing_capa, knapsack};
    pub use crate::constraints::scheduling::{
        cumulative, diffn, diffn_nonstrict, disjunctive, disjunctive_strict,
    };
}

pub use crate::constraints::all_different::{AllDifferent, AllDifferentExcept};
pub use crate::constraints::all_equal::AllEqual;
pub use crate::constraints::arithmetic::{ArgExtremum, Calculation, Extremum, Operation};
pub use crate::constraints::auxiliaries::Auxiliaries;
pub use crate::constraints::channeling::Inverse;
pub use crate::constraints::clause::Clause;
pub(crate) use crate::constraints::clause::post_atoms;
pub use crate::constraints::comparator::Comparator;
pub use crate::constraints::comparison::Comparison;
pub use crate::constraints::constraint::{Constraint, DynEq, Simplified};
pub use crate::constraints::constructors::*;
pub use crate::constraints::counting::{
    Among, Amount, Count, GlobalCardinality, NValue, NumberOf, SameValues, Sliding,
};
pub use crate::constraints::distinct_sum::DistinctSum;
pub use crate::constraints::expression::Call;
pub use crate::constraints::expression::{Addends, Applied};
pub use crate::constraints::expression::{At, Expr, Formula, of_expressions};
pub use crate::constraints::extensional::{
    Automaton, Element, Element2d, ElementVar, Listed, Regular, Rows, Table,
};
pub use crate::constraints::graph::Circuit;
pub(crate) use crate::constraints::linear::GroupedSum;
pub use crate::constraints::linear::LinearSum;
pub use crate::constraints::linear::WideSum;
pub use crate::constraints::logic::validate_depth;
pub use crate::constraints::logic::{AllOf, AnyOf, Condition, Connect, Iff, MOST_NESTED, Not, Parts};
pub use crate::constraints::membership::InSet;
pub use crate::constraints::number::Number;
pub use crate::constraints::operand::Operand;
pub use crate::constraints::ordering::{Lex, LexChain, Ordered, Sort, ValuePrecede};
pub use crate::constraints::packing::{Bin, BinPacking, Item, Knapsack, Load};
pub use crate::constraints::scheduling::{Cumulative, Diffn, Disjunctive};
pub use crate::constraints::statement::{Function, Linear, LinearRelation, Node, Statement};
pub use crate::constraints::term::Term;
pub use crate::constraints::truth::{GuardWatch, Truth};
pub use crate::constraints::written::{statement_in, truth_of};
pub use crate::engine::Consistency;
