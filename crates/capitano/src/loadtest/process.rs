//! The server that is measured: a process of its own, in a temporary folder, on one core.

use super::{failed, fetch};
use crate::cli::LoadtestArgs;
use crate::failure::Failure;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

pub struct Process {
    child: Child,
    pub address: SocketAddr,
    folder: PathBuf,
}

impl Process {
    pub fn start(args: &LoadtestArgs) -> Result<Process, Failure> {
        let program = std::env::current_exe().map_err(failed)?;
        let folder = std::env::temp_dir().join(format!("capitano-loadtest-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let mut command = match args.core {
            Some(core) => {
                let mut taskset = Command::new("taskset");
                taskset.arg("-c").arg(core.to_string()).arg(program);
                taskset
            }
            None => Command::new(program),
        };
        command.args(["serve", "--port", "0", "--no-open"]);
        if !args.siege {
            command.args(["--rate", "0", "--connections", "0"]);
        }
        match &args.database {
            Some(url) => command.args(["--database", url]),
            None => command.arg("--folder").arg(&folder),
        };
        if args.full {
            command.args(["--durability", "full"]);
        }
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| {
            let how = if args.core.is_some() { " (taskset is needed to keep it on one core)" } else { "" };
            Failure::new(format!("the server cannot be started{how}: {error}"))
        })?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line).map_err(failed)?;
        }
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim_end().trim_end_matches('/').parse().ok());
        match address {
            Some(address) => Ok(Process { child, address, folder }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                Err(failed("the server did not print its address"))
            }
        }
    }

    /// Memory that the process has in the machine now.
    pub fn megabytes(&self) -> Result<f64, Failure> {
        self.memory("VmRSS:")
    }

    fn memory(&self, name: &str) -> Result<f64, Failure> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).map_err(failed)?;
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<f64>().ok());
        Ok(kilobytes.ok_or_else(|| failed("this system does not say how much memory a process uses"))?
            / 1024.0)
    }

    /// The most that it has had.
    pub fn most_megabytes(&self) -> Result<f64, Failure> {
        self.memory("VmHWM:")
    }

    /// Seconds of a processor that the server has used.
    pub fn processor_seconds(&self) -> Result<f64, Failure> {
        // The kernel counts in hundredths of a second.
        const TICK: f64 = 0.01;
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).map_err(failed)?;
        // The name of the program, in brackets, may hold blanks; user and system time are the 12th and 13th after it.
        let after = stat.rsplit(')').next().unwrap_or("");
        let times = after.split_whitespace().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok());
        Ok(times.sum::<f64>() * TICK)
    }

    /// What the server counts, by name.
    pub async fn metrics(&self) -> Result<HashMap<String, f64>, Failure> {
        let text = fetch(self.address, "/metrics").await?;
        let read = |line: &str| {
            let (name, value) = line.split_once(' ')?;
            Some((name.to_string(), value.parse().ok()?))
        };
        Ok(text.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; its folder is of no use to anybody.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
