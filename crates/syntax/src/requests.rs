//! The modules that a module imports.

use oxc_allocator::Allocator;
use oxc_ast::ast::{ImportAttributeKey, ImportPhase, Statement, StringLiteral, WithClause};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// A module that another asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleRequest {
    /// The text between the quotes
    pub specifier: String,
    /// Names and values of its attributes, in turn
    pub attributes: Vec<String>,
    /// Whether it is for the module's source: `import source`
    pub is_source: bool,
}

/// What a module imports, or exports from elsewhere, each once, in the order of the text. Nothing of a text that is no
/// module.
///
/// ```
/// use rondo_syntax::module_requests;
///
/// let requests = module_requests("export * from 'a'; import b from 'b' with { type: 'json' }; import 'a'");
/// assert_eq!(requests.len(), 2);
/// assert_eq!(requests[1].specifier, "b");
/// assert_eq!(requests[1].attributes, ["type", "json"]);
/// ```
pub fn module_requests(source: &str) -> Vec<ModuleRequest> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    let mut requests = Vec::new();
    for statement in &parsed.program.body {
        let request = match statement {
            Statement::ImportDeclaration(import) => ModuleRequest {
                is_source: import.phase == Some(ImportPhase::Source),
                ..request_of(&import.source, import.with_clause.as_deref())
            },
            Statement::ExportAllDeclaration(export) => {
                request_of(&export.source, export.with_clause.as_deref())
            }
            Statement::ExportFromDeclaration(export) => {
                request_of(&export.source, export.with_clause.as_deref())
            }
            _ => continue,
        };
        if !requests.contains(&request) {
            requests.push(request);
        }
    }
    requests
}

fn request_of(source: &StringLiteral<'_>, clause: Option<&WithClause<'_>>) -> ModuleRequest {
    let mut attributes = Vec::new();
    for entry in clause.iter().flat_map(|clause| &clause.with_entries) {
        attributes.push(match &entry.key {
            ImportAttributeKey::Identifier(name) => name.name.to_string(),
            ImportAttributeKey::StringLiteral(name) => name.value.to_string(),
        });
        attributes.push(entry.value.value.to_string());
    }
    ModuleRequest {
        specifier: source.value.to_string(),
        attributes,
        is_source: false,
    }
}
