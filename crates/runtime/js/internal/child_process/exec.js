// execFile() and exec(): programs whose whole output is given to a callback.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { customPromisify } = require('internal/util');
const { describe, killSignalNumber, validateMaxBuffer, validateTimeout } = require('internal/child_process/options');
const { start } = require('internal/child_process/spawn');
const { validateFunction, validateObject, validateString } = require('internal/validators');

const kMaxBuffer = 1024 * 1024;

// (file[, args][, options][, callback])
function sortArguments(file, args, options, callback) {
  if (args !== undefined && args !== null && !Array.isArray(args)) {
    if (typeof args === 'function') return { file, args: [], options: null, callback: args };
    if (typeof args !== 'object') throw new codes.ERR_INVALID_ARG_TYPE('args', 'object', args);
    callback = options;
    options = args;
    args = null;
  }
  if (typeof options === 'function') {
    callback = options;
    options = null;
  }
  if (options !== undefined && options !== null) validateObject(options, 'options');
  if (callback !== undefined && callback !== null) validateFunction(callback, 'callback');
  return { file, args: args ?? [], options, callback };
}

function execFile(file, args, options, callback) {
  const call = sortArguments(file, args, options, callback);
  return run(call.file, call.args, call.options, call.callback);
}

function exec(command, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  validateString(command, 'command');
  const shell = typeof options?.shell === 'string' ? options.shell : true;
  return run(command, [], { __proto__: null, ...options, shell }, callback);
}

function run(file, args, options, callback) {
  const plan = describe(file, args, { __proto__: null, ...options, stdio: undefined, detached: undefined });
  if (!('maxBuffer' in plan)) plan.maxBuffer = kMaxBuffer;
  validateTimeout(plan.timeout);
  validateMaxBuffer(plan.maxBuffer);
  if (callback !== undefined && callback !== null) validateFunction(callback, 'callback');
  const timeout = plan.timeout;
  // The time is kept here: what was written by then belongs to the callback.
  plan.timeout = undefined;
  plan.killSignal = killSignalNumber(plan.killSignal ?? 'SIGTERM');
  const commandLine = plan.shell ? plan.args.slice(2).join(' ') : [file, ...plan.args.slice(1)].join(' ');
  const child = start(plan);
  const execution = new Execution(child, plan, commandLine, callback);
  if (timeout > 0) execution.limitTime(timeout);
  return child;
}

// What a stream of the child has given so far.
class Output {
  constructor(stream, encoding) {
    this.stream = stream;
    this.chunks = [];
    this.length = 0;
    if (encoding !== null) stream?.setEncoding(encoding);
  }

  // Keeps a chunk, or as much of it as may be kept; whether that was all.
  add(chunk, limit) {
    const encoding = this.stream.readableEncoding;
    const room = limit - this.length;
    this.length += encoding ? Buffer.byteLength(chunk, encoding) : chunk.length;
    const fits = this.length <= limit;
    this.chunks.push(fits ? chunk : chunk.slice(0, room));
    return fits;
  }

  take(encoding) {
    if (encoding !== null || this.stream?.readableEncoding) return this.chunks.join('');
    return Buffer.concat(this.chunks);
  }
}

// A child until its callback is called.
class Execution {
  constructor(child, plan, commandLine, callback) {
    const encoding = 'encoding' in plan ? plan.encoding : 'utf8';
    this.child = child;
    this.commandLine = commandLine;
    this.callback = callback;
    this.encoding = encoding && encoding !== 'buffer' && Buffer.isEncoding(encoding) ? encoding : null;
    this.maxBuffer = plan.maxBuffer ?? Infinity;
    this.killSignal = plan.killSignal;
    this.timer = undefined;
    this.wasKilled = false;
    this.isOver = false;
    this.error = null;
    this.stdout = this.collect('stdout');
    this.stderr = this.collect('stderr');
    child.addListener('close', (code, signal) => this.finish(code, signal));
    child.addListener('error', (error) => this.fail(error));
  }

  collect(name) {
    const stream = this.child[name];
    const output = new Output(stream, this.encoding);
    stream?.on('data', (chunk) => {
      if (output.add(chunk, this.maxBuffer)) return;
      this.error = new codes.ERR_CHILD_PROCESS_STDIO_MAXBUFFER(name);
      this.kill();
    });
    return output;
  }

  limitTime(timeout) {
    this.timer = require('timers').setTimeout(() => {
      this.timer = undefined;
      this.kill();
    }, timeout);
  }

  kill() {
    this.destroyStreams();
    this.wasKilled = true;
    try {
      this.child.kill(this.killSignal);
    } catch (error) {
      this.error ??= error;
      this.finish(null, null);
    }
  }

  destroyStreams() {
    this.child.stdout?.destroy();
    this.child.stderr?.destroy();
  }

  fail(error) {
    this.error = error;
    this.destroyStreams();
    this.finish(null, null);
  }

  finish(code, signal) {
    if (this.isOver) return;
    this.isOver = true;
    if (this.timer !== undefined) require('timers').clearTimeout(this.timer);
    const { callback } = this;
    if (!callback) return;
    const stdout = this.stdout.take(this.encoding);
    const stderr = this.stderr.take(this.encoding);
    if (this.error === null && code === 0 && signal === null) {
      callback(null, stdout, stderr);
      return;
    }
    const error = this.error ?? this.commandFailed(code, signal, stderr);
    error.cmd = this.commandLine;
    callback(error, stdout, stderr);
  }

  commandFailed(code, signal, stderr) {
    const error = new Error(`Command failed: ${this.commandLine}\n${stderr}`);
    error.code = code < 0 ? require('util').getSystemErrorName(code) : code;
    error.killed = this.child.killed || this.wasKilled;
    error.signal = signal;
    return error;
  }
}

// What util.promisify() makes of these: a promise of both outputs, with the child beside it.
function promised(original) {
  const start = (...args) => {
    const outcome = Promise.withResolvers();
    const child = original(...args, answerTo(outcome));
    return Object.assign(outcome.promise, { child });
  };
  return Object.defineProperty(start, 'name', { __proto__: null, value: original.name, configurable: true });
}

function answerTo({ resolve, reject }) {
  return (error, stdout, stderr) => {
    const output = { stdout, stderr };
    if (error === null) resolve(output);
    else reject(Object.assign(error, output));
  };
}

for (const original of [exec, execFile]) {
  Object.defineProperty(original, customPromisify, {
    __proto__: null, configurable: true, enumerable: false, get: () => promised(original),
  });
}

module.exports = { exec, execFile };
