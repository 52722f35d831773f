//! Tilings from question to answer, held against the naive counter and the judge.

use kumiki::drive::{Run, Unhosted};
use kumiki::formats::tiling::{read, to_toml};
use kumiki::judge::{Verdict, judge};
use kumiki::model::{
    Answer, ClassCount, Count, Part, Question, Solution, Source, StoppedBy, Symmetry, TileAsk,
    TilePart, TilingQuestion, TilingRecord,
};
use kumiki::{Prepared, Shown, visit};
use kumiki_host::Terminal;
use kumiki_oracle::{naive, universe};

fn ask(question: &TilingQuestion) -> TileAsk {
    TileAsk::new(Source::file("test", to_toml(question)))
}

/// The answer, which must be complete, by so many threads.
fn solved(question: &Question, threads: usize) -> Answer {
    let answer = kumiki::solve(question, &Terminal::quiet(threads)).expect("it can be solved");
    assert_eq!(answer.stopped_by, None);
    answer
}

fn part(answer: &Answer) -> &TilePart {
    match &answer.part {
        Part::Tile(part) => part,
        other => panic!("{other:?}"),
    }
}

fn listed(answer: &Answer) -> Vec<TilingRecord> {
    let record = |solution: &Solution| match solution {
        Solution::Tiles(record) => record.clone(),
        other => panic!("{other:?}"),
    };
    answer.solutions.as_ref().expect("listed").iter().map(record).collect()
}

