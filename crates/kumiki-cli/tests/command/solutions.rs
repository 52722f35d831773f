//! Listed solutions in files of their own: the same as are printed, whatever happens to the run.
#![cfg(unix)]

use crate::interruption::signal;
use crate::program::{Finished, Folder, finish, kumiki, run_in};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with the examples in it.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("solutions-{name}"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::os::unix::fs::symlink(root, folder.path().join("examples")).expect("a link");
    folder
}

/// The solutions that a command prints as JSON lines, and its answer without what it took.
fn printed(folder: &Folder, line: &str) -> (String, Value) {
    let lines = run_in(folder.path(), &format!("{line} --json-lines"));
    assert_eq!(lines.code, Some(0), "{line}: {}", lines.stderr);
    let (mut list, mut last) = (String::new(), "");
    for row in lines.stdout.lines() {
        if row.starts_with("{\"number\"") {
            list += &format!("{row}\n");
        }
        last = row;
    }
    (list, without_cost(last))
}

/// An answer without what it took.
fn without_cost(answer: &str) -> Value {
    crate::long::without_cost(serde_json::from_str(answer).expect("an answer"))
}

fn exported(folder: &Folder, file: &str) -> String {
    let exported = run_in(folder.path(), &format!("export {file} --json-lines -"));
    assert_eq!(exported.code, Some(0), "{}", exported.stderr);
    exported.stdout
}

/// One line on stderr, and this exit code.
fn assert_refused(finished: &Finished, code: i32, line: &str, expected: &str) {
    assert_eq!(finished.code, Some(code), "{line}: {} {}", finished.stdout, finished.stderr);
    assert_eq!(finished.stderr.lines().count(), 1, "{line}: {}", finished.stderr);
    assert!(finished.stderr.contains(expected), "{line}: {}", finished.stderr);
}

#[test]
fn what_is_in_the_file_is_what_would_be_printed() {
    let folder = folder("families");
    for line in [
        "pack soma --list",
        "pack soma --list 40 --symmetry rotations --count",
        "pack soma --sample 5 --seed 2",
        "antislide 3x3x4 --list --symmetry none",
        "antislide 4x4x4 --fewest --list",
        "cover examples/pent6x10.dlx --list --symmetry auto --every 100",
        "cover examples/costs.dlx --cheapest 3",
        "cover examples/queens8.dlx --first",
        "tile colorstar --list",
        "tile octagon --list --symmetry none",
        "slide 867254301 --board 3x3 --list",
        "tours 6x6 --list 20 --one-per-class",
        "graph matchings grid:4x4 --list",
    ] {
        let (list, answer) = printed(&folder, line);
        let out = run_in(folder.path(), &format!("{line} --out a.kso --force --json"));
        assert_eq!(out.code, Some(0), "{line}: {}", out.stderr);
        let mut with_file = without_cost(&out.stdout);
        assert!(with_file["solutions"].is_null(), "{line}");
        let evidence = with_file["evidence"].as_array_mut().expect("evidence");
        let where_they_are = evidence.pop().expect("a line");
        let count = list.lines().count();
        assert_eq!(where_they_are, format!("listed solutions in 'a.kso': {count}"), "{line}");
        assert_eq!(with_file, answer, "{line}");
        assert_eq!(exported(&folder, "a.kso"), list, "{line}");
        let judged = run_in(folder.path(), "check a.kso");
        assert_eq!(judged.code, Some(0), "{line}: {}", judged.stderr);
        let table = run_in(folder.path(), "export a.kso --csv -").stdout;
        assert_eq!(table.lines().count(), count + 1, "{line}");
        assert!(table.starts_with("number,symmetry,cost,solution\n"), "{line}");
    }
    let text = run_in(folder.path(), "pack soma --list --out b.kso").stdout;
    assert!(text.starts_with("Soma cube: 11520 packings"), "no list before it: {text}");
}

