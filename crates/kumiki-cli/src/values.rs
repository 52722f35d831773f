//! Values of arguments: read, or refused with what was expected. The argument itself is named by
//! whoever reports.

use kumiki::drive::Shard;
use kumiki::model::StoppedBy;
use std::net::IpAddr;
use std::time::Duration;

pub(crate) fn parse_how_many(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => match text.parse() {
            // The value is optional, so what is to be solved is taken for it if it comes behind
            // --list.
            Ok(0) | Err(_) => {
                Err("expected a positive number or all; the box or file comes before --list"
                    .to_owned())
            }
            Ok(number) => Ok(number),
        },
    }
}

/// A whole number.
pub(crate) fn whole_number(text: &str, [least, most]: [u64; 2]) -> Result<u64, String> {
    let is_within = |number: &u64| (least..=most).contains(number);
    text.parse().ok().filter(is_within).ok_or_else(|| match [least, most] {
        [1, u64::MAX] => "expected a positive number".to_owned(),
        [0, u64::MAX] => "expected a whole number, 0 or more".to_owned(),
        _ => format!("expected a number from {least} to {most}"),
    })
}

pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 1..=1024) => Ok(threads),
        _ => Err("expected a number of threads from 1 to 1024".to_owned()),
    }
}

/// A share, such as 3/100: the third of a hundred.
pub(crate) fn parse_shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/').and_then(|(one, of)| {
        Some((one.parse::<u32>().ok()?.checked_sub(1)?, of.parse::<u32>().ok()?))
    });
    numbers
        .filter(|(index, of)| index < of && *of <= MOST_SHARDS)
        .map(|(index, of)| Shard { index, of })
        .ok_or_else(|| format!("expected a share such as 3/100, of at most {MOST_SHARDS}"))
}

/// Why parts were stopped, as they say it.
pub(crate) fn parse_reason(text: &str) -> Result<StoppedBy, String> {
    serde_json::from_value(text.into())
        .map_err(|_| "expected what parts say: interrupt, time-limit or memory-limit".to_owned())
}

/// How many shares there may be.
pub(crate) const MOST_SHARDS: u32 = 1_000_000;

/// A number of shares.
pub(crate) fn parse_shards(text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|of| (1..=MOST_SHARDS).contains(of));
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_SHARDS}"))
}

pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let error = || "expected a time such as 500ms, 30s, 5m or 2h".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(error)?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| error())?;
    let seconds = |factor: u64| number.checked_mul(factor).map(Duration::from_secs);
    let time = match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => seconds(1),
        "m" | "min" => seconds(60),
        "h" => seconds(3600),
        "d" => seconds(86_400),
        _ => None,
    };
    // Beyond a thousand years a limit is none, and clocks overflow.
    time.filter(|t| t.as_secs() < 31_536_000_000).ok_or_else(error)
}

pub(crate) fn parse_bytes(text: &str) -> Result<u64, String> {
    let error = || "expected a size such as 500M or 4G".to_owned();
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_end_matches('B') {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        "T" | "t" => 1 << 40,
        _ => return Err(error()),
    };
    let number: u64 = number.parse().map_err(|_| error())?;
    number.checked_mul(factor).filter(|bytes| *bytes > 0).ok_or_else(error)
}

/// An address to listen to.
pub(crate) fn parse_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an address such as 192.168.1.5 or ::".to_owned())
}

/// A token that is not guessed at once, and that an address can carry.
pub(crate) fn parse_token(text: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let is_token = (16..=256).contains(&text.len()) && text.bytes().all(is_plain);
    let expected = "expected 16 to 256 letters, digits, - and _";
    is_token.then(|| text.to_owned()).ok_or_else(|| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_or_refused() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("5m"), Ok(Duration::from_secs(300)));
        for bad in ["", "5", "m", "-5s", "5 s", "99999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_bytes("4G"), Ok(4 << 30));
        assert_eq!(parse_bytes("500MB"), Ok(500 << 20));
        assert_eq!(parse_bytes("1048576"), Ok(1 << 20));
        assert_eq!(parse_bytes("1k"), Ok(1 << 10));
        for bad in ["", "G", "x", "-1", "99999999999T", "0", "4GG", "4 G", "1.5G"] {
            assert!(parse_bytes(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_how_many("all"), Ok(usize::MAX));
        assert!(parse_how_many("0").is_err());
        assert!(parse_threads("0").is_err());
        assert!(parse_address("::1").is_ok() && parse_address("localhost").is_err());
        assert!(parse_token("0123456789-bcde_").is_ok());
        for bad in ["", "0123456789abcde", "0123456789abcde/", "0123456789abcdeü"] {
            assert!(parse_token(bad).is_err(), "{bad}");
        }
        assert_eq!((whole_number("7", [1, 9]), whole_number("0", [0, u64::MAX])), (Ok(7), Ok(0)));
        for bad in ["-1", "x", "", "1.5", "99999999999999999999"] {
            assert!(whole_number(bad, [0, u64::MAX]).is_err(), "{bad}");
        }
        assert!(whole_number("0", [1, 9]).is_err() && whole_number("10", [1, 9]).is_err());
    }
}
