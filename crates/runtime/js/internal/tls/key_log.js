// The file that `--tls-keylog` names: it gets the secrets of all connections, for programs that look into recorded ones.
'use strict';

const { getOption } = require('internal/process/options');

let hasWarned = false;

function path() {
  return getOption('--tls-keylog') || undefined;
}

function write(line) {
  const file = path();
  if (file === undefined) return;
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('Using --tls-keylog makes TLS connections insecure by writing secret key material to file ' + file);
  }
  require('fs').appendFileSync(file, line, { mode: 0o600 });
}

module.exports = { path, write };
