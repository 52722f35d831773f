//! Prints what DECAGON-COLORSTAR printed, line by line, and what is to be said about it. With
//! `--verify`, the program's whole search is made as well, and compared.
#![forbid(unsafe_code)]

use kumiki_colorstar::List;
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (result, code) = match run(&arguments) {
        Ok(text) => (write!(std::io::stdout(), "{text}"), ExitCode::SUCCESS),
        Err((code, why)) => (writeln!(std::io::stderr(), "error: {why}"), ExitCode::from(code)),
    };
    // A reader who has left is no reason to complain.
    if result.is_ok() { code } else { ExitCode::FAILURE }
}

/// What is printed, or an exit code and a line.
fn run(arguments: &[String]) -> Result<String, (u8, String)> {
    let verify = match arguments {
        [] => false,
        [only] if only == "--verify" => true,
        _ => return Err((2, "unknown arguments, expected none or --verify".to_owned())),
    };
    let star = kumiki_puzzles::tilings::find("colorstar").expect("it comes with Kumiki");
    let question =
        kumiki_formats::tiling::read(star.text.as_bytes()).map_err(|e| (1, e.to_string()))?;
    let list = List::new(&question).map_err(|why| (1, why))?;
    let mut text = list.to_string();
    if verify {
        let nodes = list
            .search_again()
            .map_err(|number| (1, format!("the program prints another line {number}")))?;
        text += &format!(
            "verified: the program's own search lays {nodes} triangles and prints the same {} \
             lines\n",
            list.lines.len()
        );
    }
    Ok(text)
}
