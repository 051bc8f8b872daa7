//! The oracle tests: one module per promise, each over random instances of every constraint or of whole models.
//!
//! | module | promise |
//! |---|---|
//! | `soundness` | no solution is lost, none is invented |
//! | `consistency` | at every node, what is left has the promised support |
//! | `claims` | the claims of a propagator about itself are true |
//! | `explanation` | premises held before, and imply the conclusion |
//! | `minimal` | no premise can be left out, or be weaker |
//! | `past` | the past is what it was, and each change has its cause |
//! | `late` | what is found late is learned as what it depends on |
//! | `learning` | what a search learns from its dead ends is true, and it finds the solutions of one that learns nothing |
//! | `incremental` | a question under assumptions has the answer of brute force, and a core is one |
//! | `lessons` | what is learned from a dead end is as short as it can be told |
//! | `refutations` | a search that learns refutes what has no solution, in few dead ends where few are enough |
//! | `sum_explanations` | a sum is explained by as little as suffices |
//! | `long_sums` | a sum that keeps its ends from run to run leaves what one does that sweeps over its terms |
//! | `checked_learning` | no right model panics where a search that learns is checked |
//! | `simplify` | a simplified constraint is equivalent |
//! | `statement` | the statement of a constraint is what its checker accepts |
//! | `slow_convergence` | bounds that raise each other without end are refuted at once, however wide the domains are, and nothing else is |
//! | `reified` | the truth of any constraint, as a condition, is known once its variables are fixed |
//! | `residual` | the residual has exactly the solutions of the model, and no redundant constraint |
//! | `count` | counts are exact, or reported as bounds |
//! | `exact` | each value left is in a solution |
//! | `inspect_threads` | several threads find out what one does |
//! | `nearest` | no other solution differs in fewer variables |
//! | `estimate` | what is estimated of a tree is right on average, and the share that is searched grows to all of it |
//! | `progress` | who watches a search is told of it again and again |
//! | `projected` | what is asked about some of the variables is answered over these alone |
//! | `relations` | what holds in all solutions is found, and nothing else is claimed |
//! | `conflict` | a conflict is one, and no part of it is; all are found, and the smallest |
//! | `clues` | redundant, missing and distinguishing clues are found correctly |
//! | `create` | what is created is what was asked for, the same on every machine |
//! | `create_rated` | what is created with a difficulty is as hard as asked for |
//! | `create_variants` | variant puzzles that are created keep to their rules and have one solution |
//! | `step_pictures` | the picture of a step shows the grid before it and marks what the step says |
//! | `steps` | a step removes nothing that is in a solution; ratings do not depend on how a puzzle is turned |
//! | `why` | an explanation is valid line by line, and has no superfluous line |
//! | `printed_why` | an explanation prints every line that it rests on |
//! | `domains` | a domain is a set of integers |
//! | `restoration` | undoing restores the previous state |
//! | `search` | each solution once, wherever a search is stopped; the rest is reported |
//! | `projection` | of the solutions that are the same in some variables, one is found |
//! | `orders` | the orders of variables and values are those of their definitions |
//! | `densities` | solution densities are those of their definition, and lead to solutions of quasigroups |
//! | `subproblems` | a task that is split has the answer of one search, and says what is missing |
//! | `threads` | a search by several threads has the solutions, the optimum and the proofs of one thread |
//! | `restarts` | a search that starts over returns each solution once, and ends |
//! | `patience` | a search that comes to learn finds what it would have found without, and can be used on |
//! | `api` | the public interface changes only where a file says so |
//! | `annotations` | a file of FlatZinc is searched as it says, and has the same solutions however it is searched |
//! | `limits` | a limit stops any work, in the middle of a step too |
//! | `interrupted` | a run that is given up in the middle has done nothing wrong |
//! | `optimum` | better and better solutions, the last the best |
//! | `determinism` | the order of search depends on model, branchers and seeds only |
//! | `large` | cost grows with size only as it must |
//! | `counts` | well-known counts |
//! | `counting` | numbers of solutions with counting constraints and orders, also those that other solvers once missed |
//! | `cages` | sums of different values leave what is part of a solution, and nothing else |
//! | `partial_sums` | a sum of which domain consistency is asked for leaves what is in a solution |
//! | `cliques` | `≠` of each two of some variables are known to be an `all_different` by the search |
//! | `grouped_sums` | the search knows what different values say of the sums that lie across them |
//! | `house_sums` | the search knows what houses say of sums that lie across them |
//! | `required_values` | the search knows what values that some variables have to take say of others |
//! | `counted_values` | the search knows what counting different values says together with bins, and with values in order |
//! | `constructive` | of a disjunction propagated constructively each value left is in a solution |
//! | `permutations` | inverses, partners, and values that are different or equal have the solutions that other solvers lost |
//! | `dense` | every form of the dense engine has the solutions of brute force and of the general engine |
//! | `puzzles` | every puzzle gets the answer that its file states |
//! | `peers` | what other solvers got wrong is right, report by report |
//! | `expressions` | a comparison of expressions says exactly that, or is refused |
//! | `conditions` | conditions of conditions say what they say, to any depth |
//! | `different` | a condition about two variables that another constraint makes different is decided, and no solution is lost by it |
//! | `shared_conditions` | a condition and its negation, in disjunctions of several constraints, are one literal, and mean what they mean apart |
//! | `nested` | what is built of conditions and expressions is solved or refused, however long or deep it is |
//! | `names` | in what is written of a model all names differ |
//! | `coming_from` | the page for those who come from other solvers names what there is |
//! | `pencil_marks` | puzzles written as candidates are read, and the hardest of them are solved |
//! | `errors` | what cannot be posted is refused with an error message |
//! | `formats`, `layouts`, `round_trip` | the notations of people and of programs are read, and what is written is read back |
//! | `notations` | a puzzle is read the same in every notation, and never as another one |
//! | `conversions` | what is read, written in another format and read again is the same puzzle, and what is lost is said |
//! | `other_programs` | files of the shapes that other programs write are read, and spoilt ones never as another puzzle |
//! | `mutated` | any input is a puzzle or an error; nothing panics, nothing is endless |
//! | `records` | puzzles read in batches are those read one by one |
//! | `pictures` | a picture shows what is left, each thing once, in well-formed text |
//! | `givens` | givens are in range, and two that clash are found |
//! | `notes` | one rule decides which entries and marks count |
//! | `flatzinc` | files of FlatZinc are read as they are written, with every mistake in its place, and mean what the language says |
//! | `flatzinc_json` | FlatZinc JSON is read as the FlatZinc that says the same |
//! | `flatzinc_mistakes` | what is wrong with a file of FlatZinc is told with its place |
//! | `floats` | floating-point numbers that integers determine are computed with exactly, as by brute force |
//! | `flatzinc_oracle` | what a file of FlatZinc says, with constants, repeated variables and known Booleans anywhere, is answered as by brute force over its constraints |
//! | `mutated_flatzinc` | any text is a problem of FlatZinc or an error with its place |
//! | `natives` | constraints of MiniZinc that residua has itself mean what MiniZinc says, by themselves, as conditions and negated |
//! | `unbounded` | bounds that a file of FlatZinc does not give come from its constraints, or it is told that they do not |
//! | `variant_pictures` | every rule of a variant puzzle is in its picture, drawn or in words |
//! | `variants` | variant puzzles have the solutions that the definitions of their rules allow |
//! | `variant_files` | a variant puzzle is read as its file means it, or refused with what is not understood; what is written is read again |
//! | `values` | what is read off a solution is what its expressions and conditions come to, and atoms count as 1 or 0 in sums |
//! | `extensional` | lists, tables and automata have the solutions that other solvers lost, or should have had |
//! | `rectangles` | no two rectangles overlap |
//! | `disjunctive` | no two tasks take place at the same time, and they are put in order |
//! | `automata` | what an automaton leaves is what brute force finds, whatever its number of states and the width of domains |
//! | `flows` | what a cardinality constraint leaves is what brute force finds, whatever the number of values and their distances |
//! | `nonograms` | most nonograms are solved without search |
//! | `circuits` | circuits have the solutions that are known |
//! | `sorting` | a list and its values in order, by the bounds that other systems find |
//! | `packing` | items are packed as other solvers should have packed them |
//! | `cumulative` | tasks that share a capacity have the schedules that other solvers lost, or should have had |
//! | `energy` | what such tasks leave each other is found, and no more is blamed for it than it takes |
//! | `clauses` | a clause is watched by two literals, and nothing is missed |
//! | `arithmetic` | functions are right for every sign, over wide domains, and in every language |
//! | `cnf` | clauses have the solutions of the model, in each encoding |
//! | `programs` | linear programs have the solutions of the model, by brute force, GLPK, CBC and HiGHS |
//! | `minizinc` | MiniZinc finds the same solutions in what is written for it |
//! | `cross_check` | Gecode finds the same solutions of models that mix all constraints |
//! | `answers` | what other programs print is read back, or refused with its place |
//! | `polynomials` | polynomial equations have the solutions of the model as their zeros, by SymPy and Singular, too |
//! | `sent` | a model that is written as JSON is read as the same model |
//! | `mutated_json` | any text is a model in JSON or an error with its place |
//! | `dimacs` | any text is a formula, a graph, or an error with its place |
//! | `graph` | a model of differences is a graph, with right bounds on its colours |
//! | `prolog` | SWI-Prolog finds the same solutions in what is written for it |
//! | `layering` | no module names one of a higher floor |
//! | `circles` | files do not import each other in large circles |
//! | `front_pages` | the tables of module pages name the files that there are |
//! | `own_constraints` | every feature is right for constraints from outside the crate |
//! | `coverage` | every constraint of the library is among the instances, and in the table of its page |
//! | `terms` | a constraint over expressions is that over their values |
//! | `testing` | the catalogue meets the requirements that `residua::testing` checks for users |
//! | `mutants` | the oracles can fail |
//!
//! `catalogue` generates the instances, `kinds` lists the kinds of constraints, `oracle` enumerates, `naive_orders` has
//! orders as they are defined, `recorded` what a brancher decides, `walk` visits a search tree, `tangles` makes models with many dead ends, `samples` has puzzles
//! that several modules use, `outside` runs other programs, `editions` the MiniZinc that is installed and the newest one, `lp` reads linear programs.

