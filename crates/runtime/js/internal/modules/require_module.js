// What is said of require() of an ES module: that an option forbids it, or that it was done.
'use strict';

const { codes } = require('internal/errors');
const { nearestPackageFile } = require('internal/modules/resolve');

// `--no-require-module`
function refusal(filename, source, parent) {
  const hasSyntax = binding('syntax').isModule(source);
  const config = filename.endsWith('.js') ? nearestPackageFile(filename) : undefined;
  return new codes.ERR_REQUIRE_ESM(filename, hasSyntax, parent?.filename ?? null, config ?? null);
}

// `--trace-require-module`, for all or for those outside of node_modules
function trace(filename, parent, mode) {
  const from = parent?.filename ?? parent?.id;
  if (mode === 'no-node-modules' && from?.includes('/node_modules/')) return;
  process.emitWarning(
    `${from ? `CommonJS module ${from} is loading` : 'Loading'} ES Module ${filename} using require().\n` +
    'Support for loading ES Module in require() is an experimental feature and might change at any time',
    'ExperimentalWarning');
}

module.exports = { refusal, trace };
