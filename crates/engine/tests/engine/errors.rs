//! Exceptions and stacks in V8's form.

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    (
        "stack_starts_with_name_and_message",
        stack_starts_with_name_and_message,
    ),
    ("stack_frames", stack_frames),
    ("stack_trace_limit", stack_trace_limit),
    ("capture_stack_trace", capture_stack_trace),
    ("prepare_stack_trace", prepare_stack_trace),
    ("stack_can_be_replaced", stack_can_be_replaced),
    ("position_of_a_throw", position_of_a_throw),
    ("position_of_a_syntax_error", position_of_a_syntax_error),
    ("any_value_can_be_thrown", any_value_can_be_thrown),
    ("stack_header_symbol", stack_header_symbol),
];

fn stack_starts_with_name_and_message() {
    context().enter(|scope| {
        assert_eq!(
            text(scope, "new Error('m').stack.split('\\n')[0]"),
            "Error: m"
        );
        assert_eq!(
            text(scope, "new TypeError().stack.split('\\n')[0]"),
            "TypeError"
        );
        let subclass = "class Mine extends RangeError { get name() { return 'Mine' } };
            new Mine('x').stack.split('\\n')[0]";
        assert_eq!(text(scope, subclass), "Mine: x");
        assert_eq!(
            text(
                scope,
                "'stack' in new Error() && typeof Error.prototype.stack"
            ),
            "undefined"
        );
    });
}

fn stack_frames() {
    context().enter(|scope| {
        let source = "function inner() { return new Error('x') }\nfunction outer() { return inner() }\nouter().stack";
        assert_eq!(
            text(scope, source),
            "Error: x\n    at inner (test.js:1:27)\n    at outer (test.js:2:27)\n    at test.js:3:1"
        );
    });
}

fn stack_trace_limit() {
    context().enter(|scope| {
        assert_eq!(text(scope, "Error.stackTraceLimit"), "10");
        let deep = "function f(n) { return n ? f(n - 1) : new Error('deep') }";
        let lines = |limit: &str| format!("{deep}; {limit}; f(50).stack.split('\\n').length - 1");
        assert_eq!(text(scope, &lines("")), "10");
        assert_eq!(text(scope, &lines("Error.stackTraceLimit = 3")), "3");
        assert_eq!(text(scope, &lines("Error.stackTraceLimit = 0")), "0");
        assert_eq!(
            text(scope, &lines("Error.stackTraceLimit = Infinity")),
            "52"
        );
    });
}

fn capture_stack_trace() {
    context().enter(|scope| {
        let source = "
            function Mine() { Error.captureStackTrace(this, Mine); this.message = 'own' }
            function maker() { return new Mine() }
            const it = maker(); it.name = 'Named'; it.stack";
        assert_eq!(
            text(scope, source),
            "Named: own\n    at maker (test.js:3:39)\n    at test.js:4:24"
        );
        assert_eq!(text(scope, "Object.keys(it).join()"), "message,name");
        assert_eq!(text(scope, "it.stack = 'mine'; it.stack"), "mine");
        assert_eq!(
            text(scope, "Error.captureStackTrace(5)"),
            "threw TypeError: Invalid argument"
        );
    });
}

fn prepare_stack_trace() {
    context().enter(|scope| {
        let source = "
            Error.prepareStackTrace = (error, sites) => sites.map((site) =>
                [site.getFunctionName(), site.getFileName(), site.getLineNumber(), site].join('|'));
            function here() { return new Error('x').stack }
            const list = here(); Error.prepareStackTrace = undefined; list[0]";
        assert_eq!(text(scope, source), "here|test.js|4|here (test.js:4:38)");
        let thrower = "Error.prepareStackTrace = () => { throw 'no' };
            try { new Error('x').stack } catch (e) { Error.prepareStackTrace = undefined; e }";
        assert_eq!(text(scope, thrower), "no");
    });
}

fn stack_can_be_replaced() {
    context().enter(|scope| {
        let source = "const e = new Error('x'); e.stack = 'mine'; e.stack + Object.keys(e).length";
        assert_eq!(text(scope, source), "mine0");
    });
}

fn position_of_a_throw() {
    context().enter(|scope| {
        let thrown = scope
            .eval("const x = 1;\n  throw new Error('here')", "place.js")
            .unwrap_err();
        let (error, position) = scope.catch_with_position(thrown).unwrap();
        assert_eq!(show(scope, error), "Error: here");
        let position = position.unwrap();
        assert_eq!((position.file.as_str(), position.line), ("place.js", 2));
        let frames = scope.error_frames(error);
        assert_eq!(frames[0].line, 2);
    });
}

fn position_of_a_syntax_error() {
    context().enter(|scope| {
        let thrown = scope
            .compile_function("", &["a"], "let x = 1;\nlet y = ;", "bad.js")
            .unwrap_err();
        let (error, position) = scope.catch_with_position(thrown).unwrap();
        assert!(show(scope, error).starts_with("SyntaxError"));
        let position = position.unwrap();
        assert_eq!(
            (position.file.as_str(), position.line, position.column),
            ("bad.js", 2, 9)
        );
    });
}

fn any_value_can_be_thrown() {
    context().enter(|scope| {
        for source in [
            "throw 1",
            "throw null",
            "throw undefined",
            "throw Symbol.iterator.toString()",
        ] {
            let thrown = scope.eval(source, "any.js").unwrap_err();
            let (value, _) = scope.catch_with_position(thrown).unwrap();
            let shown = show(scope, value);
            assert!(
                source.contains(&shown) || shown.starts_with("Symbol"),
                "{source}: {shown}"
            );
        }
    });
}

fn stack_header_symbol() {
    context().enter(|scope| {
        let symbol = scope.stack_header_symbol();
        let global = scope.global();
        global.set_property(scope, "header", symbol).unwrap();
        let source = "const e = new TypeError('m'); e[header] = 'TypeError [CODE]';
            e.stack.split('\\n')[0] + ', ' + e.name";
        assert_eq!(text(scope, source), "TypeError [CODE]: m, TypeError");
    });
}
