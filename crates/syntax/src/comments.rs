//! Where comments are.

use oxc_allocator::Allocator;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

/// Whether a comment begins at a place of a text, counted in UTF-16 units. A text that cannot be parsed is taken at its word.
///
/// ```
/// use rondo_syntax::is_comment;
///
/// assert!(is_comment("let a; //# a", 7));
/// assert!(!is_comment("let a = `\n//# a`", 10));
/// ```
pub fn is_comment(source: &str, offset: usize) -> bool {
    let mut units = 0;
    let place = source.char_indices().find(|(_, character)| {
        let is_there = units >= offset;
        units += character.len_utf16();
        is_there
    });
    let Some((place, _)) = place else {
        return false;
    };
    let allocator = Allocator::default();
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parser = Parser::new(&allocator, source, SourceType::unambiguous());
    let parsed = parser.with_options(options).parse();
    parsed.panicked
        || parsed
            .program
            .comments
            .iter()
            .any(|comment| comment.span.start as usize == place)
}
