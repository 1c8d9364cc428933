// `--disable-proto`: takes the accessor `__proto__` away from all objects.
'use strict';

// Node's exit code for an option whose value means nothing.
const kInvalidValue = 12;

function refuse() {
  const error = new Error(
    'Accessing Object.prototype.__proto__ has been disallowed with --disable-proto=throw');
  error.code = 'ERR_PROTO_ACCESS';
  Error.captureStackTrace(error, refuse);
  throw error;
}
Object.defineProperty(refuse, 'name', { __proto__: null, value: '', configurable: true });

function applyTo(prototype, mode) {
  if (mode === 'delete') {
    delete prototype.__proto__;
  } else {
    Object.defineProperty(prototype, '__proto__', {
      __proto__: null, get: refuse, set: refuse, enumerable: false, configurable: true,
    });
  }
}

function apply(mode) {
  if (mode === 'delete' || mode === 'throw') {
    applyTo(Object.prototype, mode);
  } else {
    const { argv0, reallyExit } = binding('process');
    binding('errors').writeFatal(`${argv0()}: invalid mode passed to --disable-proto\n`);
    reallyExit(kInvalidValue);
  }
}

module.exports = { apply, applyTo };
