//! What a CommonJS module exports, found by reading it: the names that ES modules can import of it.

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::SourceType;

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
/// let found = common_js_exports("exports.a = 1; module.exports = { b, 'c': 2, ...require('./d') }");
/// assert_eq!(found.names, ["a", "b", "c"]);
/// assert_eq!(found.from, ["./d"]);
/// ```
pub fn common_js_exports(source: &str) -> CommonJsExports {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::cjs()).parse();
    let mut finder = Finder::default();
    finder.visit_program(&parsed.program);
    finder.found
}

#[derive(Default)]
struct Finder {
    found: CommonJsExports,
    /// Variables that hold a module, and which.
    required: HashMap<String, String>,
}

impl Finder {
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

    /// `module.exports = value`
    fn exports_become(&mut self, value: &Expression<'_>) {
        match value {
            Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    self.add_property(property);
                }
            }
            value => {
                if let Some(request) = self.module_of(value) {
                    self.add_from(&request);
                }
            }
        }
    }

    fn add_property(&mut self, property: &ObjectPropertyKind<'_>) {
        match property {
            ObjectPropertyKind::ObjectProperty(property) => {
                if let Some(name) = property.key.static_name() {
                    self.add_name(&name);
                }
            }
            ObjectPropertyKind::SpreadProperty(spread) => {
                if let Some(request) = self.module_of(&spread.argument) {
                    self.add_from(&request);
                }
            }
        }
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
        if on.is_some_and(is_exports) {
            self.add_name(&name.value);
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

impl<'a> Visit<'a> for Finder {
    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        if let (Some(name), Some(value)) = (declarator.id.get_identifier_name(), &declarator.init)
            && let Some(request) = self.module_of(value)
        {
            self.required.insert(name.to_string(), request);
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
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
                    self.add_name(&name.value);
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
        assert_eq!(from("var x = require('y'); module.exports = x"), ["y"]);
        assert_eq!(
            from(
                "if (process.env.A) { module.exports = require('./a') } else { module.exports = require('./b') }"
            ),
            ["./a", "./b"]
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
