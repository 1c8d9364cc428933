//! What a CommonJS module exports, found by reading it: the names that ES modules can import of it.

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};

/// What a CommonJS module exports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonJsExports {
    /// The names, each once, in the order in which they were found
    pub names: Vec<String>,
    /// The modules all of whose names it exports as well, as they are written
    pub from: Vec<String>,
}

/// Finds what a module exports, as far as that can be seen: assignments to `exports.name` and `module.exports`,
/// `Object.defineProperty(exports, ..)`, and what compilers write for `export *`.
///
/// ```
/// use rondo_syntax::common_js_exports;
///
/// let found = common_js_exports("exports.a = 1; module.exports = { b, 'c': d, ...require('./d'), e: 1, f }");
/// assert_eq!(found.names, ["a", "b", "c"]);
/// assert_eq!(found.from, ["./d"]);
/// ```
pub fn common_js_exports(source: &str) -> CommonJsExports {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
    let mut finder = Finder {
        source,
        found: CommonJsExports::default(),
        required: HashMap::new(),
    };
    finder.visit_program(&parsed.program);
    finder.found
}

struct Finder<'t> {
    source: &'t str,
    found: CommonJsExports,
    /// Variables that hold a module, and which.
    required: HashMap<String, String>,
}

impl Finder<'_> {
    /// The name in a text of the source. One that is no Unicode cannot be imported.
    fn add_text(&mut self, text: &StringLiteral<'_>) {
        match text.lone_surrogates {
            false => self.add_name(&text.value),
            true => {
                if let Some(name) = joined(&text.value) {
                    self.add_name(&name);
                }
            }
        }
    }

    fn add_name(&mut self, name: &str) {
        if !self.found.names.iter().any(|known| known == name) {
            self.found.names.push(name.to_string());
        }
    }

    fn add_from(&mut self, request: &str) {
        if !self.found.from.iter().any(|known| known == request) {
            self.found.from.push(request.to_string());
        }
    }

    /// `module.exports = value`: what was handed on before no longer is.
    fn exports_become(&mut self, value: &Expression<'_>) {
        self.found.from.clear();
        match value {
            Expression::ObjectExpression(object) => self.add_properties(&object.properties),
            value => {
                if let Some(request) = required_first(value) {
                    self.add_from(&request);
                }
            }
        }
    }

    /// Node reads an object up to the first property that is more than a name: that one counts if it begins with a name.
    fn add_properties(&mut self, properties: &[ObjectPropertyKind<'_>]) {
        for property in properties {
            let goes_on = match property {
                ObjectPropertyKind::ObjectProperty(property) => self.add_property(property),
                ObjectPropertyKind::SpreadProperty(spread) => self.add_spread(&spread.argument),
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Whether what follows is looked at as well.
    fn add_property(&mut self, property: &ObjectProperty<'_>) -> bool {
        let text = match &property.key {
            PropertyKey::StaticIdentifier(_) => None,
            PropertyKey::StringLiteral(text) => Some(text),
            _ => return false,
        };
        let start = &self.source[property.span.start as usize..];
        match property.kind {
            PropertyKind::Get => return false,
            PropertyKind::Set => {
                self.add_name("set");
                return false;
            }
            PropertyKind::Init => {}
        }
        if property.method {
            match &property.key {
                _ if start.starts_with("async") => self.add_name("async"),
                PropertyKey::StaticIdentifier(name) if !start.starts_with('*') => {
                    self.add_name(&name.name);
                }
                _ => {}
            }
            return false;
        }
        let value = &self.source[property.value.span().start as usize..];
        let begins_with_name =
            value.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$');
        if !begins_with_name {
            return false;
        }
        match (text, &property.key) {
            (Some(text), _) => self.add_text(text),
            (None, PropertyKey::StaticIdentifier(name)) => self.add_name(&name.name),
            _ => {}
        }
        matches!(
            property.value,
            Expression::Identifier(_)
                | Expression::BooleanLiteral(_)
                | Expression::NullLiteral(_)
                | Expression::ThisExpression(_)
        )
    }

    fn add_spread(&mut self, value: &Expression<'_>) -> bool {
        if let Expression::CallExpression(call) = value
            && let Some(request) = required_by(call)
        {
            self.add_from(request);
            return true;
        }
        matches!(value, Expression::Identifier(_))
    }

    /// The module that an expression gives: `require('x')`, that in a helper's parentheses, or a variable that holds it.
    fn module_of(&self, expression: &Expression<'_>) -> Option<String> {
        match expression.get_inner_expression() {
            Expression::Identifier(variable) => self.required.get(variable.name.as_str()).cloned(),
            Expression::CallExpression(call) => {
                if let Some(request) = required_by(call) {
                    return Some(request.to_string());
                }
                let name = match &call.callee {
                    Expression::Identifier(name) => name.name.as_str(),
                    Expression::StaticMemberExpression(member) => member.property.name.as_str(),
                    _ => return None,
                };
                let is_helper =
                    name.contains("nterop") || name == "__toESM" || name == "__importStar";
                let inner = call.arguments.first()?.as_expression()?;
                is_helper.then(|| self.module_of(inner)).flatten()
            }
            _ => None,
        }
    }

    /// `Object.defineProperty(exports, 'name', ..)`
    fn look_at_define(&mut self, call: &CallExpression<'_>) {
        if !is_member_call(call, "Object", "defineProperty") {
            return;
        }
        let [Argument::StringLiteral(name), ..] = call.arguments.get(1..).unwrap_or_default()
        else {
            return;
        };
        let on = call.arguments.first().and_then(Argument::as_expression);
        let Some(Argument::ObjectExpression(descriptor)) = call.arguments.get(2) else {
            return;
        };
        if on.is_some_and(is_exports) && shows_a_value(&descriptor.properties) {
            self.add_text(name);
        }
    }

    /// `__exportStar(require('x'), exports)`, `__export(require('x'))`
    fn look_at_export_star(&mut self, call: &CallExpression<'_>) {
        let name = match &call.callee {
            Expression::Identifier(name) => name.name.as_str(),
            Expression::StaticMemberExpression(member) => member.property.name.as_str(),
            _ => return,
        };
        if !matches!(
            name,
            "__exportStar" | "__export" | "__reExport" | "_export_star"
        ) {
            return;
        }
        for argument in &call.arguments {
            if let Some(request) = argument
                .as_expression()
                .and_then(|value| self.module_of(value))
            {
                self.add_from(&request);
            }
        }
    }

    /// `Object.keys(variable).forEach(..)`, in which keys are copied to the exports.
    fn look_at_copied_keys(&mut self, call: &CallExpression<'_>) {
        let Expression::StaticMemberExpression(member) = &call.callee else {
            return;
        };
        let Expression::CallExpression(keys) = &member.object else {
            return;
        };
        if member.property.name != "forEach" || !is_member_call(keys, "Object", "keys") {
            return;
        }
        let of = keys.arguments.first().and_then(Argument::as_expression);
        if let Some(request) = of.and_then(|value| self.module_of(value)) {
            self.add_from(&request);
        }
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    /// A comparison begins like an assignment, and Node takes it for one.
    fn visit_binary_expression(&mut self, binary: &BinaryExpression<'a>) {
        let compares = matches!(
            binary.operator,
            BinaryOperator::Equality | BinaryOperator::StrictEquality
        );
        if let Expression::StaticMemberExpression(member) = &binary.left
            && compares
            && is_exports(&member.object)
        {
            self.add_name(&member.property.name);
        }
        walk::walk_binary_expression(self, binary);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (Some(name), Some(value)) = (declarator.id.get_identifier_name(), &declarator.init)
            && let Some(request) = self.module_of(value)
        {
            self.required.insert(name.to_string(), request);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        if assignment.operator != AssignmentOperator::Assign {
            walk::walk_assignment_expression(self, assignment);
            return;
        }
        match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                if is_exports(&member.object) {
                    self.add_name(&member.property.name);
                } else if is_identifier(&member.object, "module")
                    && member.property.name == "exports"
                {
                    self.exports_become(&assignment.right);
                }
            }
            AssignmentTarget::ComputedMemberExpression(member) => {
                if let Expression::StringLiteral(name) = &member.expression
                    && is_exports(&member.object)
                {
                    self.add_text(name);
                }
            }
            _ => {}
        }
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        self.look_at_define(call);
        self.look_at_export_star(call);
        self.look_at_copied_keys(call);
        walk::walk_call_expression(self, call);
    }
}

fn is_identifier(expression: &Expression<'_>, name: &str) -> bool {
    matches!(expression, Expression::Identifier(identifier) if identifier.name == name)
}

/// `exports` or `module.exports`
fn is_exports(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::Identifier(identifier) => identifier.name == "exports",
        Expression::StaticMemberExpression(member) => {
            is_identifier(&member.object, "module") && member.property.name == "exports"
        }
        _ => false,
    }
}

fn is_member_call(call: &CallExpression<'_>, object: &str, method: &str) -> bool {
    matches!(&call.callee, Expression::StaticMemberExpression(member)
        if is_identifier(&member.object, object) && member.property.name == method)
}

/// Whether a property that is defined so can be had by its name: it has a value, or a getter of a compiler's kind.
fn shows_a_value(properties: &[ObjectPropertyKind<'_>]) -> bool {
    let mut rest = properties.iter().filter_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) => Some(&**property),
        ObjectPropertyKind::SpreadProperty(_) => None,
    });
    let mut next = rest.next();
    let is_enumerable = next.is_some_and(|property| {
        property.key.is_specific_static_name("enumerable")
            && matches!(&property.value, Expression::BooleanLiteral(literal) if literal.value)
    });
    if is_enumerable {
        next = rest.next();
    }
    next.is_some_and(|property| {
        property.key.is_specific_static_name("value")
            || is_enumerable
                && property.key.is_specific_static_name("get")
                && returns_a_member(&property.value)
    })
}

