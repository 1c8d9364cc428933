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
  if (mode === 'no-node-modules' && filename.includes('/node_modules/')) return;
  const from = parent?.filename ?? parent?.id;
  process.emitWarning(
    `${from ? `CommonJS module ${from} is loading` : 'Loading'} ES Module ${filename} using require().`, 'ExperimentalWarning');
}

module.exports = { refusal, trace };
