//! Numbers with a name. The engine loads a constant of an outer scope wherever it is used, and checks that
//! it is set; a number in its place costs nothing. So `const FLAG = 1 << 3` at the top of a file, and what
//! files take of each other by `const { FLAG } = require('..')`, is put in as the number it is.

use std::collections::HashMap;

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_semantic::SymbolId;
use oxc_span::SourceType;

use crate::shapes::{bare, body_of};
use crate::{AFTER, BEFORE};

/// Gives the text of another library file.
pub type Load<'l> = &'l dyn Fn(&str) -> Option<String>;

/// The constants at the top of a file that are numbers.
#[derive(Default)]
pub(crate) struct Constants {
    values: HashMap<String, f64>,
    symbols: HashMap<SymbolId, f64>,
}

impl Constants {
    /// Finds those of a program that is one library file, wrapped as a function.
    pub(crate) fn of(program: &Program<'_>, load: Load<'_>) -> Constants {
        let mut constants = Constants::default();
        for statement in statements(program) {
            if let Statement::VariableDeclaration(declaration) = statement
                && declaration.kind == VariableDeclarationKind::Const
            {
                for declarator in &declaration.declarations {
                    constants.add(declarator, load);
                }
            }
        }
        constants
    }

    /// How the number that a name stands for is written. In parentheses: a method may be called on it.
    pub(crate) fn text(&self, symbol: SymbolId) -> Option<String> {
        let value = *self.symbols.get(&symbol)?;
        Some(format!("({value})"))
    }

    fn add(&mut self, declarator: &VariableDeclarator<'_>, load: Load<'_>) {
        let Some(value) = &declarator.init else {
            return;
        };
        match &declarator.id {
            BindingPattern::BindingIdentifier(name) => {
                if let Some(value) = self.value_of(value) {
                    self.keep(name, value);
                }
            }
            BindingPattern::ObjectPattern(pattern) => self.take(pattern, value, load),
            _ => {}
        }
    }

    fn keep(&mut self, name: &BindingIdentifier<'_>, value: f64) {
        self.values.insert(name.name.to_string(), value);
        if let Some(symbol) = name.symbol_id.get() {
            self.symbols.insert(symbol, value);
        }
    }

    /// `const { FLAG, OTHER: mine } = require('..')`. Only names in capitals are looked for: the file is
    /// read for them.
    fn take(&mut self, pattern: &ObjectPattern<'_>, value: &Expression<'_>, load: Load<'_>) {
        let wanted: Vec<_> = pattern
            .properties
            .iter()
            .filter_map(|property| match &property.value {
                BindingPattern::BindingIdentifier(name) => {
                    let key = property.key.static_name()?;
                    is_shouted(&key).then_some((key.to_string(), name))
                }
                _ => None,
            })
            .collect();
        if wanted.is_empty() {
            return;
        }
        let Some(text) = required(value).and_then(load) else {
            return;
        };
        let exported = exports(&text, load);
        for (key, name) in wanted {
            if let Some(value) = exported.get(&key) {
                self.keep(name, *value);
            }
        }
    }

    fn value_of(&self, expression: &Expression<'_>) -> Option<f64> {
        let value = match bare(expression) {
            Expression::NumericLiteral(literal) => literal.value,
            Expression::Identifier(name) => *self.values.get(name.name.as_str())?,
            Expression::UnaryExpression(unary) => {
                let value = self.value_of(&unary.argument)?;
                match unary.operator {
                    UnaryOperator::UnaryNegation => -value,
                    UnaryOperator::BitwiseNot => f64::from(!to_int32(value)),
                    _ => return None,
                }
            }
            Expression::BinaryExpression(binary) => combined(
                binary.operator,
                self.value_of(&binary.left)?,
                self.value_of(&binary.right)?,
            )?,
            _ => return None,
        };
        // What is written in figures comes back as the same number; zeros with a sign do not.
        (value.is_finite() && !(value == 0.0 && value.is_sign_negative())).then_some(value)
    }
}

fn combined(operator: BinaryOperator, left: f64, right: f64) -> Option<f64> {
    let bits = |value: i32| Some(f64::from(value));
    let (a, b) = (to_int32(left), to_int32(right));
    match operator {
        BinaryOperator::BitwiseOR => bits(a | b),
        BinaryOperator::BitwiseAnd => bits(a & b),
        BinaryOperator::BitwiseXOR => bits(a ^ b),
        BinaryOperator::ShiftLeft => bits(a.wrapping_shl(b as u32)),
        BinaryOperator::ShiftRight => bits(a.wrapping_shr(b as u32)),
        BinaryOperator::Addition => Some(left + right),
        BinaryOperator::Subtraction => Some(left - right),
        BinaryOperator::Multiplication => Some(left * right),
        BinaryOperator::Exponential => {
            let power = left.powf(right);
            // Beyond integers the engine's own power may differ in the last digit.
            (power.fract() == 0.0 && power.abs() < 9e15).then_some(power)
        }
        _ => None,
    }
}

/// The language's conversion before bits are combined.
fn to_int32(value: f64) -> i32 {
    value.trunc().rem_euclid(4_294_967_296.0) as u32 as i32
}

fn is_shouted(name: &str) -> bool {
    name.len() > 1
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The id in `require('id')`.
fn required<'b>(expression: &'b Expression<'_>) -> Option<&'b str> {
    let Expression::CallExpression(call) = bare(expression) else {
        return None;
    };
    match (&call.callee, call.arguments.first()?) {
        (Expression::Identifier(name), Argument::StringLiteral(id)) if name.name == "require" => {
            Some(id.value.as_str())
        }
        _ => None,
    }
}

/// The numbers among what a file exports by `module.exports = { .. }`.
fn exports(text: &str, load: Load<'_>) -> HashMap<String, f64> {
    let allocator = Allocator::default();
    let source = format!("{BEFORE}{text}{AFTER}");
    let parsed = Parser::new(&allocator, &source, SourceType::script()).parse();
    let constants = Constants::of(&parsed.program, load);
    let mut found = HashMap::new();
    for object in statements(&parsed.program)
        .iter()
        .filter_map(exported_object)
    {
        for property in &object.properties {
            if let ObjectPropertyKind::ObjectProperty(property) = property
                && let Some(key) = property.key.static_name()
                && let Some(value) = constants.value_of(&property.value)
            {
                found.insert(key.to_string(), value);
            }
        }
    }
    found
}

fn exported_object<'b, 'a>(statement: &'b Statement<'a>) -> Option<&'b ObjectExpression<'a>> {
    let Statement::ExpressionStatement(statement) = statement else {
        return None;
    };
    let Expression::AssignmentExpression(assignment) = &statement.expression else {
        return None;
    };
    let AssignmentTarget::StaticMemberExpression(target) = &assignment.left else {
        return None;
    };
    let is_exports = target.property.name == "exports"
        && matches!(&target.object, Expression::Identifier(name) if name.name == "module");
    match &assignment.right {
        Expression::ObjectExpression(object) if is_exports => Some(object),
        _ => None,
    }
}

/// The statements of the function that a library file is.
fn statements<'b, 'a>(program: &'b Program<'a>) -> &'b [Statement<'a>] {
    body_of(program).map_or(&[], |body| &body.statements)
}
