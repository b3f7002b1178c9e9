//! What is wrong with a database that does not do what it is asked, in words for people who are not at the
//! machine: neither addresses nor statements.

/// Whether the data is spoilt, or only the database does not do its work just now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    Damaged(String),
    Failed(String),
}

/// SQLite's codes for a file that is damaged or none of its own.
const CORRUPT: i32 = 11;
const NO_DATABASE: i32 = 26;
/// PostgreSQL's class of damaged data and indices.
const CORRUPT_CLASS: &str = "XX00";

impl From<&sqlx::Error> for Trouble {
    fn from(error: &sqlx::Error) -> Trouble {
        match error {
            sqlx::Error::Database(said) => {
                let code = said.code().unwrap_or_default();
                // The lowest byte of an extended code is the plain one.
                let damaged = match code.parse::<i32>() {
                    Ok(code) => matches!(code & 0xff, CORRUPT | NO_DATABASE),
                    Err(_) => code.starts_with(CORRUPT_CLASS) && code != "XX000",
                };
                let words = said.message().to_string();
                if damaged { Trouble::Damaged(words) } else { Trouble::Failed(words) }
            }
            sqlx::Error::Decode(why) => Trouble::Damaged(why.to_string()),
            sqlx::Error::ColumnDecode { index, .. } => {
                Trouble::Damaged(format!("field {index} does not hold what it should"))
            }
            sqlx::Error::Io(error) => Trouble::Failed(format!("it cannot be reached ({})", error.kind())),
            sqlx::Error::PoolTimedOut => Trouble::Failed("it is too busy".into()),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Trouble::Failed("the server is shutting down".into())
            }
            _ => Trouble::Failed("it gives no reason".into()),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Trouble::Damaged(why) => write!(f, "it is damaged: {why}"),
            Trouble::Failed(why) => f.write_str(why),
        }
    }
}
