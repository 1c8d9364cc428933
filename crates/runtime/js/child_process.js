// child_process: other programs.
'use strict';

const { functions, classes } = require('internal/unimplemented');
const { execFileSync, execSync, spawnSync } = require('internal/child_process/sync');

module.exports = {
  ...classes('child_process', ['ChildProcess']),
  ...functions('child_process', ['exec', 'execFile']),
  execFileSync,
  execSync,
  ...functions('child_process', ['fork', 'spawn']),
  spawnSync,
};
