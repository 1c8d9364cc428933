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
      loader.runEval(text, '[eval]', false);
      break;
    case 'print':
      loader.runEval(text, '[eval]', true);
      break;
    default:
      loader.runEval(binding('modules').readStdin(), '[stdin]', kind === 'printStdin');
  }
}

module.exports = { run };
