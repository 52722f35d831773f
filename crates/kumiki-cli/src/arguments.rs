//! The command line: the commands, and how their arguments become questions.
//!
//! What a family can be asked is said once, in the schema of its questions: names, types, words to
//! choose from and help texts of all flags come from there. Only what belongs to the run, to the
//! terminal and to files is said here.

use crate::failure::Failure;
use crate::input::Input;
use crate::values::{parse_bytes, parse_how_many, parse_threads, parse_time, whole_number};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use kumiki::model::{DiagramForm, How, ListRecord, Question, ask_schemas};
use kumiki_host::ShowProgress;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What only some commands can do with files and terminals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extra {
    Svg,
    Eps,
    Write,
    Gallery,
    Play,
    Cache,
    Diagram,
}

/// The families: their commands, the help below their flags, and their extras.
const FAMILIES: [(&str, &str, &[Extra]); 7] = [
    ("antislide", include_str!("help/antislide.txt"), &[Extra::Svg]),
    ("cover", include_str!("help/cover.txt"), &[Extra::Write]),
    ("pack", include_str!("help/pack.txt"), &[Extra::Gallery, Extra::Write, Extra::Svg]),
    (
        "tile",
        include_str!("help/tile.txt"),
        &[Extra::Gallery, Extra::Write, Extra::Svg, Extra::Eps],
    ),
    ("slide", include_str!("help/slide.txt"), &[Extra::Play, Extra::Cache, Extra::Svg]),
    ("tours", include_str!("help/tours.txt"), &[Extra::Svg]),
    ("graph", include_str!("help/graph.txt"), &[Extra::Diagram, Extra::Svg]),
];

const EXIT_CODES: &str = "Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.";

/// The whole command line.
pub(crate) fn command_line() -> Command {
    let schemas = ask_schemas();
    let families = FAMILIES.iter().zip(&schemas).map(|((command, help, extras), (_, schema))| {
        family(command, help, extras, schema.as_value())
    });
    Command::new("kumiki")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Exact combinatorial search: counts you can trust, up to any symmetry, drawn")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(demo())
        .subcommands(families)
        .subcommand(check())
        .subcommand(ask())
        .subcommand(
            Command::new("schema")
                .about("Print the JSON Schema of questions and answers")
                .after_help("Example:\n  kumiki schema > kumiki.schema.json"),
        )
}

fn demo() -> Command {
    Command::new("demo")
        .about("Show what Kumiki can do: known problems, each answer beside its known figure")
        .after_help("Example:\n  kumiki demo --svg demo.svg")
        .arg(file("svg").help("Draw the demo's packings"))
        .arg(switch("force").help("Replace an existing picture"))
}

fn check() -> Command {
    Command::new("check")
        .about("Judge a saved answer (`--json` output) from first principles")
        .after_help(include_str!("help/check.txt"))
        .arg(
            Arg::new("file")
                .required(true)
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The saved answer, the output of a command with --json"),
        )
        .arg(
            switch("strict")
                .help("Exit with code 4 if nothing is wrong, but not everything could be proved"),
        )
        .arg(
            switch("json")
                .help("Print one JSON object: the verdict, and what was proved and what was not"),
        )
}

fn ask() -> Command {
    let limits = run_arguments()
        .into_iter()
        .filter(|arg| ["threads", "time_limit", "memory_limit"].contains(&arg.get_id().as_str()));
    Command::new("ask")
        .about("Answer one question document (JSON) from stdin, with JSON lines")
        .after_help(include_str!("help/ask.txt"))
        .arg(switch("text").help("Tell solutions and the answer in words, too"))
        .arg(switch("svg").help("Draw the listed solutions into the line of the answer"))
        .args(limits)
}

/// The command of a family.
fn family(command: &'static str, help: &'static str, extras: &[Extra], schema: &Value) -> Command {
    let how = schemars::schema_for!(How);
    let without = words(&schema["x-without"]);
    let own = properties(schema).filter(|(name, _)| command != "graph" || *name != "diagram");
    let common = properties(how.as_value()).filter(|(name, _)| !without.contains(name));
    let fields = own
        .map(|(name, property)| field(name, property, schema))
        .chain(common.map(|(name, property)| field(name, property, how.as_value())));
    let about = sentence(schema["description"].as_str().unwrap_or_default());
    Command::new(command)
        .about(about)
        .after_help(format!("{help}{EXIT_CODES}"))
        .args(fields.map(|arg| match arg.get_id().as_str() {
            "file" if extras.contains(&Extra::Gallery) => {
                arg.required(false).required_unless_present("gallery")
            }
            _ => arg,
        }))
        .args(extras.iter().map(|extra| extra.argument(command, extras)))
        .args(run_arguments())
}

