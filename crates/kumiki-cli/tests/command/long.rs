//! Runs that are killed and go on, shards that are put together, and what is refused.
#![cfg(unix)]

use crate::interruption::signal;
use crate::program::{Finished, Folder, kumiki, run_in};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// What a run took is no part of its answer.
pub(crate) fn without_cost(mut answer: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in
                    ["profile", "seconds", "nodes", "threads", "peak_bytes", "kernel_reason"]
                {
                    fields.remove(name);
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(list) => list.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut answer);
    answer
}

fn answer(finished: &Finished, how: &str) -> Value {
    assert_eq!(finished.code, Some(0), "{how}: {}", finished.stderr);
    without_cost(serde_json::from_str(&finished.stdout).expect("an answer in JSON"))
}

/// How often each run is killed: twice here, and more often where there is time.
fn kills() -> u64 {
    std::env::var("KUMIKI_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(2)
}

/// One question of every kind of computation, with what takes long in it.
const QUESTIONS: &[&str] = &[
    // Trees: bits, cells, bricks, branch and bound, lists.
    "pack soma --symmetry none --list 300 --count",
    "cover examples/pent6x10.dlx --symmetry auto --kernel bits",
    "pack conway --kernel cells --list 200 --count",
    "antislide 4x4x5 --method direct",
    "antislide 4x4x4 --fewest --method direct --list",
    // Layers; merged states.
    "antislide 4x4x6 --method layers",
    "cover examples/domino16.dlx --kernel memo",
    "cover examples/domino16.dlx --kernel memo --sample 3",
    // Frontiers, diagrams, pairs of matchings.
    "tours 6x7 --verify",
    "graph paths grid:9x9 --from 0,0 --to 8,8",
    "graph spanning-trees grid:4x4 --list 3",
    "graph hamiltonian-paths knight:6x6",
    "tours 8x8 --symmetry half-turn --method diagram",
    // Tilings: remembered, visited, coloured.
    "tile decagon",
    "tile colorstar --symmetry none --list",
    "tile pentagon --verify",
    // Sliding tiles: rounds, tables, batches, whole boards.
    "slide bc9e80df3412a756 --heuristic manhattan --all",
    "slide ca6098dfb73254e1 --cache tables --list 3",
    "slide --random 40 --seed 3 --board 3x3 --heuristic manhattan",
    "slide 647850321 --board 3x3 --metric multi --all --list 3",
    "slide bc9e80df3412a756 --verify",
    "slide --table 2x5",
    "slide --table 3x3 --happy",
];

/// Kills a run again and again, at moments that nobody has chosen, and lets it go on each time.
fn check_survival(line: &str, folder: &Folder) {
    for name in ["examples", "puzzles"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
        let _ = std::os::unix::fs::symlink(root, folder.path().join(name));
    }
    let began = Instant::now();
    let whole = answer(&run_in(folder.path(), &format!("{line} --json")), line);
    let took = began.elapsed();
    let _ = fs::remove_dir_all(folder.path().join("tables"));
    let mut next =
        format!("{line} --json --checkpoint run.kck --checkpoint-every 20ms --threads 2");
    let mut dice =
        line.bytes().fold(7_u64, |dice, byte| dice.wrapping_mul(31) ^ u64::from(byte)) | 1;
    for kill in 0..kills() {
        let mut child = kumiki()
            .args(next.split_whitespace())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program can be started");
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Somewhere in the first two thirds; often that is before anything is written.
        let share = f64::from(u32::try_from(dice >> 40).expect("24 bits")) / f64::from(1 << 24);
        std::thread::sleep(took.mul_f64(share / 1.5).max(Duration::from_millis(5)));
        // One in three is asked to stop, the others are killed.
        let name = if kill % 3 == 1 { "TERM" } else { "KILL" };
        if child.try_wait().expect("a child of ours").is_none() {
            signal(&child, name);
        }
        let _ = child.wait().expect("a child of ours");
        if folder.path().join("run.kck").exists() {
            next = format!("resume run.kck --checkpoint-every 20ms --threads {}", kill % 2 + 1);
        }
    }
    let resumed = answer(&run_in(folder.path(), &next), &format!("{line}, resumed"));
    assert_eq!(resumed, whole, "{line}");
    // What is finished can be asked again.
    let again = answer(&run_in(folder.path(), "resume run.kck"), &format!("{line}, again"));
    assert_eq!(again, whole, "{line}, again");
}

#[test]
fn runs_that_are_killed_go_on_to_the_same_answer() {
    for (number, line) in QUESTIONS.iter().enumerate() {
        check_survival(line, &Folder::new(&format!("killed-{number}")));
    }
}

/// Questions of all families that can be divided.
const DIVIDED: &[&str] = &[
    "antislide 3x4x4 --list",
    "antislide 4x4x4 --max-bricks 13 --symmetry rotations --list 7 --count",
    "antislide 3x3x4 --fewest --list",
    "antislide 4x4x4 --list 5 --most-symmetric",
    "cover examples/queens8.dlx",
    "cover examples/queens8.dlx --symmetry auto --list",
    "cover examples/costs.dlx --cheapest 3",
    "cover examples/words.dlx --list 2",
    "pack soma --sample 4 --seed 3",
    "pack soma --list 9 --symmetry none",
    "tile octagon --list",
    "tile colorstar --list 5 --count",
    "tile pentagon",
    "slide --random 12 --seed 5 --board 3x3",
    "slide 867254301 --board 3x3 --heuristic manhattan --max-moves 33 --all --list 3",
    "slide bc9e80df3412a756 --max-moves 58 --all",
    "tours 6x6 --symmetry half-turn --method diagram",
];

#[test]
fn shards_make_up_the_whole_in_every_family() {
    for (number, line) in DIVIDED.iter().enumerate() {
        let folder = Folder::new(&format!("shards-{number}"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        std::os::unix::fs::symlink(root, folder.path().join("examples")).expect("a link");
        let whole = answer(&run_in(folder.path(), &format!("{line} --json")), line);
        // A hundred processes take a second; one family in four has so many.
        let numbers: &[u32] = if number % 4 == 0 { &[1, 2, 7, 100] } else { &[2, 7] };
        for of in numbers {
            let mut parts = String::new();
            for shard in 1..=*of {
                let part = format!("part-{of}-{shard}.json");
                let share = format!("{line} --shard {shard}/{of} --out {part}");
                let done = run_in(folder.path(), &share);
                assert_eq!((done.code, &*done.stdout), (Some(0), ""), "{share}: {}", done.stderr);
                parts += &format!(" {part}");
            }
            let merged = run_in(folder.path(), &format!("merge{parts} --json"));
            assert_same(&answer(&merged, line), &whole, &format!("{line} in {of} shards"));
        }
    }
}

/// Divided work may be searched by another method; what is found is the same.
fn assert_same(merged: &Value, whole: &Value, how: &str) {
    let without_evidence = |answer: &Value| {
        let mut answer = answer.clone();
        for name in ["evidence", "kernel"] {
            answer.as_object_mut().expect("an object").remove(name);
        }
        answer
    };
    assert_eq!(without_evidence(merged), without_evidence(whole), "{how}");
}

#[test]
fn parts_that_are_no_whole_are_refused_with_what_is_to_be_done() {
    let folder = Folder::new("no-whole");
    for shard in 1..=3 {
        let share = format!("antislide 3x3x4 --shard {shard}/3 --out {shard}.json");
        assert_eq!(run_in(folder.path(), &share).code, Some(0), "{share}");
    }
    run_in(folder.path(), "antislide 3x3x3 --shard 1/3 --out other.json");
    run_in(folder.path(), "antislide 3x3x4 --shard 1/2 --out half.json");
    let check = |line: &str, expected: &str| {
        let refused = run_in(folder.path(), line);
        assert_eq!(refused.code, Some(2), "{line}: {}", refused.stdout);
        assert_eq!(refused.stderr.lines().count(), 1, "{line}: {}", refused.stderr);
        assert!(refused.stderr.contains(expected), "{line}: {}", refused.stderr);
        refused.stdout
    };
    let again = check("merge 1.json 3.json", "to be done: 2/3");
    assert_eq!(
        again,
        "kumiki antislide 3x3x4 --brick 1x2x2 --shard 2/3 --out part-2.json --force\n"
    );
    check("merge 1.json 1.json 2.json 3.json", "shard 1 of 3 is there twice");
    check("merge 1.json 2.json other.json", "is about question");
    check("merge 2.json 3.json half.json", "a shard of");
    fs::write(folder.path().join("broken.json"), "{}").expect("a file");
    check("merge broken.json", "is no journal");
    check("merge nowhere.json", "cannot read 'nowhere.json'");
    check("resume nowhere.kck", "cannot be read");
    check("resume 1.json", "expected");
    check("antislide 3x3x3 --shard 4/3 --out x.json", "expected a share such as 3/100");
    check("antislide 3x3x3 --shard 1/3", "--out");
    check("graph matchings grid:4x4 --shard 1/2 --out x.json", "cannot be divided among shards");
    check("antislide 3x3x3 --method layers --shard 1/2 --out x.json", "--method direct");
    check("slide 867254301 --board 3x3 --shard 1/2 --out x.json", "--max-moves");
    check("tile rhombs-20 --symmetry none --shard 1/2 --out x.json", "cannot be divided");
    assert!(!folder.path().join("x.json").exists());
}

#[test]
fn shards_without_a_solution_say_so_together() {
    let folder = Folder::new("beyond");
    let line = "slide 867254301 --board 3x3 --heuristic manhattan --max-moves 28";
    let mut parts = String::new();
    for shard in 1..=5 {
        let share = format!("{line} --shard {shard}/5 --out {shard}.json");
        assert_eq!(run_in(folder.path(), &share).code, Some(0), "{share}");
        parts += &format!(" {shard}.json");
    }
    let done = run_in(folder.path(), &format!("status{parts}")).stdout;
    assert!(done.ends_with("5 of 5 shards are done\n"), "{done}");
    let merged = run_in(folder.path(), &format!("merge{parts}"));
    assert_eq!(merged.code, Some(3), "{}", merged.stderr);
    assert!(merged.stdout.contains("no solution with less than 29 moves"), "{}", merged.stdout);
    assert!(merged.stdout.contains("more moves than were asked for"), "{}", merged.stdout);
}

#[test]
fn a_checkpoint_is_not_overwritten_and_not_shared() {
    let folder = Folder::new("kept");
    let line = "antislide 3x3x3 --checkpoint a.kck";
    assert_eq!(run_in(folder.path(), line).code, Some(0));
    let refused = run_in(folder.path(), line);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("it exists already"), "{}", refused.stderr);
    assert_eq!(run_in(folder.path(), &format!("{line} --force")).code, Some(0));
    // While a run goes on, nobody else may use its checkpoint.
    let mut child = kumiki()
        .args("antislide 5x5x6 --method direct --threads 1 --checkpoint b.kck".split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program can be started");
    let began = Instant::now();
    while !folder.path().join("b.kck").exists() && began.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let busy = run_in(folder.path(), "resume b.kck");
    let told = run_in(folder.path(), "status b.kck");
    child.kill().expect("a child of ours");
    child.wait().expect("a child of ours");
    assert_eq!(busy.code, Some(2), "{}", busy.stdout);
    assert!(busy.stderr.contains("another run uses it"), "{}", busy.stderr);
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    assert!(told.stdout.starts_with("kumiki antislide 5x5x6"), "{}", told.stdout);
    let stopped = run_in(folder.path(), "resume b.kck --time-limit 300ms");
    assert_eq!(stopped.code, Some(3), "{}", stopped.stderr);
}

#[test]
fn what_is_cut_off_or_changed_is_refused_and_stays_as_it_was() {
    let folder = Folder::new("damaged");
    let line = "antislide 3x3x4 --method direct --json --checkpoint a.kck";
    let whole = answer(&run_in(folder.path(), line), line);
    let bytes = fs::read(folder.path().join("a.kck")).expect("a checkpoint");
    let path = folder.path().join("b.kck");
    for at in (0..bytes.len()).step_by((bytes.len() / 25).max(1)) {
        let mut changed = bytes.clone();
        changed[at] ^= 1 << (at % 8);
        for damaged in [changed, bytes[..at].to_vec()] {
            fs::write(&path, &damaged).expect("a file");
            let refused = run_in(folder.path(), "resume b.kck");
            assert_eq!(refused.code, Some(2), "byte {at}: {}", refused.stdout);
            assert_eq!(refused.stderr.lines().count(), 1, "byte {at}: {}", refused.stderr);
            assert_eq!(fs::read(&path).expect("it is still there"), damaged, "byte {at}");
        }
    }
    let resumed = answer(&run_in(folder.path(), "resume a.kck"), "the whole one");
    assert_eq!(resumed, whole);
}

#[test]
fn scripts_are_for_questions_that_can_be_divided() {
    let folder = Folder::new("scripts");
    let slurm = run_in(folder.path(), "shards --slurm 12 antislide 3x3x4 --list 3");
    assert_eq!(slurm.code, Some(0), "{}", slurm.stderr);
    assert!(slurm.stdout.starts_with("#!/usr/bin/env bash\n"), "{}", slurm.stdout);
    assert!(slurm.stdout.contains("antislide 3x3x4 --list 3 --threads 1 --shard"));
    for (line, expected) in [
        ("shards --slurm 12 graph matchings grid:4x4", "cannot be divided"),
        ("shards --slurm 12 antislide", "expected"),
        ("shards antislide 3x3x3", "expected"),
        ("shards --slurm 0 antislide 3x3x3", "expected a number from 1"),
        ("shards --parallel 3 antislide 3x3x3 --json", "--json"),
    ] {
        let refused = run_in(folder.path(), line);
        assert_eq!(refused.code, Some(2), "{line}: {}", refused.stdout);
        assert!(refused.stderr.contains(expected), "{line}: {}", refused.stderr);
    }
    // The functions of the script do the shares and put them together, with any scheduler.
    let script = run_in(folder.path(), "shards --parallel 5 antislide 3x3x4").stdout;
    let begin = script.find("mkdir -p").expect("what comes after the functions");
    let by_hand = format!(
        "{}\nmkdir -p parts\nfor i in $(missing); do share \"$i\"; done\nrm parts/part-3.json\n\
         for i in $(missing); do echo \"$i\"; share \"$i\"; done\nmerge\n",
        &script[..begin]
    );
    fs::write(folder.path().join("job.sh"), by_hand).expect("a script");
    let done = std::process::Command::new("bash")
        .arg("job.sh")
        .env("KUMIKI", env!("CARGO_BIN_EXE_kumiki"))
        .current_dir(folder.path())
        .output()
        .expect("bash");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(String::from_utf8_lossy(&done.stdout), "3\n", "only what is missing is done again");
    let merged = fs::read_to_string(folder.path().join("answer.json")).expect("an answer");
    let merged = without_cost(serde_json::from_str(&merged).expect("JSON"));
    let whole = answer(&run_in(folder.path(), "antislide 3x3x4 --json"), "the whole");
    assert_same(&merged, &whole, "by the script");
}
