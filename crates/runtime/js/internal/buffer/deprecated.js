// The warning of Buffer() and new Buffer(), given once and only to code outside node_modules.
'use strict';

const { isCalledFromPackage } = require('internal/called_from_package');
const { getOption } = require('internal/process/options');

// Looking at the stack costs; a package that makes many Buffers this way is let off after a while.
const MAX_CHECKS = 10000;

let warned = false;
let checks = 0;

function warnOfConstructor(Buffer) {
  if (warned || ++checks > MAX_CHECKS) return;
  if (!getOption('--pending-deprecation') && isCalledFromPackage(Buffer)) return;
  warned = true;
  process.emitWarning('Buffer() is deprecated due to security and usability issues. Please use the ' +
    'Buffer.alloc(), Buffer.allocUnsafe(), or Buffer.from() methods instead.',
  'DeprecationWarning', 'DEP0005', Buffer);
}

module.exports = { warnOfConstructor };
