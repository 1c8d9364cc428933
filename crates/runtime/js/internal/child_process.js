// The parts of child_process that other files of the library, or those who look into it, may need.
'use strict';

const { ChildProcess } = require('internal/child_process/child');
const { kChannelHandle, setupChannel } = require('internal/child_process/channel');

module.exports = { ChildProcess, kChannelHandle, setupChannel };
