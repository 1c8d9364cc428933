// process.allowedNodeEnvironmentFlags: the options that NODE_OPTIONS may have. A Set in its looks, but
// nothing can be added or removed, and it finds options in every way they can be written.
'use strict';

const names = binding('process').environmentFlags();
const known = new Set(names);
const withoutDashes = new Set(names.map((name) => name.replace(/^--?/, '')));

class NodeEnvironmentFlagsSet extends Set {
  // What is changed in vain is no error.
  add() { return this; }
  delete() { return false; }
  clear() {}

  has(name) {
    if (typeof name !== 'string') return false;
    const flag = name.replace(/(?!^)_/g, '-').replace(/=.*$/, '');
    return flag.startsWith('-') ? known.has(flag) : withoutDashes.has(flag);
  }

  get size() { return names.length; }

  entries() { return known.entries(); }

  forEach(callback, thisArg = undefined) {
    names.forEach((name) => Reflect.apply(callback, thisArg, [name, name, this]));
  }

  values() { return known.values(); }
}
for (const alias of ['keys', Symbol.iterator]) {
  Object.defineProperty(NodeEnvironmentFlagsSet.prototype, alias, {
    __proto__: null, value: NodeEnvironmentFlagsSet.prototype.values, writable: true, configurable: true,
  });
}
Object.freeze(NodeEnvironmentFlagsSet.prototype);

const flags = Object.freeze(new NodeEnvironmentFlagsSet());

module.exports = { flags };