impl Extra {
    fn argument(self, command: &str, all: &[Self]) -> Arg {
        match self {
            Self::Svg => {
                let arg = file("svg").help(
                    "Draw the listed solutions (the first 24 if --list is not given); - for \
                     stdout, in the place of the answer",
                );
                // Many starts have no picture.
                if command == "slide" { arg.conflicts_with("file") } else { arg }
            }
            Self::Eps => file("eps").help("Draw the same as --svg in PostScript; - for stdout"),
            Self::Gallery => switch("gallery")
                .exclusive(true)
                .help("List what comes with Kumiki, with its known counts"),
            Self::Write => {
                let formats = kumiki::formats_of(command).join(", ");
                let excluded = ["list", "first", "sample", "json", "json_lines", "profile", "verify"];
                let pictures = [(Self::Svg, "svg"), (Self::Eps, "eps")];
                let pictures = pictures.into_iter().filter(|(extra, _)| all.contains(extra));
                Arg::new("write")
                    .long("write")
                    .num_args(2)
                    .action(ArgAction::Append)
                    .value_names(["FORMAT", "FILE"])
                    .value_parser(value_parser!(std::ffi::OsString))
                    .conflicts_with_all(excluded.into_iter().chain(pictures.map(|(_, flag)| flag)))
                    .help(format!(
                        "Write the problem as {formats} to FILE (- for stdout) and solve nothing; may \
                         be repeated"
                    ))
            }
            Self::Play => switch("play")
                .conflicts_with_all(["file", "json", "json_lines", "table"])
                .help("Show the solution in the terminal, move by move"),
            Self::Cache => file("cache").value_name("FOLDER").help(
                "Keep tables in this folder [default: $KUMIKI_CACHE, $XDG_CACHE_HOME/kumiki or \
                 ~/.cache/kumiki]",
            ),
            Self::Diagram => file("diagram").help(
                "Write the decision diagram of all solutions: .dot for Graphviz, .zdd as Graphillion \
                 reads it, .knuth as D. E. Knuth's programs print it; - for stdout, as .dot",
            ),
        }
    }
}

/// What belongs to the run, to the terminal and to files.
fn run_arguments() -> Vec<Arg> {
    let value = |name: &'static str, value_name: &'static str| {
        Arg::new(name).long(name.replace('_', "-")).value_name(value_name)
    };
    vec![
        switch("first").help("Stop at the first solution and show it: the same as --list 1"),
        switch("json").conflicts_with("json_lines").help("Print one JSON object"),
        switch("json_lines").help(
            "Print a JSON object in a line for each solution as it is found, and last the answer",
        ),
        value("threads", "N").value_parser(parse_threads).allow_negative_numbers(true).help(
            "Threads to use [default: all cores]; nothing in the answer depends on it but what the \
             run took: the fields nodes, seconds, threads and peak_bytes of its JSON, and the tree \
             of --profile",
        ),
        value("time_limit", "TIME")
            .value_parser(parse_time)
            .allow_hyphen_values(true)
            .help("Stop after this time, for example 30s, 5m or 2h, in whatever phase the run is"),
        value("memory_limit", "SIZE")
            .value_parser(parse_bytes)
            .allow_hyphen_values(true)
            .help("Stop rather than use more memory than this, for example 500M or 4G"),
        value("progress", "PROGRESS")
            .value_parser(["auto", "always", "never"])
            .default_value("auto")
            .help("Show progress on stderr; auto: if it is a terminal"),
        switch("force").help(
            "Replace existing output files; devices and FIFOs are written to, links are followed",
        ),
    ]
}

fn switch(name: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).action(ArgAction::SetTrue)
}

fn file(name: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("FILE").value_parser(value_parser!(PathBuf))
}

/// The fields that a schema describes.
fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

/// What a value of a field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Switch,
    Number,
    Numbers,
    Text,
    Texts,
    Word,
    Source,
    List,
}

/// The definition that a property refers to, if it does.
fn referred<'s>(property: &'s Value, schema: &'s Value) -> Option<(&'s str, &'s Value)> {
    let own = property["$ref"].as_str();
    let other = || property["anyOf"].as_array()?.iter().find_map(|one| one["$ref"].as_str());
    let name = own.or_else(other)?.rsplit('/').next()?;
    Some((name, &schema["$defs"][name]))
}

