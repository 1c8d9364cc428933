//! What the loader of modules has to know of a source text before it runs.
#![forbid(unsafe_code)]

mod common_js;

pub use common_js::{CommonJsExports, common_js_exports};

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// Whether a text can only be an ES module: it imports, exports, or uses `import.meta` or `await` as modules do.
///
/// ```
/// use rondo_syntax::is_module;
///
/// assert!(is_module("import 'x'"));
/// assert!(is_module("await 1"));
/// assert!(!is_module("import('x')"));
/// assert!(!is_module("var export_ = 1"));
/// assert!(!is_module("import from from"));
/// ```
pub fn is_module(source: &str) -> bool {
    // What has none of these words need not be read.
    if !["import", "export", "await"]
        .iter()
        .any(|word| source.contains(word))
    {
        return false;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    if !parsed.diagnostics.is_empty() {
        return false;
    }
    if parsed.module_record.has_module_syntax {
        return true;
    }
    // The one thing that is left is `await` outside of functions, which a script cannot have.
    let script = Parser::new(&allocator, source, SourceType::cjs()).parse();
    !script.diagnostics.is_empty()
}
