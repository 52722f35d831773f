//! Sines in fixed point, computed with whole numbers only.

use num_bigint::BigInt;

/// Sines are multiples of 2 to the power of minus this, rounded to the nearest.
pub(crate) const BITS: u64 = 512;

/// Spare bits that swallow the rounding errors on the way.
const SPARE: u64 = 32;

/// The sines of 0, 1, 2, … times 360/`count` degrees, `count` of them; it is a multiple of 4.
pub(crate) fn sines(count: usize) -> Vec<BigInt> {
    let one = BigInt::from(1) << (BITS + SPARE);
    // J. Machin, 1706: a quarter of π is 4 arctan 1/5 - arctan 1/239.
    let pi = (arctan_of_inverse(5, &one) * 4 - arctan_of_inverse(239, &one)) * 4;
    let quarter = count / 4;
    let first: Vec<BigInt> =
        (0..=quarter).map(|step| round(&sine(&(&pi * (2 * step) / count), &one))).collect();
    let one = BigInt::from(1) << BITS;
    assert_eq!(first[quarter], one, "the sine of a right angle");
    (0..count)
        .map(|step| {
            let (half, within) = (step / (2 * quarter), step % (2 * quarter));
            let sine = &first[within.min(2 * quarter - within)];
            if half == 0 { sine.clone() } else { -sine }
        })
        .collect()
}

/// Removes the spare bits.
fn round(number: &BigInt) -> BigInt {
    (number + (BigInt::from(1) << (SPARE - 1))) >> SPARE
}

/// The arcus tangens of 1 / `inverse`.
fn arctan_of_inverse(inverse: u32, one: &BigInt) -> BigInt {
    let (mut power, mut sum) = (one / inverse, BigInt::ZERO);
    for odd in (1u32..).step_by(2) {
        if power == BigInt::ZERO {
            break;
        }
        let term = &power / odd;
        sum = if odd % 4 == 1 { sum + term } else { sum - term };
        power /= inverse * inverse;
    }
    sum
}

/// The sine of an angle of at most a right one.
fn sine(angle: &BigInt, one: &BigInt) -> BigInt {
    let (mut term, mut sum) = (angle.clone(), BigInt::ZERO);
    for odd in (1u32..).step_by(2) {
        if term == BigInt::ZERO {
            break;
        }
        sum = if odd % 4 == 1 { sum + &term } else { sum - &term };
        term = term * angle / one * angle / one / (odd + 1) / (odd + 2);
    }
    sum
}
