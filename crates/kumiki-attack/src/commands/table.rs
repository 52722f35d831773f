//! The commands with what they are asked about, and their flags with values that make sense.

/// The files that lie around when a command is tried.
pub(crate) const FILES: [(&str, &str); 5] = [
    ("cover.dlx", "a b c | x\na b x:1\nc x:1 |3\na\nb c x:2\n"),
    (
        "pack.toml",
        "kumiki = 1\n[box]\nsize = \"2x4\"\n[[piece]]\nname = \"I\"\nbrick = \"1x2\"\ncount = 4\n",
    ),
    (
        "tile.toml",
        "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[3,0],[3,2],[0,2]]\n[[tile]]\nname = \
         \"I\"\ngrid = [[0,0],[2,0],[2,1],[0,1]]\ncount = 3\n",
    ),
    ("edges.txt", "a b\nb c\nc d\nd a\na c\n"),
    ("there.svg", "a picture\n"),
];

/// A command: its words, what it may be asked about, and its flags, each with its values; a flag
/// without values takes none.
pub(crate) struct Known {
    pub(crate) words: &'static str,
    pub(crate) subjects: &'static [&'static str],
    pub(crate) flags: &'static [(&'static str, &'static [&'static str])],
}

/// What all commands have that solve something.
pub(crate) const COMMON: [(&str, &[&str]); 18] = [
    ("--list", &["", "1", "3", "all", "0"]),
    ("--first", &[]),
    ("--count", &[]),
    ("--every", &["1", "2", "0", "18446744073709551615"]),
    ("--trace", &["", "1", "9", "0"]),
    ("--json", &[]),
    ("--json-lines", &[]),
    ("--threads", &["1", "2", "1024", "1025", "0"]),
    ("--time-limit", &["0s", "1ms", "1s", "5", "99999999999999999999h"]),
    ("--memory-limit", &["1", "1K", "10M", "400M", "0", "99999999999T"]),
    ("--profile", &[]),
    ("--progress", &["auto", "always", "never", "sometimes"]),
    ("--verify", &[]),
    ("--force", &[]),
    ("--checkpoint", &["new.kck", "there.svg", ".", "no/such/folder.kck"]),
    ("--checkpoint-every", &["1ms", "2s", "0s", "x"]),
    ("--shard", &["1/1", "2/3 --out new.json", "1/1000 --out new.json", "0/3", "4/3", "1/x"]),
    ("--out", &["new.kso", "there.svg", "-", "/dev/null", "no/such/folder.kso", "."]),
];

/// Where a diagram goes.
const DIAGRAM: (&str, &[&str]) =
    ("--diagram", &["new.dot", "new.zdd", "new.knuth", "new.txt", "new.svg", "new.nonsense", "-"]);

const DIAGRAM_FORM: (&str, &[&str]) =
    ("--diagram-form", &["dot", "zdd", "knuth", "text", "svg", "txt"]);

/// Where levels go that do not fit into memory.
const SCRATCH: (&str, &[&str]) = ("--scratch", &[".", "no/such/folder", "there.svg"]);

const SAMPLE: [(&str, &[&str]); 2] =
    [("--sample", &["1", "5", "0"]), ("--seed", &["0", "7", "18446744073709551615"])];
const PICTURE: (&str, &[&str]) =
    ("--svg", &["new.svg", "new-{}.svg", "there.svg", "-", "/dev/null", "no/such/folder.svg", "."]);
const POSTSCRIPT: (&str, &[&str]) = ("--eps", &["new.eps", "new-{}.eps", "there.svg", "-"]);
const SYMMETRY: (&str, &[&str]) = ("--symmetry", &["all", "rotations", "none", "auto"]);

