//! Questions about expressions that need no knowledge of names.

use oxc_ast::ast::{
    Argument, CallExpression, Expression, FunctionBody, ObjectExpression, ObjectPropertyKind,
    Program, Statement,
};

/// The expression without parentheses around it.
pub(crate) fn bare<'b, 'a>(expression: &'b Expression<'a>) -> &'b Expression<'a> {
    match expression {
        Expression::ParenthesizedExpression(inner) => bare(&inner.expression),
        other => other,
    }
}

/// The body of the function that a program consists of.
pub(crate) fn body_of<'b, 'a>(program: &'b Program<'a>) -> Option<&'b FunctionBody<'a>> {
    match program.body.first()? {
        Statement::ExpressionStatement(statement) => match bare(&statement.expression) {
            Expression::FunctionExpression(function) => function.body.as_deref(),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a `?.` in it may leave out what follows.
pub(crate) fn may_stop(expression: &Expression<'_>) -> bool {
    match expression {
        Expression::StaticMemberExpression(member) => member.optional || may_stop(&member.object),
        Expression::ComputedMemberExpression(member) => member.optional || may_stop(&member.object),
        Expression::PrivateFieldExpression(member) => member.optional || may_stop(&member.object),
        Expression::CallExpression(call) => call.optional || may_stop(&call.callee),
        _ => false,
    }
}

/// Whether it is `require('..')` or `binding('..')`, or a property of that: no built-in has such methods.
pub(crate) fn is_loaded(expression: &Expression<'_>) -> bool {
    match bare(expression) {
        Expression::CallExpression(call) => {
            matches!(&call.callee, Expression::Identifier(name) if name.name == "require" || name.name == "binding")
        }
        Expression::StaticMemberExpression(member) => is_loaded(&member.object),
        _ => false,
    }
}

/// Whether there is a `...` among the arguments.
pub(crate) fn has_spread(call: &CallExpression<'_>) -> bool {
    call.arguments
        .iter()
        .any(|argument| matches!(argument, Argument::SpreadElement(_)))
}

/// Whether the literal says what its prototype is.
pub(crate) fn has_prototype(object: &ObjectExpression<'_>) -> bool {
    object.properties.iter().any(|property| match property {
        ObjectPropertyKind::ObjectProperty(property) => {
            !property.computed && property.key.is_specific_static_name("__proto__")
        }
        ObjectPropertyKind::SpreadProperty(_) => false,
    })
}
