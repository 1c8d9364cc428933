//! Calls both ways, and objects with Rust data.

use std::cell::Cell;
use std::ffi::CStr;
use std::rc::Rc;

use rondo_engine::{Args, ErrorKind, HostObject, JsResult, Local, Scope};

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    ("native_functions", native_functions),
    ("native_errors", native_errors),
    ("native_panic_is_an_error", native_panic_is_an_error),
    ("native_reenters", native_reenters),
    ("calls_with_many_arguments", calls_with_many_arguments),
    ("constructors", constructors),
    ("constructor_returns_a_number", constructor_returns_a_number),
    ("prototypes_can_be_fixed", prototypes_can_be_fixed),
    ("drop_cannot_enter", drop_cannot_enter),
    ("host_objects_are_freed", host_objects_are_freed),
    ("compiled_functions", compiled_functions),
    ("host_data", host_data),
    (
        "native_calls_in_compiled_code",
        native_calls_in_compiled_code,
    ),
];

fn add<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let left = args.get(scope, 0).as_number().unwrap_or(0.0);
    let right = args.get(scope, 1).as_number().unwrap_or(0.0);
    Ok(left + right)
}

fn define(scope: &mut Scope<'_>) {
    let global = scope.global();
    global.define_function(scope, "add", 2, add).unwrap();
    global.define_function(scope, "fail", 0, fail).unwrap();
    global.define_function(scope, "burst", 0, burst).unwrap();
    global.define_function(scope, "apply", 2, apply).unwrap();
}

fn fail<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let message = args.get(scope, 0).to_text(scope)?;
    Err(scope.throw_error(ErrorKind::RangeError, &message))
}

fn burst<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    panic!("a binding's bug")
}

fn apply<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let function = args.get(scope, 0);
    let rest = args.to_vec(scope);
    scope.collect_garbage();
    scope.call(function, args.this(), &rest[1..])
}

fn native_functions() {
    context().enter(|scope| {
        define(scope);
        assert_eq!(text(scope, "add(1, 2.5) + add(4)"), "7.5");
        assert_eq!(text(scope, "add.name + add.length"), "add2");
        assert_eq!(
            text(scope, "new add()").split(':').next(),
            Some("threw TypeError")
        );
    });
}

fn fix<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let class = args.get(scope, 0);
    scope.fix_prototype(class)
}

fn prototypes_can_be_fixed() {
    context().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "fix", 1, fix).unwrap();
        let source = "
            function Bytes(n) { return Reflect.construct(Uint8Array, [n], Bytes); }
            Bytes.prototype = Object.setPrototypeOf({ own: 1 }, Uint8Array.prototype);
            const before = Bytes.prototype;
            fix(Bytes);
            Bytes.prototype = {};
            class Other extends Bytes {}
            [new Bytes(3).own, Bytes.prototype === before, new Other(1).own,
              Reflect.construct(Uint8Array, [1], Other) instanceof Other,
              Reflect.construct(Map, [], Bytes).own].join()";
        assert_eq!(text(scope, source), "1,true,1,true,1");
        for wrong in ["fix({})", "fix(5)", "fix(new Proxy(class {}, {}))"] {
            assert_eq!(
                text(scope, wrong),
                "threw TypeError: the class is not a function"
            );
        }
        // Without a prototype that is an object there is nothing to know.
        assert_eq!(text(scope, "fix(() => 1); new Bytes(2).own"), "1");
    });
}

fn native_errors() {
    context().enter(|scope| {
        define(scope);
        assert_eq!(text(scope, "fail('too far')"), "threw RangeError: too far");
        assert_eq!(
            text(scope, "try { fail('x') } catch (e) { e.message + '!' }"),
            "x!"
        );
        assert_eq!(text(scope, "fail({ toString() { throw 5 } })"), "threw 5");
    });
}

fn native_panic_is_an_error() {
    std::panic::set_hook(Box::new(|_| {}));
    context().enter(|scope| {
        define(scope);
        assert_eq!(
            text(scope, "burst()"),
            "threw Error: internal error: a binding's bug"
        );
        assert_eq!(text(scope, "add(1, 1)"), "2");
    });
    let _ = std::panic::take_hook();
}

fn native_reenters() {
    context().enter(|scope| {
        define(scope);
        assert_eq!(
            text(scope, "apply((a, b) => apply(add, a, b) + 1, 2, 3)"),
            "6"
        );
        assert_eq!(text(scope, "apply(() => { throw 'deep' })"), "threw deep");
        assert_eq!(
            text(scope, "apply.call({ v: 9 }, function () { return this.v })"),
            "9"
        );
        let recursion = "function f() { return apply(f) } try { f() } catch (e) { e.message }";
        assert_eq!(text(scope, recursion), "Maximum call stack size exceeded");
    });
}

fn calls_with_many_arguments() {
    context().enter(|scope| {
        let function = scope.eval("(...list) => list.join()", "many.js").unwrap();
        let this = scope.undefined();
        for count in [0, 1, 6, 7, 50] {
            let arguments: Vec<_> = (0..count).map(|n| scope.number(n as f64)).collect();
            let result = scope.call(function, this, &arguments).unwrap();
            let expected: Vec<_> = (0..count).map(|n| n.to_string()).collect();
            assert_eq!(
                result.as_string(scope).unwrap().unwrap(),
                expected.join(",")
            );
        }
        let number = scope.number(1.0);
        let thrown = scope.call(number, this, &[]).unwrap_err();
        let error = scope.catch(thrown).unwrap();
        assert!(show(scope, error).starts_with("TypeError"));
    });
}

