// What a worker may not do with the process, which it shares with others.
'use strict';

const { codes } = require('internal/errors');

const kUnsupported = [
  'abort', 'chdir', 'setuid', 'seteuid', 'setgid', 'setegid', 'setgroups', 'initgroups', 'execve',
];
// Of a process with a channel to its parent.
const kOfChannel = ['send', 'disconnect'];

function unavailable(name) {
  const { [name]: stub } = {
    [name]() { throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}()`); },
  };
  stub.disabled = true;
  return stub;
}

function put(name, value) {
  Object.defineProperty(process, name, {
    __proto__: null, value, writable: true, enumerable: true, configurable: true,
  });
}

function umask(mask) {
  if (mask !== undefined) throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION('Setting process.umask()');
  return require('internal/process/files').umask();
}

function install() {
  for (let i = 0; i < kUnsupported.length; i++) put(kUnsupported[i], unavailable(kUnsupported[i]));
  put('umask', umask);
  if (binding('process').envGet('NODE_CHANNEL_FD') === undefined) return;
  for (let i = 0; i < kOfChannel.length; i++) put(kOfChannel[i], unavailable(kOfChannel[i]));
  for (const name of ['channel', 'connected']) {
    Object.defineProperty(process, name, {
      __proto__: null,
      configurable: true,
      enumerable: false,
      get() { throw new codes.ERR_WORKER_UNSUPPORTED_OPERATION(`process.${name}`); },
    });
  }
}

module.exports = { install };
