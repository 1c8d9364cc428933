// Contexts: realms whose global object leads to an object of the program's, the sandbox.
//
// Scripts of a context run in an environment that is a proxy for two objects: what a script sets, declares and
// deletes it does to the sandbox; what it looks up is of the sandbox, or else of the realm's own global object,
// which has the built-ins.
'use strict';

const native = binding('vm');
const { isProxy } = binding('types');
const { getOption } = require('internal/process/options');
const { Referrer } = require('internal/vm/referrer');

const {
  defineProperty, deleteProperty, get, getOwnPropertyDescriptor, has, ownKeys, set,
} = Reflect;

// From the sandbox, or from the global object where there is none, to its context.
const contexts = new WeakMap();

// The traps of an environment. The engine holds the proxy to what its target has, so what cannot be configured in
// the sandbox is defined on the target as well.
class Environment {
  constructor(sandbox, global) {
    this.sandbox = sandbox;
    this.global = global;
    this.prototype = Object.getPrototypeOf(global);
    // A proxy may give values that it does not say it has.
    this.isOpaque = isProxy(sandbox);
    this.environment = undefined;
  }

  // Scripts see the environment in place of the two objects behind it.
  shown(value) {
    return value === this.global || value === this.sandbox ? this.environment : value;
  }

  inSandbox(key) {
    return has(this.sandbox, key) || (this.isOpaque && get(this.sandbox, key) !== undefined);
  }

  inGlobal(key) {
    return getOwnPropertyDescriptor(this.global, key) !== undefined || has(this.prototype, key);
  }

  // Whether the realm has something of that name which is never to change, such as `undefined`.
  isFixed(key) {
    const own = getOwnPropertyDescriptor(this.global, key);
    return own !== undefined && own.writable === false && !has(this.sandbox, key);
  }

  keep(target, key, descriptor) {
    if (!descriptor.configurable) defineProperty(target, key, descriptor);
  }

  has(target, key) {
    return this.inSandbox(key) || this.inGlobal(key);
  }

  get(target, key) {
    if (this.inSandbox(key)) return this.shown(this.sandbox[key]);
    const own = getOwnPropertyDescriptor(this.global, key);
    return own === undefined ? get(this.prototype, key, this.environment) : this.shown(this.global[key]);
  }

  set(target, key, value) {
    if (this.isFixed(key)) return false;
    if (set(this.sandbox, key, value)) return true;
    // A sandbox that takes nothing new leaves it to the realm.
    if (getOwnPropertyDescriptor(this.sandbox, key) !== undefined || this.isOpaque) return false;
    return defineProperty(this.global, key, {
      __proto__: null, value, writable: true, enumerable: true, configurable: true,
    });
  }

  deleteProperty(target, key) {
    return deleteProperty(this.sandbox, key) && deleteProperty(this.global, key);
  }

  ownKeys() {
    const keys = new Set(ownKeys(this.global));
    const own = ownKeys(this.sandbox);
    for (let i = 0; i < own.length; i++) keys.add(own[i]);
    return Array.from(keys);
  }

  getOwnPropertyDescriptor(target, key) {
    const own = getOwnPropertyDescriptor(this.sandbox, key) ?? getOwnPropertyDescriptor(this.global, key);
    if (own === undefined) return undefined;
    if ('value' in own) own.value = this.shown(own.value);
    this.keep(target, key, own);
    return own;
  }

  defineProperty(target, key, descriptor) {
    if (this.isFixed(key) || !defineProperty(this.sandbox, key, descriptor)) return false;
    const own = getOwnPropertyDescriptor(this.sandbox, key);
    if (own !== undefined) this.keep(target, key, own);
    return true;
  }

  getPrototypeOf() {
    return this.prototype;
  }

  setPrototypeOf(target, prototype) {
    this.prototype = prototype === null ? Object.create(null) : prototype;
    return true;
  }
}

// What the realm's own global object inherits: code that `Function` or an indirect `eval` makes is not run in the
// environment, and finds the sandbox by it.
class Inherited {
  constructor(environment) {
    this.environment = environment;
  }

  has(target, key) {
    return this.environment.inSandbox(key) || has(this.environment.prototype, key);
  }

  get(target, key, receiver) {
    const { environment } = this;
    if (environment.inSandbox(key)) return environment.get(target, key);
    return get(environment.prototype, key, receiver);
  }

  set(target, key, value) {
    return this.environment.set(target, key, value);
  }

  getPrototypeOf() {
    return this.environment.prototype;
  }
}

// The context of a sandbox. Its scripts' microtasks are run at the end of each if it has a queue of its own.
class Context {
  constructor(object, global, environment, traits) {
    this.global = global;
    this.environment = environment;
    this.ownsMicrotasks = traits.ownsMicrotasks;
    this.referrer = traits.referrer;
    if (this.referrer instanceof Referrer) this.referrer.owner = object;
    living.add(new WeakRef(this));
    contexts.set(object, this);
    byGlobal.set(global, this);
  }
}

// From the global object to its context.
const byGlobal = new WeakMap();

// Who asks for modules in code that is known by its global object alone.
function referrerOfGlobal(global) {
  return byGlobal.get(global)?.referrer;
}

// Those that are there, and some that were.
const living = new Set();

// How many contexts there are.
function countContexts() {
  living.forEach((reference) => {
    if (reference.deref() === undefined) living.delete(reference);
  });
  return living.size;
}

function makeRealm({ allowsStrings, allowsWasm }) {
  const global = native.makeRealm();
  if (!allowsStrings || !allowsWasm) native.limitCodeGeneration(global, allowsStrings, allowsWasm);
  const protoMode = getOption('--disable-proto');
  if (protoMode !== undefined) require('internal/process/disable_proto').applyTo(global.Object.prototype, protoMode);
  return global;
}

function contextify(sandbox, traits) {
  const global = makeRealm(traits);
  const builtins = new Set(ownKeys(global));
  const traps = new Environment(sandbox, global);
  // An assignment to a name that there is not makes a property of the global object. So does a variable that an
  // indirect eval declares, without a value yet: it stays there.
  const added = (key, value) => {
    if (value !== undefined && !builtins.has(key)) set(sandbox, key, value);
  };
  const environment = native.makeEnvironment(global, new Proxy({}, traps), added);
  traps.environment = environment;
  Object.setPrototypeOf(global, new Proxy(Object.create(null), new Inherited(traps)));
  new Context(sandbox, global, environment, traits);
}

// A context without a sandbox: gives its global object.
function makePlainContext(traits) {
  const global = makeRealm(traits);
  new Context(global, global, undefined, traits);
  return global;
}

// The context of an object, or undefined.
function contextOf(object) {
  return contexts.get(object);
}

module.exports = { contextify, contextOf, countContexts, makePlainContext, referrerOfGlobal };
