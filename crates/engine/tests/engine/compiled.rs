//! Compiled scripts and modules: run in several realms, and written as bytes.

use rondo_engine::{CodeGeneration, Form, Found, Local, ModuleStatus, Origin, Scope};

use crate::{Test, context, show};

pub const TESTS: &[Test] = &[
    (
        "a_script_runs_in_several_realms",
        a_script_runs_in_several_realms,
    ),
    ("code_as_bytes", code_as_bytes),
    ("damaged_code_is_refused", damaged_code_is_refused),
    ("a_module_from_bytes", a_module_from_bytes),
    ("code_has_what_was_called", code_has_what_was_called),
    ("forms_are_not_mixed_up", forms_are_not_mixed_up),
    ("code_generation_has_limits", code_generation_has_limits),
];

const ORIGIN: Origin<'static> = Origin {
    filename: "compiled.js",
    line: 1,
    column: 1,
};

const TEXT: &str = "(function f(x) { const g = () => x + '\u{20ac}'; return g() + f.name; })('a')";

fn a_script_runs_in_several_realms() {
    context().enter(|scope| {
        let text = scope
            .string("globalThis.n = (globalThis.n ?? 0) + 1; [n, Array]")
            .unwrap();
        let script = scope.compile(text, ORIGIN, Form::Script).unwrap();
        let other = scope.new_realm(|_| Ok(())).unwrap();
        let undefined = scope.undefined();
        let here = scope.run_compiled(&script, None, undefined).unwrap();
        let there = scope.in_realm(other, |scope| scope.run_compiled(&script, None, undefined));
        let there = there.unwrap();
        for result in [here, there] {
            assert_eq!(result.get_index(scope, 0).unwrap().as_number(), Some(1.0));
        }
        let mine = here.get_index(scope, 1).unwrap();
        let theirs = there.get_index(scope, 1).unwrap();
        assert!(!mine.same(theirs, scope).unwrap());
    });
}

fn bytes(scope: &mut Scope<'_>, source: &str, form: Form) -> Vec<u8> {
    let text = scope.string(source).unwrap();
    let compiled = scope.compile(text, ORIGIN, form).unwrap();
    scope.bytes_of(&compiled, text, ORIGIN).unwrap().unwrap()
}

/// What the bytes hold, for `text`.
fn found(
    scope: &mut Scope<'_>,
    bytes: &[u8],
    text: Local<'_>,
    origin: Origin<'_>,
    form: Form,
) -> Found {
    let bytes = scope.uint8_array(bytes).unwrap();
    scope.compiled_from(bytes, text, origin, form).unwrap()
}

fn code_as_bytes() {
    let bytes = context().enter(|scope| bytes(scope, TEXT, Form::Script));
    context().enter(|scope| {
        let text = scope.string(TEXT).unwrap();
        let Found::Code(script) = found(scope, &bytes, text, ORIGIN, Form::Script) else {
            panic!("there is code");
        };
        let undefined = scope.undefined();
        let result = scope.run_compiled(&script, None, undefined).unwrap();
        assert_eq!(show(scope, result), "a\u{20ac}f");
        let origin = Origin {
            filename: "other.js",
            ..ORIGIN
        };
        let script = found(scope, &bytes, text, origin, Form::Script);
        assert!(matches!(script, Found::Elsewhere));
        let other = scope.string("other").unwrap();
        let script = found(scope, &bytes, other, ORIGIN, Form::Script);
        assert!(matches!(script, Found::Nothing));
        let script = found(scope, &bytes, text, ORIGIN, Form::InEnvironment);
        assert!(matches!(script, Found::Nothing));
    });
}

