//! Simpler versions of plain data, for attacks that look for simpler cases.

/// The list without some of its members: without one half, one quarter and so on, at last without
/// one member.
pub(crate) fn shorter<T: Clone>(list: &[T]) -> Vec<Vec<T>> {
    let mut shorter = Vec::new();
    let mut size = list.len();
    while size > 0 {
        for start in (0..list.len()).step_by(size) {
            let end = (start + size).min(list.len());
            shorter.push([&list[..start], &list[end..]].concat());
        }
        size /= 2;
    }
    shorter
}

/// The list with each member in turn replaced by simpler ones.
pub(crate) fn simpler<T: Clone>(list: &[T], simpler: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut lists = Vec::new();
    for (at, member) in list.iter().enumerate() {
        for simple in simpler(member) {
            let mut changed = list.to_vec();
            changed[at] = simple;
            lists.push(changed);
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_parts_go_first_and_each_member_at_last() {
        assert_eq!(shorter(&[1, 2, 3]), [vec![], vec![2, 3], vec![1, 3], vec![1, 2]]);
        assert_eq!(shorter(&[1, 2]), [vec![], vec![2], vec![1]]);
        assert!(shorter::<u8>(&[]).is_empty());
    }

    #[test]
    fn one_member_is_made_simpler_at_a_time() {
        assert_eq!(simpler(&[2, 0, 1], |n| (0..*n).collect()), [[0, 0, 1], [1, 0, 1], [2, 0, 0]]);
    }
}
