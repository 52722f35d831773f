//! Commands that take a while, and what is known about their answers from books and other programs.

/// Where drawings go.
pub(super) const DRAWING: &str = "drawing.svg";

/// Where diagrams go.
pub(super) const DIAGRAM: &str = "diagram.zdd";

/// A command.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) words: String,
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// Fields of the answer, and their values if it is complete. Before that they are at most so
    /// large.
    pub(super) truths: Vec<(&'static str, u128)>,
    /// Whether it waits for something on stdin that never comes.
    pub(super) waits: bool,
    /// A short command that writes the same file, to be run after this one was killed.
    pub(super) easy: Option<String>,
}

/// All commands.
pub(super) fn all_work() -> Vec<Work> {
    let plain = |words: &str, truths: &[(&'static str, u128)]| Work {
        words: words.into(),
        files: vec![],
        truths: truths.to_vec(),
        waits: false,
        easy: None,
    };
    let waiting = |words: &str| Work { waits: true, ..plain(words, &[]) };
    let drawing = |words: &str, easy: &str, truths: &[(&'static str, u128)]| Work {
        easy: Some(format!("{easy} --svg {DRAWING}")),
        ..plain(&format!("{words} --svg {DRAWING}"), truths)
    };
    let decagon = [("/tilings", 5_464_292), ("/classes/all", 273_221)];
    let star = [("/colourings", 370), ("/classes/all", 37), ("/labelled", 8880)];
    let bedlam = [("/solutions_total", 460_464), ("/classes/all", 19_186)];
    let soma = [("/solutions_total", 11_520), ("/classes/all", 240)];
    let pentominoes = [("/solutions_total", 9356), ("/classes/all", 2339)];
    let korf = [("/moves", 65), ("/lower_bound", 65)];
    let mut work = vec![
        plain("tile decagon", &decagon),
        plain("tile decagon --list", &decagon),
        plain("tile decagon --list --symmetry none", &decagon),
        plain("tile decagon --verify", &decagon),
        plain("tile decagon --sample 5", &decagon),
        plain("tile colorstar --list", &star),
        plain("tile colorstar --verify", &star),
        plain("tile rhombs-16 --list 100000", &[("/tilings", 1_232_944)]),
        plain("pack bedlam --list", &bedlam),
        plain("pack bedlam --symmetry none --list", &bedlam),
        plain("pack soma --verify", &soma),
        plain("pack pentominoes-6x10 --sample 20", &pentominoes),
        plain("antislide 4x4x5", &[]),
        plain("antislide 4x4x4 --rule group --fewest --list", &[]),
        plain("antislide 400x3x3", &[]),
        plain("graph hamiltonian-cycles grid:12x12", &[("/count", 1_076_226_888_605_605_706)]),
        plain(
            "graph paths grid:9x9 --from 0,0 --to 8,8 --sample 1000",
            &[("/count", 3_266_598_486_981_642)],
        ),
        plain("graph forests grid:5x5 --sample 3000000", &[]),
        plain("graph matchings grid:8x8 --list 1000000", &[("/count", 12_988_816)]),
        plain(
            "graph spanning-trees grid:8x8 --verify",
            &[("/count", 126_231_322_912_498_539_682_594_816)],
        ),
        plain("tours 6x8", &[("/tours", 55_488_142)]),
        plain("tours 8x8", &[("/tours", 13_267_364_410_532)]),
        plain("tours 6x6 --list", &[("/tours", 9862), ("/classes", 1245)]),
        plain(
            "tours 8x8 --symmetry half-turn --method diagram",
            &[("/tours", 2_432_932), ("/pseudo", 2_428_776), ("/matchings", 106_256)],
        ),
        plain("slide ca6098dfb73254e1 --heuristic manhattan", &korf),
        plain(
            "slide bc9e80df3412a756 --heuristic manhattan --all",
            &[("/moves", 56), ("/lower_bound", 56)],
        ),
        plain(
            "slide bc9e80df3412a756 --heuristic manhattan --verify",
            &[("/moves", 56), ("/lower_bound", 56)],
        ),
        plain("slide --file korf100 --heuristic manhattan", &[]),
        plain("slide --table 3x4", &[]),
        plain("slide --table 4x4 --happy", &[]),
        drawing("tile star --list 3000", "tile pentagon --list", &[("/tilings", 178_125)]),
        drawing("pack bedlam --list 500 --count", "pack soma --list 3", &bedlam),
        drawing("tours 6x6 --list 2000", "tours 5x6 --list", &[("/tours", 9862)]),
        drawing(
            "slide ca6098dfb73254e1 --heuristic manhattan",
            "slide 123456789abcde0f --heuristic manhattan",
            &korf,
        ),
        Work {
            easy: Some(format!("graph cycles grid:2x3 --diagram {DIAGRAM}")),
            ..plain(
                &format!("graph paths grid:9x9 --from 0,0 --to 8,8 --diagram {DIAGRAM}"),
                &[("/count", 3_266_598_486_981_642)],
            )
        },
        waiting("tile -"),
        waiting("pack -"),
        waiting("cover -"),
        waiting("graph forests -"),
        waiting("slide --file -"),
    ];
    for (side, count) in [(8, 92), (11, 2680), (13, 73_712)] {
        for flags in ["", " --list", " --verify", " --symmetry auto", " --sample 7"] {
            let files = vec![("queens.dlx".into(), queens(side).into())];
            work.push(Work {
                files,
                ..plain(&format!("cover queens.dlx{flags}"), &[("/count", count)])
            });
        }
    }
    work
}

/// Queens on a board with sides of some length, none attacking another.
fn queens(side: usize) -> String {
    let items = |letter: char, count: usize| {
        (0..count).map(|at| format!("{letter}{at}")).collect::<Vec<_>>()
    };
    let join = |one: char, other: char, count: usize| {
        [items(one, count), items(other, count)].concat().join(" ")
    };
    let mut text = format!("{} | {}\n", join('r', 'c', side), join('a', 'b', 2 * side - 1));
    for row in 0..side {
        for column in 0..side {
            let (sum, difference) = (row + column, row + side - 1 - column);
            text += &format!("r{row} c{column} a{sum} b{difference}\n");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_attack_along_diagonals() {
        let text = queens(2);
        assert_eq!(
            text,
            "r0 r1 c0 c1 | a0 a1 a2 b0 b1 b2\nr0 c0 a0 b1\nr0 c1 a1 b0\nr1 c0 a1 b2\nr1 c1 a2 b1\n"
        );
    }
}
