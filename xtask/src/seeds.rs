//! The tables of `book/seeds/`, row by row: `cargo xtask seeds`.
//!
//! A row of such a table says what a section of a seed says, and names a command and texts that the
//! command prints. Every command is run, and its output must have every text; runs of blanks and
//! ends of lines count as one blank. `kumiki` is the product, `printed` the crate `kumiki-printed`.
//! A row with a dash in the place of the command says why there is none, and is counted.

use crate::ci::{TESTED, built};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A row of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Row {
    /// The file, and the first cell: the number of a section.
    place: String,
    /// The words of the command; none if there is no command.
    words: Vec<String>,
    /// What the command prints.
    shows: Vec<String>,
}

/// Runs every row with the programs that the tests were built with.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let rows = all_rows(&root.join("book").join("seeds"))?;
    let programs = built(root, TESTED)?;
    // Rows with the same command stand together: it is run once for all of them.
    let mut commands: BTreeMap<&[String], Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        commands.entry(&row.words).or_default().push(row);
    }
    let commands: Vec<(&[String], Vec<&Row>)> = commands.into_iter().collect();
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((words, rows)) = commands.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = faults_of(words, rows, root, &programs);
            faults.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(found);
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    let faults = faults.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let silent = rows.iter().filter(|row| row.words.is_empty()).count();
    println!("seeds: {silent} rows have no command");
    println!("{} passed, {} failed", rows.len() - silent - faults.len(), faults.len());
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// The rows of all tables in a folder.
fn all_rows(folder: &Path) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let unreadable = |e: std::io::Error| format!("seeds: {}: {e}", folder.display());
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map_err(unreadable)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(unreadable)?;
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned());
        rows.extend(rows_of(&name.unwrap_or_default(), &text)?);
    }
    Ok(rows)
}

/// The rows of the tables of a text whose third column is called `command`.
fn rows_of(file: &str, text: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    let mut is_ours = false;
    for line in text.lines() {
        let Some(inner) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            is_ours = false;
            continue;
        };
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        if cells.get(2) == Some(&"command") {
            is_ours = true;
        } else if is_ours && !cells[0].starts_with("---") {
            rows.push(row(file, &cells)?);
        }
    }
    Ok(rows)
}

fn row(file: &str, cells: &[&str]) -> Result<Row, String> {
    let place = format!("{file}, section {}", cells[0]);
    let [_, _, command, shows] = cells else {
        return Err(format!("seeds: {place}: {} cells, expected 4", cells.len()));
    };
    let words = match quoted(command).as_slice() {
        [] => Vec::new(),
        [command] => words(command),
        more => return Err(format!("seeds: {place}: {} commands, expected one", more.len())),
    };
    // Where there is no command, words say why.
    let shows = if words.is_empty() { Vec::new() } else { quoted(shows) };
    let shows: Vec<String> = shows.iter().map(|text| squeezed(text)).collect();
    let is_known = words.first().is_none_or(|name| ["kumiki", "printed"].contains(&name.as_str()));
    let is_silent = command.trim() == "-";
    if !is_known || words.is_empty() != shows.is_empty() || words.is_empty() != is_silent {
        let expected = "expected a command `kumiki ...` or `printed ...` and what it shows";
        return Err(format!("seeds: {place}: no command or nothing shown, {expected}"));
    }
    Ok(Row { place, words, shows })
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(String::from).collect()
}

/// The words of a command; blanks between double quotes are part of a word.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in command.split('"').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(String::from)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// With one blank in the place of every run of blanks and ends of lines.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a command, and says which of the rows that have it show something that it does not print.
fn faults_of(words: &[String], rows: &[&Row], root: &Path, programs: &Path) -> Vec<String> {
    let Some((name, arguments)) = words.split_first() else { return Vec::new() };
    let mut command = Command::new(programs.join(name));
    let output = command.current_dir(root).args(arguments).stdin(Stdio::null()).output();
    let said = match output {
        Ok(output) => squeezed(&String::from_utf8_lossy(&output.stdout)),
        Err(e) => return vec![format!("seeds: {name} could not be started: {e}")],
    };
    let wrong = rows.iter().filter_map(|row| {
        let text = row.shows.iter().find(|text| !said.contains(*text))?;
        Some(format!("seeds: {}: '{}' does not print '{text}'", row.place, words.join(" ")))
    });
    wrong.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_a_command_and_what_it_shows_or_neither() {
        let table = "# A seed\n\n| § | what it says | command | shows |\n|---|---|---|---|\n\
            | 1 | counts | `kumiki antislide 4x4x4` | `1171`, `48556  packings` |\n\
            | 2 | links | - | nothing but C |\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";
        let rows = rows_of("a.md", table).expect("a table");
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].words, ["kumiki", "antislide", "4x4x4"]);
        assert_eq!(rows[0].shows, ["1171", "48556 packings"]);
        assert!(rows[1].words.is_empty());
        let spoilt = table.replace("`1171`, `48556  packings`", "1171");
        assert!(rows_of("a.md", &spoilt).is_err_and(|why| why.contains("section 1")));
        let spoilt = table.replace("`kumiki antislide", "`rm antislide");
        assert!(rows_of("a.md", &spoilt).is_err());
    }

    #[test]
    fn quoted_words_keep_their_blanks() {
        assert_eq!(
            words("kumiki slide \"1 5 9 d\" --all"),
            ["kumiki", "slide", "1 5 9 d", "--all"]
        );
    }
}
