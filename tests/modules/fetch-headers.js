// Headers: how they are filled, read, changed and shown, and what they refuse.
'use strict';

const t = (f) => { try { const r = f(); console.log(r); } catch (e) { console.log(e.name, e.code, e.message); } };
const h = new Headers([['b', '2'], ['A', '1'], ['a', ' 3 '], ['Set-Cookie', 'x=1'], ['set-cookie', 'y=2']]);
console.log(h, [...h], h.get('A'), h.getSetCookie(), h.has('zz'), h.get('zz'), Object.prototype.toString.call(h), [...h.keys()], [...h.values()], [...h.entries()]);
console.log(Object.getOwnPropertyNames(Headers.prototype), Headers.length, Headers.name, h[Symbol.iterator] === h.entries, h.entries(), Object.prototype.toString.call(h.entries()));
t(() => new Headers(1)); t(() => new Headers(null)); t(() => new Headers([['a']])); t(() => new Headers([1])); t(() => new Headers({ 'a b': 1 })); t(() => new Headers({ a: 'b\nc' })); t(() => new Headers({ a: 'é中' })); t(()=>h.append('a')); t(()=>h.get()); t(()=>h.get('a b')); t(()=>h.delete('a b')); t(()=>h.set('x','\0')); t(()=>h.forEach(1)); t(()=>Headers.prototype.get.call({}, 'a')); t(()=>h.set()); t(()=>h.has()); t(()=>h.has('é'));
t(() => new Headers({a: undefined}).get('a')); t(()=>new Headers(new Headers({q:'1'}))); t(()=>new Headers(new Map([['m','1']]))); t(()=>new Headers('str'));
h.forEach(function (v, k, o) { if (k === 'a') console.log(v, k, o === h, this); }, 5);
h.delete('a'); h.set('B', '9'); console.log([...h]);
t(()=>new Headers([['a', '1', '2']])); t(()=>new Headers({ get a() { throw new Error('getter') } }));
