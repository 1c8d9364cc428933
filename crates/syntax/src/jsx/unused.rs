//! Imports that only types use: TypeScript leaves them out, and what they name is often not there.

use std::collections::HashSet;

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::JsxRuntime;

/// The text with blanks in place of imports that nothing but types uses.
pub(super) fn without_unused_imports(
    text: String,
    program: &Program<'_>,
    runtime: &JsxRuntime,
) -> String {
    let mut used = Used::default();
    used.visit_program(program);
    if let JsxRuntime::Classic { factory, fragment } = runtime {
        for name in [factory, fragment] {
            let object = name.split('.').next().unwrap_or_default();
            used.names.insert(object.to_string());
        }
    }
    let mut bytes = text.into_bytes();
    for statement in &program.body {
        if let Statement::ImportDeclaration(import) = statement {
            blank_unused(&mut bytes, import, &used.names);
        }
    }
    // Whole characters are replaced.
    String::from_utf8(bytes).unwrap_or_default()
}

fn blank_unused(bytes: &mut [u8], import: &ImportDeclaration<'_>, used: &HashSet<String>) {
    let Some(specifiers) = &import.specifiers else {
        return;
    };
    let is_used = |one: &ImportDeclarationSpecifier<'_>| used.contains(one.local().name.as_str());
    if specifiers.is_empty() || import.import_kind.is_type() {
        return;
    }
    if !specifiers.iter().any(is_used) {
        blank(bytes, import.span);
        return;
    }
    for specifier in specifiers.iter().filter(|one| !is_used(one)) {
        let span = specifier.span();
        let rest = &bytes[span.end as usize..];
        let space = rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        let comma = u32::from(rest.get(space) == Some(&b','));
        let end = span.end + comma * (space as u32 + 1);
        blank(bytes, Span::new(span.start, end));
    }
}

/// Lines stay; a character of several bytes becomes as many blanks.
fn blank(bytes: &mut [u8], span: Span) {
    for byte in &mut bytes[span.start as usize..span.end as usize] {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// The names that are used other than as types.
#[derive(Default)]
struct Used {
    names: HashSet<String>,
}

impl<'a> Visit<'a> for Used {
    fn visit_identifier_reference(&mut self, name: &IdentifierReference<'a>) {
        self.names.insert(name.name.to_string());
    }

    fn visit_import_declaration(&mut self, _: &ImportDeclaration<'a>) {}

    fn visit_ts_type(&mut self, _: &TSType<'a>) {}

    fn visit_ts_type_annotation(&mut self, _: &TSTypeAnnotation<'a>) {}

    fn visit_ts_type_parameter_declaration(&mut self, _: &TSTypeParameterDeclaration<'a>) {}

    fn visit_ts_type_parameter_instantiation(&mut self, _: &TSTypeParameterInstantiation<'a>) {}

    fn visit_ts_class_implements(&mut self, _: &TSClassImplements<'a>) {}

    fn visit_ts_interface_declaration(&mut self, _: &TSInterfaceDeclaration<'a>) {}

    fn visit_ts_type_alias_declaration(&mut self, _: &TSTypeAliasDeclaration<'a>) {}

    fn visit_export_specifier(&mut self, specifier: &ExportSpecifier<'a>) {
        if !specifier.export_kind.is_type() {
            walk::walk_export_specifier(self, specifier);
        }
    }
}
