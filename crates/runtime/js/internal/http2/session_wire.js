// A session and its socket: how they come together and apart, and what the end of one means for the other.
'use strict';

const { codes } = require('internal/errors');
const { kConsumer, kHandle } = require('internal/net/fields');
const { kInner } = require('internal/http2/stream');
const { kNative, kSession, kSocket, kState } = require('internal/http2/session_fields');
const { Pipe, Tcp } = require('internal/stream_handle');
const { getAsyncContext } = require('internal/task_queue');
const { runIn } = require('internal/async_local_storage');

const kNoError = 0;
const kCancel = 8;

// Calls a method of a stream in the async context that the stream was made in.
function tell(stream, method, ...args) {
  const { context } = stream[kInner];
  if (context === getAsyncContext()) Reflect.apply(method, stream, args);
  else runIn(context, method, stream, args);
}

// Calls back for a ping or for settings that wait.
function answer({ callback, resource }, ...args) {
  if (callback !== undefined) resource.runInAsyncScope(callback, undefined, ...args);
  resource.emitDestroy();
}

function endNative(session) {
  const native = session[kNative];
  if (native === undefined) return;
  session._span.end(session.type, native);
  native.destroy();
  session[kNative] = undefined;
}

// Puts the binding between the socket and the session.
function attach(session, native) {
  const socket = session[kSocket];
  const handle = socket[kHandle];
  const isOfLoop = handle && handle.owner === socket && (handle instanceof Tcp || handle instanceof Pipe);
  if (isOfLoop && socket.readableLength === 0 && native.consume(handle)) {
    socket[kConsumer] = { unconsume() {} };
    handle.readStart();
    return;
  }
  // What was read before the session was made is part of it.
  socket.on('data', (bytes) => session[kNative]?.receive(bytes));
  socket.on('end', () => socketEnded.call(socket));
  socket.resume();
}

function detach(socket) {
  if (!socket) return;
  socket.removeListener('error', socketFailed);
  socket.removeListener('close', socketClosed);
  if (socket[kConsumer]) socket[kConsumer] = null;
  socket[kSession] = undefined;
}

function socketEnded() {
  this.end();
}

function socketFailed(error) {
  const session = this[kSession];
  if (session === undefined) return;
  // The peer went away when all was said.
  if (error.code === 'ECONNRESET' && session[kState].goawayCode === kNoError) session.destroy();
  else session.destroy(error);
}

function socketClosed() {
  const session = this[kSession];
  if (session === undefined || session.destroyed) return;
  const state = session[kState];
  state.isDestroyed = true;
  session._stopTimer();
  session._endRequests();
  // Its streams are over first.
  let left = 1;
  const isOver = () => { if (--left === 0) finish(session, undefined); };
  for (const stream of [...state.streams.values(), ...state.pending]) {
    left++;
    stream.once('close', isOver);
    if (stream.pending) stream.destroy(new codes.ERR_HTTP2_STREAM_CANCEL());
    else tell(stream, stream._streamClosed, kCancel);
  }
  endNative(session);
  detach(this);
  process.nextTick(isOver);
}

function finish(session, error) {
  session[kSocket] = undefined;
  session[kState].isFinished = true;
  if (error) session.emit('error', error);
  session.emit('close');
}

module.exports = { answer, attach, detach, endNative, finish, socketClosed, socketFailed, tell };