fn kind(property: &Value, schema: &Value) -> Kind {
    let is = |name: &str| property["type"] == name || words(&property["type"]).contains(&name);
    let items = &property["items"]["type"];
    match referred(property, schema) {
        Some(("Source", _)) => Kind::Source,
        Some(("ListRecord", _)) => Kind::List,
        Some(_) => Kind::Word,
        None if is("boolean") => Kind::Switch,
        None if is("integer") => Kind::Number,
        None if is("array") && items == "integer" => Kind::Numbers,
        None if is("array") => Kind::Texts,
        None => Kind::Text,
    }
}

fn words(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// A field as an argument.
fn field(name: &str, property: &Value, schema: &Value) -> Arg {
    let kind = kind(property, schema);
    let flag = name.replace('_', "-");
    let help = sentence(property["description"].as_str().unwrap_or_default());
    let value_name =
        property["x-value"].as_str().map_or_else(|| flag.to_uppercase(), str::to_owned);
    let mut arg = Arg::new(name.to_owned()).help(speaking_of_flags("", &help));
    if property["x-position"].is_null() {
        arg = arg.long(flag);
    } else {
        arg = arg.required(words(&schema["required"]).contains(&name));
    }
    for other in words(&property["x-excludes"]) {
        arg = arg.conflicts_with(other.to_owned());
    }
    for other in words(&property["x-needs"]) {
        arg = arg.requires(other.to_owned());
    }
    let unless = words(&property["x-unless"]);
    if !unless.is_empty() {
        arg = arg
            .required_unless_present_any(unless.into_iter().map(str::to_owned).collect::<Vec<_>>());
    }
    if let Some(default) = property["default"].as_str() {
        arg = arg.default_value(default.to_owned());
    }
    let bare = match &property["x-bare"] {
        Value::Null => None,
        Value::String(word) => Some(word.clone()),
        other => Some(other.to_string()),
    };
    if let Some(bare) = bare {
        arg = arg.num_args(0..=1).default_missing_value(bare);
    }
    let range = |of: &Value| {
        [of["minimum"].as_u64().unwrap_or(0), of["maximum"].as_u64().unwrap_or(u64::MAX)]
    };
    let [range, range_of_items] = [range(property), range(&property["items"])];
    match kind {
        Kind::Switch => arg.action(ArgAction::SetTrue),
        Kind::Number => arg
            .value_name(value_name)
            .allow_negative_numbers(true)
            .value_parser(move |text: &str| whole_number(text, range)),
        Kind::Numbers => arg
            .value_name(value_name)
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(move |text: &str| whole_number(text, range_of_items)),
        Kind::Texts => arg.value_name(value_name).action(ArgAction::Append),
        Kind::Text => arg.value_name(value_name),
        Kind::Source => arg.value_name(value_name).value_parser(value_parser!(PathBuf)),
        Kind::List => {
            arg.value_name(value_name).allow_negative_numbers(true).value_parser(parse_how_many)
        }
        Kind::Word => {
            let definition = referred(property, schema).map_or(&Value::Null, |(_, found)| found);
            arg.value_name(value_name).value_parser(PossibleValuesParser::new(choices(definition)))
        }
    }
}

/// The words to choose from, each with what it means.
fn choices(definition: &Value) -> Vec<PossibleValue> {
    let explained = definition["oneOf"].as_array().into_iter().flatten().filter_map(|word| {
        let help = sentence(word["description"].as_str().unwrap_or_default());
        Some(PossibleValue::new(word["const"].as_str()?.to_owned()).help(help))
    });
    let plain =
        words(&definition["enum"]).into_iter().map(|word| PossibleValue::new(word.to_owned()));
    explained.chain(plain).collect()
}

/// A description in one line, without its full stop.
fn sentence(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.strip_suffix('.').map(str::to_owned).unwrap_or(line)
}

/// The library calls fields by their names, in backticks; here they are flags.
pub(crate) fn speaking_of_flags(command: &str, text: &str) -> String {
    let is_name = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    let as_argument = |name: &str| match called(command, name) {
        Some(place) if !place.starts_with('-') => {
            place.trim_matches(|c| "<>[]".contains(c)).to_owned()
        }
        None if !command.is_empty() => format!("`{name}`"),
        _ => format!("--{}", name.replace('_', "-")),
    };
    let parts: Vec<&str> = text.split('`').collect();
    let mut spoken = String::new();
    let mut at = 0;
    while at < parts.len() {
        spoken += parts[at];
        match parts.get(at + 1) {
            Some(name) if at + 2 < parts.len() && is_name(name) => {
                spoken += &as_argument(name);
                at += 2;
            }
            Some(_) => {
                spoken.push('`');
                at += 1;
            }
            None => at += 1,
        }
    }
    spoken
}

/// How an argument of a family is called in messages: `<BOX>`, `--brick <BRICK>`.
pub(crate) fn called(command: &str, name: &str) -> Option<String> {
    if command.is_empty() {
        return None;
    }
    let mut all = command_line();
    all.build();
    let arg = all.find_subcommand(command)?.get_arguments().find(|arg| arg.get_id() == name)?;
    Some(arg.to_string().trim_end_matches("...").to_owned())
}

/// What the command line says beside the question.
#[derive(Clone, Debug)]
pub(crate) struct RunArguments {
    pub(crate) json: bool,
    pub(crate) json_lines: bool,
    /// Whether solutions are printed, and not only drawn.
    pub(crate) prints_list: bool,
    pub(crate) threads: Option<usize>,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) memory_limit: Option<u64>,
    pub(crate) progress: ShowProgress,
    pub(crate) force: bool,
    pub(crate) svg: Option<PathBuf>,
    pub(crate) eps: Option<PathBuf>,
    pub(crate) diagram: Option<PathBuf>,
    pub(crate) cache: Option<PathBuf>,
    pub(crate) play: bool,
    /// Pairs of a format and a file.
    pub(crate) write: Vec<std::ffi::OsString>,
    /// The file that is read, if one is.
    pub(crate) input: Option<PathBuf>,
}

