//! The command line: the commands and their flags.
//!
//! What a family can be asked is said once, in the schema of its questions: names, types, words to
//! choose from and help texts of all flags come from there. Only what belongs to the run, to the
//! terminal and to files is said here.

use crate::values::{
    parse_bytes, parse_how_many, parse_reason, parse_shard, parse_shards, parse_threads,
    parse_time, whole_number,
};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use kumiki::model::{DiagramForm, How, ask_schema};
use serde_json::Value;
use std::ffi::OsString;
use std::path::PathBuf;

/// The families: their commands, the help below their flags, and what only some of them can do with
/// files and terminals.
const FAMILIES: [(&str, &str, &[&str]); 7] = [
    ("antislide", include_str!("help/antislide.txt"), &["write", "svg", "eps"]),
    ("cover", include_str!("help/cover.txt"), &["write"]),
    ("pack", include_str!("help/pack.txt"), &["gallery", "write", "svg", "eps"]),
    ("tile", include_str!("help/tile.txt"), &["gallery", "write", "svg", "eps"]),
    ("slide", include_str!("help/slide.txt"), &["play", "cache", "svg", "eps"]),
    ("tours", include_str!("help/tours.txt"), OF_GRAPHS),
    ("graph", include_str!("help/graph.txt"), OF_GRAPHS),
];

/// What can be done with subgraphs.
const OF_GRAPHS: &[&str] = &["diagram", "diagram_form", "svg", "eps", "scratch"];

const EXIT_CODES: &str = "Exit codes: 0 answered, 2 bad input, 3 stopped by a limit or Ctrl-C, 1 bug or machine failure.";

