// promisify, callbackify, inherits, deprecate, types, isDeepStrictEqual, stripVTControlCharacters.
const util = require('util');
const old = (a, callback) => setImmediate(callback, a < 0 ? new Error('negative') : null, a * 2);
util.promisify(old)(21).then(console.log);
util.promisify(old)(-1).catch((error) => console.log(error.message));
util.callbackify(async (a) => a + 1)(1, (error, value) => console.log('callbackify', error, value));
function Parent() {}
Parent.prototype.hello = () => 'hello';
function Child() {}
util.inherits(Child, Parent);
console.log(new Child().hello(), Child.super_ === Parent);
console.log(util.types.isDate(new Date()), util.types.isPromise(Promise.resolve()), util.types.isRegExp({}));
console.log(util.types.isMap(new Map()), util.types.isProxy(new Proxy({}, {})), util.types.isUint8Array(Buffer.alloc(1)));
console.log(util.isDeepStrictEqual({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }), util.isDeepStrictEqual([1], ['1']));
console.log(util.stripVTControlCharacters('\u001b[31mred\u001b[39m'), util.toUSVString('a\ud800'));
