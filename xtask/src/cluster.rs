//! Shards on a real scheduler: `cargo xtask cluster`.
//!
//! Debian's Slurm and GNU parallel are installed if they are not there, a cluster of this one
//! machine is started, and the scripts that `kumiki shards` writes are run on it. A task is killed
//! on the way, another is put back into the queue; what is missing is submitted again. The merged
//! count must be that of a single run. Where this cannot be done, it is said and counted as
//! skipped.
//!
//! CI leaves out what takes minutes: Slurm waits two of them before it starts a task again that was
//! put back into the queue.

use crate::ci::{TESTED, built};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The question, and what every answer to it has.
const QUESTION: &[&str] = &["pack", "bedlam"];
const FIGURE: &str = "\"count\": \"460464\"";
/// Into so many shards it is divided.
const SHARDS: &str = "8";
/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(400);

/// Runs everything on what users build, or with `--quick` what CI runs.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => cluster(root, "release", true),
        [word] if word == "--quick" => short(root),
        _ => Err(String::from("cluster: expected nothing, or --quick")),
    }
}

/// The short form, for CI.
pub(crate) fn short(root: &Path) -> Result<(), String> {
    cluster(root, TESTED, false)
}

fn cluster(root: &Path, profile: &str, requeues: bool) -> Result<(), String> {
    let kumiki = built(root, profile)?.join("kumiki");
    let kumiki = kumiki.canonicalize().map_err(|e| format!("cluster: no kumiki: {e}"))?;
    let (mut passed, mut skipped) = (0, 0);
    let mut check = |name: &str, lacking: Option<String>, test: &dyn Fn() -> Result<(), String>| {
        match lacking {
            Some(lacking) => {
                println!("cluster: {name}: skipped, {lacking}");
                skipped += 1;
                Ok(())
            }
            None => test().map(|()| {
                println!("cluster: {name}: the same count as a single run");
                passed += 1;
            }),
        }
    };
    check("GNU parallel", lacking("parallel", &["parallel"]), &|| by_parallel(&kumiki))?;
    let slurm = lacking("slurmctld", &["slurm-wlm", "munge"]).or_else(not_root);
    check("Slurm", slurm, &|| by_slurm(&kumiki, requeues))?;
    println!("cluster: {passed} passed, 0 failed, {skipped} skipped");
    Ok(())
}

