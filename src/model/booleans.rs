//! Boolean variables: variables with the values 0 and 1.

use crate::model::{IntVar, Model};

impl Model {
    /// Adds a Boolean variable, with the values 0 and 1 and a name of its own. That it is true is the atom `b.is(1)`.
    ///
    /// ```
    /// use residua::constraints::{Connect, all_different};
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 3, 1..=3);
    /// let differ = model.bool_var("differ");
    /// model.post(all_different(&xs).reified_by(differ.is(1)))?;
    /// let of = |truth| model.solutions().filter(|found| found[differ] == truth).count();
    /// assert_eq!((of(1), of(0)), (6, 21));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn bool_var(&mut self, name: &str) -> IntVar {
        self.named_var(name, 0..=1)
    }

    /// Adds `count` Boolean variables, with the values 0 and 1, called `name[0]`, `name[1]`, …
    ///
    /// ```
    /// use residua::constraints::sum;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let taken = model.bool_vars("taken", 4);
    /// model.post(sum(&taken).eq(2))?;
    /// assert_eq!(model.solutions().count(), 6);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn bool_vars(&mut self, name: &str, count: usize) -> Vec<IntVar> {
        self.int_vars(name, count, 0..=1)
    }
}
