//! Output files: real files, links, FIFOs and devices; what is on stdout; what is left behind; what
//! reaches a terminal.

use crate::program::{Finished, Folder, assert_refused, finish, kumiki, run_in, run_with_stdin};
use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn succeeded(line: &str, finished: &Finished) {
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{line}");
}

#[test]
fn a_dash_is_stdout_for_every_output_and_takes_the_place_of_the_answer() {
    let folder = Folder::new("dash");
    for (line, start) in [
        ("antislide 3x3x3 --svg -", "<svg"),
        ("pack diabolical --svg - --list 2 --count", "<svg"),
        ("tile pentagon --svg -", "<svg"),
        ("tile pentagon --eps -", "%!PS-Adobe"),
        ("antislide 3x3x3 --eps -", "%!PS-Adobe"),
        ("pack diabolical --eps - --list 2 --count", "%!PS-Adobe"),
        ("slide --table 2x3 --eps -", "%!PS-Adobe"),
        ("tours 5x6 --first --eps -", "%!PS-Adobe"),
        ("graph cycles grid:3x3 --eps -", "%!PS-Adobe"),
        ("slide 123456708 --board 3x3 --heuristic manhattan --svg -", "<svg"),
        ("slide --table 2x3 --svg -", "<svg"),
        ("tours 5x6 --first --svg -", "<svg"),
        ("graph cycles grid:3x3 --svg -", "<svg"),
        ("graph cycles grid:3x3 --diagram -", "digraph"),
        ("pack soma --write toml -", "kumiki = 1"),
        ("tile pentagon --write toml -", "kumiki = 1"),
    ] {
        let finished = run_in(folder.path(), line);
        succeeded(line, &finished);
        assert!(finished.stdout.starts_with(start), "{line}: {}", finished.stdout);
        assert_eq!(finished.stdout.matches(start).count(), 1, "{line}");
        assert!(!finished.stdout.contains("up to all symmetries"), "no answer beside: {line}");
    }
    // One picture on stdout, another in a file; and a problem on stdout, without a word about the
    // other file.
    let finished = run_in(folder.path(), "tile pentagon --svg - --eps a.eps");
    assert!(
        finished.stdout.trim_end().ends_with("</svg>") && folder.read("a.eps").starts_with("%!PS")
    );
    let toml = run_in(folder.path(), "pack soma --write toml - --write polycube b.txt");
    assert_eq!(toml.stdout, run_in(folder.path(), "pack soma --write toml -").stdout);
    assert_eq!(folder.names(), ["a.eps", "b.txt"], "nothing is called -");
    for (line, words) in [
        ("antislide 3x3x3 --svg - --json", ["--svg '-'", "--json goes to stdout too"]),
        ("tile pentagon --svg - --eps -", ["--eps '-'", "--svg goes to stdout too"]),
        (
            "graph cycles grid:3x3 --svg - --diagram -",
            ["--diagram '-'", "--svg goes to stdout too"],
        ),
        ("slide 123456708 --board 3x3 --play --svg -", ["--svg '-'", "--play goes to stdout too"]),
        ("pack soma --write toml - --write dlx -", ["--write '-'", "--write goes to stdout too"]),
        ("demo --svg -", ["--svg '-'", "the demo goes to stdout too"]),
    ] {
        assert_refused(
            line,
            &run_in(folder.path(), line),
            &[words[0], words[1], "expected a file for one"],
        );
    }
}

