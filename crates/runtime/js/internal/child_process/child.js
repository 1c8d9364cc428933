// ChildProcess: a program that runs beside this one.
'use strict';

const EventEmitter = require('events');
const { ErrnoException } = require('internal/errors');
const { parseStdio } = require('internal/child_process/stdio');
const { running } = require('internal/child_process/running');
const { refuseZero, signalName, signalNumber } = require('internal/child_process/options');
const { validateArray, validateObject, validateOneOf, validateString } = require('internal/validators');

// Handles of children need the classes of streams.
require('internal/stream_handle');
const native = binding('child');
const { uvErrmapGet } = require('internal/errors/system');

// Why a child may fail to start that is told by an event; all else is thrown.
const kToldLater = ['EACCES', 'EAGAIN', 'EMFILE', 'ENFILE', 'ENOENT'];

// The process has no descriptors left, so there are no streams either.
const kNoDescriptors = ['EMFILE', 'ENFILE'];

// A stream that is the child's by now: what comes from it is not for this process.
const kIsUsedAsStdio = Symbol('kIsUsedAsStdio');

function ChildProcess() {
  EventEmitter.call(this);
  // 'close' comes when the child has ended and all its streams are closed.
  this._closesNeeded = 1;
  this._closesGot = 0;
  this.connected = false;
  this.signalCode = null;
  this.exitCode = null;
  this.killed = false;
  this.spawnfile = null;
  this._handle = null;
}
Object.setPrototypeOf(ChildProcess.prototype, EventEmitter.prototype);
Object.setPrototypeOf(ChildProcess, EventEmitter);

ChildProcess.prototype.spawn = function spawn(options) {
  validateObject(options, 'options');
  const stdio = options.stdio || 'pipe';
  const { slots, channel } = parseStdio(stdio, false);
  const { serialization } = options;
  validateOneOf(serialization, 'options.serialization', [undefined, 'json', 'advanced']);
  if (channel !== -1 && options.envPairs !== undefined) validateArray(options.envPairs, 'options.envPairs');
  validateString(options.file, 'options.file');
  refuseZero(options.file, 'options.file');
  this.spawnfile = options.file;
  if (options.args === undefined) {
    this.spawnargs = [];
  } else {
    validateArray(options.args, 'options.args');
    this.spawnargs = options.args;
  }
  announce(this, options);
  const started = native.spawn(toPlan(options, slots, channel), (code, signal) => onExit(this, code, signal));
  return begin(this, started, slots, channel, serialization ?? 'json');
};

let channel;
let tracing;

// Whoever watches children is told of each, and of how it began.
function announce(child, options) {
  const diagnostics = require('diagnostics_channel');
  channel ??= diagnostics.channel('child_process');
  tracing ??= diagnostics.tracingChannel('child_process.spawn');
  if (channel.hasSubscribers) channel.publish({ process: child });
  if (tracing.start.hasSubscribers) tracing.start.publish({ process: child, options });
}

function announceOutcome(child, status) {
  if (status === 0) {
    if (tracing.end.hasSubscribers) tracing.end.publish({ process: child });
  } else if (tracing.error.hasSubscribers) {
    tracing.error.publish({ process: child, error: spawnFailure(child, status) });
  }
}

function toPlan(options, slots, channel) {
  const { args, cwd, detached, envPairs, file, gid, serialization, uid } = options;
  return {
    __proto__: null,
    file,
    args: args?.length > 0 ? args : [file],
    env: envPairs,
    // How the child finds the channel.
    moreEnv: channel === -1 ? undefined :
      [`NODE_CHANNEL_FD=${channel}`, `NODE_CHANNEL_SERIALIZATION_MODE=${serialization ?? 'json'}`],
    // An empty one is none here, unlike where the child is waited for.
    cwd: cwd || undefined,
    uid,
    gid,
    detached,
    stdio: slots.map((slot) => slot.code),
    channel,
  };
}

