//! Without fuel nothing happens.

use crate::problems::samples;
use crate::walks::space;
use kumiki_search::{Fuel, Prefix, Search, Space, Step};

#[test]
fn without_fuel_nothing_happens() {
    for (name, plan) in samples() {
        let space = space(&plan);
        let mut search = space.begin(&Prefix::root());
        for _ in 0..3 {
            assert_eq!(search.advance(&mut Fuel(0)), Step::OutOfFuel, "{name}");
        }
        assert_eq!(search.profile().nodes(), 0, "{name}");
    }
}
