// process.getActiveResourcesInfo(): what keeps the program alive, by the names that Node has for it.
'use strict';

const kDescriptorNames = { __proto__: null, TTY: 'TTYWrap', PIPE: 'PipeWrap', TCP: 'TCPSocketWrap' };

function repeat(name, count) {
  return Array(count).fill(name);
}

// Standard streams that are only printed to have no handle yet. A file has none at all.
function descriptors() {
  const { guessHandleType } = binding('stdio');
  const { directDescriptors } = require('internal/console/stdout_writer');
  return directDescriptors()
    .map((fd) => kDescriptorNames[guessHandleType(fd)])
    .filter((name) => name !== undefined);
}

function nameOf(handle) {
  const { Pipe, Tcp } = require('internal/stream_handle');
  if (handle instanceof Pipe) return 'PipeWrap';
  if (!(handle instanceof Tcp)) return 'TTYWrap';
  return handle.onconnection === undefined ? 'TCPSocketWrap' : 'TCPServerWrap';
}

function openHandles() {
  return binding('stream').openHandles();
}

function getActiveResourcesInfo() {
  const { timeouts, immediates } = require('internal/timers').countRefed();
  return [
    ...repeat('FSReqCallback', binding('process').activeRequests()),
    ...descriptors(),
    ...openHandles().map(nameOf),
    ...repeat('Timeout', timeouts),
    ...repeat('Immediate', immediates),
  ];
}

// Who the open handles belong to.
function getActiveHandles() {
  return openHandles().map((handle) => handle.owner ?? handle);
}

module.exports = { getActiveHandles, getActiveResourcesInfo };
