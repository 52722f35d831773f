//! Saved answers with one thing changed, all of them: the judge must refute each, or it is listed
//! here why it cannot.
//!
//! Answers of every family are made by the command. Each value in them is changed in all the ways
//! of [`changes`], one at a time, and the judge is asked. A forgery may stand only if an entry of
//! [`UNSEEN`] says why, and if the verdict is the one that the entry requires: a forged answer that
//! happens to be true must be *proved*, and one that was taken on trust before must still be said
//! to be.
//!
//! [`UNSEEN`] is data: who forges answers elsewhere may copy it.

use crate::program::{Folder, run_in};
use kumiki::judge::{Verdict, judge};
use kumiki::model::Question;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Changes that cannot be seen.
struct Unseen {
    /// Where: names and positions, separated by slashes; `*` is any one of them, `**` any number of
    /// them.
    place: &'static str,
    /// Which changes, by the names that [`changes`] gives them; none are named if all are meant.
    changes: &'static [&'static str],
    /// What the judge must still say.
    verdict: Needed,
    /// Why that cannot be seen.
    why: &'static str,
}

/// What the judge must say of a forgery that stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needed {
    /// The same as about the true answer.
    Same,
    /// That it is proved: what is said has become another truth.
    Proved,
    /// That it is consistent, not proved.
    Consistent,
}

const fn unseen(
    place: &'static str,
    changes: &'static [&'static str],
    verdict: Needed,
    why: &'static str,
) -> Unseen {
    Unseen { place, changes, verdict, why }
}

const COST: &str = "what a run cost is not a claim about the question; it differs from run to run";
const WORDS: &str = "words for people about how the answer was found; the judge proves or trusts \
    the counts themselves";
const NAME: &str = "a name; the question itself is repeated beside it";
const OTHER_TRUTH: &str = "another question with the same answer, which the judge has found again";
const ORDER: &str = "the order of a list is not a claim: the same solutions are listed";
const OTHER_SOLUTION: &str = "the change gives another solution of the same class";
const DEFAULT: &str = "what is left out stands for its default, which it is";
const SO_FAR: &str = "a search that was stopped says what it had found so far, and less is as true";
const FORGOTTEN: &str = "without the problem nothing can be counted again, and the verdict says so";
const DICE: &str = "which solutions a seed draws is known to the program's dice alone";
const SAME_LIST: &str = "the list is what this question asks for, too";
const FORECAST: &str = "what was expected before a count began, by the program's own reckoning";
const EARLIER: &str = "answers of earlier versions do not have it";
const LOOKS: &str = "how copies are drawn is no claim about the question";
const LARGE: &str =
    "a count that is too large to be made again is taken on trust, and the verdict says so";

const ALL_STEPS: &str = "the steps are told to their end, as this question asks for, too";
const NO_FIELD: &str = "a field that steps do not have is not read, and says nothing";
const STEPS: &str = "steps may have been printed before the answer, and are not in it then";