/// The whole command line.
pub(crate) fn command_line() -> Command {
    let kumiki = Command::new("kumiki")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Exact combinatorial search: counts you can trust, up to any symmetry, drawn")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true);
    // A page asks in one way only.
    if cfg!(feature = "page") {
        return kumiki.subcommand(ask());
    }
    let families = FAMILIES.iter().map(|(command, help, extras)| {
        family(command, help, extras, ask_schema(command).expect("a family").as_value())
    });
    kumiki
        .subcommand(demo())
        .subcommands(families)
        .subcommand(check())
        .subcommand(ask())
        .subcommand(resume())
        .subcommand(merge())
        .subcommand(shards())
        .subcommand(status())
        .subcommand(export())
        .subcommand(crate::serve::command())
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
        .about("Judge a saved answer (`--json`), listed solutions (`--out`) or a drawn packing")
        .after_help(include_str!("help/check.txt"))
        .arg(
            named_file("file")
                .required(true)
                .help("The saved answer, the output of a command with --json; or the file of --out; or packings of bricks, drawn layer by layer"),
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
        .arg(switch("svg_each").help("Draw each listed solution into its own line"))
        .args(limits)
        .arg(file("stop_file").help("Stop when this file is there, and answer with what was found"))
        .arg(
            value("shard", "I/N")
                .value_parser(parse_shard)
                .conflicts_with_all(["merge", "svg", "svg_each"])
                .help("Do share I of N only; the last line is its part, for --merge"),
        )
        .arg(switch("merge").help(
            "Read the parts of all shards from stdin, one on each line, in the place of a question",
        ))
        .arg(
            value("stopped", "WHY")
                .requires("merge")
                .value_parser(parse_reason)
                .help("Take parts that were stopped, and answer with what they have found"),
        )
        .arg(
            switch("catalogue")
                .exclusive(true)
                .help("Print what comes with Kumiki as one JSON object, and read nothing"),
        )
        .arg(extra("scratch", "ask", &[]))
}

fn resume() -> Command {
    Command::new("resume")
        .about("Go on from a checkpoint, after Ctrl-C, a crash or a limit")
        .after_help(include_str!("help/resume.txt"))
        .arg(
            named_file("checkpoint")
                .required(true)
                .help("The file of the checkpoint, as --checkpoint has named it"),
        )
        .args(run_arguments().into_iter().filter(|arg| {
            let names = ["threads", "time_limit", "memory_limit", "progress", "checkpoint_every"];
            names.contains(&arg.get_id().as_str())
        }))
        .arg(extra("scratch", "resume", &[]))
}

fn merge() -> Command {
    let wanted =
        ["json", "json_lines", "threads", "time_limit", "memory_limit", "progress", "out", "force"];
    Command::new("merge")
        .about("Put the parts of all shards together: the answer of the whole")
        .after_help(include_str!("help/merge.txt"))
        .arg(
            named_file("parts")
                .value_name("PART")
                .required(true)
                .num_args(1..)
                .help("The parts that runs with --shard have written, all of them"),
        )
        .args(["svg", "eps"].map(|name| extra(name, "merge", &[])))
        .args(run_arguments().into_iter().filter(|arg| wanted.contains(&arg.get_id().as_str())))
}

fn shards() -> Command {
    let number = |name, help| value(name, "N").value_parser(parse_shards).help(help);
    Command::new("shards")
        .about("Write a script that answers a question in N shards, and puts them together")
        .after_help(include_str!("help/shards.txt"))
        .arg(number("slurm", "For Slurm: an array of N tasks, then a merge that depends on it"))
        .arg(number("parallel", "For GNU parallel: N jobs on all cores, then the merge"))
        .group(ArgGroup::new("for").args(["slurm", "parallel"]).required(true))
        .arg(
            Arg::new("command")
                .required(true)
                .num_args(1..)
                .trailing_var_arg(true)
                .allow_hyphen_values(true)
                .value_name("COMMAND")
                .help("The question, as 'kumiki' takes it: pack bedlam, for example"),
        )
}

fn status() -> Command {
    Command::new("status")
        .about("Tell how far a run with a checkpoint is, or which shards are done")
        .after_help(include_str!("help/status.txt"))
        .arg(
            named_file("files")
                .required(true)
                .num_args(1..)
                .help("A checkpoint, or parts of shards, or a folder with them"),
        )
        .arg(switch("json").help("Print one JSON object"))
}

fn export() -> Command {
    let number = |name, value_name| value(name, value_name).allow_negative_numbers(true);
    Command::new("export")
        .about("Write solutions that --out has listed in a file as JSON lines, as CSV or drawn")
        .after_help(include_str!("help/export.txt"))
        .arg(
            named_file("file")
                .required(true)
                .help("The file with solutions, as --out has named it"),
        )
        .arg(
            file("json_lines")
                .help("Write a JSON object in a line for each solution; - for stdout"),
        )
        .arg(file("csv").help(
            "Write a row for each solution: its number, symmetries, cost and text; - for stdout",
        ))
        .arg(file("svg").help(
            "Draw solutions, the first 24 if --list is not given; a name with {} gives each a \
             file of its own; - for stdout",
        ))
        .group(ArgGroup::new("as").args(["json_lines", "csv", "svg"]).required(true).multiple(true))
        .arg(
            number("from", "N")
                .value_parser(|text: &str| whole_number(text, [1, u64::MAX]))
                .help("Begin with solution N of the list"),
        )
        .arg(
            number("list", "M")
                .value_parser(parse_how_many)
                .help("Write at most M solutions [default: all, or 24 drawn]"),
        )
        .arg(switch("force").help(
            "Replace existing output files; devices and FIFOs are written to, links are followed",
        ))
}

/// Whether the solutions of a family can be drawn.
pub(crate) fn has_pictures(command: &str) -> bool {
    FAMILIES.iter().any(|(name, _, extras)| *name == command && extras.contains(&"svg"))
}

/// A file that is named without a flag.
fn named_file(name: &'static str) -> Arg {
    Arg::new(name).value_name("FILE").value_parser(value_parser!(PathBuf))
}

/// The command of a family.
fn family(command: &'static str, help: &str, extras: &[&'static str], schema: &Value) -> Command {
    let how = schemars::schema_for!(How);
    let without = words(&schema["x-without"]);
    // A diagram goes to a file.
    let own = properties(schema).filter(|(name, _)| *name != "diagram");
    let common = properties(how.as_value()).filter(|(name, _)| !without.contains(name));
    let fields = own.map(|(name, property)| field(name, property, schema)).chain(common.map(
        |(name, property)| {
            let mut property = property.clone();
            if let ("seed", Some(dice)) = (name, schema["x-dice"].as_str()) {
                property["x-needs"] = serde_json::json!([dice]);
            }
            field(name, &property, how.as_value())
        },
    ));
    let about = sentence(schema["description"].as_str().unwrap_or_default());
    Command::new(command)
        .about(about)
        .after_help(format!("{help}{EXIT_CODES}"))
        .args(fields.map(|arg| match arg.get_id().as_str() {
            "file" if extras.contains(&"gallery") => {
                arg.required(false).required_unless_present("gallery")
            }
            _ => arg,
        }))
        .args(extras.iter().map(|name| extra(name, command, extras)))
        .args(run_arguments())
}

