//! The tiling problems that come with Kumiki, as text in its TOML, each with what is known about
//! it.
//!
//! The files are those of the directory `tilings`; what is known about a problem, and from whom,
//! stands at their top.

/// A tiling problem that comes with Kumiki.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuiltInTiling {
    /// What one types to solve it.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
    /// What is known.
    pub known: KnownTilings,
}

/// How many tilings there are, as far as that is known from elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KnownTilings {
    /// Tilings, colours aside.
    pub tilings: Option<u64>,
    /// How many classes they form under the symmetries of the region.
    pub classes: Option<u64>,
    /// Coloured tilings up to the names of colours.
    pub colourings: Option<u64>,
    /// How many classes these form under the symmetries of the region.
    pub colouring_classes: Option<u64>,
    /// Coloured tilings.
    pub labelled: Option<u64>,
}

/// Nothing is known.
const UNKNOWN: KnownTilings = KnownTilings {
    tilings: None,
    classes: None,
    colourings: None,
    colouring_classes: None,
    labelled: None,
};

/// Only the number of tilings is known.
const fn tilings(count: u64) -> KnownTilings {
    KnownTilings { tilings: Some(count), ..UNKNOWN }
}

/// Tilings and classes are known.
const fn classes(tilings: u64, classes: u64) -> KnownTilings {
    KnownTilings { tilings: Some(tilings), classes: Some(classes), ..UNKNOWN }
}

/// The problem with a name, its file and its figures.
macro_rules! tiling {
    ($name:literal, $known:expr) => {
        BuiltInTiling {
            name: $name,
            text: include_str!(concat!("../../../tilings/", $name, ".toml")),
            known: $known,
        }
    };
}

/// All of them, in the order of their names.
pub const TILINGS: &[BuiltInTiling] = &[
    tiling!("aztec-diamond-4", tilings(1024)),
    tiling!(
        "colorstar",
        KnownTilings {
            colourings: Some(370),
            colouring_classes: Some(37),
            labelled: Some(8880),
            ..UNKNOWN
        }
    ),
    tiling!("decagon", classes(5_464_292, 273_221)),
    tiling!("decagon-20", UNKNOWN),
    tiling!(
        "decagon-color",
        KnownTilings {
            tilings: Some(80),
            colourings: Some(80),
            colouring_classes: Some(8),
            labelled: Some(1920),
            ..UNKNOWN
        }
    ),
    tiling!("decagon-star", classes(3040, 306)),
    tiling!("dodecagon", UNKNOWN),
    tiling!("dominoes-6x6", tilings(6728)),
    tiling!("lozenges-2x2x2", tilings(20)),
    tiling!("lozenges-3x3x3", tilings(980)),
    tiling!("octagon", classes(8, 1)),
    tiling!("penrose-decagon", tilings(62)),
    tiling!("pentagon", UNKNOWN),
    tiling!("pentagon-11", UNKNOWN),
    tiling!("rhombs-10", tilings(62)),
    tiling!("rhombs-12", tilings(908)),
    tiling!("rhombs-14", tilings(24_698)),
    tiling!("rhombs-16", tilings(1_232_944)),
    tiling!("rhombs-18", tilings(112_018_190)),
    tiling!("rhombs-20", tilings(18_410_581_880)),
    tiling!("rhombs-22", tilings(5_449_192_389_984)),
    tiling!("rhombs-6", tilings(2)),
    tiling!("rhombs-8", tilings(8)),
    tiling!("star", UNKNOWN),
    tiling!("stomachion", classes(17_152, 2144)),
    tiling!("stomachion-alike", classes(4288, 536)),
    tiling!("tangram-hexagon-1", tilings(24)),
    tiling!("tangram-hexagon-2", tilings(56)),
    tiling!("tangram-hexagon-3", tilings(4)),
    tiling!("tangram-hexagon-4", tilings(8)),
    tiling!("tangram-parallelogram", tilings(12)),
    tiling!("tangram-pentagon-1", tilings(16)),
    tiling!("tangram-pentagon-2", tilings(20)),
    tiling!("tangram-rectangle", tilings(36)),
    tiling!("tangram-right-trapezoid-1", tilings(36)),
    tiling!("tangram-right-trapezoid-2", tilings(12)),
    tiling!("tangram-square", classes(8, 1)),
    tiling!("tangram-trapezoid", tilings(12)),
    tiling!("tangram-triangle", tilings(12)),
];

/// The problem with a name.
///
/// ```
/// let decagon = kumiki_puzzles::tilings::find("decagon").expect("the seed");
/// assert_eq!(decagon.known.tilings, Some(5_464_292));
/// assert!(decagon.text.contains("golden triangles"));
/// assert_eq!(kumiki_puzzles::tilings::find("hendecagon"), None);
/// ```
#[must_use]
pub fn find(name: &str) -> Option<&'static BuiltInTiling> {
    TILINGS.iter().find(|tiling| tiling.name == name)
}