/// All that cannot be seen.
const UNSEEN: &[Unseen] = &[
    unseen("profile", &["drop", "swap", "double"], Needed::Same, COST),
    unseen("profile/**", &[], Needed::Same, COST),
    unseen("seconds", &[], Needed::Same, COST),
    unseen("nodes", &[], Needed::Same, COST),
    unseen("rounds/*/nodes", &[], Needed::Same, COST),
    unseen("rounds/*/seconds", &[], Needed::Same, COST),
    unseen("instances/*/rounds/*/seconds", &[], Needed::Same, COST),
    unseen("directions", &["remove"], Needed::Same, EARLIER),
    unseen("listed_directions", &["remove"], Needed::Same, EARLIER),
    unseen("instances/*/directions", &["remove"], Needed::Same, EARLIER),
    unseen("antipodes", &["remove"], Needed::Same, EARLIER),
    unseen("antipodes", &["swap"], Needed::Same, ORDER),
    unseen("question/letters", &["flip", "remove"], Needed::Same, SAME_LIST),
    unseen("instances/*/seconds", &[], Needed::Same, COST),
    unseen("instances/*/nodes", &[], Needed::Same, COST),
    unseen("instances/*/rounds/*/nodes", &[], Needed::Same, COST),
    unseen("evidence/**", &[], Needed::Same, WORDS),
    unseen("pieces", &["remove", "drop"], Needed::Same, EARLIER),
    unseen("pieces/*/shades", &["drop", "double", "remove"], Needed::Same, LOOKS),
    unseen("kernel", &[], Needed::Same, WORDS),
    unseen("kernel_reason", &[], Needed::Same, WORDS),
    unseen("heuristic", &[], Needed::Same, WORDS),
    unseen("instances/*/heuristic", &[], Needed::Same, WORDS),
    unseen("why_none", &[], Needed::Same, WORDS),
    unseen("version", &["append", "empty"], Needed::Same, WORDS),
    unseen("digest", &[], Needed::Same, NAME),
    unseen("packings", &[], Needed::Same, NAME),
    unseen("solutions_total", &[], Needed::Same, NAME),
    unseen("tours", &[], Needed::Same, NAME),
    unseen("optimal_solutions", &[], Needed::Same, NAME),
    unseen("bound", &[], Needed::Same, WORDS),
    unseen("solutions/*/line", &[], Needed::Same, WORDS),
    unseen("question/file/name", &["append", "empty"], Needed::Same, NAME),
    unseen("question/heuristic", &[], Needed::Same, NAME),
    unseen("question/kumiki", &["remove"], Needed::Same, DEFAULT),
    unseen("question/format", &["remove"], Needed::Same, DEFAULT),
    unseen("question/kernel", &["remove"], Needed::Same, DEFAULT),
    unseen("question/method", &["remove"], Needed::Same, DEFAULT),
    unseen("question/metric", &["remove"], Needed::Same, DEFAULT),
    unseen("question/rule", &["remove"], Needed::Same, DEFAULT),
    unseen("question/start", &["remove"], Needed::Same, DEFAULT),
    unseen("question/symmetry", &["remove"], Needed::Same, SAME_LIST),
    unseen("forecast/**", &[], Needed::Same, FORECAST),
    unseen("diagram/*", &[], Needed::Same, COST),
    unseen("diagram_nodes", &[], Needed::Same, COST),
    unseen("pairing/intersections/*/unreduced", &[], Needed::Same, COST),
    unseen("pairing/intersections/*/reduced", &[], Needed::Same, COST),
    unseen("question/edges", &[], Needed::Same, SAME_LIST),
    unseen("question/order", &["remove"], Needed::Same, DEFAULT),
    unseen("solutions", &["swap"], Needed::Same, ORDER),
    unseen("solutions/*", &["swap"], Needed::Same, ORDER),
    unseen("solutions/*/tiles", &["swap"], Needed::Same, ORDER),
    unseen("solutions/*/edges", &["swap"], Needed::Same, ORDER),
    unseen("solutions/*/edges/*", &["swap"], Needed::Same, ORDER),
    unseen("instances", &["swap"], Needed::Same, ORDER),
    unseen("solutions/*/layers", &["swap"], Needed::Same, OTHER_SOLUTION),
    unseen("solutions/*/layers/*", &["swap"], Needed::Same, OTHER_SOLUTION),
    unseen("question/seed", &["more", "less", "double", "zero", "remove"], Needed::Same, DICE),
    unseen("question/max_bricks", &["remove"], Needed::Same, DEFAULT),
    unseen("by_symmetry", &["remove"], Needed::Same, DEFAULT),
    unseen("size", &["remove"], Needed::Same, DEFAULT),
    unseen("by_bricks/*/by_symmetry", &["remove", "drop"], Needed::Same, DEFAULT),
    unseen("question/min_symmetries", &[], Needed::Same, SAME_LIST),
    unseen("question/most_symmetric", &[], Needed::Same, SAME_LIST),
    unseen("question/trace", &["more", "less", "double"], Needed::Same, ALL_STEPS),
    unseen("trace", &["remove"], Needed::Same, STEPS),
    unseen("trace/*", &["add"], Needed::Same, NO_FIELD),
    unseen("question/brick", &["drop", "remove"], Needed::Proved, OTHER_TRUTH),
    unseen("question/max_bricks", &[], Needed::Proved, OTHER_TRUTH),
    unseen("question/rule", &["word"], Needed::Proved, OTHER_TRUTH),
    unseen("question/start", &["word"], Needed::Proved, OTHER_TRUTH),
    unseen("question/metric", &["word"], Needed::Proved, OTHER_TRUTH),
    unseen("question/degrees", &["swap", "double"], Needed::Proved, OTHER_TRUTH),
    unseen("question/graph", &["append"], Needed::Proved, OTHER_TRUTH),
    unseen("question/file/text", &["append"], Needed::Proved, OTHER_TRUTH),
    unseen("question/method", &["word"], Needed::Proved, OTHER_TRUTH),
    unseen("question/symmetry", &["word"], Needed::Same, SAME_LIST),
    unseen("question/list", &["word", "more", "double"], Needed::Same, SAME_LIST),
    unseen("question/list", &["remove"], Needed::Proved, SAME_LIST),
    unseen("question/file/text", &["remove"], Needed::Consistent, FORGOTTEN),
    unseen("group_order", &["remove"], Needed::Consistent, SO_FAR),
    unseen("question/rule", &["word"], Needed::Consistent, SO_FAR),
    unseen("stopped_by", &["word"], Needed::Consistent, SO_FAR),
    unseen("count", &["less", "more", "double"], Needed::Consistent, SO_FAR),
    unseen("classes/**", &["less", "more", "double"], Needed::Consistent, LARGE),
    unseen("tilings", &["less", "more", "double"], Needed::Consistent, LARGE),
    unseen("colourings", &["less", "more", "double"], Needed::Consistent, LARGE),
    unseen("labelled", &["less", "more", "double"], Needed::Consistent, LARGE),
];

