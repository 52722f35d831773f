//! The demonstration: known problems, each answer beside its known figure, with pictures.

use crate::words::table;
use crate::{Halt, Prepared, Shown, put_back};
use kumiki_draw::Sheet;
use kumiki_drive::Run;
use kumiki_model::SubgraphKind::{self, HamiltonianCycles, Matchings};
use kumiki_model::{
    Answer, AntislideAsk, Ask, ClassCount, CoverAsk, GraphAsk, PackAsk, Part, Question, SlideAsk,
    Source, TileAsk, TourMethod, TourSymmetry, ToursAsk,
};
use kumiki_puzzles::figures::Figures;
use kumiki_puzzles::{gallery, known, tilings};

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
const TILINGS: [&str; 9] = [
    "decagon",
    "decagon-star",
    "decagon-color",
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
    ("knight:6x6", HamiltonianCycles, "Hamiltonian cycles", "9862", "A001230"),
    ("grid:10x10", Matchings, "perfect matchings", "258584046368", "A004003"),
    ("grid:12x12", HamiltonianCycles, "Hamiltonian cycles", "1076226888605605706", "A003763"),
    ("king:5x5", HamiltonianCycles, "Hamiltonian cycles", "2462064", "A140519"),
];

/// What has been shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Demonstration {
    /// Bricks that cannot slide, as few as possible.
    pub picture: Sheet,
    /// The first figure that is not as it is known to be, if there is one: a bug.
    pub difference: Option<String>,
}

/// Answers all questions of the demonstration, and tells each part when it is done.
///
/// # Errors
/// If it is stopped.
pub fn demonstrate(run: &Run<'_>, tell: &mut dyn FnMut(&str)) -> Result<Demonstration, Halt> {
    let mut demo = Demo { run: *run, tell, difference: None };
    demo.bricks()?;
    let pictures = demo.fewest_bricks()?;
    demo.puzzles()?;
    demo.tilings()?;
    demo.slides()?;
    demo.tours()?;
    let mut sheets = pictures.into_iter();
    let mut picture = sheets.next().expect("boxes are shown");
    picture.title = "Bricks that cannot slide, as few as possible".to_owned();
    for other in sheets {
        picture.description += &format!(" {}", other.description);
        picture.figures.extend(other.figures);
    }
    Ok(Demonstration { picture, difference: demo.difference })
}

struct Demo<'h> {
    run: Run<'h>,
    /// Who hears what is found.
    tell: &'h mut dyn FnMut(&str),
    /// The first thing that is not as it is known to be.
    difference: Option<String>,
}

