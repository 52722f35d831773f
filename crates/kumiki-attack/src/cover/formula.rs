//! How many models a formula in the text of satisfiability solvers has, by trying one value after
//! the other.

/// The number of models; nothing if the formula is too large to try, or an error if it is none.
pub(crate) fn models(text: &str) -> Result<Option<u64>, String> {
    const MOST_VARIABLES: usize = 60;
    let mut words =
        text.lines().filter(|line| !line.starts_with('c')).flat_map(str::split_whitespace);
    let header: Vec<&str> = words.by_ref().take(4).collect();
    let ["p", "cnf", variables, clauses] = header[..] else {
        return Err(format!("header {header:?}, expected p cnf and two numbers"));
    };
    let number = |word: &str| word.parse::<i64>().map_err(|error| format!("{word}: {error}"));
    let (variables, count) = (number(variables)?, number(clauses)?);
    let mut clauses: Vec<Vec<i64>> = vec![Vec::new()];
    for word in words {
        match number(word)? {
            0 => clauses.push(Vec::new()),
            literal if literal.abs() > variables => {
                return Err(format!("literal {literal} of {variables}"));
            }
            literal => clauses.last_mut().expect("never empty").push(literal),
        }
    }
    if clauses.pop() != Some(Vec::new()) || i64::try_from(clauses.len()) != Ok(count) {
        return Err(format!("{} clauses, expected {count}", clauses.len()));
    }
    let variables = usize::try_from(variables).map_err(|error| error.to_string())?;
    Ok((variables <= MOST_VARIABLES).then(|| count_from(1, variables, &clauses)))
}

/// The models that give values to the variables from `next` on.
fn count_from(next: usize, variables: usize, clauses: &[Vec<i64>]) -> u64 {
    if clauses.iter().any(Vec::is_empty) {
        return 0;
    }
    if next > variables {
        return 1;
    }
    if clauses.is_empty() {
        return 1 << (variables + 1 - next);
    }
    let variable = i64::try_from(next).unwrap_or(i64::MAX);
    let with = |literal: i64| -> u64 {
        let open = clauses.iter().filter(|clause| !clause.contains(&literal));
        let left: Vec<Vec<i64>> = open
            .map(|clause| clause.iter().copied().filter(|other| *other != -literal).collect())
            .collect();
        count_from(next + 1, variables, &left)
    };
    with(variable) + with(-variable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_counted_over_all_variables() {
        assert_eq!(models("c hello\np cnf 3 2\n1 2 0\n-1 -2 0\n"), Ok(Some(4)));
        assert_eq!(models("p cnf 2 0\n"), Ok(Some(4)));
        assert_eq!(models("p cnf 1 2\n1 0 -1 0"), Ok(Some(0)));
        assert!(models("p cnf 1 2\n1 0").is_err());
        assert!(models("p cnf 1 1\n2 0").is_err());
    }
}
