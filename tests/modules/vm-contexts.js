// Contexts of vm: what scripts do to their global object is done to the sandbox; realms have built-ins of their own.
'use strict';
const vm = require('vm');

const sandbox = { a: 1, get g() { return this === sandbox; } };
const context = vm.createContext(sandbox);
const run = (code, options) => vm.runInContext(code, context, options);

console.log(context === sandbox, vm.isContext(sandbox), vm.isContext({}), vm.createContext(sandbox) === sandbox);
run('var v = 1; function f() { return a } let l = 2; u = 3; this.t = 4; globalThis.w = 5');
console.log(Object.keys(sandbox).sort(), Object.getOwnPropertyDescriptor(sandbox, 'v'), sandbox.f());
console.log(run('[v, f(), l, u, t, w, g, typeof l]').join(' '), 'l' in sandbox);
sandbox.v = 'from outside';
console.log(run('v'), run('"v" in globalThis'), run('delete a; typeof a'), 'a' in sandbox);
console.log(run('Object.keys(globalThis)').sort().join(), run('JSON.stringify(Object.getOwnPropertyDescriptor(this, "Map"))'));
console.log(run('this === globalThis'), run('(function() { return this === globalThis })()'), run('this') === sandbox);
console.log(run('new Function("return t")()'), run('(0, eval)("t")'), run('(0, eval)("var fromEval = 6"); fromEval'));
console.log(run('typeof process + typeof require + typeof setTimeout'));

// Realms
console.log(run('[]') instanceof Array, run('[] instanceof Array'), Array.isArray(run('[1, 2]')), run('({})').constructor === Object);
console.log(run('Object.getPrototypeOf(async function() {})') === Object.getPrototypeOf(async function() {}));
sandbox.list = [1, 2, 3];
console.log(run('list instanceof Array'), run('Array.isArray(list) && list.map((x) => x * 2).join()'));
for (const code of ['throw new TypeError("t")', 'null.x', 'a b', '"use strict"; undeclared = 1']) {
  try {
    run(code, 'thrown.js');
  } catch (error) {
    console.log(error instanceof Error, Object.prototype.toString.call(error), error.name, error.stack.split('\n')[0]);
  }
}
try {
  run('\n\n  throw new Error("line")', { filename: 'offset.js', lineOffset: 10 });
} catch (error) {
  console.log(error.stack.split('\n').slice(0, 5).join('|'));
}

// Objects of all sorts as sandboxes
console.log(vm.runInNewContext('a = 2; b = 3; a + typeof b', Object.freeze({ a: 1 })));
console.log(vm.runInNewContext('zip', new Proxy({}, { get: (target, key) => `got ${String(key)}`, has: () => false })));
const accessors = { set x(value) { console.log('set', value, this === accessors); }, get x() { return 'got'; } };
console.log(vm.runInNewContext('x = 1; x', accessors));
console.log(vm.runInNewContext('inherited + own', { __proto__: { inherited: 1 }, own: 2 }));
console.log(vm.runInNewContext('Array = 5; delete Map; typeof Array + typeof Map + typeof Set', sandbox), Object.hasOwn(sandbox, 'Array'));
console.log(vm.runInNewContext('undefined = 1; NaN = 1; typeof undefined + NaN'));
const plain = vm.createContext(vm.constants.DONT_CONTEXTIFY);
console.log(plain === vm.runInContext('var y = 1; globalThis', plain), plain.y, Object.keys(plain));

// Scripts
const script = new vm.Script('counter = (globalThis.counter ?? 0) + 1', { filename: 'counter.js' });
const first = vm.createContext();
const second = vm.createContext();
console.log(script.runInContext(first), script.runInContext(first), script.runInContext(second), script.runInNewContext());
const compiled = vm.compileFunction('return p + q + r', ['p'], {
  parsingContext: vm.createContext({ q: 2 }), contextExtensions: [{ r: 30 }],
});
console.log(compiled(100), compiled instanceof Function, new vm.Script('1\n//# sourceMappingURL=x.map').sourceMapURL);
