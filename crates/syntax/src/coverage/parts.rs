//! The functions of a text, and the parts of each that may run more or less often than the whole.

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentPattern,
    AssignmentTargetWithDefault, AwaitExpression, BlockStatement, CallExpression, Class,
    ClassElement, ComputedMemberExpression, ConditionalExpression, DoWhileStatement, Expression,
    ForInStatement, ForOfStatement, ForStatement, Function, FunctionBody, IfStatement,
    LogicalExpression, MethodDefinition, ObjectProperty, Program, PropertyDefinition, Statement,
    StaticBlock, StaticMemberExpression, SwitchStatement, TryStatement, VariableDeclarator,
    WhileStatement, YieldExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

use super::names;

/// A function, or the whole text. Places are bytes.
pub(super) struct FunctionParts {
    pub(super) name: String,
    pub(super) start: u32,
    pub(super) end: u32,
    /// Where the engine may say that it ends: a constructor with its class
    pub(super) script_end: u32,
    pub(super) is_whole: bool,
    /// Whether it is what a class has for its fields
    pub(super) is_initializer: bool,
    /// How many functions around it end where it does
    pub(super) same_end: usize,
    pub(super) parts: Vec<Part>,
}

/// A part of a function. One without an end goes on until another begins.
pub(super) struct Part {
    pub(super) start: u32,
    pub(super) end: Option<u32>,
    /// Where the code is that tells how often it ran
    pub(super) probe: (u32, u32),
    /// Whether it cannot run: the engine may have code of it, and then takes it for a part of what is before it
    pub(super) is_dead: bool,
}

/// The functions of a text, the whole of it first; nothing of a text that cannot be parsed.
pub(super) fn functions_of(source: &str) -> Vec<FunctionParts> {
    for kind in [SourceType::mjs(), SourceType::cjs()] {
        let allocator = Allocator::default();
        let options = ParseOptions {
            allow_return_outside_function: true,
            ..ParseOptions::default()
        };
        let parsed = Parser::new(&allocator, source, kind)
            .with_options(options)
            .parse();
        if parsed.panicked || !parsed.diagnostics.is_empty() {
            continue;
        }
        let mut finder = Finder::new(source);
        finder.whole(&parsed.program);
        return finder.finish();
    }
    Vec::new()
}

struct Finder<'s> {
    source: &'s str,
    done: Vec<FunctionParts>,
    /// Those that the walk is in, the innermost last
    open: Vec<FunctionParts>,
    /// The name for the function that begins here, and where it is then said to begin
    expected: HashMap<u32, (String, u32, u32)>,
    classes: Vec<(Option<String>, u32)>,
    /// Whether something was waited for in the statement
    waits: bool,
}