/// The problems of the answers, by the names of their files.
const FILES: &[(&str, &str)] = &[
    ("plain.dlx", "a b c d\na b\nc d\na c\nb d\na d\nb c\n"),
    ("costs.dlx", "a b c | x\na b |3\nc |1\na |2\nb |2\nb c x |9\na x |1\n"),
    ("colours.dlx", "p q | x y\np x:A y\np x:B\nq x:A\nq y:B\nq x:B\n"),
    ("nowhere.dlx", "a b c\na\nb\n"),
    (
        "dominoes.toml",
        "kumiki = 1\n[box]\nsize = \"2x4\"\n[[piece]]\nname = \"I\"\nbrick = \"1x1x2\"\ncount = \
         4\n",
    ),
    (
        "bends.toml",
        "kumiki = 1\n[box]\nsize = \"3x3\"\nleftover = 3\n[[piece]]\nname = \"L\"\nlayers = \
         \"\"\"\n##\n#.\n\"\"\"\ncount = 2\n",
    ),
    (
        "tiles.toml",
        "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[3,0],[3,2],[0,2]]\n[[tile]]\nname = \"d\"\n\
         grid = [[0,0],[2,0],[2,1],[0,1]]\ncount = \"0..\"\n[[tile]]\nname = \"m\"\ngrid = \
         [[0,0],[1,0],[1,1],[0,1]]\ncount = \"..4\"\n",
    ),
    (
        "painted.toml",
        "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[2,0],[2,2],[0,2]]\n[[tile]]\nname = \"d\"\n\
         grid = [[0,0],[2,0],[2,1],[0,1]]\ncount = \"0..\"\n[[tile]]\nname = \"m\"\ngrid = \
         [[0,0],[1,0],[1,1],[0,1]]\ncount = \"0..\"\n\
         [colours]\nnames = [\"r\", \"g\", \"b\"]\napart = \"sides\"\n",
    ),
    ("starts.txt", "512340\n123450\n213450\n"),
];

