// process.getActiveResourcesInfo(): what keeps the program alive, by the names that Node has for it.
'use strict';

const kHandleNames = { __proto__: null, TTY: 'TTYWrap', PIPE: 'PipeWrap', TCP: 'TCPSocketWrap' };

function repeat(name, count) {
  return Array(count).fill(name);
}

// Standard streams and terminals. A file has no handle.
function handles() {
  const { guessHandleType } = binding('stdio');
  const { directDescriptors } = require('internal/console/stdout_writer');
  const { refedDescriptors } = require('internal/descriptor_stream');
  return [...directDescriptors(), ...refedDescriptors()]
    .map((fd) => kHandleNames[guessHandleType(fd)])
    .filter((name) => name !== undefined);
}

function getActiveResourcesInfo() {
  const { timeouts, immediates } = require('internal/timers').countRefed();
  return [
    ...repeat('FSReqCallback', binding('process').activeRequests()),
    ...handles(),
    ...repeat('Timeout', timeouts),
    ...repeat('Immediate', immediates),
  ];
}

module.exports = { getActiveResourcesInfo };