/// The verdict of the judge, who must approve.
fn approved(answer: &Answer) -> Verdict {
    let text = serde_json::to_string(answer).expect("JSON");
    judge(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// All numbers of an answer are those of the naive counter, whatever is listed, and the judge
/// accepts the lists. Says how many tilings there are.
fn compare(question: &TilingQuestion) -> usize {
    let tally = naive::tiling_tally(question).expect("made of atoms");
    for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
        let asked = Question::new(ask(question).symmetry(symmetry)).list(usize::MAX).verify();
        let answer = solved(&asked, 2);
        let part = part(&answer);
        assert_eq!(part.tilings.as_ref(), Some(&tally.tilings), "{question:?}");
        assert_eq!(
            (&part.colourings, &part.labelled),
            (&tally.colourings, &tally.labelled),
            "{question:?}"
        );
        assert_eq!(answer.count.as_ref(), tally.colourings.as_ref().or(Some(&tally.tilings)));
        assert_eq!(answer.group_order, Some(Count(tally.group_order.into())), "{question:?}");
        assert_eq!(answer.classes, Some(ClassCount::Both(tally.classes.clone())), "{question:?}");
        assert_eq!(answer.by_symmetry, tally.by_symmetry, "{question:?}");
        // The table is left out where it would have one row.
        assert!(
            part.by_composition.is_empty() || part.by_composition == tally.by_composition,
            "{question:?}"
        );
        let verdict = approved(&answer);
        assert!(verdict.all_classes_listed, "{question:?}");
        // An obstruction needs no second method.
        let is_verified = answer.evidence.iter().any(|line| line.starts_with("verified: "));
        assert!(is_verified || answer.why_none.is_some(), "{:?}", answer.evidence);
    }
    tally.tilings.to_string().parse().expect("few")
}

#[test]
fn plain_answers_agree_with_the_naive_counter() {
    let sum: usize =
        universe::random_tiling_questions(21, 60).map(|question| compare(&question)).sum();
    assert!(sum > 60, "{sum}");
}

#[test]
fn coloured_answers_agree_with_the_naive_counter() {
    let questions = universe::random_coloured_tiling_questions(22, 80);
    let sum: usize = questions.map(|question| compare(&question)).sum();
    assert!(sum > 80, "{sum}");
}

#[test]
fn a_sample_of_all_classes_is_the_list() {
    let question = universe::dominoes(4, 5);
    let list = |asked: Question| {
        let mut tilings: Vec<_> = listed(&solved(&asked, 1))
            .iter()
            .map(|record| {
                let mut tiles = record.placed(&question).expect("tiles of the problem");
                tiles.sort_unstable();
                (tiles, record.symmetry)
            })
            .collect();
        tilings.sort();
        tilings
    };
    let asked = || Question::new(ask(&question));
    let all = list(asked().list(usize::MAX));
    assert_eq!(list(asked().sample(all.len(), 1)), all);
    let some = list(asked().sample(5, 1));
    assert!(some.len() == 5 && some.iter().all(|tiling| all.contains(tiling)));
    assert_ne!(some, list(asked().sample(5, 2)));
}

/// More tilings than are visited unasked: they are drawn, and the judge accepts what is drawn.
#[test]
fn a_sample_of_very_many_is_drawn() {
    let asked = Question::new(ask(&universe::dominoes(8, 10))).sample(4, 3);
    let answer = solved(&asked, 1);
    let count = answer.count.as_ref().map(ToString::to_string);
    assert_eq!((count.as_deref(), listed(&answer).len()), (Some("1031151241"), 4));
    assert!(
        answer.classes.is_none() && answer.evidence.iter().any(|line| line.contains("not counted"))
    );
    assert_eq!(solved(&asked, 1).solutions, answer.solutions);
    approved(&answer);
    let listing = Question::new(ask(&universe::dominoes(8, 10))).list(3);
    for answer in [solved(&listing, 2), solved(&listing.count(), 1)] {
        assert_eq!((listed(&answer).len(), &answer.classes), (3, &None));
        approved(&answer);
    }
}

#[test]
fn directions_matter_if_a_tile_may_not_be_turned() {
    let free = universe::dominoes(2, 4);
    let mut tiles = free.tiles().to_vec();
    tiles[0].turns = false;
    let (ring, region) = (free.ring().clone(), free.region().clone());
    let fixed = TilingQuestion::new("lying", ring, region, tiles, None).expect("valid");
    let answer = solved(&Question::new(ask(&fixed)), 1);
    assert_eq!((answer.count, answer.group_order), (Some(1.into()), Some(1.into())));
    assert_eq!(solved(&Question::new(ask(&free)), 1).group_order, Some(4.into()));
}

#[test]
fn what_is_streamed_is_the_list_and_a_shorter_list_is_its_beginning() {
    let coloured = read(kumiki::puzzles::tilings::find("colorstar").expect("ours").text.as_bytes());
    for question in [universe::dominoes(4, 5), coloured.expect("our own")] {
        let is_coloured = question.colours().is_some();
        for symmetry in [Symmetry::All, Symmetry::Rotations, Symmetry::None] {
            if is_coloured && symmetry != Symmetry::All {
                continue;
            }
            let asked = || Question::new(ask(&question).symmetry(symmetry));
            let whole = solved(&asked().list(usize::MAX), 1);
            let all = whole.solutions.clone().expect("listed");
            for (threads, room) in [(1, 1), (2, 2), (3, 7), (2, all.len()), (1, all.len() + 1)] {
                let question = asked().list(room);
                let host = Terminal::quiet(threads);
                let answer = kumiki::solve(&question, &host).expect("no bug");
                let some = &all[..room.min(all.len())];
                assert_eq!(answer.solutions.as_deref(), Some(some), "{room} by {threads} threads");
                approved(&answer);
                let is_full = room <= all.len();
                let enough = Some(StoppedBy::Enough).filter(|_| is_coloured && is_full);
                assert_eq!(answer.stopped_by, enough);
                assert_eq!(answer.classes.is_none(), is_full, "{room} of {}", all.len());
                if !is_coloured {
                    assert_eq!(answer.count, whole.count);
                }
                let mut streamed: Vec<Shown> = Vec::new();
                let rest = visit(&question, &host, &mut streamed).expect("no bug");
                assert_eq!((rest.count, rest.solutions), (answer.count, None));
                let streamed: Vec<Solution> =
                    streamed.into_iter().map(|shown| shown.solution).collect();
                assert_eq!(streamed, some);
                let counted = solved(&question.count(), threads);
                assert_eq!(counted.solutions.as_deref(), Some(some));
                assert_eq!((&counted.count, &counted.classes), (&whole.count, &whole.classes));
                approved(&counted);
            }
        }
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_what_makes_sense_is_written_in_one_way() {
    let refused = |question: Question| {
        let prepared = Prepared::new(&question);
        let done = prepared.and_then(|prepared| prepared.solve(&Run::new(&Unhosted)));
        done.expect_err("no sense").to_string()
    };
    assert_eq!(
        refused(Question::new(TileAsk::new("dodecahedron"))),
        "dodecahedron: no such problem comes with Kumiki, expected one such as decagon"
    );
    let broken = TileAsk::new(Source::file("broken.toml", "kumiki = 1\n"));
    assert!(refused(Question::new(broken)).starts_with("broken.toml: line 1, column 1: "));
    let sample = Question::new(TileAsk::new("octagon").symmetry(Symmetry::None)).sample(1, 0);
    assert_eq!(
        refused(sample),
        "`sample` draws classes up to all symmetries, not what `symmetry` says, expected \
         `symmetry` all"
    );
    for problem in kumiki::puzzles::tilings::TILINGS {
        let once = Prepared::new(&Question::new(TileAsk::new(problem.name))).expect("ours");
        let twice = Prepared::new(once.question()).expect("the same question");
        assert_eq!(once.question(), twice.question());
    }
}

#[test]
fn answers_say_in_words_what_they_know() {
    let prepared = Prepared::new(&Question::new(TileAsk::new("octagon")).list(1)).expect("ours");
    let mut shown: Vec<Shown> = Vec::new();
    let mut answer = prepared.visit(&Run::new(&Unhosted), &mut shown).expect("no bug");
    let first = prepared.solution_text(&shown[0]);
    assert!(first.starts_with("1: 6 tiles, ") && first.ends_with(")\n\n"), "{first}");
    let text = prepared.text(&answer);
    assert!(text.contains(": 8 tilings\n\nmethod: tiles were cut off"), "{text}");
    assert!(text.contains("only a list was asked for; `count` counts them"), "{text}");
    kumiki::put_back(&mut answer, shown);
    assert!(prepared.picture(&answer).to_svg().contains("1: 6 tiles, "));
}
