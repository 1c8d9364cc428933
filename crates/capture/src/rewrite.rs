//! The rewriting of one library file.

use std::collections::{BTreeSet, HashSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder, SymbolId};
use oxc_span::{GetSpan, SourceType, Span};

use crate::builtins::{
    CHECKED_METHODS, COLLECTIONS, FIXED, GLOBALS, ITERATING, is_static, kinds_of,
};
use crate::constants::{Constants, Load};
use crate::edits::Edits;
use crate::shapes::{bare, body_of, has_prototype, has_spread, is_loaded, may_stop};
use crate::{AFTER, BEFORE};

/// What files call the original `Function.prototype.call`.
const ORIGINAL_CALL: &str = "$call";

/// A library file as the engine gets it.
#[derive(Debug)]
pub struct Rewritten {
    /// The text, wrapped as a function
    pub text: String,
    /// What it takes from `$`
    pub uses: BTreeSet<String>,
}

/// Something in a library file that scripts could trip over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1
    pub line: usize,
    /// What is wrong, and what to write instead
    pub message: String,
}

/// Wraps a library file as a function, captures the built-ins it uses and puts in the numbers that its
/// constants stand for, also those it takes from other files.
pub fn rewrite(text: &str, load: Load<'_>) -> Result<Rewritten, Vec<Problem>> {
    rewrite_source(&format!("{BEFORE}{text}{AFTER}"), load)
}

/// Captures the built-ins of a script in which `$` is a parameter already.
pub fn rewrite_script(source: &str) -> Result<Rewritten, Vec<Problem>> {
    rewrite_source(source, &|_| None)
}

fn rewrite_source(source: &str, load: Load<'_>) -> Result<Rewritten, Vec<Problem>> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::script()).parse();
    if let Some(error) = parsed.diagnostics.iter().next() {
        let offset = error.labels.first().map_or(0, |label| label.offset());
        return Err(vec![Problem {
            line: line_of(source, offset as usize),
            message: error.message.to_string(),
        }]);
    }
    let semantic = SemanticBuilder::new().build(&parsed.program).semantic;
    let scoping = semantic.scoping();
    let mut rewriter = Rewriter {
        source,
        scoping,
        edits: Edits::default(),
        uses: BTreeSet::new(),
        problems: Vec::new(),
        loaded: loaded_symbols(&parsed.program),
        constants: Constants::of(&parsed.program, load),
        has_captured: false,
        handled_patterns: HashSet::new(),
        checks_calls: false,
    };
    rewriter.visit_program(&parsed.program);
    if rewriter.checks_calls {
        rewriter.declare_call(&parsed.program);
    }
    if rewriter.problems.is_empty() {
        Ok(Rewritten {
            text: rewriter.edits.apply(source),
            uses: rewriter.uses,
        })
    } else {
        Err(rewriter.problems)
    }
}

fn span_of(element: &Option<impl GetSpan>) -> Option<Span> {
    element.as_ref().map(GetSpan::span)
}

fn line_of(source: &str, offset: usize) -> usize {
    let before = &source.as_bytes()[..offset.min(source.len())];
    before.iter().filter(|byte| **byte == b'\n').count() + 1
}

/// The constants that are other library files or bindings: their methods are the library's own.
fn loaded_symbols(program: &Program<'_>) -> HashSet<SymbolId> {
    struct Finder(HashSet<SymbolId>);
    impl<'a> Visit<'a> for Finder {
        fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
            if let BindingPattern::BindingIdentifier(name) = &declarator.id
                && declarator.init.as_ref().is_some_and(is_loaded)
            {
                self.0.extend(name.symbol_id.get());
            }
            walk::walk_variable_declarator(self, declarator);
        }
    }
    let mut finder = Finder(HashSet::new());
    finder.visit_program(program);
    finder.0
}

struct Rewriter<'s> {
    source: &'s str,
    scoping: &'s Scoping,
    edits: Edits,
    uses: BTreeSet<String>,
    problems: Vec<Problem>,
    loaded: HashSet<SymbolId>,
    constants: Constants,
    /// Whether the parameter `$` has been seen: there must be no other
    has_captured: bool,
    /// Where array patterns start whose value is iterated safely
    handled_patterns: HashSet<u32>,
    /// Whether a `f.call(..)` is compared with the original, which then has a name of its own
    checks_calls: bool,
}

