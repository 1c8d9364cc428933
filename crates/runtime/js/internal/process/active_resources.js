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
  if (handle instanceof binding('udp').UDP) return 'UDPWrap';
  if (!(handle instanceof Tcp)) return 'TTYWrap';
  return handle.onconnection === undefined ? 'TCPSocketWrap' : 'TCPServerWrap';
}

function openHandles() {
  return [...binding('stream').openHandles(), ...binding('udp').openHandles()];
}

// Of names that are looked up it is known what they are; the others are taken for those of files.
function requests() {
  const { pending } = require('internal/dns/pending');
  const others = Math.max(0, binding('process').activeRequests() - pending.size);
  return [...repeat('FSReqCallback', others), ...Array.from(pending, (request) => request.constructor.name)];
}

function getActiveResourcesInfo() {
  const { timeouts, immediates } = require('internal/timers').countRefed();
  return [
    ...requests(),
    ...descriptors(),
    ...openHandles().map(nameOf),
    ...repeat('ProcessWrap', children().length),
    ...repeat('Timeout', timeouts),
    ...repeat('Immediate', immediates),
  ];
}

function children() {
  const { running } = require('internal/child_process/running');
  return Array.from(running).filter((child) => child._handle.hasRef());
}

// Who the open handles belong to, and the children that are waited for.
function getActiveHandles() {
  return [...openHandles().map((handle) => handle.owner ?? handle), ...children()];
}

// Of requests that are under way only their names are known.
function getActiveRequests() {
  return requests().map((type) => ({ type }));
}

module.exports = { getActiveHandles, getActiveRequests, getActiveResourcesInfo };
