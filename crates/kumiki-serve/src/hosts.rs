//! Whom a request may be for, and where it may come from.
//!
//! A page of somebody else can make a browser talk to us, and a name of somebody else can lead to
//! our address (DNS rebinding). The browser then says that name, as `Host`. So a request must be
//! for a name that nobody else can have: `localhost`, or an address as it is written.

use std::net::IpAddr;

/// The names that are ours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosts {
    pub(crate) port: u16,
    /// The address that was asked for, if one was.
    pub(crate) bind: Option<IpAddr>,
}

impl Hosts {
    /// Whether an authority, such as `127.0.0.1:5864`, is ours.
    pub(crate) fn is_ours(self, authority: &str) -> bool {
        let port = format!(":{}", self.port);
        // What has no port means the port of HTTP.
        let name = authority.strip_suffix(&port).or((self.port == 80).then_some(authority));
        name.is_some_and(|name| self.is_our_name(name))
    }

    /// Whether an origin, such as `http://127.0.0.1:5864`, is ours.
    pub(crate) fn is_our_origin(self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|authority| self.is_ours(authority))
    }

    fn is_our_name(self, name: &str) -> bool {
        if name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]" {
            return true;
        }
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        let address = match bare {
            Some(bare) => bare.parse().ok().filter(IpAddr::is_ipv6),
            None => name.parse().ok().filter(IpAddr::is_ipv4),
        };
        match (self.bind, address) {
            // No name but an address: nobody can let it lead elsewhere.
            (Some(bind), Some(address)) => bind == address || bind.is_unspecified(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(port: u16, bind: Option<&str>) -> Hosts {
        Hosts { port, bind: bind.map(|bind| bind.parse().expect("an address")) }
    }

    #[test]
    fn only_names_that_nobody_else_can_have_are_ours() {
        let ours = hosts(5864, None);
        for good in ["localhost:5864", "LocalHost:5864", "127.0.0.1:5864", "[::1]:5864"] {
            assert!(ours.is_ours(good), "{good}");
            assert!(ours.is_our_origin(&format!("http://{good}")), "{good}");
            assert!(!ours.is_our_origin(&format!("https://{good}")), "{good}");
        }
        for bad in [
            "",
            ":5864",
            "localhost",
            "127.0.0.1",
            "127.0.0.1:5865",
            "127.0.0.1:+5864",
            "127.0.0.1:05864",
            "127.0.0.1:58640",
            "127.0.0.1:5864:5864",
            "127.0.0.1:5864/",
            " 127.0.0.1:5864",
            "127.0.0.1.evil.example:5864",
            "evil.example:5864",
            "localhost.:5864",
            "localhost.evil.example:5864",
            "evil@127.0.0.1:5864",
            "127.1:5864",
            "127.0.0.2:5864",
            "2130706433:5864",
            "0x7f000001:5864",
            "0.0.0.0:5864",
            "::1:5864",
            "[::1]",
            "[::ffff:127.0.0.1]:5864",
            "192.168.1.5:5864",
        ] {
            assert!(!ours.is_ours(bad), "{bad}");
            assert!(!ours.is_our_origin(&format!("http://{bad}")), "{bad}");
        }
        for bad in ["null", "", "http://", "file://", "http://http://localhost:5864"] {
            assert!(!ours.is_our_origin(bad), "{bad}");
        }
    }

    #[test]
    fn the_address_that_was_asked_for_is_ours_too() {
        let one = hosts(80, Some("192.168.1.5"));
        assert!(one.is_ours("192.168.1.5") && one.is_ours("192.168.1.5:80"));
        assert!(!one.is_ours("192.168.1.6") && !one.is_ours("[192.168.1.5]"));
        let six = hosts(1, Some("fd00::1"));
        assert!(six.is_ours("[fd00::1]:1") && six.is_ours("[fd00:0::1]:1"));
        assert!(!six.is_ours("fd00::1:1") && !six.is_ours("[fd00::2]:1"));
        let all = hosts(1, Some("0.0.0.0"));
        assert!(all.is_ours("192.168.1.6:1") && all.is_ours("[fd00::2]:1"));
        assert!(!all.is_ours("evil.example:1") && !all.is_ours("192.168.1.6.evil.example:1"));
    }
}
