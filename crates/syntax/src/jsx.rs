//! JSX as calls of functions. Every line stays where it is; what stands between JSX is left as it was.

mod text;
mod unused;
mod write;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use crate::typescript::{StripError, erase_types, failure};
use write::Writer;

/// What JSX is to become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JsxRuntime {
    /// Calls of functions that are imported from `SOURCE/jsx-runtime`
    Automatic {
        /// The package
        source: String,
    },
    /// Calls of functions that are in scope
    Classic {
        /// The one that makes elements: `React.createElement`
        factory: String,
        /// What stands for `<>`: `React.Fragment`
        fragment: String,
    },
}

/// A text without JSX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformed {
    /// The text
    pub text: String,
    /// Whether it is an ES module
    pub is_module: bool,
}

/// Turns JSX into calls, and takes types out if there are any. Without `is_module` the text tells whether it is a module.
/// Comments such as `@jsxImportSource` go before the runtime that is given.
///
/// ```
/// use rondo_syntax::{JsxRuntime, transform_jsx};
///
/// let runtime = JsxRuntime::Classic { factory: "h".into(), fragment: "F".into() };
/// let done = transform_jsx("let x: T = <a b='1'>{c}</a>", true, None, &runtime).unwrap();
/// assert_eq!(done.text, "let x    = h(\"a\", { \"b\": \"1\" }, c)");
/// ```
pub fn transform_jsx(
    source: &str,
    has_types: bool,
    is_module: Option<bool>,
    runtime: &JsxRuntime,
) -> Result<Transformed, StripError> {
    let allocator = Allocator::default();
    let kind = match has_types {
        true => SourceType::tsx(),
        false => SourceType::jsx(),
    };
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parsed = Parser::new(&allocator, source, kind.with_module(true))
        .with_options(options)
        .parse();
    if let Some(first) = parsed.diagnostics.first() {
        let offset = first.labels.first().map_or(0, |label| label.offset());
        return Err(failure(source, false, first.message.to_string(), offset));
    }
    let program = &parsed.program;
    let is_module = is_module.unwrap_or(parsed.module_record.has_module_syntax);
    let runtime = runtime_by_comments(source, program).unwrap_or_else(|| runtime.clone());
    let plain = match has_types {
        true => unused::without_unused_imports(erase_types(source, program)?, program, &runtime),
        false => source.to_string(),
    };
    let mut writer = Writer::new(&plain, &runtime);
    writer.visit_program(program);
    let text = writer.finish(program, is_module);
    Ok(Transformed { text, is_module })
}

/// What comments at the beginning say: `@jsxImportSource preact`, `@jsx h`, `@jsxFrag F`.
fn runtime_by_comments(source: &str, program: &Program<'_>) -> Option<JsxRuntime> {
    let comments = program.comments.iter();
    let texts =
        comments.map(|comment| &source[comment.span.start as usize..comment.span.end as usize]);
    let word_after = |mark: &str| {
        texts.clone().find_map(|text| {
            let (_, rest) = text.split_once(mark)?;
            let word = rest
                .strip_prefix(char::is_whitespace)?
                .split_whitespace()
                .next()?;
            Some(word.trim_end_matches("*/").to_string())
        })
    };
    if let Some(source) = word_after("@jsxImportSource") {
        return Some(JsxRuntime::Automatic { source });
    }
    let factory = word_after("@jsx")?;
    let fragment = word_after("@jsxFrag").unwrap_or_else(|| "React.Fragment".into());
    Some(JsxRuntime::Classic { factory, fragment })
}

#[cfg(test)]
mod tests {
    use super::{JsxRuntime, transform_jsx};

    fn automatic(source: &str) -> String {
        let runtime = JsxRuntime::Automatic {
            source: "react".into(),
        };
        transform_jsx(source, true, Some(true), &runtime)
            .expect(source)
            .text
    }

