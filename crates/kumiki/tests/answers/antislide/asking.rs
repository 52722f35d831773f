//! Short ways to ask, and to compare answers.

use kumiki::drive::Run;
use kumiki::judge::judge;
use kumiki::model::{
    Answer, AntislideAsk, AntislidePart, AntislideQuestion, ByBricks, BySymmetry, ClassCount,
    Classes, Count, Method, Objective, Packing, Part, Question, RunReport, Solution, StoppedBy,
};
use kumiki::{Halt, Prepared, Shown};
use kumiki_host::Terminal;

/// The plain question about a box and some kinds of brick.
pub(crate) fn question(container: &str, kinds: &[&str]) -> AntislideQuestion {
    let size = |text: &&str| text.parse().expect("a size");
    AntislideQuestion::new(size(&container), kinds.iter().map(size).collect())
}

/// The question with a change.
pub(crate) fn with(
    mut question: AntislideQuestion,
    change: impl FnOnce(&mut AntislideQuestion),
) -> AntislideQuestion {
    change(&mut question);
    question
}

/// What is asked, and what is wanted beside the counts.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) question: AntislideQuestion,
    pub(crate) method: Method,
    pub(crate) list: usize,
    pub(crate) stop_when_listed: bool,
    pub(crate) profile: bool,
    pub(crate) verify: bool,
}

impl Request {
    fn document(&self) -> Question {
        let asked = &self.question;
        let bricks: Vec<String> = asked.bricks().iter().map(ToString::to_string).collect();
        let ask = AntislideAsk::new(asked.container().to_string())
            .brick(bricks)
            .rule(asked.rule)
            .start(asked.start)
            .symmetry(asked.symmetry)
            .max_bricks(asked.max_bricks)
            .fewest(asked.objective == Objective::Fewest)
            .most(asked.objective == Objective::Most)
            .method(self.method);
        let mut question = Question::new(ask);
        if self.list > 0 {
            question = question.list(self.list);
            question.how.count = !self.stop_when_listed;
        }
        (question.how.profile, question.how.verify) = (self.profile, self.verify);
        question
    }
}

/// A request for counts by a method.
pub(crate) fn counting(question: &AntislideQuestion, method: Method) -> Request {
    let question = question.clone();
    Request { question, method, list: 0, stop_when_listed: false, profile: false, verify: false }
}

/// A request for a list by the direct search, with all counts.
pub(crate) fn listing(question: &AntislideQuestion, list: usize) -> Request {
    Request { list, ..counting(question, Method::Direct) }
}

/// What an answer says.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Told {
    pub(crate) bricks: Option<usize>,
    pub(crate) bound: Option<String>,
    pub(crate) packings: Count,
    pub(crate) classes: Classes,
    pub(crate) by_bricks: Vec<ByBricks>,
    pub(crate) by_symmetry: Vec<BySymmetry>,
    pub(crate) listed: Vec<Packing>,
    pub(crate) stopped_by: Option<StoppedBy>,
    pub(crate) evidence: Vec<String>,
    pub(crate) profile: RunReport,
}

/// The whole answer, which the judge must approve.
pub(crate) fn answered(request: &Request, threads: usize) -> Result<Told, Halt> {
    answered_on(request, &Terminal::quiet(threads))
}

/// The same on a terminal.
pub(crate) fn answered_on(request: &Request, terminal: &Terminal) -> Result<Told, Halt> {
    let answer = solved(request, terminal)?;
    let text = serde_json::to_string(&answer).expect("an answer is JSON");
    if let Err(fault) = judge(&text) {
        panic!("the judge refuses the answer to {request:?}: {fault}");
    }
    Ok(told(answer))
}

/// The whole answer for those who compare it with one that the judge has approved: he counts again,
/// which takes longer than anything else here.
pub(crate) fn unjudged(request: &Request, threads: usize) -> Result<Told, Halt> {
    solved(request, &Terminal::quiet(threads)).map(told)
}

/// An answer. What is handed over as it is found is its list.
fn solved(request: &Request, terminal: &Terminal) -> Result<Answer, Halt> {
    let prepared = Prepared::new(&request.document())?;
    let mut list: Vec<Shown> = Vec::new();
    let mut answer = prepared.visit(&Run::new(terminal), &mut list)?;
    assert!(list.iter().map(|shown| shown.number).eq(1..=list.len()), "{request:?}");
    assert!(list.len() <= request.list, "{request:?}");
    if request.list > 0 {
        kumiki::put_back(&mut answer, list);
    }
    Ok(answer)
}

fn told(answer: Answer) -> Told {
    let Part::Antislide(AntislidePart { bricks, bound, by_bricks, .. }) = answer.part else {
        panic!("an answer about other things than bricks")
    };
    let Some(ClassCount::Both(classes)) = answer.classes else { panic!("no classes") };
    let packing = |solution: &Solution| match solution {
        Solution::Bricks(record) => Packing::from_layers(&record.layers).expect("layers"),
        other => panic!("{other:?} is no packing"),
    };
    Told {
        bricks,
        bound,
        packings: answer.count.expect("packings are counted"),
        classes,
        by_bricks,
        by_symmetry: answer.by_symmetry,
        listed: answer.solutions.iter().flatten().map(packing).collect(),
        stopped_by: answer.stopped_by,
        evidence: answer.evidence,
        profile: answer.profile,
    }
}

/// The answer without what differs from run to run.
pub(crate) fn lasting(answer: &Told) -> Told {
    let RunReport { nodes, levels, .. } = answer.profile.clone();
    let profile = RunReport { nodes, levels, ..RunReport::default() };
    Told { profile, ..answer.clone() }
}

/// The rows as `bricks:number`, separated by spaces.
pub(crate) fn row_text<'a>(
    rows: impl IntoIterator<Item = &'a ByBricks>,
    number: impl Fn(&ByBricks) -> String,
) -> String {
    let rows: Vec<String> =
        rows.into_iter().map(|row| format!("{}:{}", row.bricks, number(row))).collect();
    rows.join(" ")
}

/// The packings with each number of bricks.
pub(crate) fn packings_by_bricks(answer: &Told) -> String {
    row_text(&answer.by_bricks, |row| row.packings.to_string())
}

/// The classes with each number of bricks, the empty packing left out.
pub(crate) fn nonempty_classes_by_bricks(answer: &Told) -> String {
    row_text(answer.by_bricks.iter().filter(|row| row.bricks > 0), |row| {
        row.classes.all.to_string()
    })
}

/// The classes with each number of symmetries.
pub(crate) fn classes_by_symmetry(answer: &Told) -> String {
    let rows: Vec<String> =
        answer.by_symmetry.iter().map(|row| format!("{}:{}", row.order, row.classes)).collect();
    rows.join(" ")
}

/// The packings that are not empty: all that a list of some can have.
pub(crate) fn nonempty(packings: &[Packing]) -> Vec<Packing> {
    packings.iter().filter(|packing| !packing.bricks().is_empty()).cloned().collect()
}
