//! What a command reports when it cannot do what was asked, and the exit code that goes with it.

use std::fmt;
use std::process::ExitCode;

#[derive(Debug)]
pub struct Failure {
    message: String,
    usage: bool,
}

impl Failure {
    /// Something did not work: exit code 1.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), usage: false }
    }

    /// The command was called wrongly: exit code 2.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), usage: true }
    }

    pub fn code(&self) -> ExitCode {
        ExitCode::from(if self.usage { 2 } else { 1 })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Several things that are wrong, a line each.
impl<T: fmt::Display> From<Vec<T>> for Failure {
    fn from(problems: Vec<T>) -> Failure {
        let lines: Vec<String> = problems.iter().map(T::to_string).collect();
        Failure::new(lines.join("\n"))
    }
}