impl<'s> Finder<'s> {
    fn new(source: &'s str) -> Finder<'s> {
        Finder {
            source,
            done: Vec::new(),
            open: Vec::new(),
            expected: HashMap::new(),
            classes: Vec::new(),
            waits: false,
        }
    }

    fn whole(&mut self, program: &Program<'_>) {
        let end = self.source.len() as u32;
        self.enter(String::new(), Span::new(0, end), end, true);
        self.list(&program.body, end);
        self.leave();
    }

    fn enter(&mut self, name: String, span: Span, script_end: u32, is_whole: bool) {
        self.open.push(FunctionParts {
            name,
            start: span.start,
            end: span.end,
            script_end,
            is_whole,
            is_initializer: false,
            same_end: 0,
            parts: Vec::new(),
        });
    }

    fn leave(&mut self) {
        self.done.extend(self.open.pop());
    }

    fn finish(mut self) -> Vec<FunctionParts> {
        self.done
            .sort_by_key(|function| (function.start, !function.is_whole, u32::MAX - function.end));
        let mut ends = HashMap::new();
        for function in self.done.iter_mut().filter(|function| !function.is_whole) {
            let before = ends.entry(function.end).or_insert(0);
            function.same_end = *before;
            *before += 1;
        }
        self.done
    }

    fn part(&mut self, start: u32, end: u32, probe: (u32, u32)) {
        self.add(start, Some(end), probe, false);
    }

    fn add(&mut self, start: u32, end: Option<u32>, probe: (u32, u32), is_dead: bool) {
        if let Some(function) = self.open.last_mut() {
            function.parts.push(Part {
                start,
                end,
                probe,
                is_dead,
            });
        }
    }

    /// Statements one after the other: behind those that may be left early another part begins.
    fn list<'a>(&mut self, statements: &[Statement<'a>], end: u32) {
        for (index, statement) in statements.iter().enumerate() {
            let outside = std::mem::replace(&mut self.waits, false);
            self.visit_statement(statement);
            let waits = std::mem::replace(&mut self.waits, outside);
            self.waits |= waits;
            let rest = statements.get(index + 1..).unwrap_or(&[]);
            let next = rest
                .iter()
                .find(|next| !matches!(next, Statement::FunctionDeclaration(_)));
            if let Some(next) = next
                && (waits || may_leave(statement))
            {
                let probe = (next.span().start, end);
                self.add(statement.span().end, None, probe, is_jump(statement));
            }
        }
    }

    /// Where a sign stands that begins a part, between two expressions.
    fn sign(&self, sign: &str, from: u32, to: u32) -> u32 {
        let bytes = self.source.as_bytes();
        let mut place = from as usize;
        while place < to as usize {
            let rest = bytes.get(place..).unwrap_or(&[]);
            if rest.starts_with(b"/*") {
                place += find(rest, b"*/").map_or(rest.len(), |end| end + 2);
            } else if rest.starts_with(b"//") {
                place += find(rest, b"\n").map_or(rest.len(), |end| end + 1);
            } else if rest.starts_with(sign.as_bytes()) {
                return place as u32;
            } else {
                place += 1;
            }
        }
        to
    }

    fn body_of_loop<'a>(&mut self, body: &Statement<'a>) {
        let span = body.span();
        self.part(span.start, span.end, (span.start, span.end));
    }

    /// Has the function that begins at a place be called so.
    fn expect(&mut self, at: u32, name: Option<String>, span: Span) {
        if let Some(name) = name {
            self.expected.insert(at, (name, span.start, span.end));
        }
    }

    fn expect_value(&mut self, value: &Expression<'_>, name: Option<String>) {
        let is_named = match value {
            Expression::FunctionExpression(function) => function.id.is_some(),
            Expression::ArrowFunctionExpression(_) => false,
            Expression::ClassExpression(class) => class.id.is_some(),
            _ => return,
        };
        if !is_named {
            self.expect(value.span().start, name, value.span());
        }
    }

    /// The fields of a class, and its static parts, are a function each: from the first to the last.
    fn initializers(&mut self, class: &Class<'_>) {
        for (is_static, name) in [
            (false, "<instance_members_initializer>"),
            (true, "<static_initializer>"),
        ] {
            let mut spans = class.body.body.iter().filter_map(|element| match element {
                ClassElement::PropertyDefinition(field) => {
                    (field.r#static == is_static).then_some((field.span, end_of_field(field)))
                }
                ClassElement::StaticBlock(block) => {
                    is_static.then_some((block.span, block.span.end))
                }
                _ => None,
            });
            let Some((first, script_end)) = spans.next() else {
                continue;
            };
            let end = spans.next_back().map_or(script_end, |(_, end)| end);
            self.enter(
                name.to_owned(),
                Span::new(first.start, end),
                script_end,
                false,
            );
            if let Some(function) = self.open.last_mut() {
                function.is_initializer = true;
            }
            self.leave();
        }
    }

    /// For what is code of its own to the engine, and is not told of by itself.
    fn apart(&mut self, look: impl FnOnce(&mut Self)) {
        self.inside(|finder| {
            finder.enter(String::new(), Span::default(), 0, false);
            look(finder);
            finder.open.pop();
        });
    }

    /// What is looked at in a function has nothing to do with the statement that it is in.
    fn inside<R>(&mut self, look: impl FnOnce(&mut Self) -> R) -> R {
        let waits = std::mem::replace(&mut self.waits, false);
        let result = look(self);
        self.waits = waits;
        result
    }
}

/// Without the semicolon.
fn end_of_field(field: &PropertyDefinition<'_>) -> u32 {
    match &field.value {
        Some(value) => value.span().end,
        None => field.key.span().end,
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|part| part == what)
}