impl Rewriter<'_> {
    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.problems.push(Problem {
            line: line_of(self.source, span.start as usize),
            message: message.into(),
        });
    }

    /// How a file names something of `$`.
    fn captured(&mut self, name: impl Into<String>) -> String {
        let name = name.into();
        let text = format!("$.{name}");
        self.uses.insert(name);
        text
    }

    /// Puts an expression into a call of a helper.
    fn wrap(&mut self, span: Span, helper: &str) {
        let helper = self.captured(helper);
        self.edits.open(span.start, format!("{helper}("));
        self.edits.close(span.end, ")");
    }

    /// The name of a global that the file does not declare itself.
    fn global_name<'b>(&self, expression: &'b Expression<'_>) -> Option<&'b str> {
        let Expression::Identifier(identifier) = expression else {
            return None;
        };
        let name = identifier.name.as_str();
        (self.symbol_of(identifier).is_none() && GLOBALS.contains(&name)).then_some(name)
    }

    /// Whether something else will stand where this name does.
    fn is_replaced(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(identifier) => match self.symbol_of(identifier) {
                Some(symbol) => self.constants.text(symbol).is_some(),
                None => self.global_name(expression).is_some(),
            },
            _ => false,
        }
    }

    fn symbol_of(&self, identifier: &IdentifierReference<'_>) -> Option<SymbolId> {
        let reference = identifier.reference_id.get()?;
        self.scoping.get_reference(reference).symbol_id()
    }

    /// The captured name of `Object.keys` or `Array.prototype.push`.
    fn captured_member(&self, member: &StaticMemberExpression<'_>) -> Option<String> {
        let property = member.property.name.as_str();
        if let Some(owner) = self.global_name(&member.object) {
            return is_static(owner, property).then(|| format!("{owner}_{property}"));
        }
        let Expression::StaticMemberExpression(inner) = &member.object else {
            return None;
        };
        let owner = self.global_name(&inner.object)?;
        (inner.property.name == "prototype" && !matches!(property, "__proto__" | "constructor"))
            .then(|| format!("{owner}_prototype_{property}"))
    }

    /// Whether methods of this receiver are surely not those of a built-in.
    fn is_own(&self, receiver: &Expression<'_>, method: &str) -> bool {
        match bare(receiver) {
            Expression::Super(_) => true,
            Expression::ThisExpression(_) => !matches!(method, "set" | "subarray"),
            Expression::Identifier(identifier) => {
                let symbol = self.symbol_of(identifier);
                let is_loaded = symbol.is_some_and(|symbol| self.loaded.contains(&symbol));
                let is_class = identifier
                    .name
                    .starts_with(|first: char| first.is_ascii_uppercase());
                (is_loaded || is_class) && !matches!(method, "call" | "apply")
            }
            other => is_loaded(other) && !matches!(method, "call" | "apply" | "bind"),
        }
    }

    /// Rewrites `receiver.name(..)` if a built-in has a method of this name. With `optional` the result is
    /// undefined where the receiver is null or undefined.
    fn rewrite_method(&mut self, call: &CallExpression<'_>, optional: bool) {
        let Expression::StaticMemberExpression(member) = &call.callee else {
            return;
        };
        let name = member.property.name.as_str();
        if self.is_own(&member.object, name) {
            return;
        }
        match name {
            "call" if has_spread(call) => self.apply_list(call, member, optional),
            _ if !optional && self.is_plain_call(call, member) => self.check_first(call, member),
            _ if CHECKED_METHODS.contains(&name) || kinds_of(name).is_some() => {
                self.check_receiver(member, name, optional);
            }
            _ => {}
        }
    }

    /// `receiver.name(` becomes `$.name(receiver).name(`.
    fn check_receiver(&mut self, member: &StaticMemberExpression<'_>, name: &str, optional: bool) {
        let receiver = member.object.span();
        self.wrap(receiver, name);
        if optional && !member.optional {
            let property = member.property.span;
            let between = &self.source[receiver.end as usize..property.start as usize];
            // The last one: a comment may have others.
            let dot = receiver.end + between.rfind('.').expect("a member has a dot") as u32;
            self.edits.replace(dot, dot + 1, "?.");
        }
    }

    /// Whether it is `f.call(..)` with nothing to be rewritten in it, so that it can stand in two places.
    fn is_plain_call(
        &self,
        call: &CallExpression<'_>,
        member: &StaticMemberExpression<'_>,
    ) -> bool {
        member.property.name == "call"
            && matches!(member.object, Expression::Identifier(_))
            && self.is_plain(&member.object)
            && !call.span.source_text(self.source).contains('\n')
            && call.arguments.iter().all(|argument| {
                argument
                    .as_expression()
                    .is_some_and(|argument| self.is_plain(argument))
            })
    }

    /// Whether nothing in it is going to be rewritten, but for constants.
    fn is_plain(&self, expression: &Expression<'_>) -> bool {
        match expression {
            Expression::Identifier(identifier) => {
                self.symbol_of(identifier).is_some() || FIXED.contains(&identifier.name.as_str())
            }
            Expression::StaticMemberExpression(member) => self.is_plain(&member.object),
            Expression::ComputedMemberExpression(member) => {
                self.is_plain(&member.object) && self.is_plain(&member.expression)
            }
            Expression::BinaryExpression(binary) => {
                self.is_plain(&binary.left) && self.is_plain(&binary.right)
            }
            Expression::UnaryExpression(unary) => self.is_plain(&unary.argument),
            Expression::ThisExpression(_)
            | Expression::NumericLiteral(_)
            | Expression::StringLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_) => true,
            _ => false,
        }
    }

    /// `f.call(self)` becomes `(f.call === $call ? f.call(self) : $.call(f).call(self))`: what the compiler knows
    /// of `f` it knows of what is called, and inlines it.
    fn check_first(&mut self, call: &CallExpression<'_>, member: &StaticMemberExpression<'_>) {
        let receiver = member.object.span().source_text(self.source);
        self.checks_calls = true;
        let after_receiver = Span::new(member.object.span().end, call.span.end);
        let rest = after_receiver.source_text(self.source);
        let helper = self.captured("call");
        self.edits.open(
            call.span.start,
            format!("({receiver}.call === {ORIGINAL_CALL} ? "),
        );
        self.edits
            .close(call.span.end, format!(" : {helper}({receiver}){rest})"));
    }

    /// The original `call` is a constant of the file, not a property of `$`: half of what the check costs would be to look
    /// that up.
    fn declare_call(&mut self, program: &Program<'_>) {
        let Some(body) = body_of(program) else {
            return;
        };
        let original = self.captured("Function_prototype_call");
        let start = match body.directives.last() {
            Some(directive) => directive.span.end,
            None => body.span.start + 1,
        };
        self.edits
            .open(start, format!(" const {ORIGINAL_CALL} = {original};"));
    }

    /// `f.call(self, a, ...list)` becomes `$.apply(f).apply(self, [a, ...list])`, which is faster.
    fn apply_list(
        &mut self,
        call: &CallExpression<'_>,
        member: &StaticMemberExpression<'_>,
        optional: bool,
    ) {
        if matches!(call.arguments[0], Argument::SpreadElement(_)) {
            return self.check_receiver(member, "call", optional);
        }
        self.check_receiver(member, "apply", optional);
        let name = member.property.span;
        self.edits.replace(name.start, name.end, "apply");
        let last = call.arguments.last().expect("there is a list");
        self.edits.open(call.arguments[1].span().start, "[");
        self.edits.close(last.span().end, "]");
    }

    /// What a captured function does with its arguments: property descriptors must not inherit, iterables
    /// must not be left to iterators that scripts can change.
    fn guard_arguments(&mut self, callee: &str, arguments: &[Argument<'_>]) {
        let argument = |index: usize| arguments.get(index).and_then(Argument::as_expression);
        match callee {
            "Object_defineProperty" | "Reflect_defineProperty" => {
                if let Some(descriptor) = argument(2) {
                    self.seal(descriptor);
                }
            }
            "Object_defineProperties" | "Object_create" => {
                if let Some(descriptors) = argument(1) {
                    self.seal_all(descriptors);
                }
            }
            _ if ITERATING.contains(&callee) => {
                if let Some(iterable) = argument(0) {
                    self.wrap(iterable.span(), "each");
                }
            }
            _ => {}
        }
    }

    /// Takes the prototype from an object that is read as a property descriptor or a proxy's handler.
    fn seal(&mut self, expression: &Expression<'_>) {
        match bare(expression) {
            Expression::ObjectExpression(object) => self.take_prototype(object),
            Expression::ConditionalExpression(conditional) => {
                self.seal(&conditional.consequent);
                self.seal(&conditional.alternate);
            }
            other => self.wrap(other.span(), "sealed"),
        }
    }

    fn seal_all(&mut self, expression: &Expression<'_>) {
        let Expression::ObjectExpression(object) = bare(expression) else {
            return self.wrap(expression.span(), "sealedAll");
        };
        self.take_prototype(object);
        for property in &object.properties {
            match property {
                ObjectPropertyKind::ObjectProperty(property) if property.shorthand => {}
                ObjectPropertyKind::ObjectProperty(property) => {
                    if !property.key.is_specific_static_name("__proto__") {
                        self.seal(&property.value);
                    }
                }
                ObjectPropertyKind::SpreadProperty(spread) => {
                    self.wrap(spread.argument.span(), "sealedAll");
                }
            }
        }
    }

    fn take_prototype(&mut self, object: &ObjectExpression<'_>) {
        if !has_prototype(object) {
            let comma = if object.properties.is_empty() {
                ""
            } else {
                ","
            };
            self.edits
                .open(object.span.start + 1, format!(" __proto__: null{comma}"));
        }
    }

    /// A declaration or assignment by an array pattern.
    fn iterate_for_pattern(&mut self, pattern: Span, value: Span, helper: &str) {
        self.handled_patterns.insert(pattern.start);
        self.wrap(value, helper);
    }

    /// Inner patterns and those of parameters have no value to put into a call: they take properties
    /// instead, `{ 0: a, 1: b }` for `[a, b]`.
    fn take_by_index(&mut self, span: Span, elements: &[Option<Span>], rest: Option<Span>) {
        if let Some(rest) = rest {
            return self.problem(
                rest,
                "the rest of an array pattern cannot be captured here: use slice",
            );
        }
        self.edits.replace(span.start, span.start + 1, "{");
        self.edits.replace(span.end - 1, span.end, "}");
        let mut from = span.start + 1;
        for (index, element) in elements.iter().enumerate() {
            match element {
                Some(element) => {
                    self.edits.open(element.start, format!("{index}: "));
                    from = element.end;
                }
                // A hole: its comma goes too.
                None => {
                    let text = &self.source[from as usize..span.end as usize];
                    let skipped = if index == 0 { 0 } else { 1 };
                    let Some((at, _)) = text.match_indices(',').nth(skipped) else {
                        continue;
                    };
                    let comma = from + at as u32;
                    self.edits.replace(comma, comma + 1, "");
                    from = comma;
                }
            }
        }
    }
}

