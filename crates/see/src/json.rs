//! Texts in JSON.

/// Appends a text with quotes around it.
pub(crate) fn quote(into: &mut String, text: &str) {
    into.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                into.push('\\');
                into.push(c);
            }
            c if c < ' ' => into.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => into.push(c),
        }
    }
    into.push('"');
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_json_does_not_allow_is_escaped() {
        let mut text = String::new();
        super::quote(&mut text, "a\"\\\n\u{1}é");
        assert_eq!(text, "\"a\\\"\\\\\\u000a\\u0001é\"");
    }
}
