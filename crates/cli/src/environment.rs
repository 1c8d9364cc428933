//! Options that come from the environment. Those of the command line come after them, and so win.

use rondo_runtime::options::{self, GivenOption, OptionValue, Place, Refusal};

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
        given.extend(read_options(&text)?);
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

/// The options in the text of `NODE_OPTIONS`. What follows the first word that is none is ignored.
fn read_options(text: &str) -> Result<Vec<GivenOption>, String> {
    let mut given = Vec::new();
    let mut words = split_words(text)?.into_iter().peekable();
    while let Some(word) = words.next_if(|word| word.starts_with('-') && word != "-") {
        let option = options::read(&word, Place::Environment, || {
            crate::options::separate_value(&mut words)
        });
        given.push(option.map_err(|refusal| match refusal {
            Refusal::Unknown => format!("{} is not allowed in NODE_OPTIONS", name_in(&word)),
            Refusal::Misused(message) => message,
        })?);
    }
    Ok(given)
}

/// The name with the `=` after it, as it was written.
fn name_in(word: &str) -> &str {
    word.find('=').map_or(word, |end| &word[..=end])
}

/// Words are separated by spaces. Double quotes keep a text with spaces together; in it, a backslash
/// stands before a quote or another backslash.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let wrong = |what: &str| format!("invalid value for NODE_OPTIONS ({what})\n");
    let mut words = Vec::new();
    let mut word = String::new();
    let mut is_quoted = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if is_quoted => {
                word.push(characters.next().ok_or_else(|| wrong("invalid escape"))?)
            }
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.extend(take_word(&mut word)),
            _ => word.push(character),
        }
    }
    if is_quoted {
        return Err(wrong("unterminated string"));
    }
    words.extend(take_word(&mut word));
    Ok(words)
}

/// The word so far, if there is any; the next one starts empty.
fn take_word(word: &mut String) -> Option<String> {
    (!word.is_empty()).then(|| std::mem::take(word))
}