/// Whether a switch is given; commands do not have all of them.
pub(crate) fn is_given(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or(false)
}

/// The value of an argument, if it is given; commands do not have all of them.
pub(crate) fn given<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
) -> Option<T> {
    matches.try_get_one::<T>(name).ok().flatten().cloned()
}

impl RunArguments {
    /// Those of `kumiki ask`: what it writes is no file.
    pub(crate) fn of_port(matches: &ArgMatches) -> Self {
        Self { svg: None, progress: ShowProgress::Never, ..Self::read(matches) }
    }

    pub(crate) fn read(matches: &ArgMatches) -> Self {
        let progress = match given::<String>(matches, "progress").as_deref() {
            Some("always") => ShowProgress::Always,
            Some("never") => ShowProgress::Never,
            _ => ShowProgress::Auto,
        };
        let is_list = |name: &str| {
            matches!(matches.try_contains_id(name), Ok(true))
                && matches.value_source(name) == Some(ValueSource::CommandLine)
        };
        let write = matches.try_get_many::<std::ffi::OsString>("write").ok().flatten();
        Self {
            json: is_given(matches, "json"),
            json_lines: is_given(matches, "json_lines"),
            prints_list: ["list", "first", "sample", "cheapest"].into_iter().any(is_list),
            threads: given(matches, "threads"),
            time_limit: given(matches, "time_limit"),
            memory_limit: given(matches, "memory_limit"),
            progress,
            force: is_given(matches, "force"),
            svg: given(matches, "svg"),
            eps: given(matches, "eps"),
            diagram: given(matches, "diagram"),
            cache: given(matches, "cache"),
            play: is_given(matches, "play"),
            write: write.into_iter().flatten().cloned().collect(),
            input: ["file", "graph"].into_iter().find_map(|name| given(matches, name)),
        }
    }
}

/// The question that arguments ask. Files are read.
pub(crate) fn question(
    command: &str,
    matches: &ArgMatches,
    run: &RunArguments,
) -> Result<Question, Failure> {
    let (_, schema) =
        ask_schemas().into_iter().find(|(name, _)| *name == command).expect("a family");
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
    if let Some(path) = &run.diagram {
        fields.insert("diagram".to_owned(), json!(diagram_form(path)?));
    }
    let mut question = Question::from_fields(fields)
        .map_err(|error| Failure::Input(speaking_of_flags(command, &error.what)))?;
    if is_given(matches, "first") {
        question = question.first();
    }
    Ok(if run.svg.is_some() || run.eps.is_some() { question.drawn() } else { question })
}