/// `function () { return a.b; }`
fn returns_a_member(value: &Expression<'_>) -> bool {
    let Expression::FunctionExpression(function) = value else {
        return false;
    };
    let statements = function.body.as_ref().map(|body| &body.statements[..]);
    match statements {
        Some([Statement::ReturnStatement(statement)]) => matches!(
            statement.argument,
            Some(
                Expression::StaticMemberExpression(_)
                    | Expression::ComputedMemberExpression(_)
                    | Expression::Identifier(_)
            )
        ),
        _ => false,
    }
}

/// The request of a `require()` that an expression begins with.
fn required_first(value: &Expression<'_>) -> Option<String> {
    match value {
        Expression::CallExpression(call) => match required_by(call) {
            Some(request) => Some(request.to_string()),
            None => required_first(&call.callee),
        },
        Expression::StaticMemberExpression(member) => required_first(&member.object),
        Expression::ComputedMemberExpression(member) => required_first(&member.object),
        _ => None,
    }
}

/// The text in which oxc has written each half of a character as U+FFFD and four digits; None if a half is alone.
fn joined(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        if character == '\u{fffd}' {
            let digits: String = rest.by_ref().take(4).collect();
            units.push(u16::from_str_radix(&digits, 16).ok()?);
        } else {
            units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
        }
    }
    String::from_utf16(&units).ok()
}

