//! Options in the text of `NODE_OPTIONS`.

use super::{self as options, GivenOption, Place, Refusal};

/// The options in the text of `NODE_OPTIONS`. What follows the first word that is none is ignored.
pub fn read(text: &str) -> Result<Vec<GivenOption>, String> {
    let mut given = Vec::new();
    let mut words = split_words(text)?.into_iter().peekable();
    while let Some(word) = words.next_if(|word| word.starts_with('-') && word != "-") {
        let option = options::read(&word, Place::Environment, || {
            words.next_if(|word| !word.starts_with('-'))
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
pub fn split_words(text: &str) -> Result<Vec<String>, String> {
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
