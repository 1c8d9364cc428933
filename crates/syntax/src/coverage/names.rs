//! What functions are called that have no name of their own: after what they are assigned to.

use oxc_ast::ast::{
    AssignmentTarget, BindingPattern, Expression, MethodDefinitionKind, PropertyKey, PropertyKind,
};

/// `a`, of `a = ...`; `a.b.c`, of `a.b.c = ...`.
pub(super) fn of_target(target: &AssignmentTarget<'_>) -> Option<String> {
    match target {
        AssignmentTarget::AssignmentTargetIdentifier(name) => Some(name.name.to_string()),
        AssignmentTarget::StaticMemberExpression(member) => {
            Some(join(of_object(&member.object), &member.property.name))
        }
        AssignmentTarget::ComputedMemberExpression(member) => match &member.expression {
            Expression::StringLiteral(key) => Some(join(of_object(&member.object), &key.value)),
            _ => of_object(&member.object),
        },
        _ => None,
    }
}

/// `a`, of `let a = ...`.
pub(super) fn of_binding(pattern: &BindingPattern<'_>) -> Option<String> {
    match pattern {
        BindingPattern::BindingIdentifier(name) => Some(name.name.to_string()),
        _ => None,
    }
}

fn join(object: Option<String>, property: &str) -> String {
    match object {
        Some(object) if property != "prototype" => format!("{object}.{property}"),
        Some(object) => object,
        None => property.to_owned(),
    }
}

fn of_object(object: &Expression<'_>) -> Option<String> {
    match object {
        Expression::Identifier(name) => Some(name.name.to_string()),
        Expression::StaticMemberExpression(member) => {
            Some(join(of_object(&member.object), &member.property.name))
        }
        _ => None,
    }
}

/// The name of a property that is not computed.
pub(super) fn of_key(key: &PropertyKey<'_>) -> Option<String> {
    match key {
        PropertyKey::StaticIdentifier(name) => Some(name.name.to_string()),
        PropertyKey::PrivateIdentifier(name) => Some(format!("#{}", name.name)),
        PropertyKey::StringLiteral(name) => Some(name.value.to_string()),
        PropertyKey::NumericLiteral(number) => Some(number.value.to_string()),
        _ => None,
    }
}

/// `get a`, of an accessor of an object.
pub(super) fn of_property(key: &PropertyKey<'_>, kind: PropertyKind) -> Option<String> {
    let name = of_key(key)?;
    Some(match kind {
        PropertyKind::Init => name,
        PropertyKind::Get => format!("get {name}"),
        PropertyKind::Set => format!("set {name}"),
    })
}

/// The name of a method of a class; a constructor has that of the class.
pub(super) fn of_method(
    key: &PropertyKey<'_>,
    kind: MethodDefinitionKind,
    class: Option<&str>,
) -> Option<String> {
    Some(match kind {
        MethodDefinitionKind::Constructor => class.unwrap_or("").to_owned(),
        MethodDefinitionKind::Method => of_key(key)?,
        MethodDefinitionKind::Get => format!("get {}", of_key(key)?),
        MethodDefinitionKind::Set => format!("set {}", of_key(key)?),
    })
}
