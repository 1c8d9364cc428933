//! Which parts of a text are types.

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

/// What is to be changed in a text.
#[derive(Default)]
pub(super) struct Edits {
    blanks: Vec<(usize, usize)>,
    marks: Vec<(usize, u8)>,
}

impl Edits {
    /// The text with blanks where there were types. Line ends stay; a blank is as long as what it stands for, in bytes and in
    /// columns.
    pub(super) fn apply(self, source: &str) -> String {
        let mut bytes = source.as_bytes().to_vec();
        for (start, end) in self.blanks {
            for (offset, character) in source[start..end].char_indices() {
                let at = start + offset;
                let blank = match character {
                    '\n' | '\r' | '\u{2028}' | '\u{2029}' => continue,
                    _ => BLANKS[character.len_utf8() - 1],
                };
                bytes[at..at + blank.len()].copy_from_slice(blank.as_bytes());
            }
        }
        for (at, mark) in self.marks {
            bytes[at] = mark;
        }
        // Whole characters were replaced: it is still text.
        String::from_utf8(bytes).unwrap_or_default()
    }
}

/// Blanks of one to four bytes; the last takes two columns.
const BLANKS: [&str; 4] = [" ", "\u{a0}", "\u{2002}", "\u{a0}\u{a0}"];

/// What has to be changed; or what cannot be, and where.
pub(super) fn erase(source: &str, program: &Program<'_>) -> Result<Edits, (&'static str, u32)> {
    let mut eraser = Eraser {
        source,
        edits: Edits::default(),
        refusal: None,
    };
    eraser.visit_program(program);
    match eraser.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(eraser.edits),
    }
}

struct Eraser<'t> {
    source: &'t str,
    edits: Edits,
    refusal: Option<(&'static str, u32)>,
}

impl Eraser<'_> {
    fn blank(&mut self, span: Span) {
        self.blank_range(span.start, span.end);
    }

    fn blank_range(&mut self, start: u32, end: u32) {
        if start < end {
            self.edits.blanks.push((start as usize, end as usize));
        }
    }

    fn refuse(&mut self, message: &'static str, at: u32) {
        if self.refusal.is_none_or(|(_, first)| at < first) {
            self.refusal = Some((message, at));
        }
    }

    fn text(&self, start: u32, end: u32) -> &str {
        self.source.get(start as usize..end as usize).unwrap_or("")
    }

    /// Blanks an annotation with what stands between it and `after`: a colon, `?` or `!`.
    fn blank_annotation(&mut self, after: u32, annotation: Option<&TSTypeAnnotation<'_>>) {
        if let Some(annotation) = annotation {
            self.blank_range(after, annotation.span.end);
        }
    }

    /// Blanks a mark behind a name: `?` or `!`.
    fn blank_mark(&mut self, after: u32, mark: char) {
        let Some(rest) = self.source.get(after as usize..) else {
            return;
        };
        let skipped = rest.len() - rest.trim_start().len();
        if rest[skipped..].starts_with(mark) {
            let at = after + skipped as u32;
            self.blank_range(at, at + 1);
        }
    }

    /// Blanks the words in front of a member that only types have.
    fn blank_modifiers(&mut self, start: u32, end: u32) {
        const WORDS: [&str; 8] = [
            "public",
            "private",
            "protected",
            "readonly",
            "override",
            "abstract",
            "declare",
            "static",
        ];
        let mut at = start;
        while at < end {
            let rest = self.text(at, end);
            let trimmed = skip_space(rest);
            let from = at + (rest.len() - trimmed.len()) as u32;
            let length = trimmed
                .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .unwrap_or(trimmed.len());
            let word = &trimmed[..length];
            if !WORDS.contains(&word) {
                return;
            }
            let is_kept = word == "static";
            at = from + length as u32;
            if !is_kept {
                self.blank_range(from, at);
            }
        }
    }

    /// The body of an `if` or a loop cannot go altogether.
    fn check_body(&mut self, body: &Statement<'_>) {
        if is_type_statement(body) {
            self.edits.marks.push((body.span().start as usize, b';'));
        }
    }

    /// After what was blanked behind an expression, the next line may read on where it did not before.
    fn separate(&mut self, at: u32, end: u32) {
        let rest = self.source.get(end as usize..).unwrap_or("");
        let next = skip_space(rest);
        let between = &rest[..rest.len() - next.len()];
        let reads_on = next.starts_with(['(', '[', '`', '+', '-', '/']);
        if between.contains('\n') && reads_on {
            self.edits.marks.push((at as usize, b';'));
        }
    }

    /// Blanks one of a list, with the comma behind it.
    fn blank_in_list(&mut self, span: Span) {
        let rest = self.source.get(span.end as usize..).unwrap_or("");
        let next = skip_space(rest);
        let mut end = span.end;
        if next.starts_with(',') {
            end += (rest.len() - next.len()) as u32 + 1;
        }
        self.blank_range(span.start, end);
    }
}

