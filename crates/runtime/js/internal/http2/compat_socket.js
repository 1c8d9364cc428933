// req.socket and res.socket: the session's socket, whose timeouts and end are the stream's.
'use strict';

const { codes } = require('internal/errors');

const kFace = Symbol('kFace');
const kOfStream = new Set([
  'on', 'once', 'end', 'emit', 'destroy', 'addListener', 'prependListener', 'prependOnceListener', 'removeListener',
  'removeAllListeners', 'off', 'listeners', 'listenerCount', 'rawListeners', 'eventNames',
]);
const kRefused = new Set(['write', 'read', 'pause', 'resume']);

function faceOf(stream) {
  return stream[kFace] ??= new Proxy(stream, {
    has(_, name) {
      return name in socketOf(stream) || name in stream;
    },
    get(_, name) {
      if (kOfStream.has(name)) return stream[name].bind(stream);
      if (name === 'writable' || name === 'destroyed') return stream[name];
      if (name === 'readable') {
        if (stream.destroyed) return false;
        return stream.readable;
      }
      if (name === 'setTimeout') {
        const { session } = stream;
        return (session ?? stream).setTimeout.bind(session ?? stream);
      }
      if (kRefused.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
      const socket = socketOf(stream);
      const value = socket[name];
      return typeof value === 'function' ? value.bind(socket) : value;
    },
    getPrototypeOf() {
      return Object.getPrototypeOf(stream.session === undefined ? stream : socketOf(stream));
    },
    set(_, name, value) {
      if (kRefused.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
      if (kOfStream.has(name) || name === 'writable' || name === 'readable' || name === 'destroyed') {
        stream[name] = value;
      } else if (name === 'setTimeout') {
        (stream.session ?? stream).setTimeout = value;
      } else {
        socketOf(stream)[name] = value;
      }
      return true;
    },
  });
}

function socketOf(stream) {
  return stream.session?.socket ?? stream;
}

module.exports = { faceOf };
