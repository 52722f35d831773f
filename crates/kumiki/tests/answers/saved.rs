//! Lists in stores: written, gone on with from any moment, and read back.

use kumiki::drive::{ListStore, Run, Unhosted};
use kumiki::formats::solutions::Ending;
use kumiki::model::{
    AntislideAsk, CoverAsk, GraphAsk, PackAsk, Question, SlideAsk, Source, SubgraphKind, TileAsk,
    ToursAsk,
};
use kumiki::{
    ListError, ListReader, ListWriter, Prepared, Row, Shown, Sink, judge_list, open_list,
};
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Bytes in memory, of which there may not be more than so many.
#[derive(Clone)]
struct Memory {
    bytes: Arc<Mutex<Vec<u8>>>,
    most: usize,
}

impl Memory {
    fn of(bytes: &[u8]) -> Self {
        Self { bytes: Arc::new(Mutex::new(bytes.to_vec())), most: usize::MAX }
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().expect("nobody panics").clone()
    }
}

impl ListStore for Memory {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut own = self.bytes.lock().expect("nobody panics");
        let room = self.most.saturating_sub(own.len()).min(bytes.len());
        own.extend_from_slice(&bytes[..room]);
        if room == bytes.len() { Ok(()) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn cut(&mut self, at: u64) -> io::Result<()> {
        let at = usize::try_from(at).expect("small");
        self.bytes.lock().expect("nobody panics").truncate(at);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn read(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(Cursor::new(self.bytes())))
    }
}

/// Takes some solutions and leaves others out, and makes a frame of every so many.
struct Some<'a> {
    writer: ListWriter,
    per_frame: usize,
    is_wanted: &'a (dyn Fn(usize) -> bool + Sync),
    seen: usize,
}

impl Sink for Some<'_> {
    fn take(&mut self, shown: Shown) -> ControlFlow<()> {
        self.seen += 1;
        if !(self.is_wanted)(self.seen) {
            return ControlFlow::Continue(());
        }
        let number = usize::try_from(self.writer.rows()).expect("small") + 1;
        self.writer.take(renumbered(shown, number))?;
        self.after()
    }

    fn takes_rows(&self) -> bool {
        self.writer.takes_rows()
    }

    fn take_row(&mut self, _: usize, row: &Row) -> ControlFlow<()> {
        self.seen += 1;
        if !(self.is_wanted)(self.seen) {
            return ControlFlow::Continue(());
        }
        let number = usize::try_from(self.writer.rows()).expect("small") + 1;
        self.writer.take_row(number, row)?;
        self.after()
    }
}