/// All commands but those that take long by nature.
pub(crate) const COMMANDS: [Known; 9] = [
    Known {
        words: "antislide",
        subjects: &[
            "2x2x2",
            "3x3x1",
            "2x3x4",
            "4x4",
            "0x1x1",
            "65536x1x1",
            "4096x1x1",
            "16x16x16",
            "99999999999x1x1",
        ],
        flags: &[
            ("--brick", &["2x2x1", "1x2x1", "1x1x1", "3x3x3", "0x1x1"]),
            ("--rule", &["piece", "group", "none"]),
            ("--fewest", &[]),
            ("--most", &[]),
            ("--max-bricks", &["0", "4", "99999999999999999999"]),
            ("--start", &["anywhere", "corner", "no-corner"]),
            ("--method", &["auto", "direct", "layers"]),
            ("--min-symmetries", &["1", "4", "0"]),
            ("--most-symmetric", &[]),
            ("--write", &["dlx -", "moves new.txt", "json -", "dimacs there.svg", "toml -"]),
            SYMMETRY,
            PICTURE,
            POSTSCRIPT,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "cover",
        subjects: &["cover.dlx", "pack.toml", "there.svg", "no-file", ".", "-", "/dev/null"],
        flags: &[
            ("--format", &["auto", "dlx", "rows", "matrix", "json", "xml"]),
            ("--kernel", &["auto", "bits", "cells", "memo"]),
            ("--cheapest", &["", "2", "0", "18446744073709551615"]),
            ("--write", &["dlx -", "json new.json", "dimacs there.svg", "rows -", "xml -"]),
            SYMMETRY,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "pack",
        subjects: &["pack.toml", "cover.dlx", "soma", "no-such-puzzle", "-"],
        flags: &[
            ("--gallery", &[]),
            ("--format", &["auto", "toml", "burrtools", "polycube"]),
            ("--problem", &["0", "1", "-1"]),
            ("--rule", &["free", "piece", "group"]),
            ("--kernel", &["auto", "bits", "cells", "memo"]),
            (
                "--write",
                &["toml -", "xmpuzzle new.xmpuzzle", "polycube -", "dlx -", "json -", "dimacs -"],
            ),
            SYMMETRY,
            PICTURE,
            POSTSCRIPT,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "tile",
        subjects: &["tile.toml", "pack.toml", "octagon", "no-such-tiling", "-"],
        flags: &[
            ("--gallery", &[]),
            ("--write", &["toml -", "toml new.toml", "svg -"]),
            SYMMETRY,
            PICTURE,
            POSTSCRIPT,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "slide --heuristic manhattan",
        subjects: &["123456789abcde0f", "123456789abcdef0", "1,2,3,0", "0", "--board", ""],
        flags: &[
            ("--file", &["edges.txt", "-", "no-file"]),
            ("--keep-going", &[]),
            ("--table", &["2x2", "2x3", "3x3", "9x9", "0x0"]),
            ("--happy", &[]),
            ("--board", &["2x2", "4x4", "3x3", "7x7", "0x4"]),
            ("--goal", &["123456789abcdef0", "1230", "0"]),
            ("--heuristic", &["manhattan", "5-5-5", "nonsense"]),
            ("--metric", &["single", "multi", "slide"]),
            ("--all", &[]),
            ("--random", &["1", "3", "0"]),
            ("--tree", &["0", "3", "18446744073709551615"]),
            ("--letters", &[]),
            ("--max-moves", &["0", "1", "80", "18446744073709551615"]),
            SAMPLE[1],
            ("--play", &[]),
            ("--cache", &["folder", "there.svg"]),
            PICTURE,
            POSTSCRIPT,
        ],
    },
    Known {
        words: "tours",
        subjects: &["4x4", "5x6", "6x6", "3x10", "1x1", "0x0", "65536x65536", "200x200"],
        flags: &[
            ("--symmetry", &["half-turn", "quarter-turn", "none"]),
            ("--method", &["diagram", "frontier", "auto"]),
            ("--piece", &["knight", "1,2", "0,1", "0,0", "99999,1"]),
            ("--one-per-class", &[]),
            ("--edges", &[]),
            ("--order", &["rows", "columns", "diagonals", "best", "spiral"]),
            DIAGRAM,
            DIAGRAM_FORM,
            SCRATCH,
            PICTURE,
            POSTSCRIPT,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "graph",
        subjects: &[
            "matchings grid:4x4",
            "cycles edges.txt",
            "paths edges.txt",
            "factors king:3x3",
            "forests grid:3x3",
            "spanning-trees grid:9999x9999",
            "hamiltonian-paths knight:5x5",
            "hamiltonian-cycles no-file",
            "matchings leaper:1,2:4x4",
            "spanning-trees cover.dlx",
            "nonsense grid:2x2",
        ],
        flags: &[
            ("--one-per-class", &[]),
            ("--from", &["a", "0,0", "nobody"]),
            ("--to", &["c", "2,2", "a"]),
            ("--degrees", &["2", "0,2", "99", ""]),
            ("--order", &["rows", "columns", "diagonals", "best", "spiral"]),
            DIAGRAM,
            DIAGRAM_FORM,
            SCRATCH,
            PICTURE,
            POSTSCRIPT,
            SAMPLE[0],
            SAMPLE[1],
        ],
    },
    Known {
        words: "check",
        subjects: &["cover.dlx", "no-file", "-", ".", "/dev/null"],
        flags: &[("--strict", &[])],
    },
    Known {
        words: "export",
        subjects: &["cover.dlx", "there.svg", "no-file", "-", ".", "/dev/null"],
        flags: &[
            ("--json-lines", &["new.txt", "there.svg", "-", "/dev/null"]),
            ("--csv", &["new.csv", "there.svg", "-", "no/such/folder.csv"]),
            ("--svg", &["new.svg", "new-{}.svg", "there.svg", "-"]),
            ("--from", &["1", "0", "18446744073709551615"]),
            ("--list", &["1", "0", "all"]),
            ("--force", &[]),
        ],
    },
];
