//! Documents become structures; what cannot be read is called by its place.

use super::error::DocumentError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A structure from its fields.
///
/// # Errors
/// If they are not those of such a structure; the place is named, as in `rounds[0].nodes`.
pub(super) fn read_fields<T: DeserializeOwned>(
    fields: Map<String, Value>,
) -> Result<T, DocumentError> {
    let fields = Value::Object(fields);
    serde_json::from_value(fields.clone()).map_err(|error| {
        let what = error.to_string();
        let fault = |part| serde_json::from_value::<T>(part).err().map(|error| error.to_string());
        let place = format!("`{}`", place_of_fault(&fields, &what, &fault));
        let is_named = place == "``" || what.contains(&place);
        DocumentError::new(if is_named { what } else { format!("{place}: {what}") })
    })
}

/// Where in a document something is wrong, if `fault` says what is wrong with a document. It is
/// read from its beginning, so that is the last element of its shortest beginning with which the
/// same is wrong; then it is looked for in that element. Nothing, if it is in no element.
fn place_of_fault(document: &Value, what: &str, fault: &dyn Fn(Value) -> Option<String>) -> String {
    let missing = what.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    let (mut place, mut lens, mut at) = (String::new(), Vec::new(), document);
    loop {
        let is_wrong_with = |change: &dyn Fn(&Value) -> Value| {
            fault(changed(document, &lens, change)).as_deref() == Some(what)
        };
        let is_wrong_in = |len| is_wrong_with(&|value| beginning(value, len));
        let is_missing_here =
            missing.is_some_and(|name| !is_wrong_with(&|value| with(value, name)));
        let (mut right, mut wrong) = (0, element_count(at));
        if is_missing_here || wrong == 0 || is_wrong_in(0) || !is_wrong_in(wrong) {
            return place;
        }
        while wrong - right > 1 {
            let middle = right.midpoint(wrong);
            *(if is_wrong_in(middle) { &mut wrong } else { &mut right }) = middle;
        }
        lens.push(wrong);
        at = match at {
            Value::Array(list) => {
                place += &format!("[{right}]");
                &list[right]
            }
            Value::Object(fields) => {
                let (name, field) = fields.iter().nth(right).expect("there are more");
                place += if place.is_empty() { "" } else { "." };
                place += name;
                field
            }
            _ => unreachable!("it has elements"),
        };
    }
}

/// How many elements a list or an object has.
fn element_count(value: &Value) -> usize {
    match value {
        Value::Array(list) => list.len(),
        Value::Object(fields) => fields.len(),
        _ => 0,
    }
}

/// The first elements of a list or an object.
fn beginning(value: &Value, len: usize) -> Value {
    match value {
        Value::Array(list) => list[..len].to_vec().into(),
        Value::Object(fields) => {
            fields.iter().take(len).map(|(name, field)| (name.clone(), field.clone())).collect()
        }
        _ => value.clone(),
    }
}

/// An object with one more field.
fn with(value: &Value, name: &str) -> Value {
    let mut value = value.clone();
    if let Value::Object(fields) = &mut value {
        fields.insert(name.to_owned(), Value::Null);
    }
    value
}

/// A document with only so many of its first elements, only so many in the last of these, and so
/// on, and what comes last changed.
fn changed(value: &Value, lens: &[usize], change: &dyn Fn(&Value) -> Value) -> Value {
    let Some((len, inner)) = lens.split_first() else { return change(value) };
    let mut value = beginning(value, *len);
    let last = match &mut value {
        Value::Array(list) => list.last_mut(),
        Value::Object(fields) => fields.iter_mut().last().map(|(_, field)| field),
        _ => None,
    };
    if let Some(last) = last {
        *last = changed(last, inner, change);
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only how they are read matters")]
    struct Outer {
        number: u8,
        #[serde(default)]
        lists: Vec<Vec<u8>>,
        #[serde(default)]
        inner: Option<Inner>,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only how they are read matters")]
    struct Inner {
        word: String,
        numbers: Vec<u8>,
    }

    #[test]
    fn what_cannot_be_read_is_called_by_its_place() {
        let inner =
            |numbers: Value| json!({"number": 1, "inner": {"word": "", "numbers": numbers}});
        for (document, expected) in [
            (json!({"number": 300}), "`number`: invalid value"),
            (json!({"lists": [], "number": "1"}), "`number`: invalid type"),
            (json!({"number": 1, "lists": [[1], [2, 3, -4, -4], [-4]]}), "`lists[1][2]`: invalid"),
            (json!({"number": 1, "lists": [[], 7]}), "`lists[1]`: invalid type"),
            (json!({"number": 1, "lists": {"0": []}}), "`lists`: invalid type"),
            (inner(json!([1, true])), "`inner.numbers[1]`: invalid type"),
            (inner(json!("12")), "`inner.numbers`: invalid type"),
            (json!({"number": 1, "inner": {"word": "a"}}), "`inner`: missing field `numbers`"),
            (json!({"number": 1, "inner": {"worm": "a"}}), "`inner.worm`: unknown field `worm`"),
            (json!({"nobody": 1}), "unknown field `nobody`"),
            (json!({}), "missing field `number`"),
        ] {
            let Value::Object(fields) = document.clone() else { unreachable!() };
            let Err(fault) = read_fields::<Outer>(fields) else { panic!("{document} is read") };
            assert!(fault.to_string().starts_with(expected), "{document}: {fault}");
        }
    }
}
