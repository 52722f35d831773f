//! Scripts that do all shards of a run with a scheduler and put them together, and the commands
//! that do some of them again.

use kumiki_model::Question;

/// Who runs the shards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheduler {
    /// Slurm: an array of tasks, and a merge that waits for all of them.
    Slurm,
    /// GNU parallel, on this machine.
    Parallel,
}

/// A bash script that does what a command line says, the words after `kumiki`, in so many shards.
#[must_use]
pub fn shard_script(words: &[String], of: u32, scheduler: Scheduler) -> String {
    let (how, rest) = match scheduler {
        Scheduler::Slurm => ("Submit it with: bash job.sh", include_str!("scripts/slurm.sh")),
        Scheduler::Parallel => ("Run it with: bash job.sh", include_str!("scripts/parallel.sh")),
    };
    let opening = include_str!("scripts/opening.sh")
        .replace("@HOW@", how)
        .replace("@WORDS@", &in_shell(words))
        .replace("@OF@", &of.to_string());
    opening + rest
}

/// The line that does a shard, counted from 0, of a question.
#[must_use]
pub fn shard_line(question: &Question, shard: u32, of: u32) -> String {
    let (shard, digits) = (shard + 1, of.to_string().len());
    let words = in_shell(&question.command_line());
    format!("kumiki {words} --shard {shard}/{of} --out part-{shard:0digits$}.json --force\n")
}

/// Words as a shell takes them.
#[must_use]
pub fn in_shell(words: &[String]) -> String {
    let quoted = |word: &String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    };
    words.iter().map(quoted).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        let words = ["a-b_c", "", "it's", "$(rm x)", "3x4", "*"].map(str::to_owned);
        assert_eq!(in_shell(&words), r"a-b_c '' 'it'\''s' '$(rm x)' 3x4 '*'");
        let script = shard_script(&words[2..3], 12, Scheduler::Slurm);
        assert!(script.contains(r#""$kumiki" 'it'\''s' --threads 1 --shard "$1/$of""#), "{script}");
        assert!(script.contains("\nof=12\n") && script.contains("sbatch"), "{script}");
        assert!(shard_script(&words[..1], 12, Scheduler::Parallel).contains("parallel --halt"));
    }
}