impl Some<'_> {
    fn after(&mut self) -> ControlFlow<()> {
        match self.writer.rows().is_multiple_of(self.per_frame as u64) {
            true => self.writer.flush(),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The same solution with another number.
fn renumbered(mut shown: Shown, number: usize) -> Shown {
    shown.number = number;
    shown
}

/// Answers a question with what is wanted of its list in a store.
fn run(
    prepared: &Prepared,
    writer: ListWriter,
    per_frame: usize,
    is_wanted: &(dyn Fn(usize) -> bool + Sync),
    is_whole: bool,
) -> Result<u64, (io::Error, u64)> {
    let mut sink = Some { writer, per_frame, is_wanted, seen: 0 };
    let answer = prepared.visit(&Run::new(&Unhosted), &mut sink).expect("answered");
    sink.writer.finish(&answer, is_whole)
}

/// The solutions in a store, and whether it is closed.
fn read(bytes: &[u8]) -> Result<(Vec<Shown>, bool), ListError> {
    let (prepared, reader) = open_list(bytes)?;
    let mut list = ListReader::new(&prepared, reader)?;
    let mut all = Vec::new();
    while list
        .next::<ListError>(|_| true, &mut |shown| {
            all.push(shown);
            Ok(ControlFlow::Continue(()))
        })?
        .is_continue()
    {}
    Ok((all, matches!(list.ending(), Option::Some(Ending::Closed(_)))))
}

const QUEENS: &str = include_str!("../../../../examples/queens8.dlx");

fn queens() -> Question {
    Question::new(CoverAsk::new(Source::file("queens8.dlx", QUEENS))).list(usize::MAX)
}

/// A question of every family that lists.
fn questions() -> Vec<Question> {
    let all = usize::MAX;
    let to = |graph: GraphAsk| graph.from("0,0".to_owned()).to("2,2".to_owned());
    vec![
        queens(),
        queens().every(7),
        Question::new(PackAsk::new("soma")).list(30),
        Question::new(AntislideAsk::new("3x3x3")).list(all),
        Question::new(TileAsk::new("octagon")).list(all),
        Question::new(TileAsk::new("colorstar")).list(5),
        Question::new(SlideAsk::new().start("867254301".to_owned()).board("3x3".to_owned()))
            .list(all),
        Question::new(ToursAsk::new("6x6")).list(9),
        Question::new(to(GraphAsk::new(SubgraphKind::Paths, "grid:3x3"))).list(all),
    ]
}

/// What a question lists.
fn listed(prepared: &Prepared) -> Vec<Shown> {
    let mut list: Vec<Shown> = Vec::new();
    prepared.visit(&Run::new(&Unhosted), &mut list).expect("answered");
    list
}

#[test]
fn lists_of_all_families_come_back() {
    for question in questions() {
        let prepared = Prepared::new(&question).expect("a question");
        let expected = listed(&prepared);
        let store = Memory::of(b"");
        let mut writer = ListWriter::begin(&prepared, Box::new(store.clone())).expect("room");
        let answer = prepared.visit(&Run::new(&Unhosted), &mut writer).expect("answered");
        assert_eq!(writer.finish(&answer, true).expect("room"), expected.len() as u64);
        let line = question.command_line();
        assert_eq!(read(&store.bytes()).expect("readable"), (expected, true), "{line:?}");
        let judged = judge_list(&store.bytes()[..]).expect("readable");
        judged.unwrap_or_else(|fault| panic!("{line:?}: {fault}"));
    }
}

#[test]
fn a_list_is_gone_on_with_from_any_byte() {
    let prepared = Prepared::new(&queens()).expect("a question");
    let expected = listed(&prepared);
    let store = Memory::of(b"");
    let writer = ListWriter::begin(&prepared, Box::new(store.clone())).expect("room");
    assert_eq!(run(&prepared, writer, 10, &|_| true, true).expect("room"), 92);
    let whole = store.bytes();
    assert_eq!(read(&whole).expect("readable"), (expected.clone(), true));
    for length in (0..whole.len()).step_by(7).chain([whole.len()]) {
        let store = Memory::of(&whole[..length]);
        let writer = ListWriter::go_on(&prepared, Box::new(store.clone())).expect("room");
        assert_eq!(run(&prepared, writer, 13, &|_| true, true).expect("room"), 92, "{length}");
        let again = read(&store.bytes()).expect("readable");
        assert_eq!(again, (expected.clone(), true), "{length}");
    }
}

#[test]
fn what_is_not_in_the_order_of_the_list_is_dropped() {
    let prepared = Prepared::new(&queens()).expect("a question");
    let expected = listed(&prepared);
    for gap in [1..=3, 11..=20, 45..=50, 92..=92] {
        // A run that was stopped may leave out what others were at.
        let store = Memory::of(b"");
        let writer = ListWriter::begin(&prepared, Box::new(store.clone())).expect("room");
        let rows = run(&prepared, writer, 10, &|at| !gap.contains(&at), false).expect("room");
        assert_eq!(rows, 92 - gap.clone().count() as u64);
        assert!(!read(&store.bytes()).expect("readable").1, "not closed");
        // One that is stopped before it has found all again leaves it as it is.
        let before = store.bytes();
        let writer = ListWriter::go_on(&prepared, Box::new(store.clone())).expect("room");
        run(&prepared, writer, 10, &|at| at < 5, false).expect("room");
        if !gap.contains(&1) {
            assert_eq!(store.bytes(), before, "{gap:?}");
        }
        let writer = ListWriter::go_on(&prepared, Box::new(store.clone())).expect("room");
        assert_eq!(run(&prepared, writer, 10, &|_| true, true).expect("room"), 92);
        assert_eq!(read(&store.bytes()).expect("readable"), (expected.clone(), true), "{gap:?}");
    }
}

#[test]
fn a_full_store_has_what_was_written_before() {
    let prepared = Prepared::new(&queens()).expect("a question");
    let expected = listed(&prepared);
    let store = Memory::of(b"");
    let writer = ListWriter::begin(&prepared, Box::new(store.clone())).expect("room");
    run(&prepared, writer, 10, &|_| true, true).expect("room");
    let (head, whole) = (store.bytes().len() / 4, store.bytes().len());
    for most in (head..whole).step_by(11) {
        let store = Memory { most, ..Memory::of(b"") };
        let Ok(writer) = ListWriter::begin(&prepared, Box::new(store.clone())) else { continue };
        let (error, rows) = run(&prepared, writer, 10, &|_| true, true).expect_err("no room");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let (read, is_closed) = read(&store.bytes()).expect("readable");
        assert!(!is_closed && read.len() as u64 == rows && expected.starts_with(&read), "{most}");
    }
}

#[test]
fn the_list_of_another_question_is_left_alone() {
    let [one, other] =
        [queens(), queens().every(2)].map(|question| Prepared::new(&question).expect("a question"));
    let store = Memory::of(b"");
    drop(ListWriter::begin(&one, Box::new(store.clone())).expect("room"));
    let before = store.bytes();
    let refused = ListWriter::go_on(&other, Box::new(store.clone()));
    assert!(matches!(refused, Err(ListError::Foreign)));
    assert_eq!(store.bytes(), before);
}

#[test]
fn a_list_with_a_false_row_is_refuted() {
    let prepared = Prepared::new(&queens()).expect("a question");
    let judged = |is_doubled: bool, is_false: bool| {
        let store = Memory::of(b"");
        let mut writer = ListWriter::begin(&prepared, Box::new(store.clone())).expect("room");
        let mut rows = Rows::default();
        let answer = prepared.visit(&Run::new(&Unhosted), &mut rows).expect("answered");
        if is_doubled {
            rows.0[7] = rows.0[3].clone();
        }
        if is_false {
            rows.0[7].elements[0] = rows.0[7].elements[1];
        }
        for (number, row) in (1..).zip(&rows.0) {
            assert!(writer.take_row(number, row).is_continue());
        }
        writer.finish(&answer, false).expect("room");
        judge_list(&store.bytes()[..]).expect("readable").map_err(|fault| fault.to_string())
    };
    assert!(judged(false, false).is_ok());
    assert_eq!(judged(true, false), Err("solution 8 is there twice".to_owned()));
    assert!(judged(false, true).expect_err("taken twice").starts_with("solution 8: "));
}

/// Keeps rows.
#[derive(Default)]
struct Rows(Vec<Row>);

impl Sink for Rows {
    fn take(&mut self, _: Shown) -> ControlFlow<()> {
        panic!("rows are wanted")
    }

    fn takes_rows(&self) -> bool {
        true
    }

    fn take_row(&mut self, _: usize, row: &Row) -> ControlFlow<()> {
        self.0.push(row.clone());
        ControlFlow::Continue(())
    }
}