/// The questions whose answers are forged.
const LINES: &[&str] = &[
    "antislide 3x3x3",
    "antislide 3x3x3 --list",
    "antislide 2x2x3 --list --symmetry rotations",
    "antislide 2x2x3 --list 2 --symmetry none",
    "antislide 2x3x3 --fewest --list",
    "antislide 2x3x3 --most",
    "antislide 3x4x1 --brick 1x1x2 --list",
    "antislide 3x3x3 --first",
    "antislide 2x3x3 --rule group --list 1",
    "antislide 2x2x3 --max-bricks 2 --list 1",
    "antislide 2x2x2 --brick 5x5x5 --fewest --list",
    "antislide 3x4x1 --brick 1x1x2 --list 2 --most-symmetric",
    "antislide 3x4x1 --brick 1x1x2 --list --min-symmetries 2",
    "antislide 3x4x1 --brick 1x1x2 --sample 2 --seed 5",
    "antislide 2x2x2 --method layers --trace 90",
    "cover plain.dlx",
    "cover plain.dlx --list",
    "cover plain.dlx --symmetry auto",
    "cover plain.dlx --list --symmetry auto",
    "cover plain.dlx --first",
    "cover plain.dlx --sample 2 --seed 3",
    "cover costs.dlx --cheapest 2",
    "cover costs.dlx --list",
    "cover colours.dlx --list --symmetry auto",
    "cover nowhere.dlx",
    "cover plain.dlx --kernel memo --trace 80",
    "pack dominoes.toml --list",
    "pack dominoes.toml --list --symmetry none",
    "pack dominoes.toml --list 2 --symmetry rotations",
    "pack dominoes.toml --sample 1",
    "pack dominoes.toml",
    "pack dominoes.toml --kernel memo --trace 90",
    "pack dominoes.toml --first",
    "pack bends.toml --list 2",
    "tile octagon --list",
    "tile tiles.toml",
    "tile tiles.toml --list",
    "tile tiles.toml --list --symmetry rotations",
    "tile tiles.toml --list 1 --symmetry none",
    "tile tiles.toml --sample 2",
    "tile painted.toml --list",
    "tile painted.toml --list 2 --symmetry none",
    "tile pentagon --list 1",
    "tours 5x6",
    "tours 5x6 --list 2",
    "tours 5x6 --list",
    "tours 3x10 --symmetry half-turn",
    "tours 4x6 --symmetry half-turn --method diagram",
    "tours 4x6 --symmetry half-turn --method diagram --profile",
    "tours 4x4 --piece 0,1 --symmetry half-turn --method diagram --trace 90",
    "tours 5x6 --order columns --edges --list 1",
    "tours 5x5",
    "tours 5x6 --sample 2",
    "tours 3x10 --first",
    "tours 5x6 --list --one-per-class",
    "tours 2x3 --piece 0,1 --symmetry half-turn --trace 90",
    "graph spanning-trees grid:2x3 --list",
    "graph spanning-trees grid:8x8",
    "graph spanning-trees grid:2x3 --list --one-per-class",
    "graph matchings king:2x3 --list 1 --one-per-class",
    "graph matchings grid:2x3 --list 2",
    "graph hamiltonian-cycles grid:4x4",
    "graph hamiltonian-paths king:2x3 --from 0,0 --to 1,2 --list",
    "graph paths grid:3x3 --from 0,0 --to 2,2 --sample 2",
    "graph cycles grid:3x3",
    "graph forests king:2x2 --list",
    "graph factors grid:2x3 --degrees 1,2",
    "graph matchings grid:3x3",
    "graph cycles grid:2x2 --trace 90",
    "graph spanning-trees grid:2x2 --trace 90",
    "slide --board 2x3 512340 --all --list",
    "slide --board 2x3 540213 --all --list 1",
    "slide --board 2x3 213450",
    "slide --board 2x3 512340 --metric multi",
    "slide --board 2x3 512340 --heuristic manhattan",
    "slide --board 2x3 --file starts.txt",
    "slide --table 2x3",
    "slide --table 2x3 --happy",
    "slide --table 2x3 --happy --list",
    "slide --board 2x3 --random 2 --seed 3",
    "slide --board 2x3 512340 --letters",
    "slide --board 2x3 512340 --tree 7",
    "slide 1234567890abcdef",
];

