//! Questions about whole arrays, and about names in quotes.

use crate::models::object;
use crate::program::{file, run};

const ROW: &str = "var 1..3: a;\nvar 1..3: b;\nvar 1..3: 'x y' :: output_var;\nvar 1..3: 'a<b' :: output_var;\n\
    array [1..2] of var int: row :: output_array([0..1]) = [a, b];\narray [1..0] of int: none :: output_array([1..0]) = [];\n\
    array [1..9] of var int: nine :: output_array([1..9]) = [a,a,a,a,a,a,a,a,b];\n\
    constraint int_lt(a, b);\nconstraint int_lt(b, 'x y');\nsolve satisfy;\n";

/// Of a whole array each element is told of, as if it had been asked for.
#[test]
fn an_array_is_its_elements() {
    let path = file("row.fzn", ROW);
    let of = |questions: &[&str]| run("why", &[&[path.as_str()], questions].concat(), "");
    let (together, apart) = (of(&["row"]), of(&["row[0]", "row[1]"]));
    assert_eq!((together.code, &together.out), (0, &apart.out), "{}", together.err);
    assert!(together.out.contains("row[0] = 1 is in all solutions"), "{}", together.out);
    assert!(together.out.contains("row[1] = 2 is in all solutions"), "{}", together.out);
}

#[test]
fn what_is_no_element_is_told_what_there_is() {
    for (question, said) in [
        ("row=1", "row is an array: expected one of its elements, row[0], row[1]"),
        ("row[2]", "there is no row[2] in the model: the elements of row are row[0], row[1]"),
        (
            "nine[0]=1",
            "there is no nine[0] in the model: the elements of nine are nine[1], nine[2], nine[3], …, nine[9]",
        ),
        ("none", "there is no none in the model"),
        ("ro", "there is no ro in the model"),
        ("'row", "there is no 'row in the model"),
        ("[0]", "there is no [0] in the model"),
    ] {
        let finished = run("why", &["-", question], ROW);
        assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{question}");
        assert!(finished.err.ends_with(&format!("{said}\n")), "{question}: {}", finished.err);
    }
}

/// A name that is no word stands in quotes, and may have the signs of questions in it.
#[test]
fn names_may_be_in_quotes() {
    let path = file("quotes.fzn", ROW);
    for (question, about) in [("'x y'", "x y = 3"), ("'x y' != 3", "x y ≠ 3"), ("'a<b' = 2", "a<b = 2")] {
        let found = object("why", &path, &[question]);
        assert_eq!(found["question"], about, "{found}");
    }
    assert_eq!(object("why", &path, &["'x y'"])["answer"], "always");
    assert_eq!(object("why", &path, &["'a<b' = 2"])["answer"], "sometimes");
}