/// Whether nothing behind a statement runs.
fn is_jump(statement: &Statement<'_>) -> bool {
    matches!(
        statement,
        Statement::ReturnStatement(_)
            | Statement::ThrowStatement(_)
            | Statement::BreakStatement(_)
            | Statement::ContinueStatement(_)
    )
}

/// Whether a condition is written out, and always so.
fn is_always(test: &Expression<'_>, value: bool) -> bool {
    match test {
        Expression::BooleanLiteral(literal) => literal.value == value,
        Expression::NumericLiteral(literal) => (literal.value != 0.0) == value,
        Expression::StringLiteral(literal) => literal.value.is_empty() != value,
        Expression::NullLiteral(_) => !value,
        _ => false,
    }
}

/// Whether what follows a statement may run less often than it.
fn may_leave(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::IfStatement(_)
        | Statement::ForStatement(_)
        | Statement::ForInStatement(_)
        | Statement::ForOfStatement(_)
        | Statement::WhileStatement(_)
        | Statement::DoWhileStatement(_)
        | Statement::SwitchStatement(_)
        | Statement::TryStatement(_)
        | Statement::LabeledStatement(_)
        | Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_)
        | Statement::BreakStatement(_)
        | Statement::ContinueStatement(_) => true,
        Statement::BlockStatement(block) => block.body.iter().any(may_leave),
        _ => false,
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let expected = self.expected.remove(&it.span.start);
        let own = it.id.as_ref().map(|id| id.name.to_string());
        let (name, start, script_end) = match expected {
            Some((name, start, end)) => (own.unwrap_or(name), start, end),
            None => (own.unwrap_or_default(), it.span.start, it.span.end),
        };
        self.inside(|finder| {
            finder.enter(name, Span::new(start, it.span.end), script_end, false);
            walk::walk_function(finder, it, flags);
            finder.leave();
        });
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let expected = self.expected.remove(&it.span.start);
        let name = expected.map(|(name, ..)| name).unwrap_or_default();
        self.inside(|finder| {
            finder.enter(name, it.span, it.span.end, false);
            walk::walk_arrow_function_expression(finder, it);
            finder.leave();
        });
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.list(&it.statements, it.span.end.saturating_sub(1));
    }

    fn visit_arrow_function_body(&mut self, it: &ArrowFunctionBody<'a>) {
        match it {
            ArrowFunctionBody::FunctionBody(body) => self.visit_function_body(body),
            _ => walk::walk_arrow_function_body(self, it),
        }
    }

    fn visit_block_statement(&mut self, it: &BlockStatement<'a>) {
        self.list(&it.body, it.span.end.saturating_sub(1));
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let expected = self.expected.remove(&it.span.start);
        let own = it.id.as_ref().map(|id| id.name.to_string());
        self.classes
            .push((own.or(expected.map(|(name, ..)| name)), it.span.end));
        walk::walk_class(self, it);
        self.classes.pop();
        self.initializers(it);
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        let (class, class_end) = self
            .classes
            .last()
            .map_or((None, it.span.end), |(name, end)| (name.as_deref(), *end));
        let name = names::of_method(&it.key, it.kind, class).unwrap_or_default();
        let span = Span::new(
            it.span.start,
            if it.kind.is_constructor() {
                class_end
            } else {
                it.span.end
            },
        );
        self.expect(it.value.span.start, Some(name), span);
        walk::walk_method_definition(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        if let Some(value) = &it.value {
            self.expect_value(value, names::of_key(&it.key));
        }
        self.apart(|finder| walk::walk_property_definition(finder, it));
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.apart(|finder| finder.list(&it.body, it.span.end.saturating_sub(1)));
    }

    fn visit_assignment_pattern(&mut self, it: &AssignmentPattern<'a>) {
        self.expect_value(&it.right, names::of_binding(&it.left));
        walk::walk_assignment_pattern(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        let name = names::of_property(&it.key, it.kind);
        match &it.value {
            // A method begins where its property does.
            Expression::FunctionExpression(function)
                if it.method || it.kind != oxc_ast::ast::PropertyKind::Init =>
            {
                self.expect(function.span.start, name.or(Some(String::new())), it.span);
            }
            value => self.expect_value(value, name),
        }
        walk::walk_object_property(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(value) = &it.init {
            self.expect_value(value, names::of_binding(&it.id));
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        self.expect_value(&it.right, names::of_target(&it.left));
        walk::walk_assignment_expression(self, it);
    }

    fn visit_assignment_target_with_default(&mut self, it: &AssignmentTargetWithDefault<'a>) {
        self.expect_value(&it.init, names::of_target(&it.binding));
        walk::walk_assignment_target_with_default(self, it);
    }

    fn visit_if_statement(&mut self, it: &IfStatement<'a>) {
        let then = it.consequent.span();
        let (never, always) = (is_always(&it.test, false), is_always(&it.test, true));
        self.add(then.start, Some(then.end), (then.start, then.end), never);
        if let Some(other) = &it.alternate {
            let span = other.span();
            self.add(then.end, Some(span.end), (span.start, span.end), always);
        }
        walk::walk_if_statement(self, it);
    }

    fn visit_conditional_expression(&mut self, it: &ConditionalExpression<'a>) {
        let (test, then, other) = (it.test.span(), it.consequent.span(), it.alternate.span());
        let start = self.sign("?", test.end, then.start);
        self.part(start, then.end, (then.start, then.end));
        let start = self.sign(":", then.end, other.start);
        self.part(start, other.end, (other.start, other.end));
        walk::walk_conditional_expression(self, it);
    }

    fn visit_logical_expression(&mut self, it: &LogicalExpression<'a>) {
        let (left, right) = (it.left.span(), it.right.span());
        let start = self.sign(it.operator.as_str(), left.end, right.start);
        self.part(start, right.end, (right.start, right.end));
        walk::walk_logical_expression(self, it);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        if it.optional {
            let start = self.sign("?.", it.object.span().end, it.property.span.start);
            self.part(start, it.span.end, (it.property.span.start, it.span.end));
        }
        walk::walk_static_member_expression(self, it);
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        if it.optional {
            let inner = it.expression.span();
            let start = self.sign("?.", it.object.span().end, inner.start);
            self.part(start, it.span.end, (inner.start, it.span.end));
        }
        walk::walk_computed_member_expression(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.optional {
            let callee = it.callee.span().end;
            let start = self.sign("?.", callee, it.span.end);
            self.part(start, it.span.end, (start, it.span.end));
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_for_statement(&mut self, it: &ForStatement<'a>) {
        self.body_of_loop(&it.body);
        walk::walk_for_statement(self, it);
    }

    fn visit_for_in_statement(&mut self, it: &ForInStatement<'a>) {
        self.body_of_loop(&it.body);
        walk::walk_for_in_statement(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.body_of_loop(&it.body);
        walk::walk_for_of_statement(self, it);
    }

    fn visit_while_statement(&mut self, it: &WhileStatement<'a>) {
        self.body_of_loop(&it.body);
        walk::walk_while_statement(self, it);
    }

    fn visit_do_while_statement(&mut self, it: &DoWhileStatement<'a>) {
        self.body_of_loop(&it.body);
        walk::walk_do_while_statement(self, it);
    }

    fn visit_switch_statement(&mut self, it: &SwitchStatement<'a>) {
        for (index, case) in it.cases.iter().enumerate() {
            // One that has no code falls through to the next.
            let code = it.cases[index..]
                .iter()
                .find_map(|case| case.consequent.first());
            if let Some(code) = code {
                self.part(
                    case.span.start,
                    case.span.end,
                    (code.span().start, it.span.end),
                );
            }
        }
        self.visit_expression(&it.discriminant);
        for case in &it.cases {
            if let Some(test) = &case.test {
                self.visit_expression(test);
            }
            self.list(&case.consequent, case.span.end);
        }
    }

    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        if let Some(finalizer) = &it.finalizer {
            let before = it
                .handler
                .as_ref()
                .map_or(it.block.span.end, |handler| handler.span.end);
            let start = self.sign("finally", before, finalizer.span.start);
            self.part(
                start,
                finalizer.span.end,
                (finalizer.span.start, finalizer.span.end),
            );
        }
        if let Some(handler) = &it.handler {
            let span = handler.span;
            // Nothing is thrown where nothing is done.
            let is_dead = it.block.body.is_empty();
            self.add(span.start, Some(span.end), (span.start, span.end), is_dead);
        }
        walk::walk_try_statement(self, it);
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        walk::walk_await_expression(self, it);
        self.waits = true;
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        walk::walk_yield_expression(self, it);
        self.waits = true;
    }
}
