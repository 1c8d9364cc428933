//! Exceptions, and the frames of stacks.

use rondo_engine::{Args, Frame, JsResult, Local, Scope};

use crate::{Test, context, show};

pub const TESTS: &[Test] = &[
    ("frames_of_an_error", frames_of_an_error),
    ("captured_frames", captured_frames),
    ("stack_trace_limit", stack_trace_limit),
    ("position_of_a_throw", position_of_a_throw),
    ("position_of_a_syntax_error", position_of_a_syntax_error),
    ("any_value_can_be_thrown", any_value_can_be_thrown),
];

fn places(frames: &[Frame]) -> Vec<(Option<&str>, u32, u32)> {
    let mut places = Vec::new();
    for frame in frames {
        places.push((frame.function.as_deref(), frame.line, frame.column));
    }
    places
}

fn frames_of_an_error() {
    context().enter(|scope| {
        let source = "function inner() { return new Error('x') }\nfunction outer() { return inner() }\nouter()";
        let error = scope.eval(source, "test.js").unwrap();
        let frames = scope.error_frames(error);
        assert_eq!(
            places(&frames),
            [(Some("inner"), 1, 27), (Some("outer"), 2, 27), (None, 3, 1)]
        );
        assert!(frames.iter().all(|frame| frame.file == "test.js"));
        let object = scope.object().unwrap();
        assert_eq!(scope.error_frames(object), []);
    });
}

fn capture<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let limit = args.get(scope, 0).as_u32().unwrap_or(0);
    let after = args.get(scope, 1);
    scope.capture_stack(limit, after)
}

fn captured_frames() {
    context().enter(|scope| {
        let capture = scope.function("capture", 2, capture).unwrap();
        let global = scope.global();
        global.set_property(scope, "capture", capture).unwrap();
        let source = "function inner(n, after) { return capture(n, after) }
            function outer(n, after) { return inner(n, after) }
            [outer(9), outer(1), outer(0), outer(9, inner)]";
        let stacks = scope.eval(source, "test.js").unwrap();
        let mut named = |index| {
            let stack = stacks.get_index(scope, index).unwrap();
            let frames = scope.captured_frames(stack);
            let names = frames.into_iter().map(|frame| frame.function);
            names
                .map(|name| name.unwrap_or_default())
                .collect::<Vec<_>>()
        };
        assert_eq!(named(0), ["inner", "outer", ""]);
        assert_eq!(named(1), ["inner"]);
        assert!(named(2).is_empty());
        assert_eq!(named(3), ["outer", ""]);
        // What is no captured stack has none.
        assert_eq!(scope.captured_frames(stacks), []);
    });
}

fn stack_trace_limit() {
    context().enter(|scope| {
        let source = "function f(n) { return n ? f(n - 1) : new Error('deep') }";
        for (limit, expected) in [(3, 3), (0, 0), (500, 52)] {
            let source = format!("{source}; Error.stackTraceLimit = {limit}; f(50)");
            let error = scope.eval(&source, "test.js").unwrap();
            assert_eq!(scope.error_frames(error).len(), expected);
        }
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
