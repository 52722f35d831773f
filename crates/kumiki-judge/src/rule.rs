//! The rules that the judge knows. Each is stated once, here; a [`Fault`](crate::Fault) names the
//! rule that it breaks.

macro_rules! rules {
    ($($constant:ident = $name:literal: $sentence:literal;)*) => {
        $(#[doc = $sentence] pub const $constant: &str = $name;)*

        /// All rules with what they say.
        pub const ALL: &[(&str, &str)] = &[$(($constant, $sentence),)*];
    };
}

rules! {
    // Reading.
    ANSWER = "answer": "The text is the JSON of an answer, written as answers are.";
    COMMAND = "command": "It answers one of our commands.";
    QUESTION = "question": "The problem, puzzle or graph that it repeats can be read.";
    ASKED = "asked": "What is asked can be asked, and is written as answers write it.";

    // Any answer.
    END = "end": "An answer is complete, or says what stopped it.";
    FIELD = "field": "What goes with the question is there, and nothing else.";
    COUNT = "count": "A complete answer says how many there are.";
    LIST = "list": "There is a list if and only if one was asked for, in one way.";
    LENGTH = "length": "As many are listed as were asked for, or all there are, and each list \
        that goes with the solutions is as long.";
    LISTED = "listed": "No more are listed than counted, in all and in each row of a table.";
    SAME = "same": "No two of those listed are the same.";
    ROW = "row": "Tables have the right rows, in order, none of them empty.";
    REPEATED_ROW = "repeated-row": "No table has two rows for the same thing.";
    SUM = "sum": "Tables, and what is in the classes that are listed, add up to the totals.";
    DIVISOR = "divisor": "The symmetries of a solution divide the order of the group.";
    CLASSES = "classes": "So many solutions can form so many classes.";
    REASON = "reason": "If there is a reason why there is none, there is none.";
    RECOUNT = "recount": "What the judge counts again is what the answer says.";
    TRACE = "trace": "The steps of a search that are told can be followed.";
    CLAIM = "claim": "A solution has the numbers that it claims to have.";

    // Bricks, pieces, tiles and options.
    TEXT = "text": "A listed solution can be read, with the names that the question has.";
    BOX = "box": "A packing is of the box of the question.";
    KIND = "kind": "A piece is of a kind of the question, held in an allowed way.";
    INSIDE = "inside": "No piece sticks out.";
    OVERLAP = "overlap": "No two pieces overlap.";
    FILLED = "filled": "What must be filled is filled.";
    LOOK = "look": "Pieces are listed as the puzzle has them, each shown by letters of its own and \
        in its colour, in every solution.";
    NUMBER = "number": "There are as many pieces of a kind as the question allows.";
    SYMMETRIC = "symmetric": "Only packings that are symmetric enough are listed, and the most \
        symmetric ones first where that is asked for.";
    START = "start": "The corners are as the question prescribes.";
    HELD = "held": "Nothing can slide.";
    COLOUR = "colour": "A tile has a colour of the question if and only if there are colours.";
    APART = "apart": "Tiles of the same colour keep apart.";
    ONCE = "once": "Nothing is taken twice: no option, no vertex, no edge.";
    COVERED = "covered": "Every item is covered as often as it must be.";
    ONE_COLOUR = "one-colour": "All options that cover an item give it the same colour.";
    REQUIRED = "required": "What an option requires is covered.";
    CHEAPEST = "cheapest": "The cheapest solutions come in order of cost.";
    COMPOSITION = "composition": "So many tiles of each kind can fill the region.";
    COLOURINGS = "colourings": "There are as many colourings, with and without names, as so \
        many tilings can have.";

    // Tours and other subgraphs.
    EDGE = "edge": "Every step is along an edge, or is a move of the piece.";
    VISITED = "visited": "Nothing is left out that must be visited.";
    ENDS = "ends": "A path has the ends that were asked for.";
    SHORT = "short": "A path has an edge, and a cycle has three.";
    CYCLE = "cycle": "A tree or forest has no cycle.";
    DEGREE = "degree": "Each vertex of a factor has an allowed number of edges.";
    WRITTEN = "written": "A tour begins at the first cell and goes to its lower neighbour.";
    PRESERVED = "preserved": "The motion asked for preserves a tour.";
    POSSIBLE = "possible": "There are no more solutions than there can be.";

    // Sliding tiles.
    PARITY = "parity": "A position is said to be out of reach if and only if parity says so.";
    PUSH = "push": "A tile that is pushed is beside the blank.";
    GOAL = "goal": "A solution ends in the goal.";
    SOLVED = "solved": "Solutions are spoken of if and only if there is one.";
    BOUND = "bound": "No lower bound exceeds the length of a solution.";
    ROUND = "round": "Rounds become longer, and end with the length of the solution.";
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_rules_have_the_same_name_or_say_the_same() {
        let names: BTreeSet<&str> = ALL.iter().map(|(name, _)| *name).collect();
        let sentences: BTreeSet<&str> = ALL.iter().map(|(_, sentence)| *sentence).collect();
        assert_eq!([names.len(), sentences.len()], [ALL.len(); 2]);
    }
}
