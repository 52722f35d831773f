//! `printed`: a program of D. E. Knuth by its name, and what it prints about a question.
#![forbid(unsafe_code)]

mod arguments;

use arguments::{Arguments, Takes};
use kumiki_printed::Sides;
use kumiki_printed::antislide::{Antislide, Start};
use kumiki_printed::antisliding_classes::Antislide3;
use kumiki_printed::colorstar::{FirstTile, List, PrintedStar};
use kumiki_printed::korf::{Position, Program};
use kumiki_printed::obdd::{Board, Ending, Obdd};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

const HELP: &str = include_str!("help.txt");

/// Why there is no output, or no more.
enum Failure {
    /// The question is wrong: one line, exit code 2.
    Question(String),
    /// The original ends with this line on its standard error; so do we, with exit code 2.
    Original(String),
    /// Something that we state does not hold: exit code 1.
    Bug(String),
    /// Nobody reads on.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<String> for Failure {
    fn from(line: String) -> Self {
        Self::Question(line)
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    // Programs flush it where a reader would wait.
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&words, &mut out);
    let flushed = out.flush().map_err(Failure::Output);
    let (line, code) = match done.and(flushed) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Question(why)) => (format!("error: {why}"), 2),
        Err(Failure::Original(line)) => (line, 2),
        Err(Failure::Bug(why)) => (format!("error: {why}"), 1),
        // A reader who has left is no reason to complain.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::FAILURE;
        }
        Err(Failure::Output(error)) => (format!("error: output: {error}"), 1),
    };
    // If this cannot be said either, the code says it.
    drop(writeln!(io::stderr(), "{line}"));
    ExitCode::from(code)
}

fn run(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let Some((program, words)) = words.split_first() else {
        return Err(Failure::Question(format!("expected a program: {}", names())));
    };
    match program.as_str() {
        "antislide" => antislide(words, out),
        "antislide3" => antislide_classes(words, out),
        "obdd" => obdd(words, out),
        "colorstar" => colorstar(words, out),
        "korf0" | "korf1" => korf(program, words, out),
        "help" | "--help" | "-h" => Ok(write!(out, "{HELP}")?),
        _ => Err(Failure::Question(format!("'{program}': expected a program: {}", names()))),
    }
}

/// The names of the programs.
fn names() -> &'static str {
    "antislide, antislide3, obdd, colorstar, korf0, korf1; or help"
}

fn antislide(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    use Takes::{MaybeNumber, Nothing, Number};
    let known = [("--verbose", MaybeNumber), ("--no-corner", Nothing), ("--max-bricks", Number)];
    let arguments = Arguments::read(words, &known)?;
    let sides: Sides = arguments.question("a box: 4x4x4")?;
    let most = u64::try_from(sides.cells() / 4).expect("a small number");
    let max_bricks = arguments.number("--max-bricks", 1, most)?;
    let verbose = arguments.number("--verbose", 0, 3)?.unwrap_or(0);
    let start = match arguments.option("--no-corner") {
        Some(_) => Start::NoCorner,
        None => Start::Corner,
    };
    let question = match (max_bricks, Antislide::new(sides)) {
        (Some(max_bricks), _) => Antislide { sides, start, max_bricks, verbose },
        (None, Some(question)) => Antislide { start, verbose, ..question },
        (None, None) => {
            let why = "the program's limit, a quarter of the cells less three, allows no brick in";
            return Err(Failure::Question(format!("{why} this box, expected --max-bricks")));
        }
    };
    question.check()?;
    question.print(out)?;
    Ok(())
}

fn antislide_classes(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let known = [("--verbose", Takes::MaybeNumber), ("--spacing", Takes::Number)];
    let arguments = Arguments::read(words, &known)?;
    let mut question = Antislide3::new(arguments.question("a box: 4x4x4")?)?;
    // The spacing is the first argument of the original, and any argument makes it show packings.
    let spacing = arguments.number("--spacing", 1, u64::MAX)?;
    question.verbose = arguments.number("--verbose", 0, 2)?.unwrap_or(u8::from(spacing.is_some()));
    question.spacing = spacing.unwrap_or(1);
    question.print(out)?;
    Ok(())
}

fn obdd(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    use Takes::{MaybeNumber, Number};
    let known = [("--verbose", MaybeNumber), ("--interval", Number), ("--max-nodes", Number)];
    let arguments = Arguments::read(words, &known)?;
    let board: Board = arguments.question("a board: 8x8")?;
    let mut question = Obdd::new(board);
    question.verbose = arguments.number("--verbose", 0, 2)?.unwrap_or(0);
    question.interval = arguments.option("--interval").unwrap_or(question.interval);
    question.max_nodes = arguments.number("--max-nodes", 1 << 10, u64::MAX)?;
    match question.print(out)? {
        Ending::Totals { .. } => Ok(()),
        Ending::Full => Err(Failure::Original("Out of memory!".to_owned())),
        Ending::NoMatching => Err(Failure::Original(
            "error: there are no matchings, and the original crashes here".to_owned(),
        )),
    }
}

/// The originals want one argument, and say so.
fn korf(name: &str, words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let program = if name == "korf0" { Program::Looped } else { Program::Automaton };
    let [text] = words else {
        return Err(Failure::Original(format!("Usage: {name} startposition")));
    };
    let start: Position = text.parse().map_err(Failure::Original)?;
    program.print(&start, out)?;
    Ok(())
}

fn colorstar(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let known = [
        ("--interval", Takes::Number),
        ("--verify", Takes::Nothing),
        ("--postscript", Takes::Number),
        ("--verbose", Takes::MaybeNumber),
    ];
    let arguments = Arguments::read(words, &known)?;
    arguments.no_question()?;
    let interval = arguments.number("--interval", 1, u64::MAX)?.unwrap_or(1);
    let star = kumiki_puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
    let question = kumiki_formats::tiling::read(star.text.as_bytes())
        .map_err(|error| Failure::Bug(error.to_string()))?;
    if arguments.number("--verbose", 0, 1)? == Some(1_u8) {
        let star = PrintedStar::new(&question, FirstTile::Kept).expect("the star");
        star.print_tree(interval, out)?;
        return Ok(());
    }
    let list = List::new(&question).map_err(Failure::Bug)?;
    let lines = list.lines.len();
    let most = u64::try_from(lines).expect("a small number");
    if let Some(number) = arguments.number("--postscript", 1, most)? {
        write!(out, "{}", list.postscript(number).expect("a line of the list"))?;
        return Ok(());
    }
    list.print(interval, out)?;
    if arguments.option("--verify").is_some() {
        write!(out, "\n{}", list.said())?;
        let nodes = list
            .search_again()
            .map_err(|number| Failure::Bug(format!("the program prints another line {number}")))?;
        writeln!(
            out,
            "verified: the program's own search lays {nodes} triangles and prints the same {lines} \
             lines"
        )?;
    }
    Ok(())
}
