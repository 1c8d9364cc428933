// Methods of process that are not there yet.
'use strict';

module.exports = require('internal/unimplemented').functions('process', [
  'binding', 'dlopen', 'execve', 'initgroups', 'setgroups', 'setegid', 'seteuid', 'setgid', 'setuid',
  '_getActiveHandles', '_getActiveRequests',
]);
