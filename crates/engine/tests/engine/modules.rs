//! ES modules: hooks for loading, dynamic import, import.meta.

use rondo_engine::{
    ErrorKind, JsResult, Module, ModuleHost, ModuleKind, ModuleRequest, PromiseState, Scope, Thrown,
};

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    ("static_imports", static_imports),
    ("dynamic_import", dynamic_import),
    ("import_meta", import_meta),
    ("missing_module", missing_module),
    ("syntax_error_in_a_module", syntax_error_in_a_module),
    ("top_level_await", top_level_await),
    ("modules_out_of_turn", modules_out_of_turn),
    ("imports_can_be_provided", imports_can_be_provided),
    ("modules_of_other_kinds", modules_of_other_kinds),
    (
        "functions_have_a_referrer_for_import",
        functions_have_a_referrer_for_import,
    ),
];

const HOST: ModuleHost = ModuleHost {
    load,
    meta: |scope, data, meta| {
        let url = if data.is_string() {
            data
        } else {
            scope.string("unknown")?
        };
        meta.set_property(scope, "url", url)
    },
};

/// Modules that are no JavaScript; `None` for others.
fn load_other<'s>(scope: &mut Scope<'s>, request: &ModuleRequest) -> Option<JsResult<Module<'s>>> {
    match (request.kind, request.specifier.as_str()) {
        (ModuleKind::Json, source) => {
            let source = scope.string(source).unwrap();
            Some(scope.json_module(source, "data.json"))
        }
        (ModuleKind::JavaScript, "made") => {
            let one = scope.number(1.0);
            let two = scope.eval("({ two: 2 })", "made.js").unwrap();
            let exports = [("default", one), ("a \"name\" \u{1f600}", two)];
            Some(scope.synthetic_module(&exports, "made"))
        }
        (ModuleKind::JavaScript, "who") => {
            let referrer = request.referrer(scope);
            Some(scope.synthetic_module(&[("default", referrer)], "who"))
        }
        _ => None,
    }
}

fn answer(scope: &mut Scope<'_>, request: ModuleRequest, module: JsResult<Module<'_>>) {
    match module {
        Ok(module) => {
            if request.is_dynamic(scope) {
                let loading = scope.load_imports(module).unwrap();
                assert_eq!(loading.promise_state(), Some(PromiseState::Fulfilled));
            }
            request.fulfil(scope, module).unwrap()
        }
        Err(thrown) => {
            let error = scope.catch(thrown).unwrap();
            request.fail(scope, error).unwrap();
        }
    }
}

/// Modules by name; the specifier is the name.
fn load(scope: &mut Scope<'_>, request: ModuleRequest) {
    if let Some(module) = load_other(scope, &request) {
        return answer(scope, request, module);
    }
    let source = match request.specifier.as_str() {
        "numbers" => {
            "export const one = 1; export default 'numbers'; export let live = 0; export function bump() { live++ }"
        }
        "again" => "export * from 'numbers'; export { default as name } from 'numbers';",
        "broken" => "export const = 1",
        _ => {
            let message = format!("Cannot find '{}'", request.specifier);
            let error = scope.error(ErrorKind::Error, &message).unwrap();
            return request.fail(scope, error).unwrap();
        }
    };
    let module = scope.compile_module(source, &request.specifier);
    answer(scope, request, module);
}

fn drain(scope: &mut Scope<'_>) {
    scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
        let error = scope.catch(thrown).unwrap();
        panic!("a microtask threw {}", show(scope, error))
    });
}

/// Loads, links and runs a module; gives `globalThis.result`, or the error.
fn run(scope: &mut Scope<'_>, source: &str) -> String {
    scope.set_module_host(HOST);
    let module = match scope.compile_module(source, "main.mjs") {
        Ok(module) => module,
        Err(thrown) => {
            let error = scope.catch(thrown).unwrap();
            return show(scope, error);
        }
    };
    let url = scope.string("file:///main.mjs").unwrap();
    scope.set_module_data(module, url).unwrap();
    let loading = scope.load_imports(module).unwrap();
    drain(scope);
    if loading.promise_state() == Some(PromiseState::Rejected) {
        let reason = loading.promise_result(scope).unwrap();
        return show(scope, reason);
    }
    scope.link_module(module).unwrap();
    let running = scope.evaluate_module(module).unwrap();
    drain(scope);
    if running.promise_state() == Some(PromiseState::Rejected) {
        let reason = running.promise_result(scope).unwrap();
        return show(scope, reason);
    }
    text(scope, "String(globalThis.result)")
}

fn static_imports() {
    context().enter(|scope| {
        let source =
            "import name, { one, live, bump } from 'numbers'; import * as all from 'numbers';
            bump(); globalThis.result = [name, one, live, Object.keys(all)].join()";
        assert_eq!(run(scope, source), "numbers,1,1,bump,default,live,one");
        let source = "import { one, name } from 'again'; globalThis.result = name + one";
        assert_eq!(run(scope, source), "numbers1");
    });
}

fn dynamic_import() {
    context().enter(|scope| {
        let source = "import('numbers').then((all) => { globalThis.result = all.default })";
        assert_eq!(run(scope, source), "numbers");
    });
}