fn damaged_code_is_refused() {
    context().enter(|scope| {
        let whole = bytes(scope, TEXT, Form::Script);
        let text = scope.string(TEXT).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            // But for the name that it was compiled with.
            let is_place = (16..24).contains(&at);
            let script = found(scope, &damaged, text, ORIGIN, Form::Script);
            assert_eq!(matches!(script, Found::Elsewhere), is_place, "byte {at}");
            assert!(!matches!(script, Found::Code(_)), "byte {at}");
            let cut = found(scope, &whole[..at], text, ORIGIN, Form::Script);
            assert!(matches!(cut, Found::Nothing));
        }
    });
}

/// What a script of `source` gives that is a function; the code of it is larger after a call of that, and as good.
fn code_has_what_was_called() {
    let source = "(function f() { return g() + 1; function g() { return h() + 1; } function h() { return 1; } })";
    context().enter(|scope| {
        let text = scope.string(source).unwrap();
        let undefined = scope.undefined();
        let script = scope.compile(text, ORIGIN, Form::Script).unwrap();
        let before = scope.bytes_of(&script, text, ORIGIN).unwrap().unwrap();
        let function = scope.run_noted(&script, undefined).unwrap();
        scope.call(function, undefined, &[]).unwrap();
        let noted = scope.noted_of_function(function).unwrap();
        let bytes = scope.bytes_of(&noted, text, ORIGIN).unwrap().unwrap();
        assert!(bytes.len() > before.len());
        let Found::Code(again) = found(scope, &bytes, text, ORIGIN, Form::Script) else {
            panic!("there is code");
        };
        let function = scope.run_compiled(&again, None, undefined).unwrap();
        let result = scope.call(function, undefined, &[]).unwrap();
        assert_eq!(result.as_number(), Some(3.0));
        // It is noted once.
        assert!(scope.noted_of_function(function).is_none());
    });
}

fn a_module_from_bytes() {
    let source = "export let x = 1; x = await 2;";
    context().enter(|scope| {
        let bytes = bytes(scope, source, Form::Module);
        let text = scope.string(source).unwrap();
        let Found::Code(compiled) = found(scope, &bytes, text, ORIGIN, Form::Module) else {
            panic!("there is code");
        };
        let module = scope.module_from(&compiled).unwrap();
        assert_eq!(module.status(), ModuleStatus::Unlinked);
        assert!(module.has_top_level_await());
        scope.load_imports(module).unwrap();
        scope.link_module(module).unwrap();
        assert_eq!(module.status(), ModuleStatus::Linked);
        scope.evaluate_module(module).unwrap();
        assert_eq!(module.status(), ModuleStatus::Waiting);
        scope.run_microtasks(&mut |_: &mut Scope<'_>, _| true);
        assert_eq!(module.status(), ModuleStatus::Evaluated);
        let namespace = scope.module_namespace(module).unwrap();
        let x = namespace.get_property(scope, "x").unwrap();
        assert_eq!(x.as_number(), Some(2.0));
    });
}

fn forms_are_not_mixed_up() {
    context().enter(|scope| {
        let text = scope.string("1").unwrap();
        let undefined = scope.undefined();
        for form in [Form::InEnvironment, Form::Module] {
            let compiled = scope.compile(text, ORIGIN, form).unwrap();
            let thrown = scope.run_compiled(&compiled, None, undefined).unwrap_err();
            assert!(scope.catch(thrown).is_some());
        }
        let script = scope.compile(text, ORIGIN, Form::Script).unwrap();
        let thrown = scope.module_from(&script).unwrap_err();
        assert!(scope.catch(thrown).is_some());
    });
}

fn code_generation_has_limits() {
    context().enter(|scope| {
        let realm = scope.new_realm(|_| Ok(())).unwrap();
        let allowed = CodeGeneration {
            strings: false,
            wasm: true,
        };
        scope.limit_code_generation(realm, allowed);
        let told = scope.in_realm(realm, |scope| scope.eval("eval('1')", "test.js"));
        let error = scope.catch(told.unwrap_err()).unwrap();
        assert!(show(scope, error).starts_with("EvalError"));
        assert!(scope.eval("eval('1')", "test.js").is_ok());
    });
}