/// A text without the blanks and comments that it begins with.
fn skip_space(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let after = if let Some(line) = rest.strip_prefix("//") {
            line.find('\n').map_or("", |end| &line[end..])
        } else if let Some(block) = rest.strip_prefix("/*") {
            block.find("*/").map_or("", |end| &block[end + 2..])
        } else {
            return rest;
        };
        rest = after.trim_start();
    }
}

/// Whether nothing is left of a statement without types.
fn is_type_statement(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::TSTypeAliasDeclaration(_)
        | Statement::TSInterfaceDeclaration(_)
        | Statement::TSExternalModuleDeclaration(_)
        | Statement::TSGlobalDeclaration(_)
        | Statement::TSNamespaceExportDeclaration(_) => true,
        Statement::TSEnumDeclaration(one) => one.declare,
        Statement::TSNamespaceDeclaration(one) => goes_altogether(one),
        Statement::VariableDeclaration(one) => one.declare,
        Statement::FunctionDeclaration(one) => one.declare || one.body.is_none(),
        Statement::ClassDeclaration(one) => one.declare,
        Statement::TSImportEqualsDeclaration(one) => one.import_kind.is_type(),
        Statement::ImportDeclaration(one) => one.import_kind.is_type(),
        Statement::ExportAllDeclaration(one) => one.export_kind.is_type(),
        Statement::ExportNamedDeclaration(one) => one.export_kind.is_type(),
        Statement::ExportFromDeclaration(one) => one.export_kind.is_type(),
        Statement::ExportDeclaration(one) => is_type_declaration(&one.declaration),
        Statement::ExportDefaultDeclaration(one) => match &one.declaration {
            ExportDefaultDeclarationKind::TSInterfaceDeclaration(_) => true,
            ExportDefaultDeclarationKind::FunctionDeclaration(one) => one.body.is_none(),
            _ => false,
        },
        _ => false,
    }
}

fn is_type_declaration(declaration: &Declaration<'_>) -> bool {
    match declaration {
        Declaration::TSTypeAliasDeclaration(_)
        | Declaration::TSInterfaceDeclaration(_)
        | Declaration::TSExternalModuleDeclaration(_)
        | Declaration::TSGlobalDeclaration(_) => true,
        Declaration::TSEnumDeclaration(one) => one.declare,
        Declaration::TSNamespaceDeclaration(one) => goes_altogether(one),
        Declaration::VariableDeclaration(one) => one.declare,
        Declaration::FunctionDeclaration(one) => one.declare || one.body.is_none(),
        Declaration::ClassDeclaration(one) => one.declare,
        Declaration::TSImportEqualsDeclaration(one) => one.import_kind.is_type(),
    }
}

/// The old word for a namespace is refused, whatever is in it.
fn goes_altogether(namespace: &TSNamespaceDeclaration<'_>) -> bool {
    namespace.kind != TSNamespaceDeclarationKind::Module
        && (namespace.declare || has_only_types(namespace))
}

