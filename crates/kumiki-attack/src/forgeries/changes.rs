//! Changes of an answer that make it false.

use fastrand::Rng;
use serde_json::Value;
use std::fmt;

/// One change.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Where, as a JSON pointer.
    place: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Another number; counts are strings.
    Number(Value),
    /// A member of a list is gone.
    Without(usize),
    /// A member of a list comes twice.
    Twice(usize),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Number(number) => write!(f, "{} made {number}", self.place),
            Kind::Without(at) => write!(f, "{} without member {at}", self.place),
            Kind::Twice(at) => write!(f, "{} with member {at} twice", self.place),
        }
    }
}

/// Parts of an answer that claim nothing about the question.
const NO_CLAIMS: [&str; 10] = [
    "question", "profile", "forecast", "evidence", "diagram", "rounds", "estimate", "nodes",
    "letter", "letters",
];

/// Numbers that claim something. Counts, which are strings of digits, do so everywhere.
const CLAIMS: [&str; 6] = ["moves", "lower_bound", "group_order", "symmetry", "order", "distance"];

impl Change {
    /// A change by lot, if there is something to be changed.
    pub(super) fn any(answer: &Value, lot: &mut Rng) -> Option<Self> {
        let mut places = Vec::new();
        collect(answer, "", &mut places);
        let place = places.get(lot.usize(..places.len().max(1)))?.clone();
        let kind = match answer.pointer(&place)? {
            Value::Array(list) if lot.bool() => Kind::Without(lot.usize(..list.len())),
            Value::Array(list) => Kind::Twice(lot.usize(..list.len())),
            Value::String(count) => {
                let count: u128 = count.parse().ok()?;
                Kind::Number(other(count, lot).to_string().into())
            }
            number => {
                let number = other(u128::from(number.as_u64()?), lot);
                Kind::Number(u64::try_from(number).ok()?.into())
            }
        };
        Some(Self { place, kind })
    }

    /// The answer with the change made.
    pub(super) fn made(&self, answer: &Value) -> Value {
        let mut forged = answer.clone();
        if let Some(value) = forged.pointer_mut(&self.place) {
            match (&self.kind, value) {
                (Kind::Without(at), Value::Array(list)) => drop(list.remove(*at)),
                (Kind::Twice(at), Value::Array(list)) => list.push(list[*at].clone()),
                (Kind::Number(number), value) => *value = number.clone(),
                _ => {}
            }
        }
        forged
    }
}

/// Another number that is not too far away.
fn other(number: u128, lot: &mut Rng) -> u128 {
    let others = [number + 1, number.saturating_sub(1), 2 * number, number / 2, 0, number + 10];
    let other = others[lot.usize(..others.len())];
    if other == number { number + 1 } else { other }
}

/// The places of all claims.
fn collect(value: &Value, place: &str, places: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in
                fields.iter().filter(|(name, _)| !NO_CLAIMS.contains(&name.as_str()))
            {
                let place = format!("{place}/{name}");
                if CLAIMS.contains(&name.as_str()) && value.is_u64() {
                    places.push(place.clone());
                }
                if name == "solutions" && value.as_array().is_some_and(|list| !list.is_empty()) {
                    places.push(place.clone());
                }
                collect(value, &place, places);
            }
        }
        Value::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                collect(value, &format!("{place}/{at}"), places);
            }
        }
        Value::String(text) if text.parse::<u128>().is_ok() && !place.contains("/solutions/") => {
            places.push(place.to_owned());
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_claims_are_changed_and_always() {
        let text = r#"{"question": {"seed": "7"}, "count": "2", "moves": 3, "start": "x",
            "solutions": [{"symmetry": 1, "vertices": ["1", "2"]}], "profile": {"nodes": 5}}"#;
        let answer: Value = serde_json::from_str(text).expect("JSON");
        let mut places = Vec::new();
        collect(&answer, "", &mut places);
        places.sort();
        assert_eq!(places, ["/count", "/moves", "/solutions", "/solutions/0/symmetry"]);
        let mut lot = Rng::with_seed(1);
        for _ in 0..100 {
            let change = Change::any(&answer, &mut lot).expect("something to change");
            assert_ne!(change.made(&answer), answer, "{change}");
        }
    }
}
