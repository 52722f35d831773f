//! Levels in files: counts that do not fit into memory, in a folder where nothing is left behind.
#![cfg(target_os = "linux")]

use crate::interruption::signal;
use crate::program::{Finished, Folder, assert_one_line, finish, kumiki, run_in};
use std::process::Stdio;
use std::time::Duration;

/// A count in memory, and in files with less memory than that: the same answer but for the method.
#[test]
fn a_count_goes_through_files_if_it_does_not_fit() {
    let folder = Folder::new("scratch");
    let files = ", levels in files";
    for (line, limit, count) in [
        ("tours 7x8", "110M", "34524432316"),
        ("graph hamiltonian-paths knight:6x7", "70M", "389969466"),
    ] {
        let plain = run_in(folder.path(), line);
        let line = format!("{line} --memory-limit {limit}");
        let refused = run_in(folder.path(), &line);
        let words =
            [limit.trim_end_matches('M'), "MB of memory may be used", "--scratch for levels"];
        assert_one_line(3, &line, &refused, &words);
        let line = format!("{line} --scratch .");
        let Finished { code, stdout, stderr, .. } = run_in(folder.path(), &line);
        assert_eq!(code, Some(0), "{line}: {stderr}");
        assert!(stderr.is_empty() || stderr.contains(" MB in files, "), "{stderr}");
        assert!(stdout.contains(count) && stdout.contains(files), "{line}: {stdout}");
        assert_eq!(stdout.replace(files, ""), plain.stdout, "{line}");
        assert_eq!(folder.names(), Vec::<String>::new(), "{line}");
    }
    let small = run_in(folder.path(), "tours 6x6 --scratch .");
    assert!(small.stdout.contains("9862") && !small.stdout.contains(files), "{}", small.stdout);
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_in_a_line() {
    let folder = Folder::new("no-scratch");
    folder.write("file", "");
    for name in ["absent", "file", "/proc"] {
        let line = format!("tours 6x6 --scratch {name}");
        let words = [name, "--scratch", "expected a folder where files can be written"];
        assert_one_line(2, &line, &run_in(folder.path(), &line), &words);
    }
    let line = "tours 40x40 --memory-limit 1G --scratch .";
    let words = ["MB in files", "--scratch has room for", "expected more room"];
    assert_one_line(3, line, &run_in(folder.path(), line), &words);
    let line = "tours 8x8 --memory-limit 50M --scratch .";
    assert_one_line(3, line, &run_in(folder.path(), line), &["expected a higher limit"]);
    assert_eq!(folder.names(), ["file"]);
}

/// Whoever is killed in the middle leaves nothing behind, and who is asked to stop does so.
#[test]
fn nothing_is_left_of_a_run_that_ends_early() {
    let folder = Folder::new("killed-scratch");
    for kill in ["KILL", "INT"] {
        let mut command = kumiki();
        command.args("tours 8x8 --memory-limit 400M --scratch .".split(' '));
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program can be started");
        std::thread::sleep(Duration::from_secs(4));
        assert!(child.try_wait().expect("a child").is_none(), "it takes long");
        signal(&child, kill);
        let code = child.wait().expect("a child").code();
        assert!(kill == "KILL" || code == Some(3), "{code:?}");
        assert_eq!(folder.names(), Vec::<String>::new(), "{kill}");
    }
    let stopped = "tours 8x8 --memory-limit 400M --scratch . --time-limit 3s --json";
    let stopped = finish(kumiki().args(stopped.split(' ')).current_dir(folder.path()));
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
    assert_eq!(folder.names(), Vec::<String>::new());
}

/// A count in files is killed again and again, and goes on from what is in them.
#[test]
fn a_count_in_files_goes_on_after_kills() {
    let folder = Folder::new("resumed-scratch");
    let limits = "--memory-limit 70M --scratch . --checkpoint-every 100ms";
    let mut next = format!("graph hamiltonian-paths knight:6x7 {limits} --checkpoint run.kck");
    // At first it has no time to say what is in its files.
    for (kill, millis) in [("KILL", 150), ("KILL", 700), ("TERM", 700), ("KILL", 700)] {
        let mut command = kumiki();
        command.args(next.split(' ')).current_dir(folder.path());
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("started");
        std::thread::sleep(Duration::from_millis(millis));
        if child.try_wait().expect("a child").is_none() {
            signal(&child, kill);
        }
        child.wait().expect("a child");
        next = format!("resume run.kck {limits}");
    }
    let is_level = |name: &&String| name.ends_with(".kumiki.level");
    let names = folder.names();
    // A machine that is busy has not come so far; a fast one is over.
    if let Some(level) = names.iter().find(is_level) {
        let status = run_in(folder.path(), "status run.kck");
        assert!(status.stdout.contains("counting"), "{}", status.stdout);
        let aside = folder.path().join("aside");
        std::fs::rename(folder.path().join(level), &aside).expect("a file of ours");
        let refused = run_in(folder.path(), &next);
        if refused.code != Some(0) {
            assert_one_line(1, &next, &refused, &[level, "is not there"]);
            std::fs::rename(&aside, folder.path().join(level)).expect("a file of ours");
        }
    }
    let Finished { code, stdout, stderr, .. } = run_in(folder.path(), &next);
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stdout.contains("389969466") && stdout.contains("levels in files"), "{stdout}");
    assert_eq!(folder.names().iter().filter(is_level).count(), 0, "nothing is left behind");
    let again = run_in(folder.path(), &next);
    assert!(again.stdout.contains("389969466"), "{}{}", again.stdout, again.stderr);
}