#[test]
fn some_of_them_are_exported_and_drawn() {
    let folder = folder("some");
    run_in(folder.path(), "pack soma --list --out a.kso");
    let rows = run_in(folder.path(), "export a.kso --csv - --from 100 --list 2").stdout;
    let numbers: Vec<&str> = rows.lines().map(|row| row.split(',').next().expect("one")).collect();
    assert_eq!(numbers, ["number", "100", "101"]);
    let line = "export a.kso --svg a.svg --from 7 --list 3 --json-lines a.txt";
    assert_eq!(run_in(folder.path(), line).code, Some(0));
    let svg = fs::read_to_string(folder.path().join("a.svg")).expect("a picture");
    for caption in [">7: ", ">8: ", ">9: "] {
        assert!(svg.contains(caption), "{caption}");
    }
    assert!(!svg.contains(">10: "));
    let lines = fs::read_to_string(folder.path().join("a.txt")).expect("lines");
    assert_eq!(lines.lines().count(), 3);
    assert_eq!(run_in(folder.path(), "export a.kso --svg b-{}.svg --list 2").code, Some(0));
    assert!(folder.path().join("b-1.svg").exists() && folder.path().join("b-2.svg").exists());
}

#[test]
fn killed_runs_lose_nothing_and_repeat_nothing() {
    let kills = std::env::var("KUMIKI_KILLS").ok().and_then(|kills| kills.parse().ok());
    for (number, line) in [
        "pack soma --symmetry none --list",
        "pack conway --kernel cells --list",
        "antislide 4x4x5 --list --max-bricks 18",
        "tile colorstar --list",
        "graph paths grid:5x5 --from 0,0 --to 4,4 --list",
    ]
    .into_iter()
    .enumerate()
    {
        let folder = folder(&format!("killed-{number}"));
        let began = Instant::now();
        let (list, _) = printed(&folder, line);
        let took = began.elapsed();
        let mut next = format!("{line} --out a.kso --checkpoint a.kck --checkpoint-every 20ms");
        for kill in 0..kills.unwrap_or(4_u32) {
            let mut child = kumiki()
                .args(next.split_whitespace())
                .current_dir(folder.path())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("the program can be started");
            let share = f64::from(kill * 7919 % 10 + 1) / 11.0;
            std::thread::sleep(took.mul_f64(share).max(Duration::from_millis(5)));
            // Those that are asked to stop may show solutions out of their order.
            if child.try_wait().expect("a child of ours").is_none() {
                signal(&child, if kill % 2 == 1 { "TERM" } else { "KILL" });
            }
            let _ = child.wait().expect("a child of ours");
            if folder.path().join("a.kck").exists() {
                next = format!("resume a.kck --checkpoint-every 20ms --threads {}", kill % 2 + 1);
            }
            let has_list = folder.path().join("a.kso").exists();
            assert!(next.starts_with("resume") || !has_list, "{line}: a list without a checkpoint");
            // It may be killed before it has written the head.
            let length = fs::metadata(folder.path().join("a.kso")).map_or(0, |file| file.len());
            if length > 0 {
                let judged = run_in(folder.path(), "check a.kso");
                assert_eq!(judged.code, Some(0), "{line}: {}", judged.stderr);
            }
        }
        let last = run_in(folder.path(), &next);
        assert_eq!(last.code, Some(0), "{line}: {}", last.stderr);
        assert_eq!(exported(&folder, "a.kso"), list, "{line}");
        let again = run_in(folder.path(), "resume a.kck");
        assert_eq!(again.code, Some(0), "{line}: {}", again.stderr);
        assert_eq!(exported(&folder, "a.kso"), list, "{line}, again");
    }
}

#[test]
fn parts_of_shards_are_merged_into_a_file() {
    let folder = folder("shards");
    let (list, _) = printed(&folder, "pack soma --list");
    for shard in 1..=3 {
        let line = format!("pack soma --list --shard {shard}/3 --out {shard}.json");
        assert_eq!(run_in(folder.path(), &line).code, Some(0));
    }
    let merged = run_in(folder.path(), "merge 1.json 2.json 3.json --out a.kso");
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    assert_eq!(exported(&folder, "a.kso"), list);
}