// Makes the streams of a child that was started, or was to be.
function begin(child, [status, pipes, handle, pid], slots, channel, serialization) {
  child._handle = handle ?? new UnstartedHandle();
  announceOutcome(child, status);
  if (status === 0) {
    process.nextTick(emitSpawn, child);
    handle.pid = pid;
    running.add(child);
  } else {
    const name = uvErrmapGet(status)?.[0];
    if (!kToldLater.includes(name)) {
      child._handle = null;
      pipes.forEach((pipe) => pipe?.close());
      throw new ErrnoException(status, 'spawn');
    }
    process.nextTick(onFailure, child, status);
    // There is no child, and there are no streams.
    if (kNoDescriptors.includes(name)) {
      pipes.forEach((pipe) => pipe?.close());
      return status;
    }
  }
  child.pid = pid;
  connectStreams(child, pipes, slots, channel);
  if (channel !== -1) require('internal/child_process/channel').setupChannel(child, pipes[channel], serialization);
  return status;
}

// Stands for a child that could not be started, until that is told.
class UnstartedHandle {
  kill() {
    return -3;
  }

  ref() {}

  unref() {}

  hasRef() {
    return false;
  }
}

function emitSpawn(child) {
  child.emit('spawn');
}

function connectStreams(child, pipes, slots, channel) {
  const streams = slots.map((slot, place) => {
    if (place === channel) {
      child._closesNeeded++;
      return null;
    }
    if (slot.source !== undefined) giveAway(slot.source);
    return pipes[place] === undefined ? null : newStream(child, pipes[place], place);
  });
  child.stdin = streams[0] ?? null;
  child.stdout = streams[1] ?? null;
  child.stderr = streams[2] ?? null;
  child.stdio = streams;
}

function newStream(child, pipe, place) {
  const { Socket } = require('net');
  // The child's input is only written to; all others can be both.
  const stream = new Socket({ __proto__: null, handle: pipe, readable: place > 0 });
  if (place > 0) {
    child._closesNeeded++;
    stream.on('close', () => gotClose(child));
  }
  return stream;
}

// What a stream of ours would read is the child's from now on.
function giveAway(stream) {
  const handle = stream._handle ?? stream.handle ?? stream;
  handle.readStop?.();
  if (typeof stream.pause === 'function') {
    stream.pause();
    stream.readableFlowing = false;
    stream._readableState.reading = false;
    stream[kIsUsedAsStdio] = true;
  }
}

function onFailure(child, status) {
  onExit(child, status, null);
}

function onExit(child, code, signal) {
  if (signal !== null) child.signalCode = signalName(signal);
  else child.exitCode = code;
  child.stdin?.destroy();
  child._handle = null;
  running.delete(child);
  if (code !== null && code < 0) {
    child.emit('error', spawnFailure(child, code));
  } else {
    child.emit('exit', child.exitCode, child.signalCode);
  }
  // What nobody reads is thrown away, so that 'close' comes. Whoever listens from now on has a tick to begin.
  process.nextTick(drainStreams, child);
  gotClose(child);
}

function spawnFailure({ spawnfile, spawnargs }, code) {
  const error = new ErrnoException(code, spawnfile ? `spawn ${spawnfile}` : 'spawn');
  if (spawnfile) error.path = spawnfile;
  error.spawnargs = spawnargs.slice(1);
  return error;
}

function drainStreams(child) {
  const { stdio } = child;
  if (stdio === undefined) return;
  for (let i = 0; i < stdio.length; i++) {
    const stream = stdio[i];
    if (stream?.readable && !stream[kIsUsedAsStdio]) stream.resume();
  }
}

// Something of the child is over; all is when this was the last.
function gotClose(child) {
  child._closesGot++;
  if (child._closesGot === child._closesNeeded) child.emit('close', child.exitCode, child.signalCode);
}

ChildProcess.prototype.kill = function kill(signal) {
  const number = signal === 0 ? 0 : signalNumber(signal === undefined ? 'SIGTERM' : signal);
  if (this._handle === null) return false;
  const status = this._handle.kill(number);
  if (status === 0) {
    this.killed = true;
    return true;
  }
  const name = uvErrmapGet(status)?.[0];
  // It has ended already.
  if (name === 'ESRCH') return false;
  const error = new ErrnoException(status, 'kill');
  if (name === 'EINVAL' || name === 'ENOSYS') throw error;
  this.emit('error', error);
  return false;
};

ChildProcess.prototype[Symbol.dispose] = function() {
  if (!this.killed) this.kill();
};

ChildProcess.prototype.ref = function ref() {
  this._handle?.ref();
};

ChildProcess.prototype.unref = function unref() {
  this._handle?.unref();
};

module.exports = { ChildProcess, gotClose };
