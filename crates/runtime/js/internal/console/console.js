// The class Console: a console that writes to any streams.
'use strict';

const { ConsoleState, kState, methods, setUpConsole } = require('internal/console/methods');

// new Console(options), or new Console(stdout, stderr, ignoreErrors); `new` may be missing.
function Console(options, ...rest) {
  if (new.target === undefined) return new Console(options, ...rest);
  if (!options || typeof options.write === 'function') {
    options = { stdout: options, stderr: rest[0], ignoreErrors: rest[1] };
  }
  const { stdout, stderr = stdout, ignoreErrors = true, colorMode = 'auto' } = options;
  checkStream(stdout, 'stdout');
  checkStream(stderr, 'stderr');
  // The global console is there before anything else: what only this class needs waits until now.
  const { validateInteger, validateOneOf } = require('internal/validators');
  validateOneOf(colorMode, 'colorMode', ['auto', true, false]);
  const { groupIndentation = 2, inspectOptions } = options;
  validateInteger(groupIndentation, 'groupIndentation', 0, 1000);
  if (inspectOptions !== undefined) checkInspectOptions(inspectOptions, options.colorMode);
  Object.defineProperties(this, {
    _stdout: { __proto__: null, value: stdout, writable: true, configurable: true },
    _stderr: { __proto__: null, value: stderr, writable: true, configurable: true },
  });
  const state = new ConsoleState(colorMode, inspectOptions, groupIndentation, undefined);
  setUpConsole(this, state, ignoreErrors, this);
}

function checkStream(stream, name) {
  if (stream && typeof stream.write === 'function') return;
  throw new (require('internal/errors').codes.ERR_CONSOLE_WRITABLE_STREAM)(name);
}

// Options, or a Map of a stream to its options.
function checkInspectOptions(inspectOptions, colorMode) {
  require('internal/validators').validateObject(inspectOptions, 'options.inspectOptions');
  const all = inspectOptions instanceof Map ? inspectOptions.values() : [inspectOptions];
  for (const { colors } of all) {
    if (colors !== undefined && colorMode !== undefined) {
      const { ERR_INCOMPATIBLE_OPTION_PAIR } = require('internal/errors').codes;
      throw new ERR_INCOMPATIBLE_OPTION_PAIR('options.inspectOptions.color', 'colorMode');
    }
  }
}

Object.assign(Console.prototype, methods);

Object.defineProperty(Console, Symbol.hasInstance, {
  __proto__: null,
  value: (instance) => instance !== null && typeof instance === 'object' && kState in instance,
});

module.exports = { Console };
