// Starts the program that the command line names.
'use strict';

function run() {
  const native = binding('process');
  const [kind, text] = native.program();
  const channel = native.envGet('NODE_CHANNEL_FD');
  if (channel !== undefined) require('internal/child_process/parent').connect(channel);
  const loader = require('internal/modules/cjs');
  native.markBootstrapComplete();
  switch (kind) {
    case 'file':
      loader.runMain(text);
      break;
    case 'eval':
      runText(loader, text, '[eval]', false);
      break;
    case 'print':
      runText(loader, text, '[eval]', true);
      break;
    default:
      runText(loader, binding('modules').readStdin(), '[stdin]', kind === 'printStdin');
  }
}

// A script that is in no file: it can be seen in `process._eval`.
function runText(loader, text, name, print) {
  process._eval = text;
  loader.runEval(text, name, print);
}

module.exports = { run };
