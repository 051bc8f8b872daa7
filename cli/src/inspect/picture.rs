//! stub
use crate::args::Inspect;
use crate::each::{End, Found, Look};
use residua::search::Limits;
use std::io::{self, Write};
pub(crate) struct Single<'a>(&'a Inspect);
impl<'a> Single<'a> {
    pub(crate) fn new(a: &'a Inspect) -> Self {
        Single(a)
    }
}
impl Look for Single<'_> {
    fn puzzle(&mut self, _: &Found<'_>, _: &Limits, _: &mut dyn Write) -> io::Result<End> {
        let _ = self.0;
        Ok(End::Answered)
    }
}
pub(crate) type Page<'a> = Single<'a>;
