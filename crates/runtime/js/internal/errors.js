// Node's coded errors: `new codes.ERR_X(...)`. Messages and classes are loaded when the first
// error of a kind is made, so that files can take the codes they may need at no cost.
'use strict';

const { stackHeaderSymbol } = binding('errors');
// An error's method of this name returns the stack to print when the error ends the program.
const kEnhanceStackBeforeInspector = Symbol('kEnhanceStackBeforeInspector');

// Constructors by code. One that was asked for is an own property: only the first look-up of a
// code gets as far as the prototype.
const codes = Object.create(new Proxy(Object.create(null), {
  get(_, code) {
    if (typeof code !== 'string' || !code.startsWith('ERR_')) return undefined;
    codes[code] = makeConstructor(code);
    return codes[code];
  },
}));

// Codes that come with other base classes besides: `codes.ERR_X.RangeError`.
const variants = {
  ERR_HTTP2_INVALID_SETTING_VALUE: [RangeError],
  ERR_INVALID_ARG_VALUE: [RangeError],
  ERR_INVALID_RETURN_VALUE: [RangeError],
  ERR_INVALID_STATE: [TypeError, RangeError],
  ERR_OPERATION_FAILED: [TypeError],
};

function makeConstructor(code) {
  let Class;
  function NodeError(...args) {
    Class ??= makeClass(code, undefined);
    return Reflect.construct(Class, args);
  }
  variants[code]?.forEach((Base) => {
    let Variant;
    NodeError[Base.name] = function(...args) {
      Variant ??= makeClass(code, Base);
      return Reflect.construct(Variant, args);
    };
  });
  return NodeError;
}

// The tables of codes, the most used first. An entry is [base class, message, extra]:
// the message is a text with {0} {1} ... for the arguments, or a function that returns one;
// `extra(error, args)` adds own properties.
const tables = ['general', 'io', 'module', 'http', 'crypto', 'tooling'];

function findEntry(code) {
  for (let i = 0; i < tables.length; i++) {
    const entry = require(`internal/errors/${tables[i]}`)[code];
    if (entry !== undefined) return entry;
  }
  throw new Error(`No such error code: ${code}`);
}

function makeClass(code, OtherBase) {
  const [UsualBase, message, extra] = findEntry(code);
  const Base = OtherBase ?? (UsualBase === 'SystemError' ? SystemError : UsualBase);
  class NodeError extends Base {
    constructor(...args) {
      super();
      this.code = code;
      Object.defineProperty(this, 'message', {
        __proto__: null, value: formatMessage(message, args), writable: true, configurable: true,
      });
      if (extra !== undefined) extra(this, args);
    }
  }
  if (Base !== SystemError) {
    showCode(NodeError.prototype);
    NodeError.prototype.constructor = Base;
  }
  return NodeError;
}

function formatMessage(message, args) {
  if (typeof message === 'function') return Reflect.apply(message, undefined, args);
  if (args.length === 0) return message;
  return message.replace(/\{(\d)\}/g, (_, index) => showArgument(args[index]));
}

function showArgument(value) {
  return typeof value === 'string' ? value : require('util').format('%s', value);
}

// Makes errors that inherit from `prototype` show their code: `TypeError [ERR_X]: message`. What
// the symbol names stands for the name at the head of a stack.
function showCode(prototype) {
  Object.defineProperties(prototype, {
    [stackHeaderSymbol]: { __proto__: null, get: nameWithCode, configurable: true },
    toString: { __proto__: null, value: toString, writable: true, configurable: true },
  });
}

function nameWithCode() {
  return `${this.name} [${this.code}]`;
}

function toString() {
  return `${this.name} [${this.code}]: ${this.message}`;
}

// An error of a failed system call, for codes whose only argument is a context:
// { code, message, syscall, errno, path, dest }.
class SystemError extends Error {
  // What it tells is in accessors.
  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    const { inspect } = require('internal/util/inspect');
    return inspect(this, { ...options, getters: true, customInspect: false });
  }
}
showCode(SystemError.prototype);

class AbortError extends Error {
  constructor(message = 'The operation was aborted', options = undefined) {
    if (options !== undefined && (options === null || typeof options !== 'object')) {
      throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
    }
    super(message, options);
    this.code = 'ABORT_ERR';
    this.name = 'AbortError';
  }
}

class ConnResetException extends Error {
  constructor(message) {
    super(message);
    this.code = 'ECONNRESET';
  }

  get ['constructor']() {
    return Error;
  }
}

class NodeAggregateError extends AggregateError {
  constructor(errors, message) {
    super(errors, message);
    this.code = errors[0]?.code;
  }

  get ['constructor']() {
    return AggregateError;
  }
}
showCode(NodeAggregateError.prototype);

// Both errors of a failure that failed again while it was cleaned up.
function aggregateTwoErrors(innerError, outerError) {
  if (!innerError || !outerError || innerError === outerError) return innerError || outerError;
  if (Array.isArray(outerError.errors)) {
    outerError.errors.push(innerError);
    return outerError;
  }
  const error = new AggregateError([outerError, innerError], outerError.message);
  error.code = outerError.code;
  return error;
}

function genericNodeError(message, properties) {
  return Object.assign(new Error(message), properties);
}

function isErrorLike(value) {
  return value instanceof Error ||
    (typeof value === 'object' && value !== null && Object.hasOwn(value, 'stack'));
}

// `fn` with its own frame, and those below it, left out of the stacks of the errors it throws.
function hideStackFrames(fn) {
  function wrapped(...args) {
    try {
      return fn.apply(this, args);
    } catch (error) {
      if (error !== null && typeof error === 'object') Error.captureStackTrace(error, wrapped);
      throw error;
    }
  }
  wrapped.withoutStackTrace = fn;
  return wrapped;
}

module.exports = {
  codes,
  kEnhanceStackBeforeInspector,
  AbortError,
  ConnResetException,
  NodeAggregateError,
  SystemError,
  aggregateTwoErrors,
  genericNodeError,
  hideStackFrames,
  isErrorLike,
  showCode,
  // Loaded when they are first asked for.
  get determineSpecificType() { return require('internal/errors/received').determineSpecificType; },
  get formatList() { return require('internal/errors/received').formatList; },
  get AccessDenied() { return require('internal/errors/system').AccessDenied; },
  get DNSException() { return require('internal/errors/system').DNSException; },
  get ErrnoException() { return require('internal/errors/system').ErrnoException; },
  get ExceptionWithHostPort() { return require('internal/errors/system').ExceptionWithHostPort; },
  get UVException() { return require('internal/errors/system').UVException; },
  get UVExceptionWithHostPort() { return require('internal/errors/system').UVExceptionWithHostPort; },
  get uvErrmapGet() { return require('internal/errors/system').uvErrmapGet; },
};
