// worker_threads: the main thread knows that it is one; there are no others yet, and no messages.
'use strict';

const { functions, classes } = require('internal/unimplemented');

module.exports = {
  isInternalThread: false,
  isMainThread: true,
  ...classes('worker_threads', ['MessagePort', 'MessageChannel', 'Worker', 'BroadcastChannel']),
  ...functions('worker_threads', [
    'markAsUncloneable', 'markAsUntransferable', 'isMarkedAsUntransferable',
    'moveMessagePortToContext', 'receiveMessageOnPort', 'postMessageToThread', 'setEnvironmentData',
    'getEnvironmentData',
  ]),
  resourceLimits: {},
  threadId: 0,
  threadName: '',
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  parentPort: null,
  workerData: null,
};
