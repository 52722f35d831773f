//! Searches told step by step: the judge follows them, and comes to as many solutions as there are.

use kumiki::drive::Unhosted;
use kumiki::judge::follow_trace;
use kumiki::model::{
    Answer, AntislideAsk, Ask, CoverAsk, CoverSymmetry, Kernel, Method, Metric, PackAsk, Part,
    Question, SlideAsk, Source, Symmetry, TileAsk, TraceEvent, TraceOutcome,
};
use kumiki::solve;

/// More steps than any of these searches has.
const ALL: usize = 1 << 20;

/// The answer to a question whose search is told to its end, and the solutions that the judge comes
/// to.
fn told(ask: impl Into<Ask>) -> (Answer, usize) {
    let answer = solve(&Question::new(ask).trace(ALL), &Unhosted).expect("it can be told");
    assert!(answer.trace.len() < ALL, "told to the end");
    let followed = follow_trace(&answer.question, &answer.trace).expect("it can be followed");
    (answer, usize::try_from(followed.solutions).expect("few"))
}

fn cover(text: &str) -> CoverAsk {
    CoverAsk::new(Source::file("mine.dlx", text))
}

#[test]
fn the_steps_of_exact_covers_lead_to_all_solutions() {
    let problems = [
        "a b c\na b\nc\na\nb c\n",
        // Items that need not be covered, and an option of these alone.
        "a b | x y\na x\nb y\na y\nb x\nx\n",
        // Colours.
        "p q | x y\np q x y:A\np x:A y:B\nq x:B\nq y:B\np x:B\n",
        // An item that nothing covers.
        "a b\na\n",
    ];
    for text in problems {
        for kernel in [Kernel::Auto, Kernel::Bits, Kernel::Cells] {
            let question = Question::new(cover(text).kernel(kernel)).trace(ALL);
            // Not every kernel takes every problem.
            let Ok(answer) = solve(&question, &Unhosted) else {
                assert_eq!(kernel, Kernel::Bits, "{text}");
                continue;
            };
            let solutions =
                follow_trace(&answer.question, &answer.trace).expect("followed").solutions;
            assert_eq!(answer.count.expect("counted").to_string(), solutions.to_string(), "{text}");
        }
    }
}

#[test]
fn queens_are_told_by_both_kernels() {
    let file = include_str!("../../../../examples/queens8.dlx");
    for kernel in [Kernel::Bits, Kernel::Cells] {
        let (answer, solutions) = told(cover(file).kernel(kernel));
        assert_eq!(answer.count, Some(92.into()));
        assert_eq!(solutions, 92, "{kernel:?}");
        // Up to symmetry, each of the 12 classes is met.
        let (_, some) = told(cover(file).kernel(kernel).symmetry(CoverSymmetry::Auto));
        assert!((12..92).contains(&some), "{some}");
    }
}

#[test]
fn bricks_are_told_with_what_they_force_and_the_symmetries_that_reject() {
    for container in ["2x2x2", "2x3x3", "3x3x3", "3x3x4"] {
        let (answer, solutions) = told(AntislideAsk::new(container).method(Method::Direct));
        let classes = answer.classes.as_ref().expect("counted").all().to_string();
        assert_eq!(classes, solutions.to_string(), "{container}");
        let tried = |event: &TraceEvent| match event {
            TraceEvent::Try { outcome, forces, why, .. } => {
                Some((*outcome, forces.len(), why.len()))
            }
            _ => None,
        };
        let steps: Vec<_> = answer.trace.iter().filter_map(|step| tried(&step.event)).collect();
        if container != "2x2x2" {
            assert!(steps.iter().any(|step| step.1 > 0), "something is forced");
            let is_rejected =
                |step: &&(TraceOutcome, usize, usize)| step.0 == TraceOutcome::Rejected;
            assert!(steps.iter().filter(is_rejected).all(|step| step.2 > 0), "a symmetry is named");
        }
    }
    let (_, solutions) =
        told(AntislideAsk::new("2x3x6").brick(vec!["1x1x3".to_owned()]).max_bricks(6_usize));
    assert!(solutions > 0);
}