#[test]
fn two_outputs_never_have_one_place_nor_that_of_the_input() {
    let folder = Folder::new("one-place");
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    folder.write("mine.dlx", "a b\na\nb\n");
    folder.write("edges.dot", "graph { a -- b }\n");
    let there = |flag: &str| format!("{flag} goes there too, expected different names");
    for (line, words) in [
        ("tile pentagon --svg a.svg --eps a.svg", ["--eps 'a.svg'", &there("--svg")]),
        ("tile pentagon --svg a.svg --eps ./a.svg", ["--eps './a.svg'", &there("--svg")]),
        ("tile pentagon --svg a.svg --eps sub/../a.svg --force", ["--eps", &there("--svg")]),
        ("pack soma --write dlx x --write json x", ["--write 'x'", &there("--write")]),
        (
            "cover mine.dlx --write dlx mine.dlx --force",
            ["'mine.dlx'", "it is the file that is read"],
        ),
        (
            "cover ./mine.dlx --write dlx sub/../mine.dlx --force",
            ["mine.dlx'", "the file that is read"],
        ),
        (
            "graph cycles edges.dot --diagram edges.dot --force",
            ["'edges.dot'", "the file that is read"],
        ),
    ] {
        assert_refused(line, &run_in(folder.path(), line), &words);
    }
    assert_eq!(folder.names(), ["edges.dot", "mine.dlx", "sub"]);
    assert_eq!(folder.read("mine.dlx"), "a b\na\nb\n");
}

#[cfg(unix)]
#[test]
fn links_are_followed_devices_are_written_through_and_both_stay() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new("links");
    let at = |name: &str| folder.path().join(name);
    folder.write("target.svg", "mine");
    symlink("target.svg", at("link.svg")).expect("a link");
    symlink("new.svg", at("free.svg")).expect("a link");
    let line = "antislide 3x3x3 --svg link.svg";
    assert_refused(line, &run_in(folder.path(), line), &["'link.svg'", "exists", "--force"]);
    assert_eq!(folder.read("target.svg"), "mine");
    succeeded("forced", &run_in(folder.path(), &format!("{line} --force")));
    succeeded("free", &run_in(folder.path(), "antislide 3x3x3 --svg free.svg"));
    for (link, target) in [("link.svg", "target.svg"), ("free.svg", "new.svg")] {
        assert!(fs::symlink_metadata(at(link)).expect("there").is_symlink(), "{link}");
        assert!(folder.read(target).starts_with("<svg"), "{target}");
    }
    let line = "tile pentagon --svg target.svg --eps link.svg --force";
    assert_refused(line, &run_in(folder.path(), line), &["--svg goes there too"]);

    // By force only what is ours is tried: whoever runs the tests may be allowed to replace a
    // device.
    succeeded("null", &run_in(folder.path(), "antislide 3x3x3 --svg /dev/null"));
    assert!(fs::metadata("/dev/null").expect("there").file_type().is_char_device());
    let made = Command::new("mkfifo").arg(at("pipe")).status().expect("mkfifo").success();
    assert!(made);
    for force in ["", " --force"] {
        let pipe = at("pipe");
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            fs::File::open(pipe).and_then(|mut file| file.read_to_string(&mut text)).map(|_| text)
        });
        succeeded("pipe", &run_in(folder.path(), &format!("antislide 3x3x3 --svg pipe{force}")));
        let text = reader.join().expect("no panic").expect("readable");
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
        assert!(fs::symlink_metadata(at("pipe")).expect("there").file_type().is_fifo());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_without_room_is_a_clear_line() {
    let folder = Folder::new("full");
    let finished = run_in(folder.path(), "antislide 3x3x3 --svg /dev/full");
    assert_eq!(finished.code, Some(1));
    assert!(
        finished.stderr.starts_with("error: cannot write --svg '/dev/full': No space left"),
        "{}",
        finished.stderr
    );
    assert!(
        finished.stdout.contains("9 packings"),
        "the answer is there all the same: {}",
        finished.stdout
    );
    for line in
        ["antislide 3x3x3", "antislide 3x3x3 --json", "antislide 3x3x3 --svg -", "pack --gallery"]
    {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let mut command = kumiki();
        command.args(line.split(' ')).stdout(full).stderr(Stdio::piped());
        let output =
            command.spawn().and_then(std::process::Child::wait_with_output).expect("a child");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{line}: {stderr}");
        assert!(
            stderr.starts_with("error: the answer cannot be printed: No space left"),
            "{line}: {stderr}"
        );
        assert_eq!(stderr.lines().count(), 1, "{line}: {stderr}");
    }
}

