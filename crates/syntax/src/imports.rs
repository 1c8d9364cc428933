//! The attributes of an import, as far as the text tells them.

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};

use crate::place;

/// The keys and values, in turn, of the attributes of the import, export or `import()` that stands at a line and column: the
/// last that begins before it and does not end before. Values that are not written out are left away.
///
/// ```
/// use rondo_syntax::import_attributes;
///
/// let source = "import 'x';\nimport y from './y' with { type: 'json', 'a': 'b' };";
/// assert_eq!(import_attributes(source, 2, 15), ["type", "json", "a", "b"]);
/// assert_eq!(import_attributes("import('x', { with: { type: 'css' } })", 1, 1), ["type", "css"]);
/// ```
pub fn import_attributes(source: &str, line: u32, column: u32) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::unambiguous()).parse();
    let mut finder = Finder {
        source,
        place: (line, column),
        found: Vec::new(),
    };
    finder.visit_program(&parsed.program);
    finder.found
}

/// The specifier, the key and the value of the first attribute of a static import that is not `type`.
///
/// ```
/// use rondo_syntax::unknown_attribute;
///
/// assert_eq!(unknown_attribute("import 'x' with { a: 'b' }"), Some(["x", "a", "b"].map(String::from)));
/// assert_eq!(unknown_attribute("import 'x' with { type: 'b' }"), None);
/// ```
pub fn unknown_attribute(source: &str) -> Option<[String; 3]> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    parsed.program.body.iter().find_map(|statement| {
        let (from, clause) = match statement {
            Statement::ImportDeclaration(import) => (&import.source, &import.with_clause),
            Statement::ExportFromDeclaration(export) => (&export.source, &export.with_clause),
            Statement::ExportAllDeclaration(export) => (&export.source, &export.with_clause),
            _ => return None,
        };
        let entries = &clause.as_ref()?.with_entries;
        let entry = entries.iter().find(|entry| key_of(&entry.key) != "type")?;
        let value = entry.value.value.to_string();
        Some([from.value.to_string(), key_of(&entry.key), value])
    })
}

struct Finder<'t> {
    source: &'t str,
    place: (u32, u32),
    found: Vec<String>,
}

impl Finder<'_> {
    fn is_at(&self, span: Span) -> bool {
        place::of(self.source, span.start) <= self.place
            && self.place <= place::of(self.source, span.end)
    }

    fn take(&mut self, span: Span, clause: Option<&WithClause<'_>>) {
        let Some(clause) = clause.filter(|_| self.is_at(span)) else {
            return;
        };
        self.found = clause
            .with_entries
            .iter()
            .flat_map(|entry| [key_of(&entry.key), entry.value.value.to_string()])
            .collect();
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_import_declaration(&mut self, import: &ImportDeclaration<'a>) {
        self.take(import.span, import.with_clause.as_deref());
    }

    fn visit_export_from_declaration(&mut self, export: &ExportFromDeclaration<'a>) {
        self.take(export.span, export.with_clause.as_deref());
    }

    fn visit_export_all_declaration(&mut self, export: &ExportAllDeclaration<'a>) {
        self.take(export.span, export.with_clause.as_deref());
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        if self.is_at(import.span())
            && let Some(Expression::ObjectExpression(options)) = &import.options
            && let Some(Expression::ObjectExpression(attributes)) = property_of(options, "with")
        {
            self.found = attributes.properties.iter().flat_map(entry).collect();
        }
        walk::walk_import_expression(self, import);
    }
}

fn key_of(key: &ImportAttributeKey<'_>) -> String {
    match key {
        ImportAttributeKey::Identifier(name) => name.name.to_string(),
        ImportAttributeKey::StringLiteral(text) => text.value.to_string(),
    }
}

fn property_of<'a, 'b>(object: &'b ObjectExpression<'a>, name: &str) -> Option<&'b Expression<'a>> {
    object
        .properties
        .iter()
        .find_map(|property| match property {
            ObjectPropertyKind::ObjectProperty(property)
                if property.key.static_name().as_deref() == Some(name) =>
            {
                Some(&property.value)
            }
            _ => None,
        })
}

fn entry(property: &ObjectPropertyKind<'_>) -> Vec<String> {
    let ObjectPropertyKind::ObjectProperty(property) = property else {
        return Vec::new();
    };
    match (property.key.static_name(), &property.value) {
        (Some(key), Expression::StringLiteral(value)) => {
            vec![key.to_string(), value.value.to_string()]
        }
        _ => Vec::new(),
    }
}
