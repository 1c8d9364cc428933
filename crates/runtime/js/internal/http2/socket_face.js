// session.socket: the socket as scripts see it. What would disturb the session is refused.
'use strict';

const { codes } = require('internal/errors');

const kOfSession = new Set(['destroy', 'emit', 'end', 'pause', 'read', 'resume', 'write', 'setEncoding', 'setKeepAlive', 'setNoDelay']);
const kRefused = new Set(['pause', 'read', 'resume', 'write', 'setEncoding', 'setKeepAlive', 'setNoDelay']);
const kPassedOn = new Set(['setTimeout', 'ref', 'unref']);

function known(session, socketOf) {
  const socket = socketOf();
  if (socket === undefined) throw new codes.ERR_HTTP2_SOCKET_UNBOUND();
  return socket;
}

function socketFor(session, socketOf) {
  return new Proxy(session, {
    get(_, name) {
      if (name === 'destroy' || name === 'end') return session.destroy.bind(session);
      if (kPassedOn.has(name)) return session[name].bind(session);
      const socket = socketOf();
      if (name === 'destroyed' && socket === undefined) return true;
      if (kRefused.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
      const value = known(session, socketOf)[name];
      return typeof value === 'function' ? value.bind(socket) : value;
    },
    set(_, name, value) {
      if (kPassedOn.has(name)) {
        session[name] = value;
        return true;
      }
      if (kOfSession.has(name)) throw new codes.ERR_HTTP2_NO_SOCKET_MANIPULATION();
      known(session, socketOf)[name] = value;
      return true;
    },
    has(_, name) {
      return name in known(session, socketOf);
    },
    getPrototypeOf() {
      return Object.getPrototypeOf(known(session, socketOf));
    },
  });
}

module.exports = { socketFor };