#[cfg(unix)]
#[test]
fn stdout_and_an_output_never_have_one_file() {
    let folder = Folder::new("stdout-file");
    let out = fs::File::create(folder.path().join("a.svg")).expect("writable");
    let mut command = kumiki();
    command.args(["antislide", "3x3x3", "--svg", "a.svg", "--force"]).current_dir(folder.path());
    command.stdout(out).stderr(Stdio::piped());
    let output = command.spawn().and_then(std::process::Child::wait_with_output).expect("a child");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stdout goes there too"));
}

/// Starts a run that takes long and has reserved its picture.
#[cfg(unix)]
fn long_run(folder: &Folder, svg: &str) -> std::process::Child {
    let mut command = kumiki();
    command.args(["antislide", "5x5x5", "--method", "direct", "--svg", svg, "--threads", "1"]);
    command.current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program can be started");
    let start = Instant::now();
    while !folder.names().iter().any(|name| name.starts_with(svg) && name.ends_with(".part")) {
        assert!(start.elapsed() < Duration::from_secs(60), "{:?}", folder.names());
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn what_a_killed_run_leaves_is_swept_by_the_next_and_what_a_live_one_has_is_not() {
    let folder = Folder::new("killed");
    let mut dead = long_run(&folder, "dead.svg");
    let mut live = long_run(&folder, "live.svg");
    dead.kill().expect("ours");
    dead.wait().expect("ours");
    assert_eq!(folder.names().len(), 2, "{:?}", folder.names());
    succeeded("next", &run_in(folder.path(), "antislide 3x3x3 --svg next.svg"));
    let names = folder.names();
    live.kill().expect("ours");
    live.wait().expect("ours");
    assert!(
        names.len() == 2 && names[0].starts_with("live.svg.") && names[1] == "next.svg",
        "{names:?}"
    );
}

#[cfg(unix)]
#[test]
fn what_appears_during_a_run_is_not_overwritten() {
    let folder = Folder::new("appears");
    let child = long_run(&folder, "a.svg");
    folder.write("a.svg", "mine");
    let ended =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(ended.success());
    let output = child.wait_with_output().expect("ours");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("cannot write --svg 'a.svg': it appeared during the run"), "{stderr}");
    assert!(!output.stdout.is_empty(), "what was counted is told all the same");
    assert_eq!(
        (folder.names(), folder.read("a.svg")),
        (vec!["a.svg".to_owned()], "mine".to_owned())
    );
}

#[cfg(unix)]
#[test]
fn a_fifo_that_nobody_reads_is_left_on_ctrl_c() {
    let folder = Folder::new("unread");
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo");
    assert!(made.success());
    let mut command = kumiki();
    command.args(["antislide", "3x3x3", "--svg", "pipe"]).current_dir(folder.path());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program can be started");
    // The answer comes first, then the picture.
    let mut first = [0; 1];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("an answer");
    std::thread::sleep(Duration::from_millis(200));
    let ended =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(ended.success());
    let output = child.wait_with_output().expect("ours");
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn nothing_in_a_file_commands_a_terminal() {
    let folder = Folder::new("escapes");
    let escape = "\u{1b}[31m\u{9b}2J\u{7}";
    folder.write("a.dlx", &format!("a{escape} b\na{escape}\nb\n"));
    folder.write("bad.dlx", &format!("a b\na {escape}\n"));
    folder.write("left.dlx", &format!("a | x{escape}\na\nx{escape}\n"));
    let title = "\\u001b[31m\\u009b2J";
    let text = format!(
        "kumiki = 1\ntitle = \"{title}\"\n[box]\nsize = \"1x1x2\"\n[[piece]]\nname = \
         \"{title}\"\nlayers = \"##\"\n"
    );
    folder.write("a.toml", &text);
    let tiling = "kumiki = 1\nring = 4\n[region]\ngrid = \
        [[0,0],[1,0],[1,1],[0,1]]\n[[tile]]\nname = 'x'\ngrid = [[0,0],[1,0],[1,1],[0,1]]\n";
    folder.write(
        "t.toml",
        &tiling
            .replace("ring", &format!("title = \"{title}\"\nring"))
            .replace("'x'", &format!("\"{title}\"")),
    );
    for line in [
        "cover a.dlx --list",
        "cover a.dlx --list --json",
        "cover bad.dlx",
        "cover left.dlx --list",
        "pack a.toml --list",
        "pack a.toml --list --json",
        "pack a.toml --svg -",
        "tile t.toml --list",
        "tile t.toml --list --json",
        "tile t.toml --svg -",
    ] {
        let finished = run_in(folder.path(), line);
        let is_command = |c: char| c.is_control() && c != '\n' && c != '\t';
        let is_picture = line.ends_with('-');
        // A picture in a pipe is data; XML allows the second kind of control characters.
        let is_bad =
            |c: char| if is_picture { is_command(c) && c < '\u{7f}' } else { is_command(c) };
        assert!(!finished.stdout.contains(is_bad), "{line}: {:?}", finished.stdout);
        assert!(!finished.stderr.contains(is_command), "{line}: {:?}", finished.stderr);
        if line.ends_with("--json") {
            let answer: serde_json::Value = serde_json::from_str(&finished.stdout).expect("JSON");
            assert!(
                answer.to_string().contains("[31m\u{9b}2J"),
                "{line}: what it says is as it was"
            );
        }
    }
}

#[test]
fn repeated_input_is_cut_at_the_length_of_a_line() {
    let folder = Folder::new("long");
    let long = "9".repeat(100_000);
    folder.write("long.dlx", &format!("a b\n{long}\n"));
    folder.write("long.txt", &format!("{long}\n"));
    folder.write("long.json", &format!("{{\"question\": {{\"command\": \"{long}\"}}}}"));
    folder.write("long.toml", &format!("kumiki = 1\ntitle = {long}x\n"));
    for line in [
        format!("antislide {long}"),
        format!("slide {long}"),
        format!("slide {long} --board 3x3"),
        format!("slide 123456708 --board 3x3 --goal {long}"),
        format!("graph matchings {long}"),
        format!("graph paths grid:3x3 --from {long} --to 0,0"),
        format!("tours {long}"),
        format!("pack soma --kernel {long}"),
        format!("pack soma --{long}"),
        format!("pack soma --write {long} x"),
        format!("pack {long}"),
        format!("antislide 3x3x3 --svg {long}"),
        format!("graph cycles grid:3x3 --diagram {long}"),
        long.clone(),
        "cover long.dlx".to_owned(),
        "slide --file long.txt".to_owned(),
        "slide --file long.txt --keep-going".to_owned(),
        "graph cycles long.txt".to_owned(),
        "check long.json".to_owned(),
        "pack long.toml".to_owned(),
        "tile long.toml".to_owned(),
    ] {
        let finished = run_in(folder.path(), &line);
        let shown: String = line.chars().take(60).collect();
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{shown}");
        for told in finished.stderr.lines() {
            let is_told = told.starts_with("error: ") || told.starts_with("warning: ");
            assert!(is_told && told.chars().count() <= 420, "{shown}: {told}");
        }
        assert!(finished.stderr.contains("expected"), "{shown}: {}", finished.stderr);
    }
    let finished = run_with_stdin("cover -", format!("a b\n{long}\n").as_bytes());
    assert!(finished.stderr.chars().count() < 420, "{}", finished.stderr);
}

#[test]
fn costs_that_cannot_be_added_exactly_are_refused_and_others_are() {
    let folder = Folder::new("costs");
    folder.write(
        "dear.dlx",
        "a b\na |9007199254740991\nb |9007199254740991\na b |18446744073709551615\n",
    );
    folder.write("sum.dlx", "a b\na |9007199254740000\nb |1\na b |900\n");
    folder.write("good.dlx", "a b\na |4503599627370000\nb |4503599627370001\na b |90\n");
    let line = "cover dear.dlx --cheapest 1";
    assert_refused(line, &run_in(folder.path(), line), &["dear.dlx: line 3", "expected at most"]);
    succeeded("sum", &run_in(folder.path(), "cover sum.dlx --cheapest 1"));
    let finished = finish(
        kumiki()
            .args(["cover", "good.dlx", "--cheapest", "2", "--json"])
            .current_dir(folder.path()),
    );
    let answer: serde_json::Value = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!(answer["costs"], serde_json::json!([90, 9_007_199_254_740_001_u64]));
}
