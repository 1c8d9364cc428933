// Worker: a thread with a JavaScript world of its own, as the thread sees it that made it.
'use strict';

const EventEmitter = require('events');
const { codes } = require('internal/errors');
const { End, endOf, kClosed, kOnMessage, take } = require('internal/messaging/ends');
const { MessageChannel } = require('internal/messaging/port');
const { Control } = require('internal/worker/control');
const { listData } = require('internal/worker/environment_data');
const { unpackError } = require('internal/worker/error');
const { hasTracker, tellOfMade } = require('internal/task_queue');
const { readOptions, showLimits } = require('internal/worker/options');
const { ReadableWorkerStdio, WritableWorkerStdio } = require('internal/worker/stdio');

const native = binding('worker');
const channel = require('diagnostics_channel').channel('worker_threads');

const kHandle = Symbol('kHandle');
const kPublicPort = Symbol('kPublicPort');
const kState = Symbol('kState');

// Why a worker ended otherwise than by itself, as Rust tells it.
const kOutOfMemory = 1;
const kNotStarted = 2;

// The handle of the thread, as async hooks see it too.
class WorkerHandle {
  #native;

  open(native) {
    this.#native = native;
  }

  hasRef() {
    return this.#native?.hasRef();
  }

  ref() {
    this.#native?.ref();
  }

  unref() {
    this.#native?.unref();
  }

  terminate() {
    this.#native?.terminate();
  }

  idleTime() {
    return this.#native.idleTime();
  }

  task() {
    return this.#native.task();
  }

