//! `JSON.stringify`, beside that of the engine.

use rondo_engine::Scope;

use crate::{Test, context, text};

pub const TESTS: &[Test] = &[
    ("json_of_plain_data", json_of_plain_data),
    ("json_of_what_is_not_plain", json_of_what_is_not_plain),
    (
        "json_of_prototypes_that_change",
        json_of_prototypes_that_change,
    ),
    ("json_of_made_up_data", json_of_made_up_data),
    (
        "json_of_shapes_after_collections",
        json_of_shapes_after_collections,
    ),
    ("json_of_other_realms", json_of_other_realms),
    ("json_looks_like_the_engines", json_looks_like_the_engines),
];

/// `same(make)` makes a value twice, writes it in both ways, and gives what came of it, or both if they differ. (Three times, so
/// that what was learned counts.)
const SAME: &str = r#"
    globalThis.same = (make, ...more) => {
      const outcome = (stringify) => {
        try { return String(stringify(make(), ...more)); } catch (error) { return `${error}`; }
      };
      const wanted = outcome(engineStringify);
      for (let i = 0; i < 3; i++) {
        const found = outcome(JSON.stringify);
        if (found !== wanted) return `${found} instead of ${wanted}`;
      }
      return wanted;
    };
    1
"#;

fn with_json(scope: &mut Scope<'_>, source: &str) -> String {
    text(scope, "globalThis.engineStringify = JSON.stringify; 1");
    scope.quicken_json().unwrap();
    text(scope, SAME);
    text(scope, source)
}

fn run(source: &str) -> String {
    let mut result = String::new();
    context().enter(|scope| result = with_json(scope, source));
    result
}

fn json_of_plain_data() {
    let source = r#"
        class Point { constructor() { this.x = 1; this.y = -2.5; } get sum() { return 3; } }
        [
          same(() => ({})),
          same(() => []),
          same(() => ({ a: 1, b: 'two', c: [true, false, null], d: { e: {} } })),
          same(() => [undefined, Symbol(), NaN, -Infinity, -0, 1e300, 2 ** 53, 0.1]),
          same(() => ({ a: undefined, b: Symbol(), c: 1, [Symbol('s')]: 2, d: undefined })),
          same(() => ({ a: undefined })),
          same(() => ({ 'quo"ted': '\u0000\n\\', 'é': 'ü', '漢': '\ud83d\ude00\ud83d' })),
          same(() => Object.create(null, { a: { value: 1, enumerable: true }, b: { value: 2 } })),
          same(() => [new Point(), new Point()]),
          same(() => Object.freeze([Object.freeze({ a: 1 })])),
          same(() => ({ ['__proto__']: 1, constructor: 2 })),
          same(() => ({ long: 'x'.repeat(100) + 'y', rope: 'abc'.repeat(20) + String(Math.PI).repeat(4) })),
          same(() => ({ a: 1 }), null),
          same(() => ({ a: 1 }), undefined, undefined),
        ].join('\n')
    "#;
    let wanted = r#"{}
[]
{"a":1,"b":"two","c":[true,false,null],"d":{"e":{}}}
[null,null,null,null,0,1e+300,9007199254740992,0.1]
{"c":1}
{}
{"quo\"ted":"\u0000\n\\","é":"ü","漢":"😀\ud83d"}
{"a":1}
[{"x":1,"y":-2.5},{"x":1,"y":-2.5}]
[{"a":1}]
{"__proto__":1,"constructor":2}"#;
    let found = run(source);
    let (plain, rest) = found.split_at(wanted.len());
    assert_eq!(plain, wanted);
    assert!(!rest.contains("instead of"), "{rest}");
}