    fn classic(source: &str) -> String {
        let runtime = JsxRuntime::Classic {
            factory: "h".into(),
            fragment: "F".into(),
        };
        transform_jsx(source, false, None, &runtime)
            .expect(source)
            .text
    }

    #[test]
    fn elements() {
        assert_eq!(classic("<a/>"), "h(\"a\", null)");
        assert_eq!(classic("<A.b.c d/>"), "h(A.b.c, { \"d\": true })");
        assert_eq!(classic("<x:y a-b={1}/>"), "h(\"x:y\", { \"a-b\": 1 })");
        assert_eq!(
            classic("<A {...b} c='&lt;&#65;'/>"),
            "h(A, { ...b, \"c\": \"<A\" })"
        );
        assert_eq!(
            classic("<><a/>{b}{/* no */}</>"),
            "h(F, null, h(\"a\", null), b)"
        );
        assert_eq!(classic("<a>{...b}</a>"), "h(\"a\", null, ...b)");
    }

    #[test]
    fn texts() {
        assert_eq!(classic("<a>x  y</a>"), "h(\"a\", null, \"x  y\")");
        assert_eq!(
            classic("<a>\n  x\n  y &amp; z\n</a>"),
            "h(\"a\", null, \"x y & z\"\n\n\n)"
        );
        assert_eq!(
            classic("<a>\n  <b/>\n</a>"),
            "h(\"a\", null\n, h(\"b\", null)\n)"
        );
        assert_eq!(
            classic("<a> <b/> </a>"),
            "h(\"a\", null, \" \", h(\"b\", null), \" \")"
        );
    }

    #[test]
    fn lines_stay() {
        let source = "let a = <b\n  c={1}\n  d\n>\n  {e}\n</b>;\nf";
        let text = classic(source);
        assert_eq!(text.lines().count(), source.lines().count());
        assert_eq!(text.lines().last(), Some("f"));
        assert!(text.lines().nth(4).unwrap().contains('e'), "{text}");
    }

    #[test]
    fn the_automatic_runtime() {
        assert_eq!(
            automatic("export let x: T = <a key='k' b={<c/>}>{d}{e}</a>"),
            "export let x    = _jsxs(\"a\", { \"b\": _jsx(\"c\", {}), children: [d, e] }, \"k\")\n\
             import { jsx as _jsx, jsxs as _jsxs } from \"react/jsx-runtime\";"
        );
        assert_eq!(
            automatic("<></>"),
            "_jsx(_Fragment, {})\nimport { jsx as _jsx, Fragment as _Fragment } from \"react/jsx-runtime\";"
        );
        assert_eq!(
            automatic("<a {...b} key='k'>c</a>"),
            "_createElement(\"a\", { ...b, \"key\": \"k\" }, \"c\")\nimport { createElement as _createElement } from \"react\";"
        );
        let common = transform_jsx(
            "'use strict';\nf(<a/>)",
            false,
            None,
            &JsxRuntime::Automatic {
                source: "preact".into(),
            },
        );
        assert_eq!(
            common.unwrap().text,
            "'use strict';\nvar { jsx: _jsx } = require(\"preact/jsx-runtime\"); f(_jsx(\"a\", {}))"
        );
    }

    #[test]
    fn imports_that_only_types_use() {
        assert!(
            automatic("import React, { FC, useState } from 'react';\nlet a: FC = useState;")
                .starts_with("import        {     useState } from 'react';")
        );
        assert!(!automatic("import { FC } from 'react';\nlet a: FC = 1;").contains("from 'react'"));
        assert!(
            automatic("import 'x';\nimport A from 'y';\n<A/>")
                .starts_with("import 'x';\nimport A from 'y';")
        );
    }

    #[test]
    fn comments_choose() {
        let text = automatic("/** @jsxImportSource preact */\n<a/>");
        assert!(text.ends_with("from \"preact/jsx-runtime\";"), "{text}");
        let text = automatic("/** @jsx h */\n<a/>");
        assert_eq!(text, "/** @jsx h */\nh(\"a\", null)");
    }
}
