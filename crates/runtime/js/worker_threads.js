// worker_threads: the main thread knows that it is one; there are no others yet. Messages go from port to port within it.
'use strict';

const { functions, classes } = require('internal/unimplemented');
const { BroadcastChannel } = require('internal/messaging/broadcast');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('internal/messaging/marks');
const { MessageChannel, MessagePort, receiveMessageOnPort } = require('internal/messaging/port');

const absentFunctions = functions('worker_threads', [
  'moveMessagePortToContext', 'postMessageToThread', 'setEnvironmentData', 'getEnvironmentData',
]);
const absentClasses = classes('worker_threads', ['Worker']);

module.exports = {
  isInternalThread: false,
  isMainThread: true,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext: absentFunctions.moveMessagePortToContext,
  receiveMessageOnPort,
  resourceLimits: {},
  postMessageToThread: absentFunctions.postMessageToThread,
  threadId: 0,
  threadName: '',
  SHARE_ENV: Symbol.for('nodejs.worker_threads.SHARE_ENV'),
  Worker: absentClasses.Worker,
  parentPort: null,
  workerData: null,
  BroadcastChannel,
  setEnvironmentData: absentFunctions.setEnvironmentData,
  getEnvironmentData: absentFunctions.getEnvironmentData,
};