fn has_only_types(namespace: &TSNamespaceDeclaration<'_>) -> bool {
    if namespace.kind == TSNamespaceDeclarationKind::Module {
        return false;
    }
    match &namespace.body {
        TSNamespaceDeclarationBody::TSNamespaceDeclaration(inner) => has_only_types(inner),
        TSNamespaceDeclarationBody::TSModuleBlock(block) => {
            block.body.iter().all(is_type_statement)
        }
    }
}

impl<'a> Visit<'a> for Eraser<'_> {
    fn visit_statement(&mut self, statement: &Statement<'a>) {
        if is_type_statement(statement) {
            self.blank(statement.span());
            return;
        }
        walk::walk_statement(self, statement);
    }

    fn visit_if_statement(&mut self, statement: &IfStatement<'a>) {
        walk::walk_if_statement(self, statement);
        self.check_body(&statement.consequent);
        if let Some(alternate) = &statement.alternate {
            self.check_body(alternate);
        }
    }

    fn visit_while_statement(&mut self, statement: &WhileStatement<'a>) {
        walk::walk_while_statement(self, statement);
        self.check_body(&statement.body);
    }

    fn visit_for_statement(&mut self, statement: &ForStatement<'a>) {
        walk::walk_for_statement(self, statement);
        self.check_body(&statement.body);
    }

    fn visit_for_in_statement(&mut self, statement: &ForInStatement<'a>) {
        walk::walk_for_in_statement(self, statement);
        self.check_body(&statement.body);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        walk::walk_for_of_statement(self, statement);
        self.check_body(&statement.body);
    }

    fn visit_ts_enum_declaration(&mut self, declaration: &TSEnumDeclaration<'a>) {
        let message = "TypeScript enum is not supported in strip-only mode";
        self.refuse(message, declaration.span.start);
    }

    fn visit_ts_namespace_declaration(&mut self, declaration: &TSNamespaceDeclaration<'a>) {
        let message = match declaration.kind {
            TSNamespaceDeclarationKind::Module => {
                "`module` keyword is not supported. Use `namespace` instead."
            }
            TSNamespaceDeclarationKind::Namespace => {
                "TypeScript namespace declaration is not supported in strip-only mode"
            }
        };
        self.refuse(message, declaration.span.start);
    }

    fn visit_ts_import_equals_declaration(&mut self, declaration: &TSImportEqualsDeclaration<'a>) {
        let message = "TypeScript import equals declaration is not supported in strip-only mode";
        self.refuse(message, declaration.span.start);
    }

    fn visit_ts_export_assignment(&mut self, assignment: &TSExportAssignment<'a>) {
        let message = "TypeScript export assignment is not supported in strip-only mode";
        self.refuse(message, assignment.span.start);
    }

    fn visit_ts_type_assertion(&mut self, assertion: &TSTypeAssertion<'a>) {
        let message = "The angle-bracket syntax for type assertions, `<T>expr`, is not supported in type strip \
            mode. Instead, use the 'as' syntax: `expr as T`.";
        self.refuse(message, assertion.span.start);
    }

    fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
        for specifier in import.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportSpecifier(specifier) = specifier
                && specifier.import_kind.is_type()
            {
                self.blank_in_list(specifier.span);
            }
        }
    }

    fn visit_export_specifier(&mut self, specifier: &ExportSpecifier<'a>) {
        if specifier.export_kind.is_type() {
            self.blank_in_list(specifier.span);
        }
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let after = declarator.id.span().end;
        if declarator.definite {
            self.blank_mark(after, '!');
        }
        self.blank_annotation(after, declarator.type_annotation.as_deref());
        self.visit_binding_pattern(&declarator.id);
        if let Some(init) = &declarator.init {
            self.visit_expression(init);
        }
    }

    fn visit_formal_parameter(&mut self, parameter: &FormalParameter<'a>) {
        if parameter.accessibility.is_some() || parameter.readonly || parameter.r#override {
            let message = "TypeScript parameter property is not supported in strip-only mode";
            self.refuse(message, parameter.span.start);
        }
        let after = parameter.pattern.span().end;
        if parameter.optional {
            self.blank_mark(after, '?');
        }
        self.blank_annotation(after, parameter.type_annotation.as_deref());
        self.visit_decorators(&parameter.decorators);
        self.visit_binding_pattern(&parameter.pattern);
        if let Some(initializer) = &parameter.initializer {
            self.visit_expression(initializer);
        }
    }

    fn visit_formal_parameter_rest(&mut self, parameter: &FormalParameterRest<'a>) {
        self.blank_annotation(
            parameter.rest.span.end,
            parameter.type_annotation.as_deref(),
        );
        self.visit_decorators(&parameter.decorators);
        self.visit_binding_pattern(&parameter.rest.argument);
    }

    fn visit_catch_parameter(&mut self, parameter: &CatchParameter<'a>) {
        self.blank_annotation(
            parameter.pattern.span().end,
            parameter.type_annotation.as_deref(),
        );
        self.visit_binding_pattern(&parameter.pattern);
    }

    fn visit_function(&mut self, function: &Function<'a>, _: ScopeFlags) {
        if let Some(parameters) = &function.type_parameters {
            self.blank(parameters.span);
        }
        if let Some(this) = &function.this_param {
            self.blank_in_list(this.span);
        }
        self.blank_annotation(function.params.span.end, function.return_type.as_deref());
        self.visit_formal_parameters(&function.params);
        if let Some(body) = &function.body {
            self.visit_function_body(body);
        }
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        if let Some(parameters) = &arrow.type_parameters {
            self.blank(parameters.span);
        }
        if let Some(annotation) = &arrow.return_type {
            let end = annotation.span.end;
            let close = arrow.params.span.end;
            self.blank_range(close, end);
            // No line may end between the parentheses and the arrow: they close behind the type then.
            if self.text(close, end).contains('\n') {
                self.blank_range(close - 1, close);
                self.edits.marks.push((end as usize - 1, b')'));
            }
        }
        self.visit_formal_parameters(&arrow.params);
        self.visit_arrow_function_body(&arrow.body);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        self.visit_decorators(&class.decorators);
        if class.r#abstract {
            let start = class
                .decorators
                .last()
                .map_or(class.span.start, |last| last.span.end);
            self.blank_modifiers(start, class.body.span.start);
        }
        if let Some(parameters) = &class.type_parameters {
            self.blank(parameters.span);
        }
        let mut heritage_end = class
            .type_parameters
            .as_ref()
            .map(|parameters| parameters.span.end)
            .or(class.id.as_ref().map(|id| id.span.end))
            .unwrap_or(class.span.start + "class".len() as u32);
        if let Some(heritage) = &class.heritage {
            self.visit_expression(&heritage.expression);
            heritage_end = heritage.expression.span().end;
            if let Some(arguments) = &heritage.type_arguments {
                self.blank(arguments.span);
                heritage_end = arguments.span.end;
            }
        }
        if let Some(last) = class.implements.last() {
            let rest = self.text(heritage_end, last.span.end);
            let skipped = rest.find("implements").unwrap_or(0) as u32;
            self.blank_range(heritage_end + skipped, last.span.end);
        }
        self.visit_class_body(&class.body);
    }

    fn visit_ts_index_signature(&mut self, signature: &TSIndexSignature<'a>) {
        self.blank_member(signature.span);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        let is_abstract = method.r#type == MethodDefinitionType::TSAbstractMethodDefinition;
        if is_abstract || method.value.body.is_none() {
            self.blank_member(method.span);
            return;
        }
        self.visit_decorators(&method.decorators);
        let start = method
            .decorators
            .last()
            .map_or(method.span.start, |last| last.span.end);
        self.blank_modifiers(start, method.key.span().start);
        if method.optional {
            let after = method.key.span().end + u32::from(method.computed);
            self.blank_mark(after, '?');
        }
        self.visit_property_key(&method.key);
        self.visit_function(&method.value, ScopeFlags::empty());
    }

    fn visit_property_definition(&mut self, property: &PropertyDefinition<'a>) {
        let is_abstract = property.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition;
        if is_abstract || property.declare {
            self.blank_member(property.span);
            return;
        }
        self.visit_decorators(&property.decorators);
        let start = property
            .decorators
            .last()
            .map_or(property.span.start, |last| last.span.end);
        self.blank_modifiers(start, property.key.span().start);
        self.blank_behind_key(
            &property.key,
            property.computed,
            property.type_annotation.as_deref(),
            property.value.as_ref(),
        );
        self.visit_property_key(&property.key);
        if let Some(value) = &property.value {
            self.visit_expression(value);
        }
    }

    fn visit_accessor_property(&mut self, property: &AccessorProperty<'a>) {
        if property.r#type == AccessorPropertyType::TSAbstractAccessorProperty {
            self.blank_member(property.span);
            return;
        }
        self.visit_decorators(&property.decorators);
        let start = property
            .decorators
            .last()
            .map_or(property.span.start, |last| last.span.end);
        self.blank_modifiers(start, property.key.span().start);
        self.blank_behind_key(
            &property.key,
            property.computed,
            property.type_annotation.as_deref(),
            property.value.as_ref(),
        );
        self.visit_property_key(&property.key);
        if let Some(value) = &property.value {
            self.visit_expression(value);
        }
    }

    fn visit_ts_as_expression(&mut self, expression: &TSAsExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.blank_suffix(expression.expression.span().end, expression.span.end);
    }

    fn visit_ts_satisfies_expression(&mut self, expression: &TSSatisfiesExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.blank_suffix(expression.expression.span().end, expression.span.end);
    }

    fn visit_ts_non_null_expression(&mut self, expression: &TSNonNullExpression<'a>) {
        self.visit_expression(&expression.expression);
        self.blank_range(expression.span.end - 1, expression.span.end);
    }

    fn visit_ts_type_parameter_instantiation(
        &mut self,
        arguments: &TSTypeParameterInstantiation<'a>,
    ) {
        self.blank(arguments.span);
    }
}