mod annotations;
mod answers;
mod api;
mod arithmetic;
mod automata;
mod cages;
mod catalogue;
mod checked_learning;
mod circles;
mod circuits;
mod claims;
mod clauses;
mod cliques;
mod clues;
mod cnf;
mod coming_from;
mod conditions;
mod conflict;
mod consistency;
mod constructive;
mod conversions;
mod count;
mod counted_values;
mod counting;
mod counts;
mod coverage;
mod create;
mod create_rated;
mod create_variants;
mod cross_check;
mod cumulative;
#[cfg(feature = "dense")]
mod dense;
mod densities;
mod determinism;
mod different;
mod dimacs;
mod disjunctive;
mod domains;
mod editions;
mod energy;
mod errors;
mod estimate;
mod exact;
mod explanation;
mod expressions;
mod extensional;
mod flatzinc;
mod flatzinc_json;
mod flatzinc_mistakes;
mod flatzinc_oracle;
mod floats;
mod flows;
mod formats;
mod front_pages;
mod givens;
mod graph;
mod grouped_sums;
mod house_sums;
mod incremental;
#[cfg(feature = "threads")]
mod inspect_threads;
mod interrupted;
mod kinds;
mod large;
mod late;
mod layering;
mod layouts;
mod learning;
mod lessons;
mod limits;
mod long_sums;
mod lp;
mod minimal;
mod minizinc;
mod mutants;
mod mutated;
mod mutated_flatzinc;
mod mutated_json;
mod naive_orders;
mod names;
mod natives;
mod nearest;
mod nested;
mod nonograms;
mod notations;
mod notes;
mod optimum;
mod oracle;
mod orders;
mod other_programs;
mod outside;
mod own_constraints;
mod packing;
mod partial_sums;
mod past;
mod patience;
mod peers;
mod pencil_marks;
mod permutations;
mod pictures;
mod polynomials;
mod printed_why;
mod programs;
#[cfg(feature = "threads")]
mod progress;
mod projected;
mod projection;
mod prolog;
mod puzzles;
mod recorded;
mod records;
mod rectangles;
mod refutations;
mod reified;
mod relations;
mod required_values;
mod residual;
mod restarts;
mod restoration;
mod round_trip;
mod samples;
mod search;
mod sent;
mod shared_conditions;
mod simplify;
mod slow_convergence;
mod sorting;
mod soundness;
mod statement;
mod step_pictures;
mod steps;
mod subproblems;
mod sum_explanations;
mod tangles;
mod terms;
mod testing;
#[cfg(feature = "threads")]
mod threads;
mod unbounded;
mod values;
mod variant_files;
mod variant_pictures;
mod variants;
mod walk;
mod why;
