//! How many files and connections the system lets the process have open.

/// What is asked for at most: more would be of no use.
#[cfg(unix)]
const WANTED: u64 = 65_536;

/// Raises the bound as far as the system allows, and gives it.
#[cfg(unix)]
pub fn raised() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let now = current.unwrap_or(WANTED);
    let mut wanted = maximum.unwrap_or(WANTED).min(WANTED);
    // Some systems allow less than they say.
    while wanted > now {
        if setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok() {
            return wanted as usize;
        }
        wanted /= 2;
    }
    now as usize
}

#[cfg(not(unix))]
pub fn raised() -> usize {
    usize::MAX
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn as_much_as_the_system_allows() {
        let raised = super::raised() as u64;
        let limit = getrlimit(Resource::Nofile);
        assert_eq!(limit.current, Some(raised));
        if let Some(most) = limit.maximum.filter(|most| *most <= super::WANTED) {
            assert_eq!(raised, most);
        }
    }
}
