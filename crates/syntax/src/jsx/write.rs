//! Writing a text anew with calls in place of its JSX.

use oxc_ast::ast::*;
use oxc_ast_visit::Visit;
use oxc_span::{GetSpan, Span};

use super::JsxRuntime;
use super::text::{of_attribute, quoted, visible};

/// Which functions of the runtime were called.
#[derive(Default)]
struct Calls {
    jsx: bool,
    jsxs: bool,
    fragment: bool,
    create_element: bool,
}

/// Writes what was visited. `at` is how far the text has been written.
pub(super) struct Writer<'t> {
    text: &'t str,
    runtime: &'t JsxRuntime,
    out: String,
    at: usize,
    calls: Calls,
    /// Put behind the names of the runtime's functions, so that they are nobody else's.
    suffix: String,
}

impl<'t> Writer<'t> {
    pub(super) fn new(text: &'t str, runtime: &'t JsxRuntime) -> Writer<'t> {
        let names = ["_jsx", "_Fragment", "_createElement"];
        let mut suffix = String::new();
        while names
            .iter()
            .any(|name| text.contains(&format!("{name}{suffix}")))
        {
            suffix.push('_');
        }
        Writer {
            text,
            runtime,
            out: String::with_capacity(text.len() + text.len() / 4),
            at: 0,
            calls: Calls::default(),
            suffix,
        }
    }

    /// The whole text, with what it has to import.
    pub(super) fn finish(mut self, program: &Program<'_>, is_module: bool) -> String {
        self.out.push_str(&self.text[self.at..]);
        let JsxRuntime::Automatic { source } = self.runtime else {
            return self.out;
        };
        let (calls, suffix) = (&self.calls, &self.suffix);
        let all = [
            (calls.jsx, "jsx"),
            (calls.jsxs, "jsxs"),
            (calls.fragment, "Fragment"),
        ];
        let of_runtime: Vec<&str> = all
            .iter()
            .filter(|(is_used, _)| *is_used)
            .map(|(_, name)| *name)
            .collect();
        let of_package: Vec<&str> = calls
            .create_element
            .then_some("createElement")
            .into_iter()
            .collect();
        let mut lines = Vec::new();
        for (names, from) in [
            (of_runtime, format!("{source}/jsx-runtime")),
            (of_package, source.clone()),
        ] {
            if names.is_empty() {
                continue;
            }
            let (between, start, end) = match is_module {
                true => (" as ", "import {", "} from ".to_string() + &quoted(&from)),
                false => (": ", "var {", format!("}} = require({})", quoted(&from))),
            };
            let names: Vec<String> = names
                .iter()
                .map(|name| format!("{name}{between}_{name}{suffix}"))
                .collect();
            lines.push(format!("{start} {} {end};", names.join(", ")));
        }
        if lines.is_empty() {
            return self.out;
        }
        let lines = lines.join(" ");
        match is_module {
            // Imports come first wherever they stand.
            true => self.out.push_str(&format!("\n{lines}")),
            false => {
                // No JSX stands before the first statement.
                let start = program
                    .body
                    .first()
                    .map_or(0, |statement| statement.span().start);
                self.out.insert_str(start as usize, &format!("{lines} "));
            }
        }
        self.out
    }

    fn copy_to(&mut self, end: u32) {
        let end = end as usize;
        if end > self.at {
            self.out.push_str(&self.text[self.at..end]);
            self.at = end;
        }
    }

    /// Goes on behind a part of the text, of which only the line ends are kept.
    fn skip_to(&mut self, end: u32) {
        let end = end as usize;
        if end > self.at {
            let lines = self.text[self.at..end].matches('\n').count();
            self.out.push_str(&"\n".repeat(lines));
            self.at = end;
        }
    }

    fn slice(&self, span: Span) -> &'t str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Writes an expression as it is, but for the JSX in it.
    fn write_expression(&mut self, expression: &Expression<'_>) {
        let span = expression.span();
        self.skip_to(span.start);
        self.visit_expression(expression);
        self.copy_to(span.end);
    }

    fn write_container(&mut self, container: &JSXExpressionContainer<'_>) {
        if let Some(expression) = container.expression.as_expression() {
            let is_list = matches!(expression, Expression::SequenceExpression(_));
            self.out.push_str(if is_list { "(" } else { "" });
            self.write_expression(expression);
            self.out.push_str(if is_list { ")" } else { "" });
        }
        self.skip_to(container.span.end);
    }

    fn write_element(&mut self, element: &JSXElement<'_>) {
        let opening = &element.opening_element;
        let key = match self.runtime {
            JsxRuntime::Automatic { .. } => key_of(&opening.attributes),
            JsxRuntime::Classic { .. } => Key::Plain,
        };
        let children = shown(&element.children);
        let is_plain = matches!(key, Key::Plain);
        self.begin_call(is_plain, children.len());
        self.skip_to(opening.name.span().start);
        let name = self.name_of(&opening.name);
        self.out.push_str(&name);
        self.at = self.at.max(opening.name.span().end as usize);
        let left_out = match key {
            Key::Apart(key) => Some(key),
            _ => None,
        };
        self.write_attributes(&opening.attributes, left_out, is_plain, &children);
        self.skip_to(opening.span.end);
        if is_plain {
            self.write_arguments(&children);
        } else {
            self.write_children_property(&opening.attributes, left_out, &children);
        }
        if let Some(key) = left_out {
            self.out.push_str(", ");
            self.write_key(key);
        }
        self.skip_to(element.span.end);
        self.out.push(')');
    }

    fn write_fragment(&mut self, fragment: &JSXFragment<'_>) {
        let children = shown(&fragment.children);
        let is_classic = matches!(self.runtime, JsxRuntime::Classic { .. });
        self.begin_call(is_classic, children.len());
        match self.runtime {
            JsxRuntime::Classic { fragment, .. } => self.out.push_str(fragment),
            JsxRuntime::Automatic { .. } => {
                self.calls.fragment = true;
                self.out.push_str(&format!("_Fragment{}", self.suffix));
            }
        }
        self.write_attributes(&[], None, is_classic, &children);
        self.skip_to(fragment.opening_fragment.span.end);
        if is_classic {
            self.write_arguments(&children);
        } else {
            self.write_children_property(&[], None, &children);
        }
        self.skip_to(fragment.span.end);
        self.out.push(')');
    }

    /// The name of the function, and what opens its arguments.
    fn begin_call(&mut self, is_plain: bool, children: usize) {
        let name = match self.runtime {
            JsxRuntime::Classic { factory, .. } => factory.clone(),
            JsxRuntime::Automatic { .. } => {
                let (used, name) = if is_plain {
                    (&mut self.calls.create_element, "createElement")
                } else if children > 1 {
                    (&mut self.calls.jsxs, "jsxs")
                } else {
                    (&mut self.calls.jsx, "jsx")
                };
                *used = true;
                format!("_{name}{}", self.suffix)
            }
        };
        self.out.push_str(&name);
        self.out.push('(');
    }

    fn name_of(&self, name: &JSXElementName<'_>) -> String {
        match name {
            JSXElementName::Identifier(name) => quoted(&name.name),
            JSXElementName::NamespacedName(name) => quoted(&namespaced(name)),
            name => self.slice(name.span()).to_string(),
        }
    }

    /// The object of attributes. It stays open if children are to follow in it.
    fn write_attributes(
        &mut self,
        attributes: &[JSXAttributeItem<'_>],
        left_out: Option<&JSXAttribute<'_>>,
        is_plain: bool,
        children: &[&JSXChild<'_>],
    ) {
        let is_kept = |item: &&JSXAttributeItem<'_>| !is_same(item, left_out);
        if attributes.iter().filter(is_kept).count() == 0 {
            self.out.push_str(match (is_plain, children.is_empty()) {
                (true, _) => ", null",
                (false, true) => ", {}",
                (false, false) => ", { ",
            });
            return;
        }
        self.out.push_str(", { ");
        for (index, item) in attributes.iter().filter(is_kept).enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.write_attribute(item);
        }
        if is_plain || children.is_empty() {
            self.out.push_str(" }");
        }
    }

    fn write_attribute(&mut self, item: &JSXAttributeItem<'_>) {
        match item {
            JSXAttributeItem::SpreadAttribute(spread) => {
                self.out.push_str("...");
                self.write_expression(&spread.argument);
                self.skip_to(spread.span.end);
            }
            JSXAttributeItem::Attribute(attribute) => {
                let name = match &attribute.name {
                    JSXAttributeName::Identifier(name) => quoted(&name.name),
                    JSXAttributeName::NamespacedName(name) => quoted(&namespaced(name)),
                };
                self.skip_to(attribute.span.start);
                self.out.push_str(&name);
                self.out.push_str(": ");
                self.write_value(attribute);
                self.skip_to(attribute.span.end);
            }
        }
    }

    fn write_value(&mut self, attribute: &JSXAttribute<'_>) {
        match &attribute.value {
            None => self.out.push_str("true"),
            Some(JSXAttributeValue::StringLiteral(literal)) => {
                let raw = self.slice(literal.span);
                let text = of_attribute(&raw[1..raw.len() - 1]);
                self.out.push_str(&quoted(&text));
            }
            Some(JSXAttributeValue::ExpressionContainer(container)) => {
                self.skip_to(container.span.start);
                self.write_container(container);
            }
            Some(JSXAttributeValue::Element(element)) => {
                self.skip_to(element.span.start);
                self.write_element(element);
            }
            Some(JSXAttributeValue::Fragment(fragment)) => {
                self.skip_to(fragment.span.start);
                self.write_fragment(fragment);
            }
        }
    }

    /// The key stands behind the children: its text is written where it is not in turn.
    fn write_key(&mut self, key: &JSXAttribute<'_>) {
        let at = std::mem::replace(&mut self.at, key.span.start as usize);
        self.write_value(key);
        self.at = at;
    }

    /// `, a, b`
    fn write_arguments(&mut self, children: &[&JSXChild<'_>]) {
        for child in children {
            self.skip_to(child.span().start);
            self.out.push_str(", ");
            self.write_child(child);
        }
    }

    /// `children: a }` or `children: [a, b] }`
    fn write_children_property(
        &mut self,
        attributes: &[JSXAttributeItem<'_>],
        left_out: Option<&JSXAttribute<'_>>,
        children: &[&JSXChild<'_>],
    ) {
        if children.is_empty() {
            return;
        }
        if attributes.iter().any(|item| !is_same(item, left_out)) {
            self.out.push_str(", ");
        }
        let is_list = children.len() > 1 || matches!(children[0], JSXChild::Spread(_));
        self.out
            .push_str(if is_list { "children: [" } else { "children: " });
        for (index, child) in children.iter().enumerate() {
            self.skip_to(child.span().start);
            if index > 0 {
                self.out.push_str(", ");
            }
            self.write_child(child);
        }
        self.out.push_str(if is_list { "] }" } else { " }" });
    }

    fn write_child(&mut self, child: &JSXChild<'_>) {
        match child {
            JSXChild::Text(text) => {
                let shown = quoted(&visible(self.slice(text.span)));
                self.out.push_str(&shown);
                self.skip_to(text.span.end);
            }
            JSXChild::Element(element) => self.write_element(element),
            JSXChild::Fragment(fragment) => self.write_fragment(fragment),
            JSXChild::ExpressionContainer(container) => self.write_container(container),
            JSXChild::Spread(spread) => {
                self.out.push_str("...");
                self.write_expression(&spread.expression);
                self.skip_to(spread.span.end);
            }
        }
    }
}

fn namespaced(name: &JSXNamespacedName<'_>) -> String {
    format!("{}:{}", name.namespace.name, name.name.name)
}

fn is_same(item: &JSXAttributeItem<'_>, other: Option<&JSXAttribute<'_>>) -> bool {
    match (item, other) {
        (JSXAttributeItem::Attribute(one), Some(other)) => one.span == other.span,
        _ => false,
    }
}

/// The children that are anything: not the space between lines, nor comments.
fn shown<'c, 'a>(children: &'c [JSXChild<'a>]) -> Vec<&'c JSXChild<'a>> {
    let is_shown = |child: &&JSXChild<'a>| match child {
        JSXChild::Text(text) => {
            let raw = text.raw.as_ref().unwrap_or(&text.value);
            !visible(raw).is_empty()
        }
        JSXChild::ExpressionContainer(container) => container.expression.as_expression().is_some(),
        _ => true,
    };
    children.iter().filter(is_shown).collect()
}

/// What becomes of the attribute `key`.
enum Key<'c, 'a> {
    /// There is none
    None,
    /// An argument of its own
    Apart(&'c JSXAttribute<'a>),
    /// It may override one that comes by `...`: the old function is called, with a plain property
    Plain,
}

fn key_of<'c, 'a>(attributes: &'c [JSXAttributeItem<'a>]) -> Key<'c, 'a> {
    let mut has_spread = false;
    for item in attributes {
        match item {
            JSXAttributeItem::SpreadAttribute(_) => has_spread = true,
            JSXAttributeItem::Attribute(attribute) => {
                let is_key = matches!(&attribute.name, JSXAttributeName::Identifier(name) if name.name == "key");
                if is_key {
                    return if has_spread {
                        Key::Plain
                    } else {
                        Key::Apart(attribute)
                    };
                }
            }
        }
    }
    Key::None
}

impl<'a> Visit<'a> for Writer<'_> {
    fn visit_jsx_element(&mut self, element: &JSXElement<'a>) {
        self.copy_to(element.span.start);
        self.write_element(element);
    }

    fn visit_jsx_fragment(&mut self, fragment: &JSXFragment<'a>) {
        self.copy_to(fragment.span.start);
        self.write_fragment(fragment);
    }
}
