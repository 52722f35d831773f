//! What is measured, and what is expected of it.

use crate::goal::Goal;

/// One case of the bench.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) name: &'static str,
    /// What `kumiki` is told, words separated by blanks.
    pub(super) arguments: &'static str,
    /// Places in the answer, and what must stand there.
    pub(super) figures: &'static [(&'static str, &'static str)],
    /// The place whose figure the table shows.
    pub(super) shown: &'static str,
    /// It is run so often, and the shortest time counts.
    pub(super) repeats: usize,
    pub(super) floor: Option<Goal>,
    pub(super) aim: Option<Goal>,
    pub(super) memory_floor: Option<Goal>,
    pub(super) memory_aim: Option<Goal>,
    /// It takes minutes, and runs on all cores.
    pub(super) is_long: bool,
}

/// A case of `kumiki tours` with no goals yet.
const TOURS: Case = Case {
    name: "",
    arguments: "",
    figures: &[],
    shown: "/tours",
    repeats: 1,
    floor: None,
    aim: None,
    memory_floor: None,
    memory_aim: None,
    is_long: false,
};

/// All of them.
pub(super) const CASES: &[Case] = &[
    Case {
        name: "8x8 half-turn, diagram",
        arguments: "tours 8x8 --symmetry half-turn --method diagram",
        figures: &[
            ("/tours", "2432932"),
            ("/pseudo", "2428776"),
            ("/matchings", "106256"),
            ("/diagram/nodes", "112740"),
            ("/diagram/suppressed", "80572"),
        ],
        repeats: 3,
        floor: Some(Goal::Part(1.0)),
        aim: Some(Goal::Part(0.3)),
        ..TOURS
    },
    Case {
        name: "8x8 half-turn",
        arguments: "tours 8x8 --symmetry half-turn",
        figures: &[("/tours", "2432932"), ("/pseudo", "2428776"), ("/classes", "608233")],
        repeats: 3,
        floor: Some(Goal::Part(0.05)),
        aim: Some(Goal::Part(0.01)),
        ..TOURS
    },
    Case {
        name: "8x10 half-turn",
        arguments: "tours 8x10 --symmetry half-turn",
        figures: &[("/tours", "1625945864")],
        repeats: 2,
        floor: Some(Goal::Part(2.0)),
        aim: Some(Goal::Part(0.6)),
        ..TOURS
    },
    Case {
        name: "6x8, all",
        arguments: "tours 6x8",
        figures: &[("/tours", "55488142")],
        repeats: 3,
        floor: Some(Goal::Part(0.15)),
        aim: Some(Goal::Part(0.06)),
        memory_floor: Some(Goal::Megabytes(40)),
        ..TOURS
    },
    Case {
        name: "7x8, all",
        arguments: "tours 7x8",
        figures: &[("/tours", "34524432316")],
        floor: Some(Goal::Part(6.0)),
        aim: Some(Goal::Part(2.0)),
        memory_floor: Some(Goal::Megabytes(600)),
        ..TOURS
    },
    Case {
        name: "grid 16x16, Hamiltonian cycles",
        arguments: "graph hamiltonian-cycles grid:16x16",
        figures: &[("/count", "65882516522625836326159786165530572")],
        shown: "/count",
        floor: Some(Goal::Part(2.0)),
        aim: Some(Goal::Part(1.0)),
        ..TOURS
    },
    Case {
        name: "grid 16x16, paths from corner to corner",
        arguments: "graph paths grid:16x16 --from 0,0 --to 15,15",
        figures: &[("/count", "2266745568862672746374567396713098934866324885408319028")],
        shown: "/count",
        repeats: 3,
        floor: Some(Goal::Seconds(1.5)),
        aim: Some(Goal::Seconds(0.7)),
        memory_floor: Some(Goal::Megabytes(80)),
        memory_aim: Some(Goal::Megabytes(50)),
        ..TOURS
    },
    Case {
        name: "grid 14x14, cycles",
        arguments: "graph cycles grid:14x14",
        figures: &[("/count", "38157703688577845304445530851242055267353")],
        shown: "/count",
        repeats: 3,
        ..TOURS
    },
    Case {
        name: "grid 15x15, Hamiltonian paths from corner to corner",
        arguments: "graph hamiltonian-paths grid:15x15 --from 0,0 --to 14,14",
        figures: &[("/count", "4628650743368437273677525554148")],
        shown: "/count",
        repeats: 3,
        floor: Some(Goal::Seconds(0.5)),
        aim: Some(Goal::Seconds(0.15)),
        ..TOURS
    },
    Case {
        name: "grid 18x18, Hamiltonian cycles",
        arguments: "graph hamiltonian-cycles grid:18x18",
        figures: &[("/count", "1733926377888966183927790794055670829347983946")],
        shown: "/count",
        floor: Some(Goal::Seconds(6.0)),
        aim: Some(Goal::Seconds(3.0)),
        memory_floor: Some(Goal::Megabytes(300)),
        memory_aim: Some(Goal::Megabytes(150)),
        ..TOURS
    },
    Case {
        name: "diagram of paths, grid 13x13",
        arguments: "graph paths grid:13x13 --from 0,0 --to 12,12 --first",
        figures: &[("/count", "64528039343270018963357185158482118")],
        shown: "/diagram_nodes",
        floor: Some(Goal::Part(2.0)),
        aim: Some(Goal::Part(1.0)),
        memory_floor: Some(Goal::Megabytes(300)),
        ..TOURS
    },
    Case {
        name: "8x8, all",
        arguments: "tours 8x8",
        figures: &[("/tours", "13267364410532"), ("/classes", "1658420855433")],
        aim: Some(Goal::Seconds(600.0)),
        memory_floor: Some(Goal::Megabytes(16 << 10)),
        memory_aim: Some(Goal::Megabytes(11 << 10)),
        is_long: true,
        ..TOURS
    },
    Case {
        name: "10x10 half-turn",
        arguments: "tours 10x10 --symmetry half-turn",
        // No published value is known to compare with.
        figures: &[],
        aim: Some(Goal::Seconds(240.0)),
        memory_floor: Some(Goal::Megabytes(12 << 10)),
        is_long: true,
        ..TOURS
    },
];
