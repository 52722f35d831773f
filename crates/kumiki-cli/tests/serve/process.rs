//! Servers and their children: begun, looked at, ended.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The longest anything may take on a machine with much else to do.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// The token of all servers here.
pub(crate) const TOKEN: &str = "a-token-for-tests";

/// A server that can be reached.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
    _stdout: BufReader<ChildStdout>,
}

impl Server {
    /// Begins one with flags, separated by spaces.
    pub(crate) fn start(flags: &str) -> Self {
        let mut child = command(flags).stderr(Stdio::null()).spawn().expect("the program");
        let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line");
        let (address, token) = line.trim_end().split_once("/#t=").expect("an address and a token");
        assert_eq!(token, TOKEN);
        let port = address.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        Self { child, port: port.expect("a port"), _stdout: stdout }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The children that run now.
    pub(crate) fn children(&self) -> Vec<u32> {
        children(self.pid())
    }

    /// Waits until so many children run, and returns them.
    pub(crate) fn wait_for_children(&self, count: usize) -> Vec<u32> {
        wait_until(&format!("{count} children"), || self.children().len() == count);
        self.children()
    }

    /// Its memory.
    pub(crate) fn held_bytes(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
    }

    /// Waits until it has ended, and returns its exit code.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        let mut code = None;
        wait_until("the end of the server", || {
            code = self.child.try_wait().expect("a child of ours");
            code.is_some()
        });
        code.and_then(|status| status.code())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Asked, so that it ends its children, too.
        if matches!(self.child.try_wait(), Ok(None)) {
            signal(self.pid(), "TERM");
            let _ = self.child.wait();
        }
    }
}

/// A server that is not begun yet.
fn command(flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    command.args(["serve", "--port", "0", "--token", TOKEN]).args(flags.split_whitespace());
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    // What children must not see.
    command.env("KUMIKI_SECRET", "secret");
    // A server that is killed leaves folders behind: with the tests, not with the user.
    command.env("TMPDIR", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// A server that cannot be.
pub(crate) fn refused(flags: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumiki"));
    command.arg("serve").args(flags.split_whitespace()).stdin(Stdio::null());
    command.output().expect("the program")
}

/// Waits for something that must come.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "waited too long for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends a signal; the shell has `kill` everywhere.
pub(crate) fn signal(pid: u32, name: &str) {
    let mut shell = Command::new("sh");
    let status = shell.args(["-c", "kill -s \"$0\" \"$1\"", name, &pid.to_string()]).status();
    assert!(status.expect("a shell").success(), "kill -s {name} {pid}");
}

/// Whether a process is there, and not only its number.
pub(crate) fn is_alive(pid: u32) -> bool {
    stat(pid).is_some_and(|fields| fields[0] != "Z")
}

/// The processor time that a process has used, in hundredths of a second.
pub(crate) fn processor_time(pid: u32) -> u64 {
    let ticks = |fields: Vec<String>| fields[11..13].iter().flat_map(|t| t.parse::<u64>()).sum();
    stat(pid).map_or(0, ticks)
}

fn children(pid: u32) -> Vec<u32> {
    let all = fs::read_dir("/proc").expect("processes");
    let numbers = all.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_child = |other: &u32| {
        stat(*other).is_some_and(|fields| fields[1] == pid.to_string() && fields[0] != "Z")
    };
    numbers.filter(is_child).collect()
}

/// What the system says about a process, from its state on.
fn stat(pid: u32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit_once(')')?.1.split_whitespace().map(str::to_owned).collect())
}