fn json_of_what_is_not_plain() {
    let source = r#"
        const cycle = () => { const a = { b: [] }; a.b.push(a); return a; };
        const deep = (levels) => { let o = 1; for (let i = 0; i < levels; i++) o = i % 2 ? [o] : { o }; return o; };
        const gaps = [1, , 3];
        const dropped = { a: 1, b: 2, c: 3 };
        delete dropped.a;
        const made = { get a() { return 1; } };
        const longer = []; longer.length = 3;
        const named = [1]; named.name = 2;
        const own = [1]; own.toJSON = () => 'own';
        const many = {};
        for (let i = 0; i < 3000; i++) many['key' + i] = i;
        class List extends Array {}
        class Own { toJSON(key) { return `key ${key}`; } }
        [
          () => same(cycle), () => same(() => deep(30)), () => same(() => deep(400)), () => same(() => deep(1e5)),
          () => same(() => gaps), () => same(() => dropped), () => same(() => made), () => same(() => longer), () => same(() => named),
          () => same(() => own), () => same(() => many), () => same(() => List.of(1, 2)), () => same(() => ({ a: new Own() })),
          () => same(() => ({ a: new Date(0), b: new Map(), c: /x/, d: new Uint8Array(2), e: () => 1 })),
          () => same(() => ({ b: 1, 2: 'c', 1: 'a', '4294967290': 0, '01': 1 })),
          () => same(() => [new Number(1), new String('s'), Object(true)]),
          () => same(() => ({ a: 1n })), () => same(() => new Proxy({ a: 1 }, {})), () => same(() => [new Proxy([1], {})]),
          () => same(() => JSON.rawJSON?.('1') ?? 1), () => same(() => ({ a: 1, b: { c: 2 } }), null, 2), () => same(() => ({ a: 1, b: 2 }), ['b']),
          () => same(() => ({ a: 1 }), (key, value) => value), () => same(() => undefined), () => same(() => 'text'), () => same(() => Symbol()),
          () => same(() => { throw new Error('made'); }), () => same(() => Object.assign(() => 1, { a: 1 })), () => same(() => arguments_of(1, 2)),
        ].map((f) => f()).filter((found) => found.includes('instead of')).join('\n') || 'all the same';
        function arguments_of() { return arguments; }
    "#;
    assert_eq!(run(source), "all the same");
}

fn json_of_prototypes_that_change() {
    let source = r#"
        class A { constructor() { this.a = 1; } }
        class B extends A {}
        const plain = () => [{ a: 1 }, [2], new B()];
        const found = [same(plain)];
        for (const prototype of [B.prototype, A.prototype, Object.prototype, Array.prototype]) {
          prototype.toJSON = () => 'changed';
          found.push(same(plain));
          delete prototype.toJSON;
          found.push(same(plain));
        }
        Object.setPrototypeOf(B.prototype, { toJSON() { return 'other'; } });
        found.push(same(plain));
        Object.setPrototypeOf(B.prototype, new Proxy({}, { get: (_, key) => key === 'toJSON' ? () => 'proxy' : undefined }));
        found.push(same(plain));
        // A getter that gives nothing, and one on the object's way that is no function.
        Object.defineProperty(Object.prototype, 'toJSON', { get() { return undefined; }, configurable: true });
        found.push(same(plain));
        delete Object.prototype.toJSON;
        found.join('\n')
    "#;
    let plain = r#"[{"a":1},[2],{"a":1}]"#;
    let wanted = [
        plain,
        r#"[{"a":1},[2],"changed"]"#,
        plain,
        r#"[{"a":1},[2],"changed"]"#,
        plain,
        r#"changed"#,
        plain,
        r#"changed"#,
        plain,
        r#"[{"a":1},[2],"other"]"#,
        r#"[{"a":1},[2],"proxy"]"#,
        // (It still is one.)
        r#"[{"a":1},[2],"proxy"]"#,
    ];
    let found = run(source).replace("\"changed\"\n", "changed\n");
    assert_eq!(found.split('\n').collect::<Vec<_>>(), wanted);
}

