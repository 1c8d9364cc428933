// The side of a cluster that starts workers.
'use strict';

const EventEmitter = require('events');
const path = require('path');
const { fork } = require('internal/child_process/spawn');
const { Link } = require('internal/cluster/link');
const { HandedOut, TurnTaking } = require('internal/cluster/ports');
const { Worker } = require('internal/cluster/worker');
const { validatePort } = require('internal/validators');

const cluster = new EventEmitter();
const SCHED_NONE = 1;
const SCHED_RR = 2;

// How each worker is spoken to; ports are listed by their keys.
const links = new WeakMap();
const ports = new Map();

let lastId = 0;
let isSetUp = false;

// In the order in which Node has them: whoever lists them sees it.
Object.assign(cluster, {
  isWorker: false,
  isMaster: true,
  isPrimary: true,
  Worker,
  workers: {},
  settings: {},
  SCHED_NONE,
  SCHED_RR,
  schedulingPolicy: policyOf(process.env.NODE_CLUSTER_SCHED_POLICY),
  setupPrimary,
  setupMaster: setupPrimary,
  fork: forkWorker,
  disconnect,
});

function policyOf(word) {
  return word === 'none' ? SCHED_NONE : SCHED_RR;
}

// Settings stay as they are until they are set again.
function setupPrimary(options) {
  const settings = {
    args: process.argv.slice(2),
    exec: process.argv[1],
    execArgv: process.execArgv,
    silent: false,
    ...cluster.settings,
    ...options,
  };
  cluster.settings = settings;
  if (isSetUp) {
    process.nextTick(emitSetup, settings);
    return;
  }
  isSetUp = true;
  const { schedulingPolicy } = cluster;
  if (schedulingPolicy !== SCHED_NONE && schedulingPolicy !== SCHED_RR) {
    require('assert').fail(`Bad cluster.schedulingPolicy: ${schedulingPolicy}`);
  }
  process.nextTick(emitSetup, settings);
}

function emitSetup(settings) {
  cluster.emit('setup', settings);
}

function forkWorker(env) {
  cluster.setupPrimary();
  lastId++;
  const worker = new Worker({ id: lastId, process: startProcess(lastId, env) });
  worker.on('message', (message, handle) => cluster.emit('message', worker, message, handle));
  links.set(worker, new Link(worker.process, (message) => obey(worker, message)));
  watch(worker);
  process.nextTick(() => cluster.emit('fork', worker));
  cluster.workers[worker.id] = worker;
  return worker;
}

function startProcess(id, env) {
  const { args, exec, inspectPort, ...settings } = cluster.settings;
  if (inspectPort !== undefined && inspectPort !== null) validatePort(inspectPort, 'inspectPort');
  return fork(exec, args, { ...settings, env: { ...process.env, ...env, NODE_UNIQUE_ID: `${id}` } });
}

// When the channel has gone and the process has ended, in whatever order, a worker is no more.
function watch(worker) {
  worker.process.once('exit', (code, signal) => {
    if (!worker.isConnected()) forget(worker);
    worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
    worker.state = 'dead';
    worker.emit('exit', code, signal);
    cluster.emit('exit', worker, code, signal);
  });
  worker.process.once('disconnect', () => {
    leavePorts(worker);
    if (worker.isDead()) forget(worker);
    worker.exitedAfterDisconnect = Boolean(worker.exitedAfterDisconnect);
    worker.state = 'disconnected';
    worker.emit('disconnect');
    cluster.emit('disconnect', worker);
  });
}

function forget(worker) {
  leavePorts(worker);
  delete cluster.workers[worker.id];
  if (Object.keys(cluster.workers).length === 0) tellAllGone();
}

function leavePorts(worker) {
  for (const [key, port] of ports) if (port.remove(worker)) ports.delete(key);
}

// Those who wait until no worker is left.
let waiting = [];

function tellAllGone() {
  const callbacks = waiting;
  waiting = [];
  callbacks.forEach((callback) => callback());
}

function disconnect(callback) {
  if (typeof callback === 'function') waiting.push(callback);
  const workers = Object.values(cluster.workers);
  if (workers.length === 0) process.nextTick(tellAllGone);
  workers.forEach((worker) => {
    if (worker.isConnected()) worker.disconnect();
  });
}

// What workers say.
const actions = {
  __proto__: null,

  online(worker) {
    worker.state = 'online';
    worker.emit('online');
    cluster.emit('online', worker);
  },

  listening(worker, { addressType, address, port, fd }) {
    const info = { addressType, address, port, fd };
    worker.state = 'listening';
    worker.emit('listening', info);
    cluster.emit('listening', worker, info);
  },

  queryServer: openPort,

  close(worker, { key }) {
    if (ports.get(key)?.remove(worker)) ports.delete(key);
  },

  exitedAfterDisconnect(worker, message) {
    worker.exitedAfterDisconnect = true;
    links.get(worker).answer(message, {});
  },
};

function obey(worker, message) {
  actions[message.act]?.(worker, message);
}

function openPort(worker, message) {
  // It is about to end: it has its ports no longer.
  if (worker.exitedAfterDisconnect) return;
  const query = { ...message, address: shortest(message) };
  const key = `${query.address}:${query.port}:${query.addressType}:${query.fd}:${query.index}`;
  let port = ports.get(key);
  if (port === undefined) {
    const isUdp = query.addressType === 'udp4' || query.addressType === 'udp6';
    const Way = cluster.schedulingPolicy === SCHED_RR && !isUdp ? TurnTaking : HandedOut;
    port = new Way(key, query, links);
    port.data = null;
    ports.set(key, port);
  }
  port.data ||= message.data;
  const link = links.get(worker);
  port.add(worker, (errno, answer, handle) => {
    const { data } = port;
    if (errno) ports.delete(key);
    link.answer(message, { errno, key, data, ...answer }, handle);
  });
}

// The system has little room for names of Unix sockets: the shorter of the two ways to say one is taken.
function shortest({ address, port }) {
  if (port >= 0 || typeof address !== 'string') return address;
  const relative = path.relative(process.cwd(), address);
  return relative.length < address.length ? relative : address;
}

Worker.prototype.disconnect = function() {
  this.exitedAfterDisconnect = true;
  links.get(this).tell({ act: 'disconnect' });
  forget(this);
  return this;
};

Worker.prototype.destroy = function(signal) {
  this.process.kill(signal || 'SIGTERM');
};

module.exports = cluster;
