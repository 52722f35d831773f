//! The arguments of a command line, and how they become a question.

use crate::failure::Failure;
use crate::flags::{Kind, kind, properties, speaking_of_flags};
use crate::input::Input;
use clap::ArgMatches;
use clap::parser::ValueSource;
use kumiki::model::{DiagramForm, How, ListRecord, Question, ask_schema};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// Whether a switch is given; commands do not have all of them.
pub(crate) fn is_given(matches: &ArgMatches, name: &str) -> bool {
    given(matches, name).unwrap_or(false)
}

/// The value of an argument, if it is given; commands do not have all of them.
pub(crate) fn given<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
) -> Option<T> {
    matches.try_get_one::<T>(name).ok().flatten().cloned()
}

/// All values of an argument that may be repeated; commands do not have all of them.
pub(crate) fn all_given<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
) -> Vec<T> {
    matches.try_get_many::<T>(name).ok().flatten().into_iter().flatten().cloned().collect()
}

/// Whether the command line has an argument, so that its value is not the default.
pub(crate) fn is_written(matches: &ArgMatches, name: &str) -> bool {
    matches!(matches.try_contains_id(name), Ok(true))
        && matches.value_source(name) == Some(ValueSource::CommandLine)
}

/// The question that arguments ask. Files are read.
pub(crate) fn question(command: &str, matches: &ArgMatches) -> Result<Question, Failure> {
    let schema = ask_schema(command).expect("a family");
    let how = schemars::schema_for!(How);
    let mut fields = Map::new();
    fields.insert("command".to_owned(), json!(command));
    for schema in [schema.as_value(), how.as_value()] {
        for (name, property) in properties(schema) {
            if let Some(value) = value(command, name, kind(property, schema), matches)? {
                fields.insert(name.to_owned(), value);
            }
        }
    }
    if let Some(path) = given::<PathBuf>(matches, "diagram") {
        let form = match given::<String>(matches, "diagram_form") {
            Some(form) => json!(form),
            None => json!(diagram_form(&path)?),
        };
        fields.insert("diagram".to_owned(), form);
    }
    let mut question = Question::from_fields(fields)
        .map_err(|error| Failure::Input(speaking_of_flags(command, &error.what)))?;
    if is_given(matches, "first") {
        question = question.first();
    }
    let is_drawn = ["svg", "eps"].iter().any(|name| given::<PathBuf>(matches, name).is_some());
    Ok(if is_drawn { question.drawn() } else { question })
}

/// The value of a field, if it is given.
fn value(
    command: &str,
    name: &str,
    kind: Kind,
    matches: &ArgMatches,
) -> Result<Option<Value>, Failure> {
    if !is_written(matches, name) {
        return Ok(None);
    }
    Ok(match kind {
        Kind::Switch => Some(json!(is_given(matches, name))),
        Kind::Number => given::<u64>(matches, name).map(|number| json!(number)),
        Kind::Numbers => Some(json!(all_given::<u64>(matches, name))),
        Kind::Texts => Some(json!(all_given::<String>(matches, name))),
        Kind::Text | Kind::Word => given::<String>(matches, name).map(|text| json!(text)),
        Kind::List => given::<usize>(matches, name).map(|most| json!(ListRecord::at_most(most))),
        Kind::Source => match given::<PathBuf>(matches, name) {
            Some(path) => Some(json!(Input::source(command, &path)?)),
            None => None,
        },
    })
}

