//! Whether a text is an ES module, and whether it waits while it is run.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::SourceType;
use oxc_syntax::scope::ScopeFlags;

use crate::place;

/// What CommonJS declares around a module's text.
const COMMON_JS_NAMES: [&str; 5] = ["exports", "require", "module", "__filename", "__dirname"];

/// Whether a text can only be an ES module: it imports, exports, or uses `import.meta` or `await` as modules do. A text that
/// declares what CommonJS has declared is one as well.
///
/// ```
/// use rondo_syntax::is_module;
///
/// assert!(is_module("import 'x'"));
/// assert!(is_module("await 1"));
/// assert!(is_module("const require = 1"));
/// assert!(!is_module("import('x')"));
/// assert!(!is_module("var export_ = 1"));
/// assert!(!is_module("import from from"));
/// ```
pub fn is_module(source: &str) -> bool {
    // What has none of these words need not be read.
    let words = ["import", "export", "await"];
    if !words
        .iter()
        .chain(&COMMON_JS_NAMES)
        .any(|word| source.contains(word))
    {
        return false;
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    if !parsed.diagnostics.is_empty() {
        return false;
    }
    parsed.module_record.has_module_syntax
        || declares_common_js(&parsed.program)
        || !awaits(&parsed.program).is_empty()
}

fn declares_common_js(program: &Program<'_>) -> bool {
    let is_taken = |name: &BindingIdentifier<'_>| COMMON_JS_NAMES.contains(&name.name.as_str());
    program.body.iter().any(|statement| match statement {
        Statement::VariableDeclaration(declaration) if !declaration.kind.is_var() => declaration
            .declarations
            .iter()
            .any(|one| one.id.get_binding_identifiers().into_iter().any(is_taken)),
        Statement::ClassDeclaration(class) => class.id.as_ref().is_some_and(is_taken),
        _ => false,
    })
}

/// The lines and columns at which a module waits outside of functions.
///
/// ```
/// use rondo_syntax::top_level_awaits;
///
/// assert_eq!(top_level_awaits("async () => { await 1 };\nfor await (const x of y);"), [(2, 1)]);
/// assert!(top_level_awaits("async function f() { await 1 }").is_empty());
/// ```
pub fn top_level_awaits(source: &str) -> Vec<(u32, u32)> {
    if !source.contains("await") {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    let offsets = awaits(&parsed.program);
    let places = offsets.into_iter().map(|offset| place::of(source, offset));
    places.collect()
}

fn awaits(program: &Program<'_>) -> Vec<u32> {
    let mut finder = AwaitFinder::default();
    finder.visit_program(program);
    finder.found
}

#[derive(Default)]
struct AwaitFinder {
    found: Vec<u32>,
}

impl<'a> Visit<'a> for AwaitFinder {
    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        self.found.push(expression.span.start);
        walk::walk_await_expression(self, expression);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        if statement.r#await {
            self.found.push(statement.span.start);
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_variable_declaration(&mut self, declaration: &VariableDeclaration<'a>) {
        if declaration.kind == VariableDeclarationKind::AwaitUsing {
            self.found.push(declaration.span.start);
        }
        walk::walk_variable_declaration(self, declaration);
    }

    // Functions wait by themselves.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_property_definition(&mut self, property: &PropertyDefinition<'a>) {
        if property.computed {
            self.visit_property_key(&property.key);
        }
    }

    fn visit_static_block(&mut self, _: &StaticBlock<'a>) {}
}