impl Eraser<'_> {
    /// A member of a class that goes, with the semicolon behind it.
    fn blank_member(&mut self, span: Span) {
        let rest = self.source.get(span.end as usize..).unwrap_or("");
        let next = skip_space(rest);
        let mut end = span.end;
        if next.starts_with(';') && !self.text(span.start, span.end).ends_with(';') {
            end += (rest.len() - next.len()) as u32 + 1;
        }
        self.blank_range(span.start, end);
    }

    /// `?`, `!` and the type behind the name of a property.
    fn blank_behind_key(
        &mut self,
        key: &PropertyKey<'_>,
        computed: bool,
        annotation: Option<&TSTypeAnnotation<'_>>,
        value: Option<&Expression<'_>>,
    ) {
        let mut after = key.span().end;
        if computed {
            let rest = self.source.get(after as usize..).unwrap_or("");
            after += rest.find(']').map_or(0, |at| at as u32 + 1);
        }
        let limit = annotation
            .map(|one| one.span.end)
            .or(value.map(|one| one.span().start));
        self.blank_mark(after, '?');
        self.blank_mark(after, '!');
        if annotation.is_some() {
            self.blank_range(after, limit.unwrap_or(after));
        }
    }

    /// `as T`, `satisfies T`
    fn blank_suffix(&mut self, after: u32, end: u32) {
        // An expression in parentheses ends behind them.
        let rest = self.text(after, end);
        let start = after + (rest.len() - rest.trim_start().len()) as u32;
        self.blank_range(start, end);
        self.separate(start, end);
    }
}
