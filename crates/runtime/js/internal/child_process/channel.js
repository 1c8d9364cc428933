// The channel between a process and the one that started it: messages, and sockets that go along with them.
'use strict';

const { codes, ErrnoException } = require('internal/errors');
const { Control, kPendingMessages } = require('internal/child_process/control');
const { kEndOfFile, onRead, onWritten, Pipe } = require('internal/stream_handle');
const { validateFunction, validateObject } = require('internal/validators');

const kChannelHandle = Symbol('kChannelHandle');

// Messages of the library's own are objects whose `cmd` begins so, and is longer.
const kPrefix = 'NODE_';

// With so many bytes that wait, send() tells its caller to slow down.
const kHighWaterMark = 128 * 1024;

// A socket that the other side did not get is sent again, so often.
const kMostTries = 3;

function isInternal(message) {
  const cmd = message?.cmd;
  return typeof message === 'object' && typeof cmd === 'string' && cmd.length > kPrefix.length &&
    cmd.startsWith(kPrefix);
}

// The end of a channel that this process has. `target` is who sends and receives: a ChildProcess, or `process`.
class Channel {
  constructor(target, handle, serialization) {
    this.target = target;
    this.handle = handle;
    this.control = new Control(handle);
    this.codec = require('internal/child_process/codecs').create(serialization);
    // The callbacks of writes that wait, in their order.
    this.waiting = [];
    this.isReading = true;
    handle.owner = this;
  }

  [onRead](count, bytes) {
    // Nobody is left to hear of it.
    if (!this.isReading) return;
    if (count < 0) {
      this.end();
      return;
    }
    this.codec.decode(bytes, this);
  }

  [onWritten](status) {
    const callback = this.waiting.shift();
    this.control.unrefCounted();
    if (typeof callback === 'function') callback(status < 0 ? new ErrnoException(status, 'write') : null);
  }

  // A message as it came over the wire.
  take(message) {
    if (isInternal(message)) {
      const passing = require('internal/child_process/passing');
      if (passing.takeCommand(this, message)) return;
      this.hand('internalMessage', message, undefined);
    } else {
      this.hand('message', message, undefined);
    }
  }

  hand(event, message, handle) {
    if (this.target.channel) process.nextTick(deliver, this, event, message, handle);
  }

  // The other side has gone, or says no more.
  end() {
    const { target } = this;
    this.isReading = false;
    if (target.connected) target.disconnect();
    this.handle.close();
    target[kChannelHandle] = null;
    if (target !== process) require('internal/child_process/child').gotClose(target);
  }

  // Writes a message, and calls back when it is on its way. What the handle says of it: negative if it failed.
  write(message, socket, callback) {
    const bytes = this.codec.encode(message);
    const status = socket === undefined ? this.writeAlone(bytes) :
      this.handle.writePassing(typeof bytes === 'string' ? require('buffer').Buffer.from(bytes) : bytes, socket.handle);
    if (status === 1) {
      this.control.refCounted();
      this.waiting.push(callback);
    } else if (status === 0 && typeof callback === 'function') {
      process.nextTick(callback, null);
    }
    return status;
  }

  writeAlone(bytes) {
    return typeof bytes === 'string' ? this.handle.writeText(bytes, 'utf8') : this.handle.write(bytes);
  }
}

// Emits a message, or keeps it until somebody listens.
function deliver(channel, event, message, handle) {
  const { target, control } = channel;
  if (event === 'internalMessage' || target.listenerCount('message') > 0) target.emit(event, message, handle);
  else control[kPendingMessages].push([event, message, handle]);
}

function deliverPending(channel) {
  const pending = channel.control[kPendingMessages];
  channel.control[kPendingMessages] = [];
  for (let i = 0; i < pending.length; i++) process.nextTick(deliver, channel, ...pending[i]);
}

// Makes `target` an end of a channel: it can send, and emits what comes.
function setupChannel(target, handle, serialization) {
  const channel = new Channel(target, handle, serialization);
  target.channel = channel.control;
  // Who has a child wants to hear of it, until it says otherwise.
  if (target !== process) channel.control.refCounted();
  target[kChannelHandle] = handle;
  target._handleQueue = null;
  target._pendingMessage = null;
  target.on('newListener', () => {
    process.nextTick(() => {
      if (target.channel && target.listenerCount('message') > 0) deliverPending(channel);
    });
  });
  // As in Node these are functions without a name.
  Object.assign(target, methodsOf(channel));
  handle.readStart();
  return channel.control;
}