impl Demo<'_> {
    /// An answer; half an answer is none here.
    fn answer(&self, ask: impl Into<Ask>, name: &str) -> Result<Answer, Halt> {
        let answer = Prepared::new(&Question::new(ask))?.solve(&self.run)?;
        check_ended(&answer, name)?;
        Ok(answer)
    }

    /// A row of a table: a name, figures, how long it took, whether they are as they are known to
    /// be, and who says so.
    fn row(
        &mut self,
        name: &str,
        figures: Vec<String>,
        seconds: f64,
        is_known: bool,
        source: Option<&str>,
    ) -> Vec<String> {
        if !is_known {
            self.difference.get_or_insert(name.to_owned());
        }
        let verdict = if is_known { "agrees" } else { "DIFFERS" };
        let mut row = vec![name.to_owned()];
        row.extend(figures);
        row.extend([format!("{seconds:.3}"), verdict.to_owned()]);
        row.extend(source.map(str::to_owned));
        row
    }

    /// The row of an answer, of whose figures the first ones are known.
    fn row_of(
        &mut self,
        name: &str,
        answer: &Answer,
        known: &str,
        source: Option<&str>,
    ) -> Vec<String> {
        let figures = figures(answer);
        let is_known = format!("{} ", figures.join(" ")).starts_with(&format!("{known} "));
        self.row(name, figures, answer.profile.seconds, is_known, source)
    }

    /// Tells rows under their heads, of which the last ones are the same everywhere.
    fn show_table(&mut self, head: &[&str], rows: Vec<Vec<String>>) {
        let ends = ["seconds", "known figure", "known from"];
        let all: Vec<&str> = head.iter().copied().chain(ends).take(rows[0].len()).collect();
        (self.tell)(&table(&all, &["problem", "kernel", "known figure", "known from"], rows));
    }

    fn bricks(&mut self) -> Result<(), Halt> {
        (self.tell)(
            "Bricks of 1x2x2 in a box, packed so that none can slide (ANTISLIDE3, D. E. Knuth, \
             1996).\n\
             Packings and classes include the empty box; every count is made anew, then \
             compared.\n\n",
        );
        let mut rows = Vec::new();
        for case in known::ANTISLIDE {
            let answer = self.answer(AntislideAsk::new(case.container), case.container)?;
            let difference = Figures::answered(&answer).difference(&Figures::known(case));
            if let Some(difference) = &difference {
                self.difference.get_or_insert(format!("{}, {difference}", case.container));
            }
            let (seconds, source) = (answer.profile.seconds, Some(case.source));
            let is_known = difference.is_none();
            rows.push(self.row(case.container, figures(&answer), seconds, is_known, source));
        }
        self.show_table(&["box", "packings", "classes", "fewest"], rows);
        Ok(())
    }

    /// Shows all classes with as few bricks as possible, and draws them.
    fn fewest_bricks(&mut self) -> Result<Vec<Sheet>, Halt> {
        let mut pictures = Vec::new();
        for container in BOXES {
            let ask = AntislideAsk::new(container).fewest(true);
            let prepared = Prepared::new(&Question::new(ask).list(usize::MAX))?;
            let mut list: Vec<Shown> = Vec::new();
            let mut answer = prepared.visit(&self.run, &mut list)?;
            check_ended(&answer, container)?;
            let Part::Antislide(part) = &answer.part else { unreachable!("about bricks") };
            let bricks = told(part.bricks);
            (self.tell)(&format!(
                "\nAll classes with the fewest bricks, {bricks} in {container}, layer by layer:\n"
            ));
            for shown in &list {
                let text = prepared.solution_text(shown);
                let layers = text.split_once('\n').map_or("", |(_, layers)| layers);
                (self.tell)(&format!("\n{}\n", layers.trim_end()));
            }
            put_back(&mut answer, list);
            pictures.push(prepared.picture(&answer));
        }
        Ok(pictures)
    }

    fn puzzles(&mut self) -> Result<(), Halt> {
        (self.tell)("\nPacking puzzles and exact covers (TAOCP 7.2.2.1), symmetries included.\n\n");
        let mut rows = Vec::new();
        for name in PUZZLES {
            let known = gallery::find(name).expect("the gallery has it");
            let answer = self.answer(PackAsk::new(name), name)?;
            let known = format!("{} {}", known.packings, known.classes);
            rows.push(self.row_of(name, &answer, &known, None));
        }
        let dominoes = Source::file("domino16.dlx", DOMINOES);
        let answer = self.answer(CoverAsk::new(dominoes), "dominoes")?;
        rows.push(self.row_of("dominoes 16x16", &answer, DOMINO_TILINGS, None));
        self.show_table(&["problem", "solutions", "classes", "kernel"], rows);
        Ok(())
    }

    fn tilings(&mut self) -> Result<(), Halt> {
        (self.tell)(
            "\nPolygons tiled by polygons, exactly (DECAGON and its variants, D. E. Knuth).\n\
             Tilings in colours are up to the names of colours.\n\n",
        );
        let mut rows = Vec::new();
        for name in TILINGS {
            let known = &tilings::find(name).expect("it comes with Kumiki").known;
            let answer = self.answer(TileAsk::new(name), name)?;
            let Part::Tile(part) = &answer.part else { unreachable!("about tilings") };
            let classes = answer.classes.as_ref().map(ClassCount::all);
            let all = [
                (part.tilings.as_ref(), known.tilings),
                (part.colourings.as_ref(), known.colourings),
                (part.labelled.as_ref(), known.labelled),
                (classes, known.colouring_classes.or(known.classes)),
            ];
            let is_known = all
                .iter()
                .all(|(found, known)| known.is_none_or(|known| *found == Some(&known.into())));
            rows.push(self.row(name, figures(&answer), answer.profile.seconds, is_known, None));
        }
        self.show_table(&["problem", "tilings", "classes"], rows);
        Ok(())
    }

    fn slides(&mut self) -> Result<(), Halt> {
        (self.tell)(
            "\nSliding tiles in the fewest moves (15PUZZLE-KORF1, D. E. Knuth), and all positions \
             of small boards.\n\n",
        );
        let mut rows = Vec::new();
        let starts: Vec<&str> = POSITIONS.iter().map(|(start, ..)| *start).collect();
        let file = Source::file("positions", starts.join("\n"));
        let answer = self.answer(SlideAsk::new().file(file), "positions")?;
        let Part::SlideMany(part) = &answer.part else { unreachable!("a file has many starts") };
        for (record, (start, known, source)) in part.instances.iter().zip(POSITIONS) {
            let found = vec![format!("{} moves", told(record.moves))];
            let is_known = record.moves == Some(known);
            rows.push(self.row(start, found, record.seconds, is_known, Some(source)));
        }
        for (board, known, source) in BOARDS {
            let answer = self.answer(SlideAsk::new().table(board.to_owned()), board)?;
            rows.push(self.row_of(&format!("farthest on {board}"), &answer, known, Some(source)));
        }
        self.show_table(&["problem", "answer"], rows);
        Ok(())
    }

    fn tours(&mut self) -> Result<(), Halt> {
        (self.tell)(
            "\nKnight's tours that a half-turn preserves, as pairs of matchings (OBDD, D. E. \
             Knuth, 1996).\n\n",
        );
        let mut rows = Vec::new();
        for (board, known, source) in FOLDED {
            let ask = ToursAsk::new(board).symmetry(TourSymmetry::HalfTurn);
            let answer = self.answer(ask.method(TourMethod::Diagram), board)?;
            rows.push(self.row_of(board, &answer, known, Some(source)));
        }
        self.show_table(&["board", "matchings", "nodes", "suppressed", "tours", "pseudo"], rows);
        (self.tell)("\nThe same and more by states of a frontier.\n\n");
        let answer = self.answer(ToursAsk::new("8x8").symmetry(TourSymmetry::HalfTurn), "8x8")?;
        let (name, found) = ("8x8 half-turn, classes", vec![classes(&answer)]);
        let is_known = found == ["608233"];
        let mut rows = vec![self.row(name, found, answer.profile.seconds, is_known, Some("seed"))];
        for (graph, kind, what, known, source) in GRAPHS {
            let answer = self.answer(GraphAsk::new(kind, graph), graph)?;
            rows.push(self.row_of(&format!("{graph}, {what}"), &answer, known, Some(source)));
        }
        self.show_table(&["problem", "answer"], rows);
        Ok(())
    }
}