fn import_meta() {
    context().enter(|scope| {
        assert_eq!(
            run(scope, "globalThis.result = import.meta.url"),
            "file:///main.mjs"
        );
    });
}

fn missing_module() {
    context().enter(|scope| {
        assert_eq!(
            run(scope, "import 'nowhere'"),
            "Error: Cannot find 'nowhere'"
        );
        let source = "import('nowhere').catch((e) => { globalThis.result = e.message })";
        assert_eq!(run(scope, source), "Cannot find 'nowhere'");
    });
}

fn syntax_error_in_a_module() {
    context().enter(|scope| {
        assert!(run(scope, "export const = 1").starts_with("SyntaxError"));
        assert!(run(scope, "import 'broken'").starts_with("SyntaxError"));
    });
}

fn top_level_await() {
    context().enter(|scope| {
        assert_eq!(
            run(scope, "globalThis.result = await Promise.resolve('later')"),
            "later"
        );
    });
}

/// Each step needs the one before it.
fn modules_out_of_turn() {
    context().enter(|scope| {
        scope.set_module_host(HOST);
        let source = "import { one } from 'numbers'; export const two = one + 1";
        let fresh = scope.compile_module(source, "main.mjs").unwrap();
        let refused = |result: JsResult<()>, expected: &str, scope: &mut Scope<'_>| {
            let error = scope.catch(result.unwrap_err()).unwrap();
            let shown = show(scope, error);
            assert!(shown.contains(expected), "{shown}");
        };
        let result = scope.link_module(fresh);
        refused(result, "are not loaded", scope);
        let result = scope.evaluate_module(fresh).map(drop);
        refused(result, "status", scope);
        let result = scope.module_namespace(fresh).map(drop);
        refused(result, "not linked", scope);
        scope.set_module_host(ModuleHost {
            load: |_, _| (),
            ..HOST
        });
        let other = scope.compile_module(source, "other.mjs").unwrap();
        scope.load_imports(other).unwrap();
        // The host has not answered.
        let result = scope.link_module(other);
        refused(result, "are not loaded", scope);
    });
}

/// What a module imports can be asked for first, and provided later; the host's hook is not asked.
fn imports_can_be_provided() {
    context().enter(|scope| {
        scope.set_module_host(HOST);
        let source = "import { one } from 'a';\nimport two from 'b' with { type: 'json' };
            import { three } from 'c'; globalThis.result = one + two + three;";
        let main = scope.compile_module(source, "main.mjs").unwrap();
        let requests = scope.requested_modules(main).unwrap();
        let shown: Vec<_> = requests
            .iter()
            .map(|one| (one.specifier.as_str(), one.kind, one.line))
            .collect();
        let expected = [
            ("a", ModuleKind::JavaScript, 1),
            ("b", ModuleKind::Json, 2),
            ("c", ModuleKind::JavaScript, 3),
        ];
        assert_eq!(shown, expected);
        let early = scope.load_provided(main);
        assert!(scope.catch(early.unwrap_err()).is_some());
        let text = scope.string("20").unwrap();
        let a = scope.compile_module("export let one = 1;", "a").unwrap();
        let b = scope.json_module(text, "b").unwrap();
        let c = scope
            .compile_module("import 'a'; export let three = 300;", "c")
            .unwrap();
        assert_eq!(scope.requested_modules(c).unwrap().len(), 1);
        scope.provide_imports(c, &[a]).unwrap();
        scope.provide_imports(main, &[a, b, c]).unwrap();
        scope.load_provided(main).unwrap();
        scope.link_module(main).unwrap();
        scope.evaluate_module(main).unwrap();
        assert_eq!(text_of_result(scope), "321");
    });
}

fn text_of_result(scope: &mut Scope<'_>) -> String {
    text(scope, "String(globalThis.result)")
}

fn modules_of_other_kinds() {
    context().enter(|scope| {
        let source = r#"
            import data from '{"n": [1, 2]}' with { type: 'json' };
            import one, { 'a "name" \u{1f600}' as two } from 'made';
            globalThis.result = JSON.stringify([data, one, two]);"#;
        assert_eq!(run(scope, source), r#"[{"n":[1,2]},1,{"two":2}]"#);
        let source = "import('[3]', { with: { type: 'json' } }).then((all) => {
            globalThis.result = all.default[0] + Object.keys(all) })";
        assert_eq!(run(scope, source), "3default");
        let source = "import data from '{' with { type: 'json' }";
        assert!(run(scope, source).starts_with("SyntaxError"));
    });
}

fn functions_have_a_referrer_for_import() {
    context().enter(|scope| {
        scope.set_module_host(HOST);
        let body =
            "return (() => import('who'))().then((all) => { globalThis.result = all.default })";
        let function = scope.compile_function("f", &[], body, "f.js").unwrap();
        let referrer = scope.string("/home/f.js").unwrap();
        assert!(scope.set_function_referrer(function, referrer).unwrap());
        let undefined = scope.undefined();
        scope.call(function, undefined, &[]).unwrap();
        drain(scope);
        assert_eq!(text(scope, "globalThis.result"), "/home/f.js");
        let native = scope.eval("Math.max", "native.js").unwrap();
        assert!(!scope.set_function_referrer(native, referrer).unwrap());
        assert!(!scope.set_function_referrer(undefined, referrer).unwrap());
    });
}
