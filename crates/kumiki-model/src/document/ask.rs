//! What can be asked: one structure for each family.
//!
//! A field is an option of the question, and its name is the name of the flag that sets it. What it
//! means is said here, once: help texts, forms and the schema are made of these lines, in which
//! `` `names` `` are those of other fields. Beside the lines there are remarks for fronts:
//!
//! * `x-position`: it needs no flag, and comes in this place.
//! * `x-value`: what its value is called.
//! * `x-bare`: what the flag alone stands for, without a value.
//! * `x-excludes`, `x-needs`: fields that it cannot go with, or cannot go without.
//! * `x-unless`: it must be given unless one of these fields is.
//! * `x-without`, of a whole family: fields of [`How`](super::How) that it does not have.
//! * `x-dice`, of a whole family: the field that `seed` is for, if it is not `sample`.

use super::{CoverFormat, DiagramForm, Kernel, Method, PuzzleFormat, Source};
use crate::{
    CellOrder, CoverSymmetry, Hold, Metric, Rule, Start, SubgraphKind, Symmetry, TourMethod,
    TourSymmetry,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether a field says no more than if it were absent.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Defines what a family can be asked: what must be said, then options, which may be absent, then
/// choices, one of which is always made. A method sets each option and each choice.
macro_rules! ask {
    (
        $(#[doc = $doc:literal])*
        $([$($meta:meta),*])?
        $name:ident {
            must { $($(#[doc = $must_doc:literal])* $([$($must_meta:meta),*])? $must:ident: $must_type:ty,)* }
            options { $($(#[doc = $option_doc:literal])* $([$($option_meta:meta),*])? $option:ident: $option_type:ty,)* }
            choices { $($(#[doc = $choice_doc:literal])* $([$($choice_meta:meta),*])? $choice:ident: $choice_type:ty,)* }
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
        $($(#[$meta])*)?
        #[serde(deny_unknown_fields)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $must_doc])* $($(#[$must_meta])*)? pub $must: $must_type,)*
            $(
                $(#[doc = $option_doc])*
                $($(#[$option_meta])*)?
                #[serde(default, skip_serializing_if = "is_default")]
                pub $option: $option_type,
            )*
            $(
                $(#[doc = $choice_doc])*
                $($(#[$choice_meta])*)?
                #[serde(default)]
                pub $choice: $choice_type,
            )*
        }

        impl $name {
            /// What must be said, and the rest as it is if nobody says anything.
            #[must_use]
            #[allow(clippy::new_without_default, reason = "most families must be told something")]
            pub fn new($($must: impl Into<$must_type>),*) -> Self {
                Self {
                    $($must: $must.into(),)*
                    $($option: Default::default(),)*
                    $($choice: Default::default(),)*
                }
            }
            $(
                $(#[doc = $option_doc])*
                #[must_use]
                pub fn $option(mut self, $option: impl Into<$option_type>) -> Self {
                    self.$option = $option.into();
                    self
                }
            )*
            $(
                $(#[doc = $choice_doc])*
                #[must_use]
                pub fn $choice(mut self, $choice: impl Into<$choice_type>) -> Self {
                    self.$choice = $choice.into();
                    self
                }
            )*
        }
    };
}

ask! {
    /// Pack bricks into a box so that none can slide.
    AntislideAsk {
        must {
        /// The box, for example 4x4x4; the order of the sides matters only with `start` corner.
        [serde(rename = "box"), schemars(extend("x-position" = 1, "x-value" = "BOX"))]
        container: String,
        }
        options {
        /// A kind of brick; give several to mix kinds [default: 2x2x1].
        [schemars(extend("x-value" = "BRICK"))]
        brick: Vec<String>,
        /// Only packings with as few bricks as possible (the empty one does not count).
        [schemars(extend("x-excludes" = ["most"]))]
        fewest: bool,
        /// Only packings with as many bricks as possible.
        most: bool,
        /// Only packings with at most so many bricks.
        [schemars(extend("x-value" = "K"))]
        max_bricks: Option<usize>,
        /// List only packings with at least so many symmetries; the counts are still those of all.
        [schemars(range(min = 1), extend("x-value" = "S"))]
        min_symmetries: Option<usize>,
        /// List the packings with the most symmetries first, after everything was searched.
        [schemars(extend("x-excludes" = ["sample"]))]
        most_symmetric: bool,
        }
        choices {
        /// What must not slide: a brick alone, or a group of bricks together.
        rule: Rule,
        /// Which packings are looked at; the last two are ANTISLIDE's questions.
        start: Start,
        /// Which packings are the same in a list: turned and mirrored, only turned, or only equal
        /// ones.
        symmetry: Symmetry,
        /// How to find the answer.
        method: Method,
        }
    }
}

ask! {
    /// Solve an exact-cover problem: Knuth's text, lists of rows, a matrix or JSON.
    CoverAsk {
        must {
        /// The file with the problem, or - for stdin.
        [schemars(extend("x-position" = 1, "x-value" = "FILE"))]
        file: Source,
        }
        options {
        /// Find the K cheapest solutions, or the cheapest one.
        [schemars(range(min = 1), extend("x-value" = "K", "x-bare" = 1, "x-excludes" = ["list", "first", "sample"]))]
        cheapest: Option<usize>,
        }
        choices {
        /// How the file is written; auto knows all but rows by their looks.
        format: CoverFormat,
        /// Which solutions are the same: those that a symmetry of the problem maps to each other,
        /// or none.
        symmetry: CoverSymmetry,
        /// How to find the answer.
        kernel: Kernel,
        }
    }
}

ask! {
    /// Pack pieces of any shape into a box of any shape.
    PackAsk {
        must {
        /// The file with the puzzle, - for stdin, or a name that --gallery lists.
        [schemars(extend("x-position" = 1, "x-value" = "FILE"))]
        file: Source,
        }
        options {
        /// Which puzzle of the file, the first being 0 [default: 0].
        [schemars(extend("x-value" = "N"))]
        problem: usize,
        /// What must hold the pieces: nothing; each piece something; or no group of pieces can
        /// slide [default: what the file says].
        rule: Option<Hold>,
        }
        choices {
        /// How the file is written.
        format: PuzzleFormat,
        /// Which packings are the same in a list: turned and mirrored, only turned, or only equal
        /// ones.
        symmetry: Symmetry,
        /// How to find the answer; memo cannot tell classes apart.
        kernel: Kernel,
        }
    }
}

ask! {
    /// Tile a polygon with polygons, exactly.
    TileAsk {
        must {
        /// The file with the problem, - for stdin, or a name that --gallery lists.
        [schemars(extend("x-position" = 1, "x-value" = "FILE"))]
        file: Source,
        }
        options {
        /// Which tilings are the same in a list: turned and mirrored, only turned, or only equal
        /// ones; none counts no classes [default: all, but no classes are counted above 50 million
        /// tilings].
        symmetry: Option<Symmetry>,
        }
        choices {
        }
    }
}

ask! {
    /// Solve sliding-tile puzzles in the fewest moves.
    [schemars(extend("x-without" = ["every", "sample"], "x-dice" = "random"))]
    SlideAsk {
        must {
        }
        options {
        /// The position to begin with.
        [schemars(extend("x-position" = 1, "x-value" = "START", "x-unless" = ["file", "table", "random"]))]
        start: Option<String>,
        /// A file with a position on each line, - for stdin; korf100 and korf24 come with Kumiki.
        [schemars(extend("x-value" = "FILE", "x-excludes" = ["start"]))]
        file: Option<Source>,
        /// Solve N positions drawn by lot, each that can be solved equally likely; `seed` says
        /// where the dice start.
        [schemars(range(min = 1, max = 1_000_000), extend("x-value" = "N",
            "x-excludes" = ["start", "file", "table"]))]
        random: Option<usize>,
        /// Answer the good lines of `file` even if there are bad ones.
        [schemars(extend("x-needs" = ["file"]))]
        keep_going: bool,
        /// Count all positions of a board by their distance from the goal, up to 12 cells; `list`
        /// shows the farthest, which are shown anyway if they are at most 100.
        [schemars(extend("x-value" = "ROWSxCOLUMNS",
            "x-excludes" = ["start", "file", "board", "heuristic", "all", "count", "verify"]))]
        table: Option<String>,
        /// With `table`: only the positions that are solved by happy moves alone, each of which
        /// brings a tile closer to its goal; up to 16 cells.
        [schemars(extend("x-needs" = ["table"]))]
        happy: bool,
        /// Solve nothing, but show the tree of moves below `start`, which never go straight back:
        /// how many paths there are of each length up to D, and how many positions at their ends;
        /// up to 16 cells.
        [schemars(range(min = 1, max = 40), extend("x-value" = "D", "x-needs" = ["start"],
            "x-excludes" = ["goal", "heuristic", "all", "list", "count", "verify"]))]
        tree: Option<usize>,
        /// The board [default: 4x4].
        [schemars(extend("x-value" = "ROWSxCOLUMNS"))]
        board: Option<String>,
        /// The position to end with [default: in order, the blank last].
        [schemars(extend("x-value" = "POSITION"))]
        goal: Option<String>,
        /// The lower bound: manhattan, a name of pattern tables (on 4x4: 5-5-5, 6-6-3, 7-8; on 5x5:
        /// 6-6-6-6), or patterns written as letters row by row [default: tables that are made in
        /// less than a second].
        [schemars(extend("x-value" = "BOUND"))]
        heuristic: Option<String>,
        /// Count all shortest solutions.
        all: bool,
        /// Look for solutions of at most L moves. A search for one start is divided up to this.
        [schemars(extend("x-value" = "L", "x-needs" = ["start"], "x-excludes" = ["tree"]))]
        max_moves: Option<u32>,
        /// Write solutions as letters, the way that each tile goes: U, D, L and R for up, down,
        /// left and right. The blank goes the other way.
        [schemars(extend("x-excludes" = ["file", "random", "table", "tree"]))]
        letters: bool,
        }
        choices {
        /// What counts as one move: a tile pushed by one cell, or several tiles pushed together.
        metric: Metric,
        }
    }
}

ask! {
    /// Count, list and draw closed tours of knights and other leapers on boards.
    ToursAsk {
        must {
        /// The board, such as 8x8.
        [schemars(extend("x-position" = 1, "x-value" = "BOARD"))]
        board: String,
        }
        options {
        /// The piece: knight, or how far it leaps, such as 1,2 or 2,3 [default: knight].
        [schemars(extend("x-value" = "PIECE"))]
        piece: Option<String>,
        /// List one of each class, with its number of symmetries: those count as the same that a
        /// motion of the board, a turn or a reflection, takes to each other.
        [schemars(extend("x-excludes" = ["sample"]))]
        one_per_class: bool,
        /// Show listed tours by their moves, too, such as 0.0--1.2; a move of a folded board has a
        /// star for every turn between its two cells.
        edges: bool,
        /// The order of cells, in which moves become variables of a diagram [default: rows with
        /// `method` diagram, otherwise best].
        order: Option<CellOrder>,
        /// Put the decision diagram of all tours, or with `method` diagram that of all matchings,
        /// into the answer, in this form.
        diagram: Option<DiagramForm>,
        }
        choices {
        /// Only tours that this motion of the board preserves.
        symmetry: TourSymmetry,
        /// How to count; diagram is for the half-turn, and pairs matchings of the folded board.
        method: TourMethod,
        }
    }
}

ask! {
    /// Count matchings, paths, cycles and trees of a graph.
    GraphAsk {
        must {
        /// What is counted.
        [schemars(extend("x-position" = 1, "x-value" = "KIND"))]
        kind: SubgraphKind,
        /// The graph: a name such as grid:8x8, or a file of edges, - for stdin.
        [schemars(extend("x-position" = 2, "x-value" = "GRAPH"))]
        graph: Source,
        }
        options {
        /// For paths: where they begin.
        [schemars(extend("x-value" = "VERTEX", "x-needs" = ["to"]))]
        from: Option<String>,
        /// For paths: where they end.
        [schemars(extend("x-value" = "VERTEX", "x-needs" = ["from"]))]
        to: Option<String>,
        /// For factors: how many edges a vertex may have, such as 2 or 0,2.
        [schemars(inner(range(max = 63)), extend("x-value" = "NUMBERS"))]
        degrees: Vec<usize>,
        /// List one of each class, with its number of symmetries: those count as the same that a
        /// motion of the board takes to each other, or a symmetry of a graph from a file; both keep
        /// the ends of paths.
        [schemars(extend("x-excludes" = ["sample"]))]
        one_per_class: bool,
        /// The order of vertices, in which edges become variables of a diagram [default: best].
        order: Option<CellOrder>,
        /// Put the decision diagram of all solutions into the answer, in this form.
        diagram: Option<DiagramForm>,
        }
        choices {
        }
    }
}