/// The request of `require('request')`.
fn required_by<'a>(call: &CallExpression<'a>) -> Option<&'a str> {
    if !is_identifier(&call.callee, "require") {
        return None;
    }
    match call.arguments.first()? {
        Argument::StringLiteral(request) => Some(request.value.as_str()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::common_js_exports;

    fn names(source: &str) -> Vec<String> {
        common_js_exports(source).names
    }

    fn from(source: &str) -> Vec<String> {
        common_js_exports(source).from
    }

    #[test]
    fn what_compilers_write() {
        let typescript = r#"
            "use strict";
            Object.defineProperty(exports, "__esModule", { value: true });
            exports.b = exports.a = void 0;
            __exportStar(require("./all"), exports);
            Object.defineProperty(exports, "c", { enumerable: true, get: function () { return x.c; } });
        "#;
        assert_eq!(names(typescript), ["__esModule", "b", "a", "c"]);
        assert_eq!(from(typescript), ["./all"]);
        let babel = r#"
            var _x = _interopRequireWildcard(require("./x"));
            Object.keys(_x).forEach(function (key) { exports[key] = _x[key]; });
        "#;
        assert_eq!(from(babel), ["./x"]);
        assert_eq!(
            names("0 && (module.exports = { foo, bar });"),
            ["foo", "bar"]
        );
    }

    #[test]
    fn whole_modules_handed_on() {
        assert_eq!(from("module.exports = require('./other')"), ["./other"]);
        assert_eq!(
            from("module.exports = require('./other').part"),
            ["./other"]
        );
        assert!(from("var x = require('y'); module.exports = x").is_empty());
        assert_eq!(
            from(
                "if (process.env.A) { module.exports = require('./a') } else { module.exports = require('./b') }"
            ),
            ["./b"]
        );
    }

    #[test]
    fn objects_are_read_as_far_as_node_reads_them() {
        let of = |object: &str| names(&format!("module.exports = {{ b, {object}, z }};"));
        assert_eq!(of("a: q, 'c': b"), ["b", "a", "c", "z"]);
        assert_eq!(of("a: 1"), ["b"]);
        assert_eq!(of("a: q.x"), ["b", "a"]);
        assert_eq!(of("a() {}"), ["b", "a"]);
        assert_eq!(of("get a() { return 1 }"), ["b"]);
        assert_eq!(of("a: require('x')"), ["b", "a"]);
        assert_eq!(of("...x"), ["b", "z"]);
        assert_eq!(of("...x.y"), ["b"]);
        assert_eq!(of("[a]: 1"), ["b"]);
    }

    #[test]
    fn halves_of_characters() {
        assert_eq!(
            names(r"exports['\u{d83c}\u{df10}'] = 1; exports['\u{d83c}'] = 2;"),
            ["\u{1f310}"]
        );
    }

    #[test]
    fn what_is_no_export() {
        assert!(
            names("other.a = 1; exports[key] = 2; var exports2 = {}; exports2.x = 1").is_empty()
        );
        assert!(names("this is no JavaScript").is_empty());
    }
}
