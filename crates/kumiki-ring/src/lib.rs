//! Exact points of the plane: the integers with a root of unity.
//!
//! # 1. The question
//! Which of two points is farther to the left? Are they the same? Does this corner turn left or
//! right? A program that packs polygons asks this all the time, and one wrong answer spoils the
//! count. So no floating-point number decides anything here.
//!
//! All polygons of a problem have their corners in a ring Z\[ζ\], where ζ is a root of unity of
//! even order n: ζ = i for what lies on a square grid, order 6 for triangles and hexagons, 8 for
//! tangrams, 10 for golden triangles and Penrose tiles. Turning by 360/n degrees is multiplication
//! by ζ.
//!
//! ```
//! use kumiki_ring::Ring;
//! use std::cmp::Ordering;
//! let ring = Ring::new(10)?;
//! let golden = ring.unit(2) - ring.unit(3); // 1 / φ
//! assert_eq!(ring.product(golden, golden), ring.unit(0) - golden); // its square is 1 - 1 / φ
//! assert_eq!(ring.cross_sign(ring.unit(0), ring.unit(3)), Ordering::Greater); // a left turn
//! assert_eq!((0..10).map(|k| ring.unit(k)).sum::<kumiki_ring::Point>(), kumiki_ring::Point::ZERO);
//! # Ok::<(), kumiki_ring::RingError>(())
//! ```
//!
//! # 2. Structure
//! A [`Point`] is a list of integers: its coordinates in the basis 1, ζ, ζ², … of as many powers as
//! the degree of ζ. They are unique, so equal points have equal coordinates. A [`Ring`] knows how
//! to turn, mirror and multiply points, and the *signs* of real and imaginary parts.
//!
//! # 3. Why signs are exact
//! The imaginary part of z is (z - z̄) / 2i. If z - z̄ has coordinates 0 it is zero. Otherwise w =
//! z - z̄ is an algebraic integer other than 0, so the product of its absolute values in all
//! embeddings of the ring is at least 1. There are degree/2 pairs of embeddings, conjugates having
//! the same absolute value, and in each of them |w| is at most the sum s of the absolute
//! coordinates. Hence |w| is at least s^(1 - degree/2): far more than the error of sines computed
//! to [`Ring`]'s hundreds of bits. [`Ring::gap`] gives the same bound to those who compare with
//! fewer bits.
//!
//! # 4. What is absent
//! Polygons (`kumiki-model`), and speed: signs take a microsecond. An engine compiles what it needs
//! into machine words, with the bound of section 3 as its licence; [`Ring::functional`] is made for
//! that.
//!
//! # 5. How we know it is right
//! Every law of arithmetic is checked on all small points of every ring; signs against
//! floating-point numbers where these are beyond doubt, and on differences of neighbouring powers
//! of the golden ratio, where they are not.
#![forbid(unsafe_code)]

mod point;
mod ring;
mod sines;

pub use point::{MAX_DEGREE, Point};
pub use ring::{Ring, RingError};
