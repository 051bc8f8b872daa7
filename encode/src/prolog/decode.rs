//! Decoding of SWI-Prolog's answer into a solution of the model.

use residua::model::{Model, Solution};

use crate::answer::{self, Answer, AnswerError, Bindings};
use crate::prolog::names;

/// Decodes SWI-Prolog's answer for a [`program`](crate::prolog::program()) or for [`goals`](crate::prolog::goals()) into a solution
/// of the model: the first of several.
///
/// | printed | by |
/// |---|---|
/// | `[r1c1=5,'x[0]'=3]` | `swipl -g "(solution(B) -> print(B) ; print(false)), nl" -t halt model.pl` |
/// | `R1C1 = X_0, X_0 = 3.` | a top level, after the goals and `label/1` |
/// | `false.` | both: there is none |
/// | nothing | unknown |
///
/// ```
/// use residua_encode::answer::Answer;
/// use residua_encode::prolog::decode;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_vars("x", 2, 1..=9);
/// for answer in ["['x[0]'=4,'x[1]'=4]\n", "X_0 = X_1, X_1 = 4.\n"] {
///     let Answer::Solution(solution) = decode(&model, answer)? else { panic!() };
///     assert_eq!((solution[x[0]], solution[x[1]]), (4, 4));
/// }
/// assert_eq!(decode(&model, "false.\n"), Ok(Answer::None));
/// let error = decode(&model, "X_0 = 4,\nX_1 in 4..5.\n").unwrap_err();
/// assert_eq!(error.to_string(), "2:5: expected =, found \"in 4..5.\"");
/// # Ok::<(), residua_encode::answer::AnswerError>(())
/// ```
///
/// # Errors
/// [`AnswerError`] with its place if it is none of these, as where goals are left; or if what is said to be a solution violates a
/// constraint.
pub fn decode(model: &Model, answer: &str) -> Result<Answer<Solution>, AnswerError> {
    answer::prolog(answer)?.try_map(|bindings| match bindings {
        Bindings::Names(values) => answer::by_name(model, &model.distinct_names(), &values),
        Bindings::Variables(values) => answer::by_name(model, &names(&model.decomposed()), &values),
    })
}
