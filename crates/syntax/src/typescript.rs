//! TypeScript without its types: they become blanks, so that everything else stays where it is.

mod erase;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::SourceType;

use crate::place;

/// Why types cannot be taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripError {
    /// Whether it is right, but more than types would have to be taken out
    pub is_unsupported: bool,
    /// What is wrong
    pub message: String,
    /// Where, from 1 on
    pub line: u32,
    /// Where in the line, from 1 on
    pub column: u32,
}

/// Takes the types out of a text.
///
/// ```
/// use rondo_syntax::strip_types;
///
/// assert_eq!(strip_types("let x: number = y as any;").unwrap(), "let x         = y       ;");
/// assert!(strip_types("enum A { B }").unwrap_err().is_unsupported);
/// ```
pub fn strip_types(source: &str) -> Result<String, StripError> {
    let allocator = Allocator::default();
    let kind = SourceType::ts().with_module(true);
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parse = |kind| {
        Parser::new(&allocator, source, kind)
            .with_options(options)
            .parse()
    };
    let mut parsed = parse(kind);
    if !parsed.diagnostics.is_empty() {
        // It may be a script: what is reserved in modules is a name there.
        let script = parse(SourceType::ts().with_script(true));
        if script.diagnostics.is_empty() {
            parsed = script;
        }
    }
    // What is not supported at all is told first, whatever else is wrong.
    let erased = erase_types(source, &parsed.program)?;
    if let Some(first) = parsed.diagnostics.first() {
        let offset = first.labels.first().map_or(0, |label| label.offset());
        return Err(failure(source, false, first.message.to_string(), offset));
    }
    Ok(erased)
}

/// The text of a program with blanks in place of its types.
pub(crate) fn erase_types(source: &str, program: &Program<'_>) -> Result<String, StripError> {
    match erase::erase(source, program) {
        Ok(edits) => Ok(edits.apply(source)),
        Err((message, offset)) => Err(failure(source, true, message.to_string(), offset)),
    }
}

pub(crate) fn failure(
    source: &str,
    is_unsupported: bool,
    message: String,
    offset: u32,
) -> StripError {
    let (line, column) = place::of(source, offset);
    StripError {
        is_unsupported,
        message,
        line,
        column,
    }
}

#[cfg(test)]
mod tests {
    use super::strip_types;

    fn check(pairs: &[(&str, &str)]) {
        for (source, expected) in pairs {
            assert_eq!(
                &strip_types(source).expect(source),
                expected,
                "of {source:?}"
            );
        }
    }

    fn refuse(pairs: &[(&str, &str)]) {
        for (source, expected) in pairs {
            let error = strip_types(source).expect_err(source);
            assert!(error.is_unsupported, "{source:?}: {error:?}");
            assert_eq!(&error.message, expected, "of {source:?}");
        }
    }

    #[test]
    fn annotations() {
        check(&[
            ("let x = y!", "let x = y "),
            (
                "let {a, b}: X = y; let z!: number",
                "let {a, b}    = y; let z         ",
            ),
            (
                "try {} catch (e: unknown) {}",
                "try {} catch (e         ) {}",
            ),
            (
                "function f(this: X, a?: number, ...b: any[]): void {}",
                "function f(         a         , ...b       )       {}",
            ),
            (
                "function f(x): x is string {}",
                "function f(x)              {}",
            ),
            ("const x = () : void => {}", "const x = ()        => {}"),
            (
                "let v = a ? (b) : (c): d => e",
                "let v = a ? (b) : (c)    => e",
            ),
            ("using x: Y = z", "using x    = z"),
        ]);
    }

    #[test]
    fn expressions() {
        check(&[
            ("let x = y as number\n(z)", "let x = y ;        \n(z)"),
            ("let x = a satisfies B", "let x = a            "),
            ("let a = b as any as c;", "let a = b            ;"),
            ("(a as b) = 1", "(a     ) = 1"),
            (
                "f<string>(1); new A<B>(); a?.b<c>()",
                "f        (1); new A   (); a?.b   ()",
            ),
            (
                "const f = <T,>(x: T): T => x",
                "const f =     (x   )    => x",
            ),
            (
                "const f = async <T>(x: T)\n: T => x",
                "const f = async    (x    \n  ) => x",
            ),
        ]);
    }

    #[test]
    fn declarations() {
        check(&[
            ("declare enum A {x}", "                  "),
            (
                "namespace A { export type x=1 }",
                "                               ",
            ),
            (
                "declare namespace A { let x }",
                "                             ",
            ),
            ("type A = number\n[1]", "               \n[1]"),
            ("interface A { x: 1 }", "                    "),
            ("declare module \"x\" { }", "                      "),
            ("declare global {}", "                 "),
            (
                "function over(a: string): void;\nfunction over(a: number) {}",
                "                               \nfunction over(a        ) {}",
            ),
            (
                "export declare const x: 1; foo",
                "                           foo",
            ),
            ("export abstract class C {}", "export          class C {}"),
            (
                "export default interface A {}",
                "                             ",
            ),
        ]);
    }

    #[test]
    fn imports_and_exports() {
        check(&[
            (
                "import type {a} from \"b\"; import {type c, d} from \"e\"",
                "                          import {        d} from \"e\"",
            ),
            (
                "import x, {type y} from \"z\"",
                "import x, {      } from \"z\"",
            ),
            ("export type {a} from \"b\"", "                        "),
            (
                "export {type a, b} from \"c\"",
                "export {        b} from \"c\"",
            ),
            (
                "import type x = require(\"y\")",
                "                            ",
            ),
        ]);
    }

    #[test]
    fn classes() {
        check(&[
            (
                "abstract class A { abstract x: number; foo(): void; }",
                "         class A {                                  }",
            ),
            (
                "class A { public x; protected static async y() {} }",
                "class A {        x;           static async y() {} }",
            ),
            (
                "class A<T> extends B<T> implements C { }",
                "class A    extends B                 { }",
            ),
            (
                "class A { declare y: string; w?: T; [k: string]: any; }",
                "class A {                    w    ;                   }",
            ),
            (
                "class A { accessor x: number = 1; get y(): number { return 1 } }",
                "class A { accessor x         = 1; get y()         { return 1 } }",
            ),
            (
                "class A { \"x\": string\n[\"y\"]: number }",
                "class A { \"x\"        \n[\"y\"]         }",
            ),
        ]);
    }

    #[test]
    fn what_would_have_to_be_written_anew() {
        refuse(&[
            (
                "enum A {x}",
                "TypeScript enum is not supported in strip-only mode",
            ),
            (
                "namespace A { export const x=1 }",
                "TypeScript namespace declaration is not supported in strip-only mode",
            ),
            (
                "module A {}",
                "`module` keyword is not supported. Use `namespace` instead.",
            ),
            (
                "class A { constructor(private x: number) {} }",
                "TypeScript parameter property is not supported in strip-only mode",
            ),
            (
                "import x = require(\"y\")",
                "TypeScript import equals declaration is not supported in strip-only mode",
            ),
            (
                "export = 1",
                "TypeScript export assignment is not supported in strip-only mode",
            ),
        ]);
    }

    #[test]
    fn what_is_wrong() {
        let error = strip_types("let x: = 1\n").unwrap_err();
        assert!(!error.is_unsupported);
        assert_eq!(error.line, 1);
    }
}