/// Words of questions that can stand for each other.
const WORD_GROUPS: &[&[&str]] = &[
    &["all", "rotations", "none"],
    &["any", "fewest", "most"],
    &["piece", "group"],
    &["anywhere", "corner", "no-corner"],
    &["none", "auto"],
    &["single", "multi"],
    &["none", "half-turn", "quarter-turn"],
    &["frontier", "diagram"],
    &["all", "first"],
    &["enough", "interrupt", "time-limit", "memory-limit"],
];

/// All ways to change a value, each with its name. Lists longer than three have their first two and
/// their last entry changed inside.
fn changes(value: &Value) -> Vec<(&'static str, Value)> {
    let mut made = Vec::new();
    match value {
        Value::Null => made.push(("add", json!(1))),
        Value::Bool(flag) => made.push(("flip", json!(!flag))),
        Value::Number(number) => match number.as_i64() {
            Some(n) => made.extend([
                ("more", json!(n + 1)),
                ("less", json!(n - 1)),
                ("double", json!(2 * n)),
                ("zero", json!(0)),
            ]),
            None => made.push(("more", json!(number.as_f64().unwrap_or_default() + 1.0))),
        },
        Value::String(text) => match text.parse::<i128>() {
            Ok(n) => {
                let numbers = [("more", n + 1), ("less", n - 1), ("double", 2 * n), ("zero", 0)];
                made.extend(numbers.map(|(name, n)| (name, json!(n.to_string()))));
            }
            Err(_) => {
                made.extend([("append", json!(format!("{text}x"))), ("empty", json!(""))]);
                let groups = WORD_GROUPS.iter().filter(|group| group.contains(&text.as_str()));
                made.extend(
                    groups.flat_map(|group| group.iter().map(|word| ("word", json!(word)))),
                );
            }
        },
        Value::Array(list) => {
            if let Some(last) = list.last() {
                made.push(("drop", json!(list[..list.len() - 1])));
                made.push(("drop", json!(list[1..])));
                made.push(("double", json!([&list[..], std::slice::from_ref(last)].concat())));
            }
            if list.len() > 1 {
                let mut swapped = list.clone();
                swapped.swap(0, 1);
                made.push(("swap", json!(swapped)));
            }
        }
        Value::Object(fields) => {
            let without = |name: &String| -> Map<String, Value> {
                fields
                    .iter()
                    .filter(|(other, _)| *other != name)
                    .map(|(n, v)| (n.clone(), v.clone()))
                    .collect()
            };
            made.extend(fields.keys().map(|name| ("remove", Value::Object(without(name)))));
            let mut more = fields.clone();
            more.insert("forged".to_owned(), json!(1));
            made.push(("add", Value::Object(more)));
        }
    }
    made.retain(|(_, changed)| changed != value);
    made
}

/// A forgery: where, which change, and the whole answer.
struct Forgery {
    /// For a field that was removed, the place of the field.
    place: String,
    change: &'static str,
    answer: Value,
}

/// All forgeries of an answer.
fn forgeries(answer: &Value) -> Vec<Forgery> {
    let mut made = Vec::new();
    forge(answer, answer, "", &mut made);
    made
}

fn forge(answer: &Value, value: &Value, pointer: &str, made: &mut Vec<Forgery>) {
    for (change, changed) in changes(value) {
        let removed = value
            .as_object()
            .filter(|_| change == "remove")
            .and_then(|fields| fields.keys().find(|name| changed.get(name.as_str()).is_none()));
        let place = removed.map_or_else(|| pointer.to_owned(), |name| format!("{pointer}/{name}"));
        let mut forged = answer.clone();
        *forged.pointer_mut(pointer).expect("a place of the answer") = changed;
        sign(&mut forged);
        if forged == *answer {
            continue;
        }
        made.push(Forgery {
            place: place.trim_start_matches('/').to_owned(),
            change,
            answer: forged,
        });
    }
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                forge(answer, field, &format!("{pointer}/{name}"), made);
            }
        }
        Value::Array(list) => {
            for (at, entry) in list.iter().enumerate() {
                if list.len() <= 3 || at < 2 || at + 1 == list.len() {
                    forge(answer, entry, &format!("{pointer}/{at}"), made);
                }
            }
        }
        _ => {}
    }
}