function methodsOf(channel) {
  const { target } = channel;
  const [send, rawSend, disconnect, rawDisconnect] = [
    function(message, handle, options, callback) { return checkAndSend(channel, message, handle, options, callback); },
    (message, handle, options, callback) => sendUnchecked(channel, message, handle, options, callback),
    () => {
      if (target.connected) target._disconnect();
      else target.emit('error', new codes.ERR_IPC_DISCONNECTED());
    },
    () => closeByUs(channel),
  ];
  return { send, _send: rawSend, connected: true, disconnect, _disconnect: rawDisconnect };
}

const kUsualSettings = { __proto__: null, swallowErrors: false, keepOpen: false };

function checkAndSend(channel, message, handle, options, callback) {
  if (typeof handle === 'function') {
    callback = handle;
    handle = options = undefined;
  } else if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  let settings = kUsualSettings;
  if (options !== undefined) {
    validateObject(options, 'options');
    settings = { ...kUsualSettings, ...options };
  }
  if (channel.target.connected) return channel.target._send(message, handle, settings, callback);
  report(channel, new codes.ERR_IPC_CHANNEL_CLOSED(), callback);
  return false;
}

// An error goes to the callback, if there is one, else it is an event; never at once.
function report({ target }, error, callback) {
  if (typeof callback === 'function') process.nextTick(callback, error);
  else process.nextTick(() => target.emit('error', error));
}

const kKindsOfMessages = ['string', 'object', 'number', 'boolean'];

function sendUnchecked(channel, message, handle, options, callback) {
  const { target } = channel;
  if (message === undefined) throw new codes.ERR_MISSING_ARGS('message');
  if (typeof message !== 'object' && !kKindsOfMessages.includes(typeof message)) {
    throw new codes.ERR_INVALID_ARG_TYPE('message', kKindsOfMessages, message);
  }
  const settings = typeof options === 'boolean' ? { swallowErrors: options } : options ?? kUsualSettings;
  let socket;
  if (handle) {
    const passing = require('internal/child_process/passing');
    socket = passing.wrap(channel, message, handle, settings);
    if (socket !== undefined) message = socket.message;
  }
  // What comes after a socket waits until that is there.
  if (target._handleQueue !== null && !isAnswer(message)) {
    target._handleQueue.push({ message, socket, settings, callback });
    return target._handleQueue.length === 1;
  }
  return transmit(channel, message, socket, settings, callback);
}

function isAnswer(message) {
  return message?.cmd === 'NODE_HANDLE_ACK' || message?.cmd === 'NODE_HANDLE_NACK';
}

function transmit(channel, message, socket, settings, callback) {
  const { handle, target } = channel;
  const status = channel.write(message, socket, callback);
  if (status < 0) {
    if (!settings.swallowErrors) report(channel, new ErrnoException(status, 'write'), callback);
    return false;
  }
  if (socket !== undefined) {
    target._handleQueue ??= [];
    target._pendingMessage = { message, socket, settings, callback, tries: kMostTries };
  }
  // What the system took at once leaves nothing that waits.
  return status === 0 || handle.writeQueueSize < kHighWaterMark;
}

// The other side has got what was sent last: on with the next.
function sendQueued(channel) {
  const { target } = channel;
  target._pendingMessage = null;
  const queue = target._handleQueue;
  if (queue === null) return;
  target._handleQueue = null;
  for (let i = 0; i < queue.length; i++) {
    const { message, socket, settings, callback } = queue[i];
    if (target._handleQueue === null) transmit(channel, message, socket, settings, callback);
    else target._handleQueue.push(queue[i]);
  }
  // Somebody waited for the last message to be on its way.
  if (!target.connected && target.channel && target._handleQueue === null) target._disconnect();
}

// Ends the channel from this side. What is being received or waits for an answer comes first.
function closeByUs(channel) {
  const { codec, handle, target } = channel;
  if (!target.channel) return;
  target.connected = false;
  if (target._handleQueue !== null && channel.isReading) return;
  target.channel = null;
  let isOver = false;
  const finish = () => {
    if (isOver) return;
    isOver = true;
    channel.isReading = false;
    handle.close();
    target[kChannelHandle] = null;
    target.emit('disconnect');
  };
  if (codec.isAmidMessage() && channel.isReading) {
    target.once('message', finish);
    target.once('internalMessage', finish);
  } else {
    process.nextTick(finish);
  }
}

// In a process that was forked: the descriptor that it was given is its channel.
function connectToParent(fd, serialization) {
  const handle = new Pipe(true);
  const status = handle.open(fd, true);
  if (status < 0) throw new ErrnoException(status, 'open');
  handle.unref();
  const control = setupChannel(process, handle, serialization);
  const isHeard = (name) => name === 'message' || name === 'disconnect';
  process.on('newListener', (name) => {
    if (isHeard(name)) control.refCounted();
  });
  process.on('removeListener', (name) => {
    if (isHeard(name)) control.unrefCounted();
  });
}

module.exports = { connectToParent, isInternal, kChannelHandle, sendQueued, setupChannel, transmit };