/// The form of a diagram that the name of its file asks for. On stdout it is for Graphviz, unless
/// somebody says otherwise.
fn diagram_form(path: &Path) -> Result<DiagramForm, Failure> {
    let name = path.display().to_string();
    DiagramForm::of_file(if name == "-" { ".dot" } else { &name }).ok_or_else(|| {
        let expected = "a name that ends in .dot, .zdd, .knuth, .txt or .svg, or --diagram-form";
        Failure::Input(format!("bad value '{name}' for '--diagram', expected {expected}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::command_line;
    use kumiki::model::Ask;

    /// The question of a command line.
    fn asked(line: &[String]) -> Question {
        let words = std::iter::once("kumiki".to_owned()).chain(line.iter().cloned());
        let matches = command_line().try_get_matches_from(words).expect("a command line");
        let (command, matches) = matches.subcommand().expect("a command");
        question(command, matches).expect("a question")
    }

    /// Every option of every family. Files are those of the repository.
    const LINES: &[&str] = &[
        "antislide 4x4x5 --brick 2x2x1 --brick 1x1x2 --rule group --start corner --max-bricks 9",
        "antislide 3x3x3 --fewest --symmetry none --method direct --list 5 --count --every 2",
        "antislide 3x3x3 --most --list --profile --verify --trace 9",
        "antislide 3x3x3 --list 3 --min-symmetries 2 --most-symmetric",
        "cover ../../examples/queens8.dlx --format dlx --symmetry auto --kernel cells --list 3",
        "cover ../../examples/costs.dlx --cheapest 2",
        "cover ../../examples/queens8.dlx --sample 3 --seed 7",
        "pack soma --problem 0 --rule piece --format toml --symmetry rotations --kernel bits",
        "pack ../../puzzles/soma.toml --list --problem 2",
        "tile stomachion --symmetry all --sample 2",
        "slide ca6098dfb73254e1 --goal 123456789abcdef0 --heuristic 7-8 --all --metric single",
        "slide 867254301 --board 3x3 --metric multi --max-moves 31 --list 2 --letters",
        "slide --file korf100 --keep-going",
        "slide --table 3x3 --happy --list",
        "slide --random 3 --seed 5 --board 3x3",
        "slide 867254301 --board 3x3 --tree 6",
        "tours 6x8 --piece 1,2 --symmetry half-turn --method diagram --list 4 --one-per-class",
        "tours 6x8 --edges --order columns --diagram forests.txt",
        "graph paths grid:5x5 --from 0,0 --to 4,4 --list 2 --one-per-class",
        "graph factors king:3x3 --degrees 0,2 --sample 3 --seed 1",
        "graph forests grid:3x3 --order diagonals --diagram forests.zdd",
    ];

    #[test]
    fn a_question_is_the_same_as_a_command_line_as_json_and_as_toml() {
        for line in LINES {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let question = asked(&words);
            let mut again = question.command_line();
            // A diagram goes to a file here, and into the answer elsewhere.
            if let Some(at) = again.iter().position(|word| word == "--diagram") {
                let ending = again[at + 1].replace("text", "txt");
                again[at + 1] = format!("forests.{ending}");
            }
            assert_eq!(asked(&again), question, "{line}: {again:?}");
            assert_eq!(Question::from_json(&question.to_json()), Ok(question.clone()), "{line}");
            let toml = toml::to_string(&question).expect("a question in TOML");
            let fields: Map<String, Value> = toml::from_str(&toml).expect("TOML");
            assert_eq!(Question::from_fields(fields), Ok(question.clone()), "{toml}");
            let other = question.clone().verify().profile();
            let is_other = other != question;
            assert_eq!(other.digest() != question.digest(), is_other, "{line}");
        }
    }

    #[test]
    fn the_lines_have_every_option() {
        let how = schemars::schema_for!(How);
        let names = |schema: &Value| properties(schema).map(|(name, _)| name.to_owned()).collect();
        for command in Ask::COMMANDS {
            let schema = ask_schema(command).expect("a family");
            let fields: Vec<String> = names(schema.as_value());
            for name in fields {
                let is_asked = LINES.iter().any(|line| {
                    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                    let document = serde_json::to_value(asked(&words)).expect("a document");
                    document["command"] == *command && !document[&name].is_null()
                });
                assert!(is_asked, "{name} of {command} is in no line");
            }
        }
        let fields: Vec<String> = names(how.as_value());
        for name in fields {
            let flag = format!("--{name}");
            assert!(LINES.iter().any(|line| line.contains(&flag)), "{name} is in no line");
        }
    }
}
