//! A temporary folder for the input of other programs, removed when it is no longer needed.

use std::path::PathBuf;

/// A folder among those for temporary files.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new one, named after its purpose.
    pub(crate) fn new(purpose: &str) -> Result<Folder, String> {
        let purpose = purpose.replace(|symbol: char| !symbol.is_ascii_alphanumeric(), "-");
        let folder =
            Folder(std::env::temp_dir().join(format!("residua-peers-{}-{purpose}", std::process::id())));
        std::fs::create_dir_all(&folder.0).map_err(|error| format!("{}: {error}", folder.0.display()))?;
        Ok(folder)
    }

    /// The path of a file in it, existing or not.
    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Writes a file; returns its path.
    pub(crate) fn write(&self, file: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.path(file);
        std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A file left in a folder for temporary files does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