#[test]
fn pieces_are_told_case_by_case() {
    for name in ["tetrominoes-4x5", "slothouber-graatsma"] {
        for kernel in [Kernel::Auto, Kernel::Cells] {
            let ask = PackAsk::new(name).kernel(kernel).symmetry(Symmetry::All);
            let (answer, solutions) = told(ask);
            let classes: usize =
                answer.classes.as_ref().expect("counted").all().to_string().parse().expect("few");
            assert!(solutions >= classes, "{name}: {solutions} for {classes} classes");
        }
    }
}

#[test]
fn tiles_are_told_one_by_one() {
    // No symmetry, so that every tiling is told.
    let text = "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[4,0],[4,2],[2,2],[2,3],[0,3]]\n\
        [[tile]]\nname = \"domino\"\nwalk = \"0:2 1 2:2 3\"\ncount = \"0..\"\n\
        [[tile]]\nname = \"cell\"\nwalk = \"0 1 2 3\"\ncount = \"0..4\"\n";
    let (answer, solutions) = told(TileAsk::new(Source::file("mine.toml", text)));
    let count = answer.count.as_ref().expect("counted").to_string();
    assert_eq!(count, solutions.to_string());
    assert_ne!(count, "0");
    // Those of a pentagon are told up to the images of the first tile.
    let (_, solutions) = told(TileAsk::new("pentagon"));
    assert!((6..60).contains(&solutions), "{solutions}");
    // With colours, from the beginning.
    let question = Question::new(TileAsk::new("colorstar")).trace(2000);
    let answer = solve(&question, &Unhosted).expect("it can be told");
    assert_eq!(answer.trace.len(), 2000);
    follow_trace(&answer.question, &answer.trace).expect("it can be followed");
}

#[test]
fn pushes_are_told_round_by_round_until_the_first_solution() {
    // Four pushes turn the three tiles of 2x2 by a cell each.
    for (board, start, moves) in
        [("2x2", "2310", 4), ("2x3", "512340", 0), ("3x3", "123456780", 0), ("3x3", "123405786", 2)]
    {
        for (heuristic, metric) in [
            (Some("manhattan".to_owned()), Metric::Single),
            (None, Metric::Single),
            (None, Metric::Multi),
        ] {
            let ask = SlideAsk::new().start(start.to_owned()).board(board.to_owned());
            let question = Question::new(ask.heuristic(heuristic).metric(metric)).trace(ALL);
            let answer = solve(&question, &Unhosted).expect("it can be told");
            let Part::Slide(part) = &answer.part else { unreachable!("one start") };
            let solutions = follow_trace(&answer.question, &answer.trace).expect("followed");
            assert_eq!(solutions.solutions, u32::from(part.moves.is_some()).into(), "{start}");
            let rounds = answer.trace.iter();
            let is_round = |event: &TraceEvent| matches!(event, TraceEvent::Round { .. });
            let rounds = rounds.filter(|step| is_round(&step.event)).count();
            assert_eq!(rounds, part.rounds.len().max(1), "{start}");
            if moves > 0 && metric == Metric::Single {
                assert_eq!(part.moves, Some(moves));
            }
        }
    }
}

#[test]
fn a_trace_ends_where_it_is_told_to_end_and_a_spoilt_one_cannot_be_followed() {
    let question = Question::new(AntislideAsk::new("3x3x3")).trace(7);
    let answer = solve(&question, &Unhosted).expect("it can be told");
    assert_eq!(answer.trace.len(), 7);
    assert!(answer.evidence.iter().any(|line| line.contains("followed the 7 steps")));
    let refused = |spoil: &dyn Fn(&mut Answer)| {
        let mut spoilt = answer.clone();
        spoil(&mut spoilt);
        follow_trace(&spoilt.question, &spoilt.trace).is_err()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|answer| answer.trace[3].step += 1));
    assert!(refused(&|answer| answer.trace[3].level += 1));
    assert!(refused(&|answer| drop(answer.trace.remove(1))));
    assert!(refused(&|answer| answer.trace.swap(0, 1)));
    for at in 0..7 {
        assert!(
            refused(&|answer| match &mut answer.trace[at].event {
                TraceEvent::Try { choice, .. } => *choice = "brick 1.1.1 9.9.9".to_owned(),
                TraceEvent::Branch { on, .. } => *on = "cell 3.3.3".to_owned(),
                _ => unreachable!("a tree"),
            }) || at == 6,
            "step {at}"
        );
    }
}
