//! Small files of every format, and the commands that read them.

use crate::attack::Attack;
use crate::cover::Cover;
use crate::pack::Pack;
use fastrand::Rng;

/// What reads a file: the words before its name and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reader {
    pub(crate) before: &'static str,
    pub(crate) after: &'static str,
}

const fn reader(before: &'static str, after: &'static str) -> Reader {
    Reader { before, after }
}

/// Files that are right, each with a command that reads it.
const SEEDS: [(Reader, &str); 19] = [
    (
        reader("cover", ""),
        "| two of three\na b 2:3|c | x y\na b x:red y |4\na c x:red\nb c |1 |2\nc y\n",
    ),
    (reader("cover", "--format rows"), "3 5 6\n1 4 7\n2 3 6\n1 4\n2 7\n4 5 7\n"),
    (
        reader("cover", "--format matrix --symmetry auto"),
        "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n",
    ),
    (
        reader("cover", "--list"),
        "{\"items\": [{\"name\": \"a\"}, {\"name\": \"x\", \"secondary\": true}, {\"name\": \
         \"m\", \"least\": 1, \"most\": 2}],\n\
         \"options\": [{\"items\": [\"a\", \"x:red\"], \"cost\": 3}, {\"items\": [\"m\"], \
         \"requires\": [[\"a\", \"x\"]]}]}\n",
    ),
    (
        reader("pack", "--list"),
        "kumiki = 1\ntitle = \"An example\"\n[box]\nlayers = \"\"\"\n###+\n##..\n\"\"\"\nleftover \
         = 1\nhold = \"piece\"\n\
         [[piece]]\nname = \"V\"\nlayers = [[\"##\", \"#.\"]]\ncount = 1\nturns = \"all\"\n\
         [[piece]]\nname = \"rod\"\nbrick = \"1x2\"\nmin = 0\nmax = 3\n",
    ),
    (
        reader("pack", "--svg picture.svg"),
        "kumiki = 1\n[box]\nsize = \"2x2x2\"\nremove = [[0, 0, 0]]\noptional = [[1, 1, 1]]\n\
         [[piece]]\nname = \"L\"\ncells = [[0, 0, 0], [0, 0, 1], [0, 1, 0]]\ncount = \"any\"\n",
    ),
    (
        reader("pack", "--problem 0"),
        "<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n<gridType type=\"0\"/>\n<shapes>\n\
         <voxel x=\"2\" y=\"2\" z=\"1\" type=\"0\" name=\"corner\">###_</voxel>\n\
         <voxel x=\"3\" y=\"2\" z=\"1\" type=\"0\">######</voxel>\n</shapes>\n<problems>\n\
         <problem name=\"rectangle\" state=\"0\"><shapes><shape id=\"0\" \
         count=\"2\"/></shapes><result id=\"1\"/><bitmap/></problem>\n\
         </problems>\n</puzzle>\n",
    ),
    (
        reader("pack", "--list 2"),
        "# a title\nD:xDim=3:yDim=2:zDim=1\nC:name=A:type=M:layout=0 0 0, 1 0 \
         0\nL:stationary=*\n. . *\n. . .\n~L\n\
         C:name=B:layout=0 0 0, 1 0 0, 0 1 0\n~D\n",
    ),
    (
        reader("tile", "--list"),
        "kumiki = 1\ntitle = \"Dominoes\"\nring = 4\n\n[region]\nwalk = \"0:2 1:3 2:2 \
         3:3\"\n\n[[tile]]\nname = \"domino\"\n\
         walk = \"0:2 1 2:2 3\"\ncount = 3\n",
    ),
    (
        reader("tile", "--svg picture.svg"),
        "kumiki = 1\nring = 4\n[region]\ngrid = [[0,0],[2,0],[2,2],[0,2]]\n[[tile]]\nname = \
         \"half\"\ngrid = [[0,0],[2,0],[0,2]]\n\
         turn = true\nflip = false\ncount = 2\n",
    ),
    (
        reader("graph spanning-trees", "--list"),
        "# a square with a tail\na b\nb c\nc d\nd a\nd 0,0\nalone\n",
    ),
    (reader("graph matchings", "--verify"), "c a path\np edge 4 3\ne 1 2\ne 2 3\ne 3 4\n"),
    (reader("graph cycles", "--svg picture.svg"), "a b\nb c\nc a\nc d\nd a\n"),
    (reader("graph forests", ""), "a,b\nb,c\nc,a\n"),
    (reader("graph forests", ""), "C~\n"),
    (reader("graph forests", ""), "graph { a -- b; b -- c; c -- a }\n"),
    (
        reader("slide --board 3x3 --file", ""),
        "# positions\n1 123456708 1\n2 123450786\n1 2 3 4 5 6 0 7 8\n",
    ),
    (
        reader("check", ""),
        "{\"question\": {\"command\": \"cover\", \"file\": \"f\", \"symmetry\": \"none\", \
         \"problem\": \"a b\\na\\nb\\na b\\n\"},\n\
         \"count\": \"2\",\n\"solutions\": [[\"a\", \"b\"],\n[\"a b\"]],\n\"kernel\": \
         \"bits\",\n\"kernel_reason\": \"asked for\",\n\
         \"complete\": true,\n\"evidence\": [\"method: every solution was visited\"],\n\
         \"profile\": {\"nodes\": 3, \"seconds\": 0.1, \"threads\": 2, \"peak_bytes\": 4096}}\n",
    ),
    (
        reader("check", ""),
        "{\"question\": {\"command\": \"graph\", \"kind\": \"spanning-trees\", \"graph\": \"a \
         b\\nb c\\nc a\\n\"},\n\"count\": \"3\",\n\
         \"solutions\": [{\"edges\": [[\"a\", \"c\"], [\"b\", \"c\"]]}],\n\"complete\": \
         true,\n\"evidence\": [\"method\"],\n\
         \"profile\": {\"nodes\": 4, \"seconds\": 0.1, \"threads\": 2, \"peak_bytes\": 4096}}\n",
    ),
];

/// A file that is right: one of these, or one that another attack would ask about.
pub(crate) fn draw(lot: &mut Rng) -> (Reader, Vec<u8>) {
    let file =
        |files: Vec<(String, Vec<u8>)>| files.into_iter().next().map_or(Vec::new(), |file| file.1);
    match lot.u8(..4) {
        0 => (reader("cover", "--list 9"), file(Cover.recipe(&Cover.draw(lot)).files)),
        1 => (reader("pack", "--list 9"), file(Pack.recipe(&Pack.draw(lot)).files)),
        _ => {
            let (reader, text) = lot.choice(SEEDS).unwrap_or(SEEDS[0]);
            (reader, text.as_bytes().to_vec())
        }
    }
}
