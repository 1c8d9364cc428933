//! Profiles of the loop: `--order`. In which order callbacks run, and when ticks and microtasks do, is Node's of today unless
//! another one is asked for, once, at the start.

use crate::options::{self, GivenOption};

/// Whose order a program runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// Node since 11: ticks and microtasks after every callback
    #[default]
    Node,
    /// Node before 11: after all immediates, and after all due timers of one duration
    Node10,
    /// A browser: a timer a turn, microtasks after each; neither ticks nor immediates for scripts
    Html,
}

impl Order {
    const ALL: [(&'static str, Order); 3] = [
        ("node", Order::Node),
        ("node10", Order::Node10),
        ("html", Order::Html),
    ];

    /// The one of this name.
    pub(crate) fn named(name: &str) -> Option<Order> {
        let found = Order::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, order)| *order)
    }

    /// The one that the options ask for.
    pub(crate) fn of(given: &[GivenOption]) -> Order {
        let name = options::text(given, "--order").unwrap_or_default();
        Order::named(name).unwrap_or_default()
    }
}
