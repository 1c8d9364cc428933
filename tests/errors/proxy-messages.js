// What proxies say whose traps give what they may not.
'use strict';
function say(what, f) {
  try {
    f();
    console.log(what, 'is fine');
  } catch (error) {
    console.log(`${what}: ${error.name}: ${error.message}`);
  }
}
const fixed = () => Object.defineProperty({}, 'a', { value: 1 });
const noGetter = () => Object.defineProperty({}, 'a', { set() {} });
const closed = () => Object.preventExtensions({ a: 1 });
const cases = [
  ['preventExtensions', {}, () => false, Object.preventExtensions],
  ['preventExtensions', {}, () => false, Object.freeze],
  ['preventExtensions', {}, () => true, Object.preventExtensions],
  ['isExtensible', {}, () => false, Object.isExtensible],
  ['setPrototypeOf', {}, () => false, (p) => Object.setPrototypeOf(p, null)],
  ['setPrototypeOf', closed(), () => true, (p) => Object.setPrototypeOf(p, null)],
  ['getPrototypeOf', {}, () => 1, Object.getPrototypeOf],
  ['getPrototypeOf', closed(), () => null, Object.getPrototypeOf],
  ['defineProperty', {}, () => false, (p) => Object.defineProperty(p, 'a', { value: 1 })],
  ['defineProperty', closed(), () => true, (p) => Object.defineProperty(p, 'b', { value: 1 })],
  ['defineProperty', {}, () => true, (p) => Object.defineProperty(p, 'b', { value: 1, configurable: false })],
  ['defineProperty', fixed(), () => true, (p) => Object.defineProperty(p, 'a', { value: 2 })],
  ['set', {}, () => false, (p) => { p.a = 1; }],
  ['set', fixed(), () => true, (p) => { p.a = 2; }],
  ['set', Object.defineProperty({}, 'a', { get() {} }), () => true, (p) => { p.a = 2; }],
  ['get', fixed(), () => 2, (p) => p.a],
  ['get', noGetter(), () => 2, (p) => p.a],
  ['deleteProperty', {}, () => false, (p) => delete p.a],
  ['deleteProperty', closed(), () => true, (p) => delete p.a],
  ['ownKeys', {}, () => 1, Object.keys],
  ['ownKeys', {}, () => ['a', 'a'], Object.keys],
  ['ownKeys', fixed(), () => [], Object.keys],
  ['ownKeys', closed(), () => ['a', 'b'], Object.keys],
  ['getOwnPropertyDescriptor', {}, () => 1, (p) => Object.getOwnPropertyDescriptor(p, 'a')],
  ['getOwnPropertyDescriptor', {}, () => ({ value: 1 }), (p) => Object.getOwnPropertyDescriptor(p, 'a')],
  ['getOwnPropertyDescriptor', { a: 1 }, () => ({ value: 1 }), (p) => Object.getOwnPropertyDescriptor(p, 'a')],
  ['getOwnPropertyDescriptor', closed(), () => ({ value: 1, configurable: true }), (p) => Object.getOwnPropertyDescriptor(p, 'b')],
  ['getOwnPropertyDescriptor', fixed(), () => ({ value: 2 }), (p) => Object.getOwnPropertyDescriptor(p, 'a')],
  ['construct', function () {}, () => 1, (p) => new p()],
];
for (const [trap, target, give, use] of cases) {
  const proxy = new Proxy(target, { [trap]: give });
  say(trap, () => use(proxy));
}
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
say('revoked', () => proxy.a);
