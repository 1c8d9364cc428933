//! Which options a file of options can set, under which heading, and what they take there.

use super::table::{
    IGNORED_BY_NODE, LISTS, MISSING, NUMBERS, OF_TESTS, OF_TESTS_ON_LINE, OF_V8_ALONE, Takes,
};
use super::{Place, find};

/// A heading in a file of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Namespace {
    /// What `NODE_OPTIONS` can have
    Any,
    /// Those of the test runner
    Test,
    /// Those about watching files
    Watch,
    /// What the program may do
    Permission,
}

impl Namespace {
    /// The one of this name.
    pub fn named(name: &str) -> Option<Namespace> {
        Some(match name {
            "nodeOptions" => Namespace::Any,
            "test" => Namespace::Test,
            "watch" => Namespace::Watch,
            "permission" => Namespace::Permission,
            _ => return None,
        })
    }

    /// The option that the heading alone sets.
    pub fn switch(self) -> Option<&'static str> {
        Some(match self {
            Namespace::Any => return None,
            Namespace::Test => "--test",
            Namespace::Watch => "--watch",
            Namespace::Permission => "--permission",
        })
    }

    fn has(self, option: &str) -> bool {
        match self {
            Namespace::Any => true,
            Namespace::Test => {
                let mut all = OF_TESTS.iter().chain(OF_TESTS_ON_LINE);
                all.any(|(name, _)| *name == option)
            }
            Namespace::Watch => option.starts_with("--watch") && option != "--watch-loop",
            Namespace::Permission => option == "--permission" || option.starts_with("--allow-"),
        }
    }
}

/// What an option takes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// `true` or `false`
    Flag,
    /// A number that is not below zero
    Number,
    /// A text
    Text,
    /// A text, or a list of them
    List,
    /// Nothing: it is one of V8's
    OfV8,
    /// Nothing: Node has kept it for old command lines
    Ignored,
    /// Nothing: it asks for what is not there
    Missing,
}

/// The option that a name under a heading stands for.
pub fn in_file(name: &str, namespace: Namespace) -> Option<(&'static str, FileKind)> {
    let name = format!("--{name}");
    if let Some(missing) = MISSING.iter().find(|missing| **missing == name) {
        return (namespace == Namespace::Any).then_some((*missing, FileKind::Missing));
    }
    let place = match namespace {
        Namespace::Any => Place::Environment,
        _ => Place::Line,
    };
    let (option, takes) = find(&name, place).filter(|(option, _)| namespace.has(option))?;
    let kind = match takes {
        _ if OF_V8_ALONE.contains(&option) => FileKind::OfV8,
        _ if IGNORED_BY_NODE.contains(&option) => FileKind::Ignored,
        _ if LISTS.contains(&option) => FileKind::List,
        _ if NUMBERS.contains(&option) => FileKind::Number,
        Takes::Ignored => FileKind::Ignored,
        Takes::Nothing => FileKind::Flag,
        Takes::WholeNumber => FileKind::Number,
        _ => FileKind::Text,
    };
    Some((option, kind))
}