/// What is missing, after an attempt to install it.
pub(crate) fn lacking(program: &str, packages: &[&str]) -> Option<String> {
    let is_there = || {
        let found = format!("command -v {program} || test -x /usr/sbin/{program}");
        quiet(Command::new("sh").args(["-c", &found]))
    };
    if is_there() {
        return None;
    }
    let apt = |arguments: &[&str]| {
        quiet(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = [&["install", "-y", "--no-install-recommends"], packages].concat();
    let _ = apt(&install) || (apt(&["update"]) && apt(&install));
    (!is_there()).then(|| format!("{} cannot be installed here", packages.join(" and ")))
}

fn not_root() -> Option<String> {
    let is_root = output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    (!is_root).then(|| String::from("its daemons need root"))
}

/// A folder of its own for a test, gone when it is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("kumiki-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(|e| format!("cluster: no folder: {e}"))?;
        Ok(Self(path))
    }

    /// The script for a scheduler.
    fn script(&self, kumiki: &Path, scheduler: &str) -> Result<(), String> {
        let mut command = Command::new(kumiki);
        command.args(["shards", scheduler, SHARDS]).args(QUESTION).current_dir(&self.0);
        self.put("job.sh", &output(&mut command)?)
    }

    /// Runs the script.
    fn submit(&self, kumiki: &Path) -> Result<String, String> {
        let mut command = Command::new("bash");
        output(command.arg("job.sh").env("KUMIKI", kumiki).current_dir(&self.0))
    }

    fn put(&self, name: &str, text: &str) -> Result<(), String> {
        fs::write(self.0.join(name), text).map_err(|e| format!("cluster: {name}: {e}"))
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    /// What tasks and merges have said.
    fn logs(&self) -> String {
        let files = fs::read_dir(self.0.join("parts")).into_iter().flatten().flatten();
        let logs = files.filter(|file| file.path().extension().is_some_and(|end| end == "log"));
        let said = logs.filter_map(|file| {
            let text = fs::read_to_string(file.path()).ok().filter(|text| !text.is_empty())?;
            Some(format!("\n{}: {text}", file.file_name().display()))
        });
        said.collect()
    }

    /// Whether the answer is right.
    fn check_answer(&self) -> Result<(), String> {
        let answer = fs::read_to_string(self.0.join("answer.json"))
            .map_err(|e| format!("cluster: no answer: {e}{}", self.logs()))?;
        match answer.contains(FIGURE) && answer.contains("\"complete\": true") {
            true => Ok(()),
            false => Err(format!("cluster: another answer, expected {FIGURE}:\n{answer}")),
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// GNU parallel, whose first run is ended in the middle.
fn by_parallel(kumiki: &Path) -> Result<(), String> {
    let folder = Folder::new("parallel")?;
    folder.script(kumiki, "--parallel")?;
    let mut first = Command::new("bash");
    first.arg("job.sh").env("KUMIKI", kumiki).current_dir(&folder.0).stdin(Stdio::null());
    let first = first.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut first = first.map_err(|e| format!("cluster: bash: {e}"))?;
    wait_for("a part", || folder.has("parts/part-1.json"))?;
    let _ = first.kill();
    let _ = first.wait();
    // Jobs that parallel has begun come to their end by themselves.
    std::thread::sleep(Duration::from_millis(200));
    folder.submit(kumiki)?;
    folder.check_answer()
}

/// Slurm on this machine, whose daemons end with it.
struct Slurm {
    folder: Folder,
    daemons: Vec<Child>,
}

impl Drop for Slurm {
    fn drop(&mut self) {
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

impl Slurm {
    fn start() -> Result<Self, String> {
        let folder = Folder::new("slurm")?;
        let host = output(&mut Command::new("hostname"))?;
        let (host, path) = (host.trim(), folder.0.display());
        for name in ["state", "spool"] {
            let made = fs::create_dir(folder.0.join(name));
            made.map_err(|e| format!("cluster: {name}: {e}"))?;
        }
        folder.put(
            "slurm.conf",
            &format!(
                "ClusterName=kumiki\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\n\
                 SlurmdUser=root\nAuthType=auth/munge\nStateSaveLocation={path}/state\n\
                 SlurmdSpoolDir={path}/spool\nSlurmctldPidFile={path}/ctld.pid\n\
                 SlurmdPidFile={path}/d.pid\nSlurmctldLogFile={path}/ctld.log\n\
                 SlurmdLogFile={path}/d.log\nMpiDefault=none\n\
                 ProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\n\
                 SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\n\
                 AccountingStorageType=accounting_storage/none\nReturnToService=2\n\
                 NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN\n\
                 PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP\n"
            ),
        )?;
        let mut slurm = Self { folder, daemons: Vec::new() };
        let prepare = "mkdir -p /run/munge && chown munge: /run/munge && \
                       (test -e /etc/munge/munge.key || mungekey)";
        if !quiet(Command::new("sh").args(["-c", prepare])) {
            return Err(String::from("cluster: munge cannot be prepared"));
        }
        if !quiet(Command::new("sh").args(["-c", "munge -n | unmunge"])) {
            slurm.daemon(Command::new("runuser").args(["-u", "munge", "--", "munged", "-F"]))?;
        }
        wait_for("munge", || quiet(Command::new("sh").args(["-c", "munge -n | unmunge"])))?;
        slurm.daemon(Command::new("slurmctld").arg("-D"))?;
        slurm.daemon(Command::new("slurmd").arg("-D"))?;
        wait_for("an idle node", || {
            let nodes = output(slurm.command("sinfo").args(["-h", "-o", "%T"]));
            nodes.is_ok_and(|nodes| nodes.contains("idle"))
        })?;
        Ok(slurm)
    }

    fn daemon(&mut self, command: &mut Command) -> Result<(), String> {
        command.env("SLURM_CONF", self.folder.0.join("slurm.conf")).env("PATH", path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let daemon = command.spawn().map_err(|e| format!("cluster: a daemon: {e}"))?;
        self.daemons.push(daemon);
        Ok(())
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("SLURM_CONF", self.folder.0.join("slurm.conf")).current_dir(&self.folder.0);
        command
    }

    fn submit(&self, kumiki: &Path) -> Result<String, String> {
        output(self.command("bash").arg("job.sh").env("KUMIKI", kumiki))
    }

    /// The tasks in a state, as Slurm calls them: the array's number and theirs.
    fn tasks(&self, state: &str) -> Vec<String> {
        let list = ["-h", "-r", "-n", "kumiki", "-t", state, "-o", "%i"];
        let tasks = output(self.command("squeue").args(list)).unwrap_or_default();
        tasks.lines().map(str::to_owned).collect()
    }

    fn is_empty(&self) -> bool {
        output(self.command("squeue").args(["-h", "-o", "%i"])).is_ok_and(|all| all.is_empty())
    }
}

/// Daemons of the system are found, too.
fn path() -> String {
    std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin"
}

/// An array of which a task is killed; with `requeues`, another goes back into the queue.
fn by_slurm(kumiki: &Path, requeues: bool) -> Result<(), String> {
    let slurm = Slurm::start()?;
    slurm.folder.script(kumiki, "--slurm")?;
    slurm.submit(kumiki)?;
    wait_for("a task", || !slurm.tasks("RUNNING").is_empty())?;
    let running = slurm.tasks("RUNNING");
    let killed = running.first().ok_or("cluster: the tasks are over before one is killed")?;
    output(slurm.command("scancel").args(["--signal=KILL", killed]))?;
    if requeues {
        let is_other = |task: &String| task != killed;
        wait_for("another task", || slurm.tasks("RUNNING").iter().any(is_other))?;
        if let Some(other) = slurm.tasks("RUNNING").into_iter().find(is_other) {
            output(slurm.command("scontrol").args(["requeue", &other]))?;
            println!("cluster: {other} is put back into the queue");
        }
    }
    wait_for("the tasks", || {
        let is_over = |state: &str| slurm.tasks(state).is_empty();
        is_over("RUNNING") && is_over("PENDING") && is_over("COMPLETING")
    })?;
    if slurm.folder.has("answer.json") {
        return Err(String::from("cluster: there is an answer though a task was killed"));
    }
    // The merge waits for a task that is lost; then what is missing is done.
    output(slurm.command("scancel").args(["-n", "kumiki-merge"]))?;
    wait_for("an empty queue", || slurm.is_empty())?;
    slurm.submit(kumiki)?;
    wait_for("the merge", || slurm.folder.has("answer.json") || slurm.is_empty())?;
    slurm.folder.check_answer()
}

/// Waits, but not for ever.
fn wait_for(what: &str, mut is_there: impl FnMut() -> bool) -> Result<(), String> {
    let began = Instant::now();
    while !is_there() {
        if began.elapsed() > PATIENCE {
            return Err(format!("cluster: waited in vain for {what}"));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn quiet(command: &mut Command) -> bool {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|e| format!("cluster: {name} could not be started: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cluster: {name}: {}: {said}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
