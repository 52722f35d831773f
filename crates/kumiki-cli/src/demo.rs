//! `kumiki demo`: known problems, each answer beside its known figure, with pictures.

use crate::antislide::{plural, print, reserve, table};
use crate::args::DemoArgs;
use crate::failure::Failure;
use kumiki::antislide::{Request, Solved, solve};
use kumiki::draw::{Card, packing_sheet};
use kumiki::model::{AntislideQuestion, Objective};
use kumiki::puzzles::known;
use kumiki::run::Runner;
use std::process::ExitCode;

pub(crate) fn run(args: &DemoArgs) -> Result<ExitCode, Failure> {
    let picture = args.svg.as_deref().map(|path| reserve(path, args.force)).transpose()?;
    let runner = Runner::quiet(std::thread::available_parallelism().map_or(1, usize::from));
    print("Bricks of 1x2x2 in a box, packed so that none can slide (ANTISLIDE3, D. E. Knuth, 1996).\n")?;
    print("Packings and classes include the empty box; every count is made anew, then compared.\n\n")?;
    let mut rows = Vec::new();
    let mut all_agree = true;
    for case in known::ANTISLIDE {
        let solved = solve(&Request::count(question(case.container)), &runner)?;
        let answer = &solved.answer;
        let agrees = answer.packings.0 == case.packings.into() && answer.classes.all.0 == case.classes.into();
        all_agree &= agrees;
        let fewest = answer.by_bricks.iter().find(|row| row.bricks > 0);
        rows.push(vec![
            case.container.to_owned(),
            answer.packings.to_string(),
            answer.classes.all.to_string(),
            fewest.map_or("-".to_owned(), |row| row.bricks.to_string()),
            format!("{:.3}", answer.profile.seconds),
            if agrees {
                "agrees".to_owned()
            } else {
                format!("DIFFERS: {} / {}", case.packings, case.classes)
            },
            case.source.to_owned(),
        ]);
    }
    print(&table(&["box", "packings", "classes", "fewest", "seconds", "known figure", "known from"], rows))?;
    let mut shown: Vec<Solved> = Vec::new();
    for container in ["3x3x3", "4x4x4"] {
        let mut fewest = question(container);
        fewest.objective = Objective::Fewest;
        let mut request = Request::count(fewest);
        request.list = usize::MAX;
        shown.push(solve(&request, &runner)?);
    }
    for solved in &shown {
        let bricks = solved.answer.bricks.unwrap_or(0);
        let container = &solved.answer.question.container;
        print(&format!(
            "\nAll ways to do it with the fewest bricks, {bricks} in {container}, layer by layer:\n\n"
        ))?;
        for packing in &solved.packings {
            print(&(packing.to_text() + "\n"))?;
        }
    }
    if let Some(file) = picture {
        let text = packing_sheet("Bricks that cannot slide, as few as possible", &cards(&shown));
        file.write(&text)
            .map_err(|error| Failure::Machine(format!("the picture cannot be written: {error}")))?;
    }
    if all_agree {
        print("All figures agree. Next: kumiki antislide 4x4x4 --list --svg packings.svg\n")?;
        Ok(ExitCode::SUCCESS)
    } else {
        Err(Failure::Machine("bug: a count differs from its known figure".to_owned()))
    }
}

fn question(container: &str) -> AntislideQuestion {
    let brick = "1x2x2".parse().expect("the seed's brick");
    AntislideQuestion::new(container.parse().expect("known boxes are boxes"), vec![brick])
}

fn cards(shown: &[Solved]) -> Vec<Card<'_>> {
    let one = |solved: &'_ Solved| -> Vec<(usize, usize)> {
        solved.answer.solutions.iter().flatten().map(|s| (s.bricks, s.symmetry)).collect()
    };
    let card = |(packing, (bricks, symmetry)): (_, (usize, usize))| Card {
        packing,
        caption: format!(
            "{}, {}",
            plural(bricks, "brick", "bricks"),
            plural(symmetry, "symmetry", "symmetries")
        ),
    };
    shown.iter().flat_map(|solved| solved.packings.iter().zip(one(solved)).map(card)).collect()
}
