//! Lists of every K-th solution: the K-th, the 2K-th and so on of the whole list, and the judge
//! knows.

use kumiki::drive::Unhosted;
use kumiki::judge::judge;
use kumiki::model::{
    Answer, AntislideAsk, Ask, GraphAsk, Question, Source, SubgraphKind, Symmetry, TileAsk,
};
use kumiki::solve;

/// Every second solution of a list of at most so many, beside the whole list.
fn check(ask: impl Into<Ask>, most: usize) -> Answer {
    let ask = ask.into();
    let judged = |question: &Question| {
        let answer = solve(question, &Unhosted).expect("an answer");
        let text = serde_json::to_string(&answer).expect("an answer is JSON");
        judge(&text).unwrap_or_else(|fault| panic!("{:?}: {fault}", question.command_line()));
        answer
    };
    let whole = judged(&Question::new(ask.clone()).list(usize::MAX));
    let some = judged(&Question::new(ask).list(most).every(2));
    let all = whole.solutions.expect("listed");
    let seconds: Vec<_> = all.into_iter().skip(1).step_by(2).take(most).collect();
    assert_eq!(some.solutions.as_ref(), Some(&seconds), "{:?}", some.question.command_line());
    assert!(!seconds.is_empty());
    some
}

#[test]
fn every_second_class_of_subgraphs_is_listed_and_not_taken_for_all() {
    let forests = GraphAsk::new(SubgraphKind::Forests, "grid:2x2").one_per_class(true);
    let answer = check(forests, usize::MAX);
    // Five classes, of which the second and the fourth are listed. With six there would be three;
    // with four there are as many, so that nobody says that five is proved.
    let judged = |classes: &str| {
        let mut said = serde_json::to_value(&answer).expect("JSON");
        said["classes"] = classes.into();
        judge(&said.to_string())
    };
    assert!(!judged("5").expect("true").is_proved());
    assert!(judged("6").is_err() && judged("99").is_err());
    assert!(!judged("4").expect("cannot be seen").is_proved());
}

#[test]
fn every_second_of_the_most_symmetric_packings_is_listed() {
    let bricks = AntislideAsk::new("2x2x5").brick(vec!["1x1x2".to_owned(), "2x2x1".to_owned()]);
    let answer = check(bricks.most(true).most_symmetric(true), usize::MAX);
    let mut said = serde_json::to_value(&answer).expect("JSON");
    let list = said["solutions"].as_array_mut().expect("listed");
    let orders: Vec<u64> = list.iter().filter_map(|one| one["symmetry"].as_u64()).collect();
    // One with fewer symmetries in the place of one with more is found out.
    let last = list.last().expect("some").clone();
    assert!(orders.first() > orders.last(), "{orders:?}");
    let at = orders.iter().rposition(|order| Some(order) > orders.last()).expect("falling");
    list[at] = last;
    list.pop();
    assert!(judge(&said.to_string()).is_err());
}

#[test]
fn a_list_of_every_second_tiling_may_end_early() {
    let text = "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[4,0],[4,1],[0,1]]\n[[tile]]\n\
        name = \"cell\"\nwalk = \"0 1 2 3\"\ncount = 4\n[colours]\nnames = [\"a\", \"b\", \"c\"]\n\
        apart = \"none\"\n";
    for (most, symmetry) in [(1, Symmetry::None), (3, Symmetry::None), (2, Symmetry::All)] {
        check(TileAsk::new(Source::file("mine.toml", text)).symmetry(symmetry), most);
    }
}
