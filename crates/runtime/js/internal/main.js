// Starts the program that the command line names.
'use strict';

function run() {
  const [kind, text] = binding('process').program();
  const loader = require('internal/modules/cjs');
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
