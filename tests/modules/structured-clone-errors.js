// What cannot be cloned is named.
function attempt(value, options) {
  try {
    console.log(structuredClone(value, options));
  } catch (error) {
    console.log(error instanceof DOMException, error.name, error.code, error.message);
  }
}
class Custom {}
attempt(() => 1);
attempt({ deep: [{ method() {} }] });
attempt(Math.max);
attempt(Symbol('s'));
attempt(Object(Symbol('s')));
attempt(Promise.resolve());
attempt(new (class Mine extends Promise {})(() => {}));
attempt(new WeakMap());
attempt(new Proxy({}, {}));
attempt(new Proxy([], {}));
attempt((function* () {})());
attempt([].values());
attempt(new URL('http://a/'));
attempt(new Custom());
attempt(Object.assign([1, , 3], { extra: 1 }));
attempt(1, { transfer: [{}] });
attempt(1, { transfer: [1] });
attempt(1, { transfer: 1 });
attempt(1, 1);
const buffer = new ArrayBuffer(2);
attempt(1, { transfer: [buffer, buffer] });
attempt([buffer, () => {}], { transfer: [buffer] });
console.log(buffer.detached);
attempt({ buffer, view: new Uint8Array(buffer) }, { transfer: [buffer] });
console.log(buffer.detached);
attempt(buffer);
