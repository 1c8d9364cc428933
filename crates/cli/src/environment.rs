//! Options that come from the environment. Those of the command line come after them, and so win.

use rondo_runtime::options::{GivenOption, OptionValue, node_options};

/// Variables that switch an option on by the value `1`.
const SWITCHES: [(&str, &str); 3] = [
    ("NODE_PENDING_DEPRECATION", "--pending-deprecation"),
    ("NODE_PRESERVE_SYMLINKS", "--preserve-symlinks"),
    ("NODE_PRESERVE_SYMLINKS_MAIN", "--preserve-symlinks-main"),
];

/// All options of the environment, or what is wrong with them.
pub fn read(from_files: &[(String, String)]) -> Result<Vec<GivenOption>, String> {
    let text_of = |variable| text_of(variable, from_files);
    let mut given = Vec::new();
    for (variable, name) in SWITCHES {
        if std::env::var_os(variable).is_some_and(|value| value == "1") {
            let value = OptionValue::Flag(true);
            given.push(GivenOption { name, value });
        }
    }
    if let Some(file) = text_of("NODE_REDIRECT_WARNINGS") {
        let value = OptionValue::Text(file);
        let name = "--redirect-warnings";
        given.push(GivenOption { name, value });
    }
    if let Some(text) = text_of("NODE_OPTIONS") {
        given.extend(node_options::read(&text)?);
    }
    Ok(given)
}

fn text_of(variable: &str, from_files: &[(String, String)]) -> Option<String> {
    let value = match std::env::var_os(variable) {
        Some(value) => value.to_string_lossy().into_owned(),
        None => from_files
            .iter()
            .find(|(name, _)| name == variable)?
            .1
            .clone(),
    };
    (!value.is_empty()).then_some(value)
}