fn constructors() {
    context().enter(|scope| {
        let class = scope
            .eval("(class A { constructor(x) { this.x = x } })", "class.js")
            .unwrap();
        let four = scope.number(4.0);
        let object = scope.construct(class, &[four]).unwrap();
        let x = object.get_property(scope, "x").unwrap();
        assert_eq!(x.as_number(), Some(4.0));
    });
}

thread_local!(static DROPPED: Rc<Cell<usize>> = Rc::default());

struct Counted(#[allow(dead_code)] u32);

impl HostObject for Counted {
    const NAME: &'static CStr = c"Counted";
}

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.with(|dropped| dropped.set(dropped.get() + 1));
    }
}

struct Other;

impl HostObject for Other {
    const NAME: &'static CStr = c"Other";
}

fn host_objects_are_freed() {
    context().enter(|scope| {
        scope.nested(|scope| {
            for number in 0..100 {
                scope.host_object(Counted(number), None).unwrap();
            }
        });
        let kept = scope.host_object(Counted(7), None).unwrap();
        scope.collect_garbage();
        scope.collect_garbage();
        let dropped = DROPPED.with(|dropped| dropped.get());
        assert!(dropped >= 99, "{dropped} of 100 were dropped");
        assert_eq!(kept.host_data::<Counted>(scope).map(|it| it.0), Some(7));
        assert!(kept.host_data::<Other>(scope).is_none());
        let plain = scope.object().unwrap();
        assert!(plain.host_data::<Counted>(scope).is_none());
    });
}

fn compiled_functions() {
    context().enter(|scope| {
        let body = "return a +\n b + arguments.length";
        let function = scope
            .compile_function("sum", &["a", "b"], body, "body.js")
            .unwrap();
        let (one, two, this) = (scope.number(1.0), scope.number(2.0), scope.undefined());
        assert_eq!(
            scope.call(function, this, &[one, two]).unwrap().as_number(),
            Some(5.0)
        );
        for broken in ["}", "return 1 }, function () {", "let let", "await 1"] {
            let thrown = scope.compile_function("", &[], broken, "broken.js").err();
            let thrown = thrown.unwrap_or_else(|| panic!("{broken} was taken"));
            let error = scope.catch(thrown).unwrap();
            assert!(show(scope, error).starts_with("SyntaxError"), "{broken}");
        }
    });
}

fn host_data() {
    let context = context();
    context.set_host(Rc::new(Cell::new(3)));
    fn bump<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<i32> {
        let cell = scope.host::<Cell<i32>>();
        cell.set(cell.get() + 1);
        Ok(cell.get())
    }
    context.enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "bump", 0, bump).unwrap();
        assert_eq!(text(scope, "bump() + bump()"), "9");
    });
}

fn native_calls_in_compiled_code() {
    context().enter(|scope| {
        define(scope);
        let rounds = if cfg!(feature = "debugmozjs") {
            2_000
        } else {
            200_000
        };
        let source = format!("let s = 0; for (let i = 0; i < {rounds}; i++) s = add(s, 1); s");
        assert_eq!(text(scope, &source), rounds.to_string());
    });
}

fn seven<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<i32> {
    Ok(7)
}

fn constructor_returns_a_number() {
    context().enter(|scope| {
        let number = scope.constructor("number", 0, seven).unwrap();
        scope.global().set_property(scope, "Num", number).unwrap();
        let expected = "threw TypeError: a constructor must return an object";
        assert_eq!(text(scope, "new Num()"), expected);
        assert_eq!(text(scope, "Reflect.construct(Num, [])"), expected);
        assert_eq!(text(scope, "Num()"), "7");
    });
}

thread_local! {
    static CONTEXT: std::cell::OnceCell<rondo_engine::Context> = const { std::cell::OnceCell::new() };
    static REFUSED: Cell<bool> = const { Cell::new(false) };
}

/// Tries what it must not do.
struct Intruder;

impl HostObject for Intruder {
    const NAME: &'static CStr = c"Intruder";
}

impl Drop for Intruder {
    fn drop(&mut self) {
        let entered = std::panic::catch_unwind(|| {
            CONTEXT.with(|context| context.get().unwrap().enter(|scope| text(scope, "[{}]")))
        });
        REFUSED.set(entered.is_err());
        // One that is not caught does no harm either.
        panic!("from a destructor");
    }
}

fn drop_cannot_enter() {
    CONTEXT.with(|cell| {
        let context = cell.get_or_init(crate::context_without_zeal);
        context.enter(|scope| {
            scope.nested(|scope| {
                scope.host_object(Intruder, None).unwrap();
            });
        });
        context.enter(|scope| scope.collect_garbage());
        assert!(REFUSED.get());
        context.enter(|scope| assert_eq!(text(scope, "1 + 1"), "2"));
    });
}