/// A forger who knows what he does: the digest is that of the question, and other names of the
/// count are the count.
pub(crate) fn sign(answer: &mut Value) {
    let question: Result<Question, _> = serde_json::from_value(answer["question"].clone());
    if let Ok(question) = question {
        answer["digest"] = json!(question.digest());
    }
    if answer["question"]["command"] == "tile" {
        let part = ["colourings", "tilings"].iter().find_map(|name| answer.get(name)).cloned();
        if let (Some(part), Some(count)) = (part, answer.get_mut("count")) {
            *count = part;
        }
    }
    for alias in ["packings", "solutions_total", "tours", "optimal_solutions"] {
        if answer.get(alias).is_some() && answer.get("count").is_some() {
            answer[alias] = answer["count"].clone();
        }
    }
}

/// Whether a place is of a kind.
fn matches(place: &[&str], kind: &[&str]) -> bool {
    match (place, kind) {
        (_, ["**"]) => true,
        ([], []) => true,
        ([first, place @ ..], [wanted, kind @ ..]) => {
            (*wanted == "*" || first == wanted) && matches(place, kind)
        }
        _ => false,
    }
}

fn may_stand(forgery: &Forgery, verdict: &Verdict, was_proved: bool) -> bool {
    let place: Vec<&str> = forgery.place.split('/').collect();
    UNSEEN.iter().any(|Unseen { place: kind, changes, verdict: needed, why }| {
        assert!(!why.is_empty(), "{kind}");
        let kind: Vec<&str> = kind.split('/').collect();
        let is_needed = match needed {
            Needed::Same => verdict.is_proved() == was_proved,
            Needed::Proved => verdict.is_proved(),
            Needed::Consistent => !verdict.is_proved(),
        };
        is_needed
            && matches(&place, &kind)
            && (changes.is_empty() || changes.contains(&forgery.change))
    })
}

#[test]
fn every_forgery_is_refuted_or_provably_cannot_be_seen() {
    let folder = Folder::new("forgeries");
    for (name, text) in FILES {
        folder.write(name, text);
    }
    let (mut forged_count, mut standing_count) = (0, 0);
    let mut unexplained: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in LINES {
        let saved = saved(folder.path(), line);
        let was_proved =
            judge(&saved.to_string()).unwrap_or_else(|fault| panic!("{line}: {fault}")).is_proved();
        for forgery in forgeries(&saved) {
            forged_count += 1;
            let Ok(verdict) = judge(&forgery.answer.to_string()) else { continue };
            standing_count += 1;
            if !may_stand(&forgery, &verdict, was_proved) {
                let place = forgery
                    .place
                    .split('/')
                    .map(|part| if part.parse::<usize>().is_ok() { "*" } else { part });
                let place = place.collect::<Vec<_>>().join("/");
                let word = if verdict.is_proved() { "proved" } else { "consistent" };
                let value =
                    forgery.answer.pointer(&format!("/{}", forgery.place)).map(ToString::to_string);
                let value: String = value.unwrap_or_default().chars().take(30).collect();
                let what = format!("{place} {} {word}", forgery.change);
                unexplained.entry(what).or_default().push(format!("{line} := {value}"));
            }
        }
    }
    println!("forgeries: {forged_count}, of which stand, for a reason: {standing_count}");
    for (what, lines) in &unexplained {
        println!("{what}: {} {:?}", lines.len(), &lines[..lines.len().min(4)]);
    }
    assert!(unexplained.is_empty(), "forgeries that stand without a reason: {}", unexplained.len());
    assert!(forged_count > 5000, "{forged_count}");
}

fn saved(folder: &Path, line: &str) -> Value {
    let finished = run_in(folder, &format!("{line} --json --threads 1"));
    assert!(matches!(finished.code, Some(0)), "{line}: {}", finished.stderr);
    serde_json::from_str(&finished.stdout).expect("one JSON object")
}
