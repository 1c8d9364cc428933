// child_process: other programs.
'use strict';

const { ChildProcess } = require('internal/child_process/child');
const { exec, execFile } = require('internal/child_process/exec');
const { fork, spawn } = require('internal/child_process/spawn');
const { execFileSync, execSync, spawnSync } = require('internal/child_process/sync');

module.exports = {
  _forkChild(fd, serialization) {
    require('internal/child_process/channel').connectToParent(fd, serialization);
  },
  ChildProcess,
  exec,
  execFile,
  execFileSync,
  execSync,
  fork,
  spawn,
  spawnSync,
};
