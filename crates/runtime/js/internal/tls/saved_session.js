// Sessions as clients keep them: with the name of the server in front. One that is taken up again is not asked for its certificate's
// names, so a session of one server must not be taken up with another. The form is Node's, so that both can read what is kept.
'use strict';

const { Buffer } = require('buffer');
const { kConnectOptions } = require('internal/tls/fields');

const kHead = Buffer.from('\0nodejs:tls:session:1\0', 'latin1');
const kLengthSize = 2;
const kMostName = 0xffff;

function optionsOf(socket) {
  return socket[kConnectOptions] ?? socket._tlsOptions;
}

// The name of the server that a client means.
function serverOf(socket) {
  const options = optionsOf(socket);
  return options.servername || options.host || (options.socket && options.socket._host) || 'localhost';
}

// A session with the name of its server.
function sealed(session, socket) {
  const name = Buffer.from(String(serverOf(socket)));
  if (session === undefined || name.length > kMostName) return session;
  const length = Buffer.allocUnsafe(kLengthSize);
  length.writeUInt16BE(name.length, 0);
  return Buffer.concat([kHead, length, name, session]);
}

// The session itself, if it was one with the server that is meant now. One without a name is not trusted, unless nobody is to be.
function opened(bytes, socket) {
  const start = kHead.length + kLengthSize;
  if (bytes.length < start || !bytes.subarray(0, kHead.length).equals(kHead)) {
    return optionsOf(socket).rejectUnauthorized === false ? bytes : undefined;
  }
  const end = start + bytes.readUInt16BE(kHead.length);
  const isSame = bytes.subarray(start, end).equals(Buffer.from(String(serverOf(socket))));
  return isSame ? bytes.subarray(end) : undefined;
}

module.exports = { opened, sealed, serverOf };
