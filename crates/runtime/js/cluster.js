// cluster: this process is the primary one; workers cannot be started yet.
'use strict';

const EventEmitter = require('events');
const { functions, classes } = require('internal/unimplemented');

module.exports = Object.assign(new EventEmitter(), {
  isWorker: false,
  isMaster: true,
  isPrimary: true,
  workers: {},
  settings: {},
  SCHED_NONE: 1,
  SCHED_RR: 2,
  schedulingPolicy: 2,
  ...classes('cluster', ['Worker']),
  ...functions('cluster', ['setupPrimary', 'setupMaster', 'fork', 'disconnect']),
});
