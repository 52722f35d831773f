//! How far apart the colours of the palette are to the eye, of people who see all colours and of
//! those who lack one kind of cone.
//!
//! # Sources
//! B. Ottosson, *A perceptual color space for image processing* (2020), for the distance. G. M.
//! Machado, M. M. Oliveira and L. A. F. Fernandes, *A physiologically-based model for simulation of
//! color vision deficiency* (2009), for what is seen without one kind of cone.

use crate::Colour;
use kumiki_model::PALETTE;

type Matrix = [[f64; 3]; 3];

/// What becomes of linear light: for those who see all colours, then without each kind of cone.
const EYES: [Matrix; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];

/// From linear light to what cones answer, and from the cube roots of that to lightness and hue.
const CONES: Matrix = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
];
const SEEN: Matrix = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
];

fn times(matrix: Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(entry, part)| entry * part).sum())
}

/// A colour as an eye sees it.
fn seen(colour: Colour, eye: Matrix) -> [f64; 3] {
    let linear = colour.parts().map(|part| match f64::from(part) / 255.0 {
        dark if dark <= 0.04045 => dark / 12.92,
        light => ((light + 0.055) / 1.055).powf(2.4),
    });
    let light = times(eye, linear).map(|part| part.clamp(0.0, 1.0));
    times(SEEN, times(CONES, light).map(f64::cbrt))
}

/// How far apart two colours are for the eye that tells them apart worst.
fn distance(one: Colour, other: Colour) -> f64 {
    let of_eye = |eye| {
        let [one, other] = [one, other].map(|colour| seen(colour, eye));
        one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    EYES.map(of_eye).into_iter().fold(f64::MAX, f64::min)
}

#[test]
fn every_eye_tells_the_colours_of_the_palette_apart() {
    let nearest = |count: usize| {
        let pairs = (0..count).flat_map(|at| (0..at).map(move |other| (at, other)));
        let distances = pairs.map(|(at, other)| distance(PALETTE[at], PALETTE[other]));
        distances.fold(f64::MAX, f64::min)
    };
    // A step that is just seen is about 0.02.
    for (count, least) in [(4, 0.11), (12, 0.075), (16, 0.075), (32, 0.045)] {
        let found = nearest(count);
        assert!(found > least, "{count} colours: {found}");
    }
}

#[test]
fn every_colour_stands_out_from_outlines_and_from_paper() {
    for colour in PALETTE {
        let [lightness, ..] = seen(colour, EYES[0]);
        assert!((0.40..0.93).contains(&lightness), "{colour}: {lightness}");
    }
}
