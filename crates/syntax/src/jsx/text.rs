//! The texts between tags.

use oxc_syntax::xml_entities::XML_ENTITIES;

/// What is left of a text between tags: lines are trimmed where they were broken, and those that are empty go.
pub(super) fn visible(raw: &str) -> String {
    let lines: Vec<&str> = raw.split('\n').collect();
    let last = lines.len() - 1;
    let mut words = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let is_space = |c: char| c == ' ' || c == '\t';
        let line = if index == 0 {
            line
        } else {
            line.trim_start_matches(is_space)
        };
        let line = if index == last {
            line
        } else {
            line.trim_end_matches(is_space)
        };
        if !line.is_empty() {
            words.push(unescaped(line));
        }
    }
    words.join(" ")
}

/// The value of an attribute: a line that was broken goes on after a blank.
pub(super) fn of_attribute(raw: &str) -> String {
    let mut parts = raw.split('\n');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        text.truncate(text.trim_end().len());
        text.push(' ');
        text.push_str(part.trim_start());
    }
    unescaped(&text)
}

/// A text with characters in place of `&name;`, `&#65;` and `&#x41;`.
fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        result.push_str(before);
        let entity = after
            .split_once(';')
            .and_then(|(name, tail)| Some((character(name)?, tail)));
        match entity {
            Some((character, tail)) => {
                result.push(character);
                rest = tail;
            }
            None => {
                result.push('&');
                rest = after;
            }
        }
    }
    result.push_str(rest);
    result
}

fn character(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return XML_ENTITIES.get(name).copied();
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(code)
}

/// A text as JavaScript writes it.
pub(super) fn quoted(text: &str) -> String {
    let mut result = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\u{2028}' => result.push_str("\\u2028"),
            '\u{2029}' => result.push_str("\\u2029"),
            _ => result.push(character),
        }
    }
    result.push('"');
    result
}