/// Whether a part of the demo came to its end.
fn check_ended(answer: &Answer, name: &str) -> Result<(), Halt> {
    if answer.is_complete() {
        return Ok(());
    }
    Err(Halt::Interrupted { part: name.to_owned() })
}

/// A figure, or a dash if there is none.
fn told(figure: Option<impl ToString>) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string())
}

/// The figures of an answer that the demo shows.
fn figures(answer: &Answer) -> Vec<String> {
    let count = told(answer.count.as_ref());
    match &answer.part {
        Part::Antislide(part) => {
            let fewest = part.by_bricks.iter().find(|row| row.bricks > 0);
            vec![count, classes(answer), told(fewest.map(|row| row.bricks))]
        }
        Part::Cover(part) => vec![count, classes(answer), part.kernel.clone()],
        Part::Pack(part) => vec![count, classes(answer), part.kernel.clone()],
        Part::Tile(_) => vec![count, classes(answer)],
        Part::SlideTable(part) => {
            let last = part.positions.last();
            vec![told(last.map(|row| format!("{} at {}", row.count, row.distance)))]
        }
        Part::Tours(part) => vec![
            told(part.matchings.as_ref()),
            told(part.diagram.map(|diagram| diagram.nodes)),
            told(part.diagram.map(|diagram| diagram.suppressed)),
            count,
            told(part.pseudo.as_ref()),
        ],
        _ => vec![count],
    }
}

fn classes(answer: &Answer) -> String {
    told(answer.classes.as_ref().map(ClassCount::all))
}