impl<'a> Visit<'a> for Rewriter<'_> {
    fn visit_binding_identifier(&mut self, identifier: &BindingIdentifier<'a>) {
        if identifier.name == "$" {
            if self.has_captured {
                self.problem(
                    identifier.span,
                    "the name $ is taken by the captured built-ins",
                );
            }
            self.has_captured = true;
        }
    }

    fn visit_identifier_reference(&mut self, identifier: &IdentifierReference<'a>) {
        let name = identifier.name.as_str();
        if let Some(symbol) = self.symbol_of(identifier) {
            if let Some(number) = self.constants.text(symbol) {
                self.edits
                    .replace(identifier.span.start, identifier.span.end, number);
            }
            return;
        }
        if FIXED.contains(&name) {
            return;
        }
        if GLOBALS.contains(&name) {
            let captured = self.captured(name);
            self.edits
                .replace(identifier.span.start, identifier.span.end, captured);
        } else {
            self.problem(
                identifier.span,
                format!("the library must not use the global {name}, which scripts can replace: require it"),
            );
        }
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if property.shorthand && self.is_replaced(&property.value) {
            let name = property.span.source_text(self.source);
            self.edits.open(property.span.start, format!("{name}: "));
        }
        walk::walk_object_property(self, property);
    }

    fn visit_object_property_kind(&mut self, property: &ObjectPropertyKind<'a>) {
        match property {
            // It copies properties: no iterator has part in it.
            ObjectPropertyKind::SpreadProperty(spread) => self.visit_expression(&spread.argument),
            ObjectPropertyKind::ObjectProperty(property) => self.visit_object_property(property),
        }
    }

    fn visit_static_member_expression(&mut self, member: &StaticMemberExpression<'a>) {
        match self.captured_member(member) {
            Some(name) => {
                let captured = self.captured(name);
                self.edits
                    .replace(member.span.start, member.span.end, captured);
            }
            None => walk::walk_static_member_expression(self, member),
        }
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let Expression::StaticMemberExpression(member) = &call.callee {
            match self.captured_member(member) {
                Some(name) => self.guard_arguments(&name, &call.arguments),
                None if call.optional => {}
                None => self.rewrite_method(call, may_stop(&call.callee)),
            }
        }
        walk::walk_call_expression(self, call);
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        let Some(name) = self.global_name(&new.callee).map(str::to_string) else {
            return walk::walk_new_expression(self, new);
        };
        let first = new.arguments.first().and_then(Argument::as_expression);
        if name == "Proxy"
            && let Some(handler) = new.arguments.get(1).and_then(Argument::as_expression)
        {
            self.seal(handler);
        }
        if COLLECTIONS.contains(&name.as_str()) {
            let own = self.captured(format!("Own{name}"));
            let callee = new.callee.span();
            self.edits.replace(callee.start, callee.end, own);
            if let Some(iterable) = first
                && (name.ends_with("Map") || name.ends_with("Set"))
            {
                self.wrap(iterable.span(), "each");
            }
        } else {
            if name.ends_with("Array")
                && let Some(list @ Expression::ArrayExpression(_)) = first
            {
                self.wrap(list.span(), "each");
            }
            self.visit_expression(&new.callee);
        }
        self.visit_arguments(&new.arguments);
    }

    fn visit_for_in_statement(&mut self, statement: &ForInStatement<'a>) {
        self.problem(
            statement.span,
            "for...in sees what scripts add to Object.prototype: use Object.keys",
        );
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        let pattern = match &statement.left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                match &declaration.declarations[0].id {
                    BindingPattern::ArrayPattern(pattern) => Some(pattern.span),
                    _ => None,
                }
            }
            ForStatementLeft::ArrayAssignmentTarget(target) => Some(target.span),
            _ => None,
        };
        let value = statement.right.span();
        match pattern {
            Some(pattern) => self.iterate_for_pattern(pattern, value, "eachList"),
            None => self.wrap(value, "each"),
        }
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (BindingPattern::ArrayPattern(pattern), Some(value)) =
            (&declarator.id, &declarator.init)
        {
            self.iterate_for_pattern(pattern.span, value.span(), "each");
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if let AssignmentTarget::ArrayAssignmentTarget(target) = &assignment.left {
            self.iterate_for_pattern(target.span, assignment.right.span(), "each");
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_array_pattern(&mut self, pattern: &ArrayPattern<'a>) {
        if !self.handled_patterns.remove(&pattern.span.start) {
            let elements: Vec<_> = pattern.elements.iter().map(span_of).collect();
            let rest = pattern.rest.as_ref().map(|rest| rest.span);
            self.take_by_index(pattern.span, &elements, rest);
        }
        walk::walk_array_pattern(self, pattern);
    }

    fn visit_array_assignment_target(&mut self, target: &ArrayAssignmentTarget<'a>) {
        if !self.handled_patterns.remove(&target.span.start) {
            let elements: Vec<_> = target.elements.iter().map(span_of).collect();
            let rest = target.rest.as_ref().map(|rest| rest.span);
            self.take_by_index(target.span, &elements, rest);
        }
        walk::walk_array_assignment_target(self, target);
    }

    fn visit_spread_element(&mut self, spread: &SpreadElement<'a>) {
        self.wrap(spread.argument.span(), "each");
        walk::walk_spread_element(self, spread);
    }

    fn visit_yield_expression(&mut self, expression: &YieldExpression<'a>) {
        if expression.delegate
            && let Some(iterable) = &expression.argument
        {
            self.wrap(iterable.span(), "each");
        }
        walk::walk_yield_expression(self, expression);
    }
}
