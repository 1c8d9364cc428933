//! The words of errors about a token that does not belong where it is: V8 names the token, this engine what it has expected
//! instead.

use std::cell::Cell;

use crate::error::Thrown;
use crate::{JsResult, Local, ObjectKind, Scope};

/// Words of this engine's that V8 has, too.
const COMMON: &str = "missing ) after argument list";

/// Others of this engine's that are about the token where the error is.
const OF_TOKENS: &[&str] = &[
    "class statement requires a name",
    "invalid switch statement",
];

/// Where a text begins that is compiled.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    pub(crate) filename: &'a str,
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl<'a> Start<'a> {
    /// Of a text that is all of a file.
    pub(crate) fn of_file(filename: &'a str) -> Start<'a> {
        Start {
            filename,
            line: 1,
            column: 1,
        }
    }
}

thread_local! {
    /// Nobody is told in other words while another error is being looked at.
    static IS_BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Of a name that is declared twice the engine must be let say as what, too (`messages.rs`): V8 does not.
fn without_kind(message: &str) -> Option<String> {
    let (words, _) = message.split_once(" has already been declared (")?;
    Some(format!("{words} has already been declared"))
}

impl<'s> Scope<'s> {
    /// The outcome of compiling a text. An error about a token says what V8 would say of it.
    pub(crate) fn with_words<T>(
        &mut self,
        outcome: JsResult<T>,
        start: Start<'_>,
        text: impl FnOnce() -> String,
    ) -> JsResult<T> {
        let Err(thrown) = outcome else {
            return outcome;
        };
        if IS_BUSY.replace(true) {
            return Err(thrown);
        }
        let thrown = self.reword(thrown, start, text);
        IS_BUSY.set(false);
        Err(thrown)
    }

    fn reword(
        &mut self,
        thrown: Thrown,
        start: Start<'_>,
        text: impl FnOnce() -> String,
    ) -> Thrown {
        let Some(error) = self.catch(thrown) else {
            return Thrown::pending();
        };
        if let Ok(Some(words)) = self.words_for(error, start, text)
            && let Ok(message) = self.string(&words)
        {
            let _ = error.define_property(self, "message", message, false);
        }
        // Whatever went wrong in between is not what is to be told.
        if self.has_exception() {
            self.catch(Thrown::pending());
        }
        self.throw(error)
    }

    fn words_for(
        &mut self,
        error: Local<'_>,
        start: Start<'_>,
        text: impl FnOnce() -> String,
    ) -> JsResult<Option<String>> {
        // A script may have thrown anything.
        if !matches!(error.object_kind(self), Some(ObjectKind::Error)) {
            return Ok(None);
        }
        let message = error.get_property(self, "message")?.as_string(self)?;
        let Some(message) = message else {
            return Ok(None);
        };
        if let Some(words) = without_kind(&message) {
            return Ok(Some(words));
        }
        if !is_about_token(&message) {
            return Ok(None);
        }
        let file = error.get_property(self, "fileName")?.as_string(self)?;
        if file.as_deref() != Some(start.filename) {
            return Ok(None);
        }
        let line = error.get_property(self, "lineNumber")?.as_number();
        let column = error.get_property(self, "columnNumber")?.as_number();
        let (Some(line), Some(column)) = (line, column) else {
            return Ok(None);
        };
        let line = (line as u32).wrapping_sub(start.line);
        let first = if line == 0 { start.column } else { 1 };
        Ok(words_at(&text(), line, (column as u32).wrapping_sub(first)))
    }
}

fn is_about_token(message: &str) -> bool {
    let is_missing = message.starts_with("missing ") && message != COMMON;
    let is_other = message.starts_with("expected ") && message.contains(", got ");
    is_missing
        || is_other
        || OF_TOKENS.contains(&message)
        || message.starts_with("Unexpected token ")
}

/// What V8 says of the token at a place, both counted from 0.
fn words_at(text: &str, line: u32, column: u32) -> Option<String> {
    let mut rest = text.split_inclusive('\n').skip(line as usize);
    let current = rest.next().unwrap_or("");
    let units: Vec<u16> = current.encode_utf16().skip(column as usize).collect();
    let tail = String::from_utf16(&units).ok()?;
    let tail = tail.trim_start();
    // The end of a text is told as the end of the line before it.
    if tail.is_empty() {
        let is_end = rest.all(|line| line.trim().is_empty());
        return is_end.then(|| "Unexpected end of input".to_owned());
    }
    words_of(tail)
}

const KEYWORDS: &[&str] = &[
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "return",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "var",
    "void",
    "while",
    "with",
];

/// Signs of more than one character, the longest first.
const SIGNS: &[&str] = &[
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
];

fn words_of(text: &str) -> Option<String> {
    let first = text.chars().next()?;
    match first {
        '"' | '\'' => return Some("Unexpected string".to_owned()),
        '`' => return Some("Unexpected template string".to_owned()),
        '0'..='9' => return Some("Unexpected number".to_owned()),
        _ => {}
    }
    if first.is_alphabetic() || first == '_' || first == '$' {
        let is_part = |c: char| {
            c.is_alphanumeric() || c == '_' || c == '$' || c == '\u{200c}' || c == '\u{200d}'
        };
        let word = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
        return Some(match word {
            "enum" => "Unexpected reserved word".to_owned(),
            word if KEYWORDS.contains(&word) => format!("Unexpected token '{word}'"),
            word => format!("Unexpected identifier '{word}'"),
        });
    }
    let sign = SIGNS.iter().find(|sign| text.starts_with(**sign));
    match sign {
        Some(sign) => Some(format!("Unexpected token '{sign}'")),
        None if first.is_ascii_punctuation() && !matches!(first, '#' | '@' | '\\') => {
            Some(format!("Unexpected token '{first}'"))
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::words_at;

    #[test]
    fn a_token_is_named_by_its_kind() {
        let cases = [
            ("var foo bar;", 8, "Unexpected identifier 'bar'"),
            ("if true", 3, "Unexpected token 'true'"),
            ("a = => 1", 4, "Unexpected token '=>'"),
            ("a 'b'", 2, "Unexpected string"),
            ("a 12", 2, "Unexpected number"),
            ("a }", 2, "Unexpected token '}'"),
            ("if (", 4, "Unexpected end of input"),
            ("if (\n\n", 4, "Unexpected end of input"),
        ];
        for (text, column, words) in cases {
            assert_eq!(words_at(text, 0, column).as_deref(), Some(words), "{text}");
        }
    }

    #[test]
    fn places_that_are_not_there_do_no_harm() {
        assert_eq!(
            words_at("a", 0, u32::MAX).as_deref(),
            Some("Unexpected end of input")
        );
        assert_eq!(
            words_at("a", 9, 0).as_deref(),
            Some("Unexpected end of input")
        );
        assert_eq!(words_at("a #", 0, 2), None);
    }
}
