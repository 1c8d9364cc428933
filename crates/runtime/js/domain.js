// domain: who handles the errors of a group of callbacks and emitters. Which domain is active goes along
// with the async context, so nothing has to be done for timers, ticks or files.
'use strict';

const EventEmitter = require('events');
const { AsyncLocalStorage } = require('internal/async_local_storage');
const { setDomainHandler } = require('internal/process/lifecycle');

const active = new AsyncLocalStorage({ __proto__: null, defaultValue: null });

// The domains that were entered and not left, the active one last. A callback begins with the one that its
// context brings.
let stack = [];

function currentStack() {
  const domain = active.getStore() ?? undefined;
  if (stack.at(-1) !== domain) stack = domain === undefined ? [] : [domain];
  return stack;
}

// Makes these the domains that are entered.
function setStack(domains) {
  stack = domains;
  active.enterWith(domains.at(-1));
}

function define(object, name, value) {
  Object.defineProperty(object, name, { __proto__: null, value, writable: true, configurable: true });
}

// Notes on an error how it came to its domain. The domain itself cannot be enumerated.
function describe(error, domain, name, value, isThrown) {
  if (error === null || (typeof error !== 'object' && typeof error !== 'function')) return;
  if (name !== undefined) error[name] = value;
  define(error, 'domain', domain);
  error.domainThrown = isThrown;
}

class Domain extends EventEmitter {
  constructor() {
    super();
    this.members = [];
  }

  enter() {
    setStack([...currentStack(), this]);
  }

  // Leaves all that were entered since, too.
  exit() {
    const domains = currentStack();
    const at = domains.lastIndexOf(this);
    if (at !== -1) setStack(domains.slice(0, at));
  }

  add(emitter) {
    const former = emitter.domain;
    if (former === this) return;
    if (former) former.remove(emitter);
    // A domain that is around this one cannot be inside it as well.
    if (isWithin(this.domain, emitter)) return;
    define(emitter, 'domain', this);
    this.members.push(emitter);
  }

  remove(emitter) {
    emitter.domain = null;
    const at = this.members.indexOf(emitter);
    if (at !== -1) this.members.splice(at, 1);
  }

  run(callback, ...args) {
    this.enter();
    // If it throws, the domain stays entered: whoever gets the exception looks for it.
    const result = Reflect.apply(callback, this, args);
    this.exit();
    return result;
  }

  intercept(callback) {
    const domain = this;
    return function runIntercepted(error, ...args) {
      if (error instanceof Error) {
        describe(error, domain, 'domainBound', callback, false);
        domain.emit('error', error);
        return undefined;
      }
      return callIn(domain, callback, this, args);
    };
  }

  bind(callback) {
    const domain = this;
    function runBound(...args) {
      return callIn(domain, callback, this, args);
    }
    define(runBound, 'domain', domain);
    return runBound;
  }
}

// Whether a domain is this one, or a member of it, however deep.
function isWithin(domain, outer) {
  return Boolean(domain) && (domain === outer || isWithin(domain.domain, outer));
}

function callIn(domain, callback, self, args) {
  domain.enter();
  const result = Reflect.apply(callback, self, args);
  domain.exit();
  return result;
}

// An exception that nobody caught: the innermost domain that listens gets it, and what that throws goes to
// those around it. Says whether one took it.
function handle(error, origin) {
  const domains = currentStack();
  for (let i = domains.length - 1; i >= 0; i--) {
    const domain = domains[i];
    if (domain.listenerCount('error') === 0) continue;
    // A rejection is told as it is.
    if (origin !== 'unhandledRejection') describe(error, domain, undefined, undefined, true);
    setStack(domains.slice(0, i));
    try {
      domain.emit('error', error);
    } catch (another) {
      if (!domains.slice(0, i).some((outer) => outer.listenerCount('error') > 0)) throw another;
      error = another;
      continue;
    }
    setStack([]);
    return true;
  }
  return false;
}

// An error event that no listener of the emitter takes goes to its domain.
function emitToDomain(emitter, domain, error) {
  if (!error) {
    const { ERR_UNHANDLED_ERROR } = require('internal/errors').codes;
    error = new ERR_UNHANDLED_ERROR(error);
  }
  describe(error, domain, 'domainEmitter', emitter, false);
  const domains = currentStack();
  const at = domains.indexOf(domain);
  if (at !== -1) setStack(domains.slice(0, at));
  domain.emit('error', error);
  if (at !== -1) setStack(domains);
}

const { init } = EventEmitter;
const { emit } = EventEmitter.prototype;

EventEmitter.usingDomains = true;

// Every emitter knows in which domain it was made.
EventEmitter.init = function(options) {
  const domain = this instanceof Domain ? null : process.domain ?? null;
  define(this, 'domain', domain);
  return Reflect.apply(init, this, [options]);
};

EventEmitter.prototype.emit = function(type, ...args) {
  const { domain } = this;
  if (domain === null || domain === undefined || this === process) return Reflect.apply(emit, this, [type, ...args]);
  if (type === 'error' && this.listenerCount('error') === 0) {
    emitToDomain(this, domain, args[0]);
    return false;
  }
  return callIn(domain, emit, this, [type, ...args]);
};

Object.defineProperty(process, 'domain', {
  __proto__: null,
  get() { return active.getStore(); },
  set(domain) { active.enterWith(domain); },
  enumerable: true,
  configurable: true,
});

setDomainHandler(handle);

function createDomain() {
  return new Domain();
}

module.exports = {
  get _stack() { return currentStack(); },
  Domain,
  createDomain,
  create: createDomain,
  get active() { return process.domain; },
};
