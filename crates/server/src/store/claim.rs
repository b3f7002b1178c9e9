//! One server to a database file: two that write to the same SQLite file would know nothing of each other's
//! moves.

use super::Database;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A database file in the hands of one server, for as long as this lives. The system lets go of it when the
/// process ends, however that ends: there is nothing stale to be cleared away.
#[derive(Debug)]
pub struct Claim {
    _file: File,
}

impl Database {
    /// Takes a file for this server alone. Of PostgreSQL there may be several.
    pub fn claim(&self) -> Result<Option<Claim>, String> {
        let Database::Sqlite(file) = self else { return Ok(None) };
        let beside = lock_file(file);
        let opened = File::options().create(true).truncate(false).write(true).open(&beside);
        let opened = opened.map_err(|error| format!("{} cannot be made: {error}", beside.display()))?;
        match opened.try_lock() {
            Ok(()) => Ok(Some(Claim { _file: opened })),
            Err(TryLockError::WouldBlock) => Err(format!(
                "another server is already using the database {}. Stop that one first, or give this one \
                 another folder.",
                file.display()
            )),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                tracing::warn!(
                    "{} cannot be locked here: do not start a second server on it",
                    file.display()
                );
                Ok(None)
            }
            Err(TryLockError::Error(error)) => Err(format!("{} cannot be locked: {error}", beside.display())),
        }
    }
}

/// The file that is locked stands beside the database, wherever a link to it may stand: SQLite has locks of
/// its own on the database itself.
fn lock_file(database: &Path) -> PathBuf {
    let real = database.canonicalize().unwrap_or_else(|_| database.to_path_buf());
    let mut name = real.into_os_string();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_server_at_a_time() {
        let folder = std::env::temp_dir().join(format!("capitano-claim-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let database = Database::Sqlite(folder.join("games.db"));
        let first = database.claim().expect("nobody has it").expect("a file is claimed");
        let refused = database.claim().expect_err("it is taken");
        assert!(refused.contains("another server") && refused.contains("games.db"), "{refused}");
        drop(first);
        assert!(database.claim().expect("it is free again").is_some());
        assert!(Database::Postgres("postgres://x".into()).claim().expect("shared").is_none());
        let _ = std::fs::remove_dir_all(folder);
    }
}