/// The value of a field, if it is given.
fn value(
    command: &str,
    name: &str,
    kind: Kind,
    matches: &ArgMatches,
) -> Result<Option<Value>, Failure> {
    let is_there = matches!(matches.try_contains_id(name), Ok(true))
        && matches.value_source(name) == Some(ValueSource::CommandLine);
    if !is_there {
        return Ok(None);
    }
    fn all<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Vec<T> {
        matches.get_many(name).into_iter().flatten().cloned().collect()
    }
    Ok(match kind {
        Kind::Switch => Some(json!(is_given(matches, name))),
        Kind::Number => given::<u64>(matches, name).map(|number| json!(number)),
        Kind::Numbers => Some(json!(all::<u64>(matches, name))),
        Kind::Texts => Some(json!(all::<String>(matches, name))),
        Kind::Text | Kind::Word => given::<String>(matches, name).map(|text| json!(text)),
        Kind::List => given::<usize>(matches, name).map(|most| json!(ListRecord::at_most(most))),
        Kind::Source => match given::<PathBuf>(matches, name) {
            Some(path) => Some(json!(Input::source(command, &path)?)),
            None => None,
        },
    })
}

/// The form of a diagram that the name of its file asks for. On stdout it is for Graphviz.
fn diagram_form(path: &std::path::Path) -> Result<DiagramForm, Failure> {
    let name = path.display().to_string();
    DiagramForm::of_file(if name == "-" { ".dot" } else { &name }).ok_or_else(|| {
        let expected = "a name that ends in .dot, .zdd or .knuth, or -";
        Failure::Input(format!("bad value '{name}' for '--diagram', expected {expected}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        command_line().debug_assert();
    }

    #[test]
    fn fields_in_backticks_become_flags() {
        let spoken = |text: &str| speaking_of_flags("graph", text);
        assert_eq!(spoken("`from` and `one_per_class`"), "--from and --one-per-class");
        assert_eq!(spoken("bad `graph`"), "bad GRAPH");
        assert_eq!(spoken("a `Name`, `title`, `x"), "a `Name`, `title`, `x");
        assert_eq!(spoken("none"), "none");
    }

    /// The question of a command line.
    fn asked(line: &[String]) -> Question {
        let words = std::iter::once("kumiki".to_owned()).chain(line.iter().cloned());
        let matches = command_line().try_get_matches_from(words).expect("a command line");
        let (command, matches) = matches.subcommand().expect("a command");
        question(command, matches, &RunArguments::read(matches)).expect("a question")
    }

    /// Every option of every family. Files are those of the repository.
    const LINES: [&str; 17] = [
        "antislide 4x4x5 --brick 2x2x1 --brick 1x1x2 --rule group --start corner --max-bricks 9",
        "antislide 3x3x3 --fewest --symmetry none --method direct --list 5 --count --verify",
        "antislide 3x3x3 --most --list --profile",
        "cover ../../examples/queens8.dlx --format dlx --symmetry auto --kernel cells --list 3",
        "cover ../../examples/costs.dlx --cheapest 2",
        "cover ../../examples/queens8.dlx --sample 3 --seed 7",
        "pack soma --problem 0 --rule piece --format toml --symmetry rotations --kernel bits",
        "pack ../../puzzles/soma.toml --list --problem 2",
        "tile stomachion --symmetry all --sample 2",
        "slide ca6098dfb73254e1 --goal 123456789abcdef0 --heuristic 7-8 --all --metric single",
        "slide 867254301 --board 3x3 --metric multi --list 2",
        "slide --file korf100 --keep-going",
        "slide --table 3x3 --happy",
        "tours 6x8 --piece 1,2 --symmetry half-turn --method diagram --list 4 --one-per-class",
        "graph paths grid:5x5 --from 0,0 --to 4,4 --list 2 --one-per-class",
        "graph factors king:3x3 --degrees 0,2 --sample 3 --seed 1",
        "graph forests grid:3x3 --diagram forests.zdd",
    ];

    #[test]
    fn a_question_is_the_same_as_a_command_line_as_json_and_as_toml() {
        for line in LINES {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            let question = asked(&words);
            let mut again = question.command_line();
            // A diagram goes to a file here, and into the answer elsewhere.
            if let Some(at) = again.iter().position(|word| word == "--diagram") {
                again[at + 1] = format!("forests.{}", again[at + 1]);
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
        for (command, schema) in ask_schemas() {
            let fields: Vec<String> = names(schema.as_value());
            for name in fields {
                let is_asked = LINES.iter().any(|line| {
                    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
                    let document = serde_json::to_value(asked(&words)).expect("a document");
                    document["command"] == command && !document[&name].is_null()
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