#[test]
fn what_makes_no_sense_is_refused_and_leaves_no_file() {
    let folder = folder("refused");
    for (line, expected) in [
        ("pack soma --out a.kso", "expected --list"),
        ("slide --random 3 --board 3x3 --list 2 --out a.kso", "expected --list"),
        ("pack soma --list --out a.kso --svg a.svg", "'kumiki export' draws"),
        ("pack soma --sample 2 --symmetry none --out a.kso", "--symmetry"),
        ("pack soma --list --out -", "-"),
        ("pack soma --list --out no/such/a.kso", "expected a folder that exists"),
        ("pack soma --list --out .", "expected the name of a file"),
        ("pack soma --list --out a.kso --checkpoint a.kso", "different names"),
        ("export a.kso --csv -", "expected a file that --out has written"),
        ("export a.kso", "expected"),
        ("export examples/costs.dlx --csv -", "it is no file of solutions"),
    ] {
        assert_refused(&run_in(folder.path(), line), 2, line, expected);
        assert!(!folder.path().join("a.kso").exists(), "{line}");
    }
    let line = "pack soma --sample 2 --symmetry none --checkpoint a.kck";
    assert_refused(&run_in(folder.path(), line), 2, line, "--symmetry");
    assert!(!folder.path().join("a.kck").exists(), "{line}");
    // A file that exists stays as it is without --force.
    fs::write(folder.path().join("a.kso"), "mine").expect("a file");
    let line = "pack soma --list --out a.kso";
    assert_refused(&run_in(folder.path(), line), 2, line, "expected a new name or --force");
    let refused = "pack soma --sample 2 --symmetry none --out a.kso --force";
    assert_refused(&run_in(folder.path(), refused), 2, refused, "--symmetry");
    assert_eq!(fs::read_to_string(folder.path().join("a.kso")).expect("still there"), "mine");
    assert_eq!(run_in(folder.path(), &format!("{line} --force")).code, Some(0));
    let line = "export a.kso --json-lines a.kso --force";
    assert_refused(&run_in(folder.path(), line), 2, line, "it is the file that is read");
    run_in(folder.path(), "cover examples/queens8.dlx --list --out b.kso");
    let line = "export b.kso --svg b.svg";
    assert_refused(&run_in(folder.path(), line), 2, line, "which has no pictures");
}

#[test]
fn a_disk_without_room_leaves_whole_frames() {
    let folder = folder("full");
    let line = "pack soma --list --out /dev/full";
    assert_refused(&run_in(folder.path(), line), 1, line, "cannot write --out '/dev/full'");
    // So many blocks of 1024 bytes are allowed, and no signal tells of it.
    let line = "antislide 4x4x5 --list";
    let script = format!("trap '' XFSZ; ulimit -f 64; exec \"$0\" {line} --out a.kso");
    let mut bash = Command::new("bash");
    bash.args(["-c", &script, env!("CARGO_BIN_EXE_kumiki")]).current_dir(folder.path());
    let full = finish(&mut bash);
    assert_eq!(full.code, Some(1), "{}", full.stderr);
    assert!(full.stderr.contains("cannot write --out 'a.kso'"), "{}", full.stderr);
    let (list, _) = printed(&folder, line);
    let read = run_in(folder.path(), "export a.kso --json-lines -");
    assert_eq!(read.code, Some(0), "{}", read.stderr);
    assert!(list.starts_with(&read.stdout) && !read.stdout.is_empty());
    assert!(read.stderr.contains("is not closed"), "{}", read.stderr);
}

#[test]
fn damaged_files_are_refused_or_read_up_to_the_last_whole_frame() {
    let folder = folder("damaged");
    run_in(folder.path(), "antislide 3x3x3 --list --symmetry none --out a.kso");
    let (list, _) = printed(&folder, "antislide 3x3x3 --list --symmetry none");
    let bytes = fs::read(folder.path().join("a.kso")).expect("a file");
    let path = folder.path().join("b.kso");
    for at in (0..bytes.len()).step_by((bytes.len() / 20).max(1)) {
        fs::write(&path, &bytes[..at]).expect("a file");
        let cut = run_in(folder.path(), "export b.kso --json-lines -");
        match cut.code {
            Some(0) => assert!(list.starts_with(&cut.stdout), "cut at {at}"),
            _ => assert_refused(&cut, 2, &format!("cut at {at}"), "cannot read 'b.kso'"),
        }
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&path, &flipped).expect("a file");
        let what = format!("byte {at} flipped");
        let refused = run_in(folder.path(), "export b.kso --json-lines c.txt");
        assert_refused(&refused, 2, &what, "cannot read 'b.kso'");
        assert!(!folder.path().join("c.txt").exists(), "{what}");
        let judged = run_in(folder.path(), "check b.kso");
        assert_eq!(judged.code, Some(2), "{what}: {}", judged.stdout);
    }
}