  // The thread is gone, and in a moment its handle is.
  close() {
    process.nextTick(() => { this.#native = undefined; });
  }
}
Object.defineProperty(WorkerHandle, 'name', { __proto__: null, value: 'Worker' });

class WorkerState {
  constructor(control, name, limits) {
    this.control = control;
    this.name = name;
    this.limits = limits;
    this.threadId = -1;
    this.startTime = 0;
    this.stdin = null;
    this.stdout = null;
    this.stderr = null;
    // Who waits for an answer of the thread, by the number of the question.
    this.questions = new Map();
    this.lastQuestion = 0;
  }
}

// The thread that makes the first one can be reached by its workers.
let isReachable = !native.isMainThread;

function becomeReachable() {
  if (isReachable) return;
  isReachable = true;
  require('internal/worker/thread_messages').open();
}

class Worker extends EventEmitter {
  constructor(filename, options = undefined) {
    super();
    const given = { __proto__: null, ...options };
    const read = readOptions(filename, options === undefined ? {} : options);
    const { 0: here, 1: there } = binding('messaging').channel();
    const end = new End();
    end.native = here;
    const control = new Control(end, (type, value) => onControl(this, type, value));
    const state = new WorkerState(control, read.name, read.limits);
    hide(this, kState, state);
    hide(this, kHandle, new WorkerHandle());
    if (hasTracker()) tellOfMade(this[kHandle], 'WORKER');
    const { port1: port, port2 } = new MessageChannel();
    hide(this, kPublicPort, port);
    becomeReachable();
    try {
      // The first message is under way before the thread is there.
      postFirst(state, read, given, port2);
      start(this, read, there);
    } catch (error) {
      control.close();
      port.close();
      throw error;
    }
    setUpStreams(state, given);
    port.on('message', (value) => this.emit('message', value));
    port.on('messageerror', (error) => this.emit('messageerror', error));
    port.unref();
    control.start();
    this.performance = { eventLoopUtilization: (first, second) => utilization(this, first, second) };
    process.nextTick(() => process.emit('worker', this));
    if (channel.hasSubscribers) channel.publish({ worker: this });
  }

  postMessage(...args) {
    const port = this[kPublicPort];
    if (this[kHandle] === null) return;
    Reflect.apply(port.postMessage, port, args);
  }

  terminate() {
    this.ref();
    if (this[kHandle] === null) return Promise.resolve();
    this[kHandle].terminate();
    const { promise, resolve } = Promise.withResolvers();
    this.once('exit', resolve);
    return promise;
  }

  async [Symbol.asyncDispose]() {
    await this.terminate();
  }

  ref() {
    if (this[kHandle] === null) return;
    this[kHandle].ref();
    this[kPublicPort].ref();
  }

  unref() {
    if (this[kHandle] === null) return;
    this[kHandle].unref();
    this[kPublicPort].unref();
  }

  get threadId() {
    return this[kHandle] === null ? -1 : this[kState].threadId;
  }

  get threadName() {
    return this[kHandle] === null ? null : this[kState].name;
  }

  get stdin() {
    return this[kState].stdin;
  }

  get stdout() {
    return this[kState].stdout;
  }

  get stderr() {
    return this[kState].stderr;
  }

  get resourceLimits() {
    return this[kHandle] === null ? {} : showLimits(this[kState].limits);
  }

  getHeapSnapshot() {
    return Promise.reject(new codes.ERR_NOT_IMPLEMENTED('worker.getHeapSnapshot()'));
  }

  getHeapStatistics() {
    return ask(this, 'heapStatistics');
  }

  cpuUsage(previous = undefined) {
    return require('internal/worker/usage').cpuUsage(this[kHandle], previous);
  }

  startCpuProfile() {
    return Promise.reject(new codes.ERR_NOT_IMPLEMENTED('worker.startCpuProfile()'));
  }

  startHeapProfile() {
    return Promise.reject(new codes.ERR_NOT_IMPLEMENTED('worker.startHeapProfile()'));
  }
}

function hide(object, key, value) {
  Object.defineProperty(object, key, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

function setUpStreams(state, options) {
  const { control } = state;
  if (options.stdin) state.stdin = new WritableWorkerStdio(control, 'stdin');
  state.stdout = new ReadableWorkerStdio(control, 'stdout', false);
  state.stderr = new ReadableWorkerStdio(control, 'stderr', false);
  if (!options.stdout) pipeTo(state.stdout, process.stdout);
  if (!options.stderr) pipeTo(state.stderr, process.stderr);
}

// Many workers may write to the same stream: that is no reason for a warning.
function pipeTo(source, target) {
  const most = target.getMaxListeners();
  target.setMaxListeners(Infinity);
  source.pipe(target);
  target.setMaxListeners(most);
}

// The first message, which the thread reads when it starts.
function postFirst(state, read, options, port) {
  const list = [port];
  if (options.transferList !== undefined) list.push(...options.transferList);
  const { kind, text } = read.program;
  state.control.post('start', {
    kind, text, port,
    workerData: options.workerData,
    environmentData: listData(),
    hasStdin: !!options.stdin,
    trackUnmanagedFds: options.trackUnmanagedFds,
    reportsFiles: require('internal/modules/cjs').reportsFiles(),
  }, list);
}

function start(worker, read, end) {
  const state = worker[kState];
  const { program, argv, execArgv, env, name, limits } = read;
  const handle = native.start(
    name, program.label, argv, execArgv, env, limits, end, (code, reason) => onExit(worker, code, reason));
  if (handle === undefined) throw new codes.ERR_WORKER_INIT_FAILED('EAGAIN');
  worker[kHandle].open(handle);
  state.threadId = handle.getThreadId();
}

function onControl(worker, type, value) {
  const state = worker[kState];
  switch (type) {
    case 'online':
      state.startTime = value;
      return worker.emit('online');
    case 'stdio': return state[value.name].receive(value.chunks);
    case 'more': return state.stdin?.proceed();
    case 'error': return worker.emit('error', unpackError(value));
    case 'loaded': return require('internal/modules/cjs').reportFile(value);
    case 'failure': return worker.emit('error', new codes.ERR_WORKER_UNSERIALIZABLE_ERROR());
    case 'answer': {
      const { resolve } = state.questions.get(value.id);
      state.questions.delete(value.id);
      return resolve(value.answer);
    }
  }
}

// The thread is gone. What it had sent comes first.
function onExit(worker, code, reason) {
  const state = worker[kState];
  const port = worker[kPublicPort];
  try {
    drain(port);
    state.control.drain();
  } finally {
    finish(worker, state, port, code, reason);
  }
}

function drain(port) {
  const end = endOf(port);
  for (let message = take(end, true); message !== undefined && message !== kClosed; message = take(end, true)) {
    port[kOnMessage](message);
  }
}

function finish(worker, state, port, code, reason) {
  worker[kHandle].close();
  worker[kHandle] = null;
  port.unref();
  port.close();
  state.control.close();
  state.stdin?.destroy();
  for (const stream of [state.stdout, state.stderr]) {
    if (!stream.readableEnded) stream.push(null);
  }
  state.questions.forEach(({ reject }) => reject(new codes.ERR_WORKER_NOT_RUNNING()));
  state.questions.clear();
  if (reason === kOutOfMemory) worker.emit('error', new codes.ERR_WORKER_OUT_OF_MEMORY('JS heap out of memory'));
  else if (reason === kNotStarted) worker.emit('error', new codes.ERR_WORKER_INIT_FAILED('EMFILE'));
  worker.emit('exit', code);
}

// Asks the thread for something, which its loop answers.
function ask(worker, what) {
  const state = worker[kState];
  if (worker[kHandle] === null) return Promise.reject(new codes.ERR_WORKER_NOT_RUNNING());
  const { promise, resolve, reject } = Promise.withResolvers();
  const id = ++state.lastQuestion;
  state.questions.set(id, { resolve, reject });
  state.control.post('question', { id, what });
  return promise;
}

function utilization(worker, first, second) {
  const { eventLoopUtilization } = require('internal/worker/usage');
  return eventLoopUtilization(worker[kHandle], worker[kState].startTime, first, second);
}

module.exports = { Worker };
