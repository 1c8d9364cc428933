// Connections and contexts of the binding. Whoever owns a connection, by its property `owner`, is told what happens to it
// by methods under the symbols that are here.
'use strict';

const buffers = require('internal/buffer/fast_buffer');
const { kEndOfFile, onRead, onWritten } = require('internal/stream_handle');

const native = binding('tls');

// A handshake begins, the first or another.
const onHandshakeStarted = Symbol('onHandshakeStarted');
const onHandshakeDone = Symbol('onHandshakeDone');
// (error)
const onFailed = Symbol('onFailed');
// (line)
const onKeyLog = Symbol('onKeyLog');
// (id, session)
const onNewSession = Symbol('onNewSession');
// (sessionId, serverName, hasTicket)
const onHello = Symbol('onHello');
// (serverName, wantsStatus)
const onCertificateWanted = Symbol('onCertificateWanted');
// (response)
const onStatus = Symbol('onStatus');
// (serverName, offered): gives a name, or undefined
const onChooseProtocol = Symbol('onChooseProtocol');
// (identity or hint)
const onPsk = Symbol('onPsk');
// (bytes): ciphertext, for who has no handle
const onOutput = Symbol('onOutput');

function asBuffer(bytes) {
  return bytes === undefined ? undefined : buffers.asBuffer(bytes);
}

native.setCallbacks({
  __proto__: null,
  handshakeStarted(connection) { connection.owner?.[onHandshakeStarted](); },
  handshakeDone(connection) { connection.owner?.[onHandshakeDone](); },
  keyLog(connection, line) { connection.owner?.[onKeyLog](asBuffer(line)); },
  newSession(connection, id, session) { connection.owner?.[onNewSession](asBuffer(id), asBuffer(session)); },
  hello(connection, id, name, hasTicket) { connection.owner?.[onHello](asBuffer(id), name, hasTicket); },
  certificateWanted(connection, name, wantsStatus) { connection.owner?.[onCertificateWanted](name, wantsStatus); },
  status(connection, response) { connection.owner?.[onStatus](asBuffer(response)); },
  chooseProtocol(connection, name, offered) { return connection.owner?.[onChooseProtocol](name, offered); },
  psk(connection, name) { return connection.owner?.[onPsk](name); },
  failed(connection, error) { connection.owner?.[onFailed](error); },
  output(connection, bytes) { connection.handle?.[onOutput](asBuffer(bytes)); },
  read(connection, count, bytes) { connection.owner?.[onRead](count ?? kEndOfFile, bytes); },
  written(connection) { (connection.handle ?? connection.owner)?.[onWritten](0); },
  traced(connection, text) { process.stderr.write(text); },
});

// What a program in C would get.
Object.defineProperty(native.SecureContext.prototype, '_external', {
  __proto__: null,
  get() {
    this.getMinProto();
    return undefined;
  },
});

// What is wrong with the other side's certificate, as an error, or null.
native.Connection.prototype.verifyError = function() {
  const verdict = this.verdict();
  if (verdict === undefined) return null;
  const error = new Error(verdict[1]);
  error.code = verdict[0];
  return error;
};

Object.defineProperty(native.Connection.prototype, 'fd', {
  __proto__: null,
  get() { return this.owner?._handle?.fd ?? -1; },
});

module.exports = {
  Connection: native.Connection,
  NativeContext: native.SecureContext,
  asBuffer,
  native,
  onCertificateWanted,
  onChooseProtocol,
  onFailed,
  onHandshakeDone,
  onHandshakeStarted,
  onHello,
  onKeyLog,
  onNewSession,
  onOutput,
  onPsk,
  onStatus,
};
