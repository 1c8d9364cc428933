// worker_threads: threads with JavaScript worlds of their own, and messages between them.
'use strict';

const { BroadcastChannel } = require('internal/messaging/broadcast');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('internal/messaging/marks');
const { MessageChannel, MessagePort, receiveMessageOnPort } = require('internal/messaging/port');
const { getEnvironmentData, setEnvironmentData } = require('internal/worker/environment_data');
const { SHARE_ENV, showLimits } = require('internal/worker/options');
const { postMessageToThread } = require('internal/worker/thread_messages');
const { Worker } = require('internal/worker/worker');

const native = binding('worker');
const { isMainThread, threadId, threadName } = native;
const thread = isMainThread ? undefined : require('internal/worker/thread');

function moveMessagePortToContext(port, contextifiedSandbox) {
  return require('internal/messaging/moved').moveMessagePortToContext(port, contextifiedSandbox);
}

module.exports = {
  isInternalThread: false,
  isMainThread,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort,
  resourceLimits: isMainThread ? {} : showLimits(native.limits()),
  postMessageToThread,
  threadId,
  threadName,
  SHARE_ENV,
  Worker,
  parentPort: isMainThread ? null : thread.parentPort,
  workerData: isMainThread ? null : thread.workerData,
  BroadcastChannel,
  setEnvironmentData,
  getEnvironmentData,
  get locks() { return require('internal/locks').locks; },
};
