//! `kumiki demo`: known problems, each answer beside its known figure, with pictures.

use crate::arguments::{given, is_given};
use crate::failure::Failure;
use crate::guard;
use crate::output::Outputs;
use crate::printing::print;
use clap::ArgMatches;
use kumiki::drive::Run;
use kumiki::model::{
    Answer, AntislideAsk, Ask, Count, CoverAsk, GraphAsk, PackAsk, Part, Question, SlideAsk,
    Source, SubgraphKind, TileAsk, TourMethod, TourSymmetry, ToursAsk,
};
use kumiki::puzzles::figures::Figures;
use kumiki::puzzles::{gallery, known, tilings};
use kumiki::words::table;
use kumiki::{Prepared, Shown};
use kumiki_host::Terminal;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// The boxes whose packings are shown.
const BOXES: [&str; 2] = ["3x3x3", "4x4x4"];

/// The puzzles of the gallery that take no more than a second or so.
const PUZZLES: [&str; 6] =
    ["diabolical", "pentominoes-6x10", "pentominoes-8x8", "rods", "slothouber-graatsma", "soma"];

/// Dominoes on a board of 16 by 16, too many to list.
const DOMINOES: &str = include_str!("../../../examples/domino16.dlx");
/// Kasteleyn's formula, and Temperley and Fisher's.
const DOMINO_TILINGS: &str = "2444888770250892795802079170816";

/// The tilings that are shown. None takes more than a second or two.
const TILINGS: [&str; 7] = [
    "decagon",
    "colorstar",
    "stomachion",
    "stomachion-alike",
    "tangram-square",
    "penrose-decagon",
    "rhombs-14",
];

/// Positions of the 15 puzzle and the lengths of their shortest solutions, with who says so.
const POSITIONS: [(&str, u32, &str); 3] = [
    ("bc9e80df3412a756", 56, "seed"),
    ("ca6098dfb73254e1", 65, "seed; Korf"),
    ("d68cfe0ab7459132", 57, "Korf"),
];

/// Boards, how many positions are farthest from the goal, and how far; with who says so.
const BOARDS: [(&str, &str, &str); 3] =
    [("3x3", "2 at 31", "A089473"), ("2x5", "2 at 55", "A151944"), ("3x4", "18 at 53", "A090166")];

/// Boards folded by the half-turn: matchings, nodes of their diagram, those removed by
/// zero-suppression, tours and pseudo-solutions; with who says so. A transcription of the seed
/// counted the boards that the seed does not have.
const FOLDED: [(&str, &str, &str); 7] = [
    ("4x4", "16 20 10 0 0", "transcription"),
    ("6x6", "192 677 468 78 84", "transcription"),
    ("6x8", "2669 6708 4585 5634 5674", "seed"),
    ("8x6", "2669 7298 5156 5634 5674", "seed"),
    ("6x10", "31224 35771 25189 394128 394414", "transcription"),
    ("10x6", "31224 20959 15511 394128 394414", "transcription"),
    ("8x8", "106256 112740 80572 2432932 2428776", "seed"),
];

/// Graphs, what is counted, and how many there are.
const GRAPHS: [(&str, SubgraphKind, &str, &str, &str); 4] = [
    ("knight:6x6", SubgraphKind::HamiltonianCycles, "Hamiltonian cycles", "9862", "A001230"),
    ("grid:10x10", SubgraphKind::Matchings, "perfect matchings", "258584046368", "A004003"),
    (
        "grid:12x12",
        SubgraphKind::HamiltonianCycles,
        "Hamiltonian cycles",
        "1076226888605605706",
        "A003763",
    ),
    ("king:5x5", SubgraphKind::HamiltonianCycles, "Hamiltonian cycles", "2462064", "A140519"),
];

pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::new(is_given(matches, "force"), Some("the demo"), None);
    outputs.reserve("--svg", given::<PathBuf>(matches, "svg").as_deref())?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let terminal = Terminal::quiet(threads).stopped_by(guard::signals());
    let mut demo = Demo { run: Run::new(&terminal), difference: None };
    demo.bricks()?;
    let pictures = demo.fewest_bricks()?;
    demo.puzzles()?;
    demo.tilings()?;
    demo.slides()?;
    demo.tours()?;
    outputs.write("--svg", || {
        let mut sheets = pictures.into_iter();
        let mut sheet = sheets.next().expect("boxes are shown");
        sheet.title = "Bricks that cannot slide, as few as possible".to_owned();
        for other in sheets {
            sheet.description += &format!(" {}", other.description);
            sheet.figures.extend(other.figures);
        }
        sheet.to_svg()
    })?;
    match demo.difference {
        Some(difference) => Err(Failure::Machine(format!("bug: a count is wrong, {difference}"))),
        None => {
            print("\nAll figures agree. Next: kumiki tile colorstar --list --svg star.svg\n")?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

struct Demo<'h> {
    run: Run<'h>,
    /// The first thing that is not as it is known to be.
    difference: Option<String>,
}

impl Demo<'_> {
    /// An answer; half an answer is none here.
    fn answer(&self, ask: impl Into<Ask>, name: &str) -> Result<Answer, Failure> {
        let answer = Prepared::new(&Question::new(ask))?.solve(&self.run)?;
        check_ended(&answer, name)?;
        Ok(answer)
    }

    /// Whether something is as it is known to be, for the table.
    fn verdict(&mut self, name: &str, is_known: bool) -> String {
        if !is_known {
            self.difference.get_or_insert(name.to_owned());
        }
        if is_known { "agrees".to_owned() } else { "DIFFERS".to_owned() }
    }

    fn bricks(&mut self) -> Result<(), Failure> {
        print(
            "Bricks of 1x2x2 in a box, packed so that none can slide (ANTISLIDE3, D. E. Knuth, \
             1996).\n\
             Packings and classes include the empty box; every count is made anew, then \
             compared.\n\n",
        )?;
        let mut rows = Vec::new();
        for case in known::ANTISLIDE {
            let answer = self.answer(AntislideAsk::new(case.container), case.container)?;
            let difference = Figures::answered(&answer).difference(&Figures::known(case));
            let name = format!("{}, {}", case.container, difference.clone().unwrap_or_default());
            let fewest = match &answer.part {
                Part::Antislide(part) => part.by_bricks.iter().find(|row| row.bricks > 0),
                _ => None,
            };
            rows.push(vec![
                case.container.to_owned(),
                told(answer.count.as_ref()),
                told(answer.classes.as_ref().map(kumiki::model::ClassCount::all)),
                told(fewest.map(|row| row.bricks)),
                seconds(&answer),
                self.verdict(&name, difference.is_none()),
                case.source.to_owned(),
            ]);
        }
        let head =
            ["box", "packings", "classes", "fewest", "seconds", "known figure", "known from"];
        print(&table(&head, &["known figure", "known from"], rows))
    }

    /// Shows all classes with as few bricks as possible, and draws them.
    fn fewest_bricks(&mut self) -> Result<Vec<kumiki::draw::Sheet>, Failure> {
        let mut pictures = Vec::new();
        for container in BOXES {
            let ask = AntislideAsk::new(container).fewest(true);
            let prepared = Prepared::new(&Question::new(ask).list(usize::MAX))?;
            let mut list: Vec<Shown> = Vec::new();
            let mut answer = prepared.visit(&self.run, &mut |shown: Shown| {
                list.push(shown);
                ControlFlow::Continue(())
            })?;
            check_ended(&answer, container)?;
            let bricks = match &answer.part {
                Part::Antislide(part) => part.bricks.unwrap_or(0),
                _ => 0,
            };
            print(&format!(
                "\nAll classes with the fewest bricks, {bricks} in {container}, layer by layer:\n"
            ))?;
            for shown in &list {
                let text = prepared.solution_text(shown);
                let layers = text.split_once('\n').map_or("", |(_, layers)| layers);
                print(&format!("\n{}\n", layers.trim_end()))?;
            }
            kumiki::put_back(&mut answer, list);
            pictures.push(prepared.picture(&answer));
        }
        Ok(pictures)
    }

    fn puzzles(&mut self) -> Result<(), Failure> {
        print("\nPacking puzzles and exact covers (TAOCP 7.2.2.1), symmetries included.\n\n")?;
        let mut rows = Vec::new();
        for name in PUZZLES {
            let known = gallery::find(name).expect("the gallery has it");
            let answer = self.answer(PackAsk::new(name), name)?;
            let classes = answer.classes.as_ref().map(kumiki::model::ClassCount::all);
            let is_known = answer.count == Some(known.packings.into())
                && classes == Some(&known.classes.into());
            rows.push(vec![
                name.to_owned(),
                told(answer.count.as_ref()),
                told(classes),
                kernel(&answer),
                seconds(&answer),
                self.verdict(name, is_known),
            ]);
        }
        let dominoes = Source::file("domino16.dlx", DOMINOES);
        let answer = self.answer(CoverAsk::new(dominoes), "dominoes")?;
        let count = told(answer.count.as_ref());
        let verdict = self.verdict("dominoes", count == DOMINO_TILINGS);
        let (kernel, seconds) = (kernel(&answer), seconds(&answer));
        rows.push(vec!["dominoes 16x16".into(), count, "-".into(), kernel, seconds, verdict]);
        let head = ["problem", "solutions", "classes", "kernel", "seconds", "known figure"];
        print(&table(&head, &["problem", "kernel", "known figure"], rows))
    }

    fn tilings(&mut self) -> Result<(), Failure> {
        print(
            "\nPolygons tiled by polygons, exactly (DECAGON and DECAGON-COLORSTAR, D. E. Knuth).\n\
             Tilings of the coloured star are up to the names of colours.\n\n",
        )?;
        let mut rows = Vec::new();
        for name in TILINGS {
            let known = &tilings::find(name).expect("it comes with Kumiki").known;
            let answer = self.answer(TileAsk::new(name), name)?;
            let classes = answer.classes.as_ref().map(kumiki::model::ClassCount::all);
            let agrees = |found: Option<&Count>, known: Option<u64>| {
                known.is_none_or(|known| found == Some(&known.into()))
            };
            let is_known = match &answer.part {
                Part::Tile(part) => {
                    agrees(part.tilings.as_ref(), known.tilings)
                        && agrees(part.colourings.as_ref(), known.colourings)
                        && agrees(part.labelled.as_ref(), known.labelled)
                        && agrees(classes, known.colouring_classes.or(known.classes))
                }
                _ => false,
            };
            rows.push(vec![
                name.to_owned(),
                told(answer.count.as_ref()),
                told(classes),
                seconds(&answer),
                self.verdict(name, is_known),
            ]);
        }
        let head = ["problem", "tilings", "classes", "seconds", "known figure"];
        print(&table(&head, &["problem", "known figure"], rows))
    }

    fn slides(&mut self) -> Result<(), Failure> {
        print(
            "\nSliding tiles in the fewest moves (15PUZZLE-KORF1, D. E. Knuth), and all positions \
             of small boards.\n\n",
        )?;
        let mut rows = Vec::new();
        let starts: Vec<&str> = POSITIONS.iter().map(|(start, ..)| *start).collect();
        let file = Source::file("positions", starts.join("\n"));
        let answer = self.answer(SlideAsk::new().file(file), "positions")?;
        let Part::SlideMany(part) = &answer.part else { unreachable!("a file has many starts") };
        for (record, (start, known, source)) in part.instances.iter().zip(POSITIONS) {
            rows.push(vec![
                start.to_owned(),
                format!("{} moves", told(record.moves)),
                format!("{:.3}", record.seconds),
                self.verdict(start, record.moves == Some(known)),
                source.to_owned(),
            ]);
        }
        for (board, known, source) in BOARDS {
            let answer = self.answer(SlideAsk::new().table(board.to_owned()), board)?;
            let found = match &answer.part {
                Part::SlideTable(part) => part.positions.last(),
                _ => None,
            };
            let found = found.map(|row| format!("{} at {}", row.count, row.distance));
            let name = format!("farthest on {board}");
            let verdict = self.verdict(&name, found.as_deref() == Some(known));
            rows.push(vec![name, told(found), seconds(&answer), verdict, source.to_owned()]);
        }
        let head = ["problem", "answer", "seconds", "known figure", "known from"];
        print(&table(&head, &["problem", "known figure", "known from"], rows))
    }

    fn tours(&mut self) -> Result<(), Failure> {
        print(
            "\nKnight's tours that a half-turn preserves, as pairs of matchings (OBDD, D. E. \
             Knuth, 1996).\n\n",
        )?;
        let mut rows = Vec::new();
        for (board, known, source) in FOLDED {
            let ask =
                ToursAsk::new(board).symmetry(TourSymmetry::HalfTurn).method(TourMethod::Diagram);
            let answer = self.answer(ask, board)?;
            let Part::Tours(part) = &answer.part else { unreachable!("about tours") };
            let found = [
                told(part.matchings.as_ref()),
                told(part.diagram.map(|diagram| diagram.nodes)),
                told(part.diagram.map(|diagram| diagram.suppressed)),
                told(answer.count.as_ref()),
                told(part.pseudo.as_ref()),
            ];
            let verdict = self.verdict(board, found.join(" ") == known);
            let ending = vec![seconds(&answer), verdict, source.to_owned()];
            rows.push([vec![board.to_owned()], found.to_vec(), ending].concat());
        }
        let head = [
            "board",
            "matchings",
            "nodes",
            "suppressed",
            "tours",
            "pseudo",
            "seconds",
            "known figure",
            "known from",
        ];
        print(&table(&head, &["known figure", "known from"], rows))?;
        print("\nThe same and more by states of a frontier.\n\n")?;
        let ask = ToursAsk::new("8x8").symmetry(TourSymmetry::HalfTurn);
        let answer = self.answer(ask, "8x8")?;
        let name = "8x8 half-turn, classes";
        let classes = told(answer.classes.as_ref().map(kumiki::model::ClassCount::all));
        let verdict = self.verdict(name, classes == "608233");
        let mut rows = vec![vec![name.into(), classes, seconds(&answer), verdict, "seed".into()]];
        for (graph, kind, what, known, source) in GRAPHS {
            let answer = self.answer(GraphAsk::new(kind, graph), graph)?;
            let (problem, found) = (format!("{graph}, {what}"), told(answer.count.as_ref()));
            let verdict = self.verdict(&problem, found == known);
            rows.push(vec![problem, found, seconds(&answer), verdict, source.to_owned()]);
        }
        let head = ["problem", "answer", "seconds", "known figure", "known from"];
        print(&table(&head, &["problem", "known figure", "known from"], rows))
    }
}

/// Whether a part of the demo came to its end.
fn check_ended(answer: &Answer, name: &str) -> Result<(), Failure> {
    if answer.is_complete() {
        return Ok(());
    }
    Err(Failure::Stopped(format!("the demo was interrupted at {name}, expected to finish")))
}

/// A figure, or a dash if there is none.
fn told(figure: Option<impl ToString>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string())
}

fn seconds(answer: &Answer) -> String {
    format!("{:.3}", answer.profile.seconds)
}

fn kernel(answer: &Answer) -> String {
    match &answer.part {
        Part::Cover(part) => part.kernel.clone(),
        Part::Pack(part) => part.kernel.clone(),
        _ => "-".to_owned(),
    }
}
