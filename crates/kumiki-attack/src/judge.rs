//! What answers have in common: counts, classes by symmetry, and `kumiki check`, which is content
//! with them.

use crate::workshop::{Workshop, agree};
use serde_json::Value;
use std::collections::BTreeMap;

/// A count of an answer: members of objects are separated by dots.
pub(crate) fn count(answer: &Value, name: &str) -> String {
    let value = name.split('.').fold(answer, |value, part| &value[part]);
    value.as_str().unwrap_or("not there").to_owned()
}

/// The classes of an answer by their number of symmetries.
pub(crate) fn by_symmetry(answer: &Value) -> BTreeMap<usize, usize> {
    let rows = answer["by_symmetry"].as_array().into_iter().flatten();
    rows.filter_map(|row| {
        let order = row["order"].as_u64().and_then(|order| usize::try_from(order).ok())?;
        Some((order, count(row, "classes").parse().ok()?))
    })
    .collect()
}

/// The judge does not refute an answer, and refutes it if the named count is one more than it is.
///
/// # Errors
/// If he is wrong.
pub(crate) fn judged(shop: &Workshop<'_>, answer: &Value, name: &str) -> Result<(), String> {
    shop.write("answer.json", answer.to_string().as_bytes())?;
    let verdict = shop.run("check answer.json")?;
    agree("exit code of check on the answer", &verdict.code, &0)?;
    let told = answer[name].as_str().and_then(|digits| digits.parse::<u64>().ok());
    let (Some(told), true) = (told, answer["complete"] == true) else { return Ok(()) };
    let mut forged = answer.clone();
    forged[name] = (told + 1).to_string().into();
    shop.write("forged.json", forged.to_string().as_bytes())?;
    let verdict = shop.run("check forged.json")?;
    match verdict.code {
        0 => Err(format!("check is content with {name} {} instead of {told}", told + 1)),
        _ => Ok(()),
    }
}