/// What only some commands can do with files and terminals.
fn extra(name: &'static str, command: &str, all: &[&str]) -> Arg {
    match name {
        "svg" | "eps" => {
            let help = if name == "eps" {
                "Draw the same as --svg in PostScript; - for stdout"
            } else {
                "Draw the listed solutions (the first 24 if --list is not given); a name with {} \
                 gives each a file of its own, with its number there; - for stdout, in the place \
                 of the answer"
            };
            let arg = file(name).help(help);
            // Many starts have no picture.
            if command == "slide" {
                arg.conflicts_with_all(["file", "random", "tree"])
            } else {
                arg
            }
        }
        "gallery" => switch("gallery")
            .exclusive(true)
            .help("List what comes with Kumiki, with its known counts"),
        "write" => {
            let formats = kumiki::formats_of(command).join(", ");
            let excluded = ["list", "first", "sample", "json", "json_lines", "profile", "verify"];
            let pictures = ["svg", "eps"].into_iter().filter(|picture| all.contains(picture));
            Arg::new("write")
                .long("write")
                .num_args(2)
                .action(ArgAction::Append)
                .value_names(["FORMAT", "FILE"])
                .value_parser(value_parser!(OsString))
                .conflicts_with_all(excluded.into_iter().chain(pictures))
                .help(format!(
                    "Write the problem as {formats} to FILE (- for stdout) and solve nothing; may \
                     be repeated"
                ))
        }
        "play" => switch("play")
            .conflicts_with_all(["file", "json", "json_lines", "table", "random", "tree"])
            .help("Show the solution in the terminal, move by move"),
        "cache" => file("cache").value_name("FOLDER").help(
            "Keep tables in this folder [default: $KUMIKI_CACHE, $XDG_CACHE_HOME/kumiki or \
             ~/.cache/kumiki]",
        ),
        "scratch" => file("scratch").value_name("FOLDER").help(
            "Keep the levels of a count that does not fit into memory in files in this folder; they \
             are removed when the run ends",
        ),
        "diagram" => file("diagram").help(format!(
            "Write the decision diagram of all {}: .dot for Graphviz, .zdd as Graphillion reads \
             it, .knuth as D. E. Knuth's programs print it, .txt in sentences, .svg drawn if it \
             has at most 300 nodes; - for stdout, as .dot unless --diagram-form says otherwise",
            match command {
                "tours" => "tours, or with --method diagram of all matchings",
                _ => "solutions",
            }
        )),
        "diagram_form" => value("diagram_form", "FORM")
            .requires("diagram")
            .value_parser(PossibleValuesParser::new(choices(
                schemars::schema_for!(DiagramForm).as_value(),
            )))
            .help("The form of --diagram, whatever the name of its file says"),
        other => unreachable!("there is no flag {other}"),
    }
}

/// What belongs to the run, to the terminal and to files.
fn run_arguments() -> Vec<Arg> {
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
        file("checkpoint").help(
            "Write down in this file what is done so far, so that 'kumiki resume FILE' goes on \
             after Ctrl-C, a crash or a limit",
        ),
        value("checkpoint_every", "TIME")
            .value_parser(parse_time)
            .requires("checkpoint")
            .help("Write it about so often, but for no more than 1 % of the time [default: 2s]"),
        value("shard", "I/N")
            .value_parser(parse_shard)
            .requires("out")
            .conflicts_with_all(["json", "json_lines"])
            .help("Do the I-th of N shares of the search; 'kumiki merge' puts the parts together"),
        file("out").help(
            "Write the listed solutions to this file, instead of printing or keeping them; \
             'kumiki export' reads it. With --shard, write the part of the shard",
        ),
        switch("force").help(
            "Replace existing output files; devices and FIFOs are written to, links are followed",
        ),
    ]
}

fn switch(name: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).action(ArgAction::SetTrue)
}

/// A flag with a value.
pub(crate) fn value(name: &'static str, value_name: &'static str) -> Arg {
    Arg::new(name).long(name.replace('_', "-")).value_name(value_name)
}

fn file(name: &'static str) -> Arg {
    value(name, "FILE").value_parser(value_parser!(PathBuf))
}

/// The fields that a schema describes.
pub(crate) fn properties(schema: &Value) -> impl Iterator<Item = (&str, &Value)> {
    schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| (name.as_str(), value))
}

/// What a value of a field is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
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

pub(crate) fn kind(property: &Value, schema: &Value) -> Kind {
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
    let names = |list: &str| -> Vec<String> {
        words(&property[list]).into_iter().map(str::to_owned).collect()
    };
    arg = arg.conflicts_with_all(names("x-excludes"));
    arg = arg.required_unless_present_any(names("x-unless"));
    for other in names("x-needs") {
        arg = arg.requires(other);
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
    if kind == Kind::Switch {
        return arg.action(ArgAction::SetTrue);
    }
    arg = arg.value_name(value_name);
    match kind {
        Kind::Switch | Kind::Text => arg,
        Kind::Number => arg
            .allow_negative_numbers(true)
            .value_parser(move |text: &str| whole_number(text, range)),
        Kind::Numbers => arg
            .value_delimiter(',')
            .action(ArgAction::Append)
            .value_parser(move |text: &str| whole_number(text, range_of_items)),
        Kind::Texts => arg.action(ArgAction::Append),
        Kind::Source => arg.value_parser(value_parser!(PathBuf)),
        Kind::List => arg.allow_negative_numbers(true).value_parser(parse_how_many),
        Kind::Word => {
            let definition = referred(property, schema).map_or(&Value::Null, |(_, found)| found);
            arg.value_parser(PossibleValuesParser::new(choices(definition)))
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
    let (mut spoken, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('`') {
        spoken += before;
        match after.split_once('`') {
            Some((name, later)) if is_name(name) => {
                spoken += &as_argument(name);
                rest = later;
            }
            _ => {
                spoken.push('`');
                rest = after;
            }
        }
    }
    spoken + rest
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
}
