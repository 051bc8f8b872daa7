//! A set of puzzles, one per line, randomly transformed in each round.

use std::cell::RefCell;
use std::path::PathBuf;

use crate::folder::Folder;
use crate::race::Random;

/// The same puzzle under a random symmetry.
pub(crate) type Disguise = fn(&str, &mut Random) -> String;

/// The puzzles, as a text, and as a file for programs.
pub(crate) struct Guises<'a> {
    pub(crate) puzzles: Vec<&'a str>,
    pub(crate) text: RefCell<String>,
    pub(crate) file: PathBuf,
    /// A set without puzzles.
    pub(crate) empty: PathBuf,
    disguise: Disguise,
    /// The paths of the files, which exist as long as the set does.
    _folder: Folder,
}

impl<'a> Guises<'a> {
    pub(crate) fn new(name: &str, puzzles: Vec<&'a str>, disguise: Disguise) -> Result<Guises<'a>, String> {
        let folder = Folder::new(name)?;
        let empty = folder.write("empty", "")?;
        let file = folder.path("puzzles");
        Ok(Guises { puzzles, text: RefCell::default(), file, empty, disguise, _folder: folder })
    }

    /// Transforms all of them anew.
    pub(crate) fn disguise(&self, random: &mut Random) {
        let lines: Vec<String> = self.puzzles.iter().map(|puzzle| (self.disguise)(puzzle, random)).collect();
        let text = lines.join("\n") + "\n";
        // Programs that find no file report that.
        let _ = std::fs::write(&self.file, &text);
        *self.text.borrow_mut() = text;
    }
}
