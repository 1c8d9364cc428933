//! Looks into objects that JavaScript cannot take.

use crate::{Test, context, show};

pub const TESTS: &[Test] = &[
    ("kinds_of_functions", kinds_of_functions),
    ("proxies", proxies),
    (
        "previews_leave_iterators_where_they_are",
        previews_leave_iterators_where_they_are,
    ),
    ("previews_of_weak_collections", previews_of_weak_collections),
    ("own_keys_but_indices", own_keys_but_indices),
    (
        "shared_memory_is_shared_by_clones",
        shared_memory_is_shared_by_clones,
    ),
];

fn kinds_of_functions() {
    context().enter(|scope| {
        for (source, is_async, is_generator) in [
            ("(function () {})", false, false),
            ("(() => 1)", false, false),
            ("(class { constructor() {} })", false, false),
            ("Math.max", false, false),
            ("[].map", false, false),
            ("(() => {}).bind()", false, false),
            ("(async function () {})", true, false),
            ("(async (a) => { await a })", true, false),
            ("({ async m() {} }).m", true, false),
            ("(function* () {})", false, true),
            ("({ *m() {} }).m", false, true),
            ("(async function* () {})", true, true),
            ("Object.setPrototypeOf(async () => {}, null)", true, false),
            ("f = async () => {}; f(); f", true, false),
            ("({})", false, false),
        ] {
            let value = scope.eval(source, "functions.js").unwrap();
            let told = (value.is_async_function(), value.is_generator_function());
            assert_eq!(told, (is_async, is_generator), "{source}");
        }
    });
}

fn proxies() {
    context().enter(|scope| {
        for (source, is_proxy) in [
            ("new Proxy({}, {})", true),
            ("new Proxy(() => {}, {})", true),
            ("p = Proxy.revocable({}, {}); p.revoke(); p.proxy", true),
            ("({})", false),
            ("1", false),
        ] {
            let value = scope.eval(source, "proxies.js").unwrap();
            assert_eq!(value.is_proxy(), is_proxy, "{source}");
            assert!(!value.is_module_namespace(), "{source}");
        }
        let module = scope.compile_module("export let a = 1;", "m.mjs").unwrap();
        scope.load_imports(module).unwrap();
        scope.link_module(module).unwrap();
        let namespace = scope.module_namespace(module).unwrap();
        assert!(namespace.is_module_namespace() && !namespace.is_proxy());
    });
}

fn previews_leave_iterators_where_they_are() {
    context().enter(|scope| {
        for (source, expected) in [
            ("new Map([[1, 2], [3, 4]])", "1,2,3,4 true"),
            ("new Set([1, 2])", "1,2 false"),
            ("new Map([[1, 2], [3, 4]]).keys()", "1,3 false"),
            ("new Map([[1, 2], [3, 4]]).values()", "2,4 false"),
            ("new Map([[1, 2], [3, 4]]).entries()", "1,2,3,4 true"),
            ("new Set([5, 6]).entries()", "5,5,6,6 true"),
            ("new Set([5, 6]).values()", "5,6 false"),
            ("i = new Set([5, 6, 7]).values(); i.next(); i", "6,7 false"),
            (
                "s = new Set([5, 6, 7]); i = s.values(); i.next(); s.delete(5); i",
                "6,7 false",
            ),
            (
                "s = new Set([5, 6, 7]); i = s.values(); i.next(); s.delete(6); i",
                "7 false",
            ),
            (
                "i = new Map([[1, 2]]).entries(); i.next(); i.next(); i",
                " true",
            ),
        ] {
            let value = scope.eval(source, "previews.js").unwrap();
            for _ in 0..2 {
                let (items, is_keyed) = value.preview_entries(scope).unwrap().unwrap();
                assert_eq!(
                    format!("{} {is_keyed}", show(scope, items)),
                    expected,
                    "{source}"
                );
            }
        }
    });
}

fn previews_of_weak_collections() {
    context().enter(|scope| {
        let map = "k = ['key']; new WeakMap([[k, 'value']])";
        let map = scope.eval(map, "weak.js").unwrap();
        let (items, is_keyed) = map.preview_entries(scope).unwrap().unwrap();
        assert_eq!((show(scope, items).as_str(), is_keyed), ("key,value", true));
        let set = scope.eval("new WeakSet([k])", "weak.js").unwrap();
        let (items, is_keyed) = set.preview_entries(scope).unwrap().unwrap();
        assert_eq!((show(scope, items).as_str(), is_keyed), ("key", false));
        let none = scope.eval("({})", "weak.js").unwrap();
        assert!(none.preview_entries(scope).unwrap().is_none());
    });
}

fn own_keys_but_indices() {
    context().enter(|scope| {
        let source = "a = [1, , 2]; a[4000000000] = 1; a[4294967295] = 1; a['01'] = 1; a.x = 1;
            Object.defineProperty(a, 'y', { value: 1 }); a[''] = 1; a";
        let value = scope.eval(source, "keys.js").unwrap();
        let keys = value.own_keys_but_indices(scope, true).unwrap();
        assert_eq!(show(scope, keys), "4294967295,01,x,");
        let keys = value.own_keys_but_indices(scope, false).unwrap();
        assert_eq!(show(scope, keys), "length,4294967295,01,x,y,");
    });
}

fn shared_memory_is_shared_by_clones() {
    context().enter(|scope| {
        let buffer = scope
            .eval("s = new SharedArrayBuffer(2)", "clone.js")
            .unwrap();
        let copy = scope.structured_clone(buffer).unwrap();
        scope.eval("new Uint8Array(s)[1] = 7", "clone.js").unwrap();
        assert_eq!(copy.to_bytes(scope), Some(vec![0, 7]));
        assert!(!copy.same(buffer, scope).unwrap());
    });
}