fn json_of_made_up_data() {
    let source = r#"
        let seed = 12345;
        const draw = (n) => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 8) % n; };
        const letters = ['a', 'b', '"', '\\', '\n', 'é', '漢', '\ud800', '\udc00', ' ', '1', '\u007f', '\u0001'];
        const word = () => { let w = ''; for (let n = draw(24); n > 0; n--) w += letters[draw(letters.length)]; return w; };
        function value(depth) {
          switch (draw(depth > 5 ? 8 : 12)) {
            case 0: return draw(1000) - 500;
            case 1: return (draw(1e6) - 5e5) / (draw(1000) + 1);
            case 2: return 2 ** (draw(2000) - 1000) * (draw(2) ? 1 : -1);
            case 3: return word();
            case 4: return word() + word() + word();
            case 5: return draw(2) === 0;
            case 6: return draw(9) ? null : undefined;
            case 7: return draw(20) ? draw(0x7fffffff) : [new Date(draw(1e9)), Symbol(), () => 1, new Map()][draw(4)];
            case 8: case 9: {
              const list = [];
              for (let n = draw(8); n > 0; n--) list.push(value(depth + 1));
              if (!draw(40)) list.length += 1;
              return list;
            }
            default: {
              const object = draw(30) ? {} : Object.create(null);
              for (let n = draw(12); n > 0; n--) object[draw(3) ? 'key' + draw(20) : word()] = value(depth + 1);
              if (!draw(20)) for (const key in object) { delete object[key]; break; }
              if (!draw(40)) Object.defineProperty(object, 'hidden', { value: 1 });
              return object;
            }
          }
        }
        const found = [];
        for (let i = 0; i < 2000; i++) {
          const made = [value(0)];
          const wanted = engineStringify(made);
          const text = JSON.stringify(made);
          if (text !== wanted) found.push(`${text} instead of ${wanted}`);
        }
        found.join('\n') || 'all the same'
    "#;
    assert_eq!(run(source), "all the same");
}

fn json_of_shapes_after_collections() {
    let mut result = String::new();
    context().enter(|scope| {
        result = with_json(
            scope,
            "globalThis.of = (i) => ({ [`name${i}`]: i, a: 'x', list: [{ b: i }, { b: i + 1 }] }); 1",
        );
        for round in 0..6 {
            let source = format!(
                "(() => {{ const found = []; for (let i = {round} * 40; i < {round} * 40 + 120; i++)
                   if (JSON.stringify(of(i)) !== engineStringify(of(i))) found.push(JSON.stringify(of(i)));
                   return found.join() || 'same'; }})()"
            );
            assert_eq!(text(scope, &source), "same");
            scope.collect_garbage();
        }
    });
    assert_eq!(result, "1");
}

fn json_of_other_realms() {
    context().enter(|scope| {
        with_json(scope, "1");
        let realm = scope.new_realm(|scope| scope.quicken_json()).unwrap();
        scope.global().set_property(scope, "other", realm).unwrap();
        let source = r#"
            const made = other.eval('({ a: [1, { b: 2 }], c: "d" })');
            const outcomes = [JSON.stringify(made), other.JSON.stringify({ a: made })];
            other.Object.prototype.toJSON = () => 'theirs';
            outcomes.push(JSON.stringify([made, {}]), other.JSON.stringify([made, {}]));
            delete other.Object.prototype.toJSON;
            try { const cycle = {}; cycle.a = cycle; other.JSON.stringify(cycle); }
            catch (error) { outcomes.push(error instanceof other.TypeError); }
            outcomes.join(' ')
        "#;
        let wanted = r#"{"a":[1,{"b":2}],"c":"d"} {"a":{"a":[1,{"b":2}],"c":"d"}} ["theirs",{}] ["theirs",{}] true"#;
        assert_eq!(text(scope, source), wanted);
    });
}

fn json_looks_like_the_engines() {
    let source = r#"
        const told = (f) => [f.name, f.length, String(f), 'prototype' in f, Object.getOwnPropertyNames(f)].join();
        const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(JSON, 'stringify');
        let thrown;
        try { new JSON.stringify({}); } catch (error) { thrown = error instanceof TypeError; }
        [told(JSON.stringify) === told(engineStringify), JSON.stringify !== engineStringify, writable, enumerable, configurable, thrown,
          JSON.stringify() === undefined, JSON.stringify.call(null, [1])].join()
    "#;
    assert_eq!(run(source), "true,true,true,false,true,true,true,[1]");
}
