// child_process: other programs cannot be started yet.
'use strict';

const { functions, classes } = require('internal/unimplemented');

module.exports = {
  ...classes('child_process', ['ChildProcess']),
  ...functions('child_process',
               ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync']),
};
