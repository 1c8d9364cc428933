// For warnings that are meant for applications, and not for the packages they use.
'use strict';

const framesToLookAt = 10;

// Whether `fn` was called by a file below node_modules: looks at the nearest frame on the stack that
// is not the library's own.
function isCalledFromPackage(fn) {
  const sites = require('internal/captured_sites').captureSites(framesToLookAt, fn);
  const files = sites.map((site) => site.getFileName() ?? '');
  const caller = files.find((file) => /[/\\]/.test(file) && !file.startsWith('node:'));
  return caller !== undefined && /[/\\]node_modules[/\\]/.test(caller);
}

module.exports = { isCalledFromPackage };
