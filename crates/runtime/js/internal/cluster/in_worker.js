// The side of a cluster that is a worker: it asks the first process for the ports that it listens on.
'use strict';

const EventEmitter = require('events');
const path = require('path');
const { Link } = require('internal/cluster/link');
const { Worker } = require('internal/cluster/worker');

const cluster = new EventEmitter();

// What this process listens on, by the keys that the first one gives.
const handles = new Map();
// For each address the numbers of those that are in use: the same port may be asked for more than once.
const numbers = new Map();
let link;

// In the order in which Node has them: whoever lists them sees it.
Object.assign(cluster, {
  isWorker: true,
  isMaster: false,
  isPrimary: false,
  worker: null,
  Worker,
  _setupWorker: setUp,
  _getServer: getServer,
});

function setUp() {
  const id = Number(process.env.NODE_UNIQUE_ID);
  delete process.env.NODE_UNIQUE_ID;
  cluster.worker = new Worker({ id, process, state: 'online' });
  require('internal/cluster/side').cluster = cluster;
  process.once('disconnect', onDisconnect);
  link = new Link(process, (message, handle) => commands[message.act]?.(message, handle));
  link.tell({ act: 'online' });
}

const commands = {
  __proto__: null,
  newconn: takeConnection,
  disconnect: () => leave(() => process.disconnect()),
};

function onDisconnect() {
  const { worker } = cluster;
  worker.emit('disconnect');
  // The first process has gone without a word.
  if (!worker.exitedAfterDisconnect) process.exit(0);
}

// A connection for a server that may be closed by now, or have enough of them.
function takeConnection(message, connection) {
  const handle = handles.get(message.key);
  const accepted = handle !== undefined && !isFull(handle.owner);
  link.answer(message, { accepted });
  if (accepted) handle.onconnection(0, connection);
  else connection.close();
}

// One that drops connections itself takes all of them.
function isFull(server) {
  if (server?.dropMaxConnection) return false;
  return server?.maxConnections != null && server._connections >= server.maxConnections;
}

// Asks for a handle to listen on: `callback(errno, handle)`.
function getServer(server, options, callback) {
  const { addressType, fd, port } = options;
  // The two processes may be in different folders.
  const address = port < 0 && typeof options.address === 'string' ? path.resolve(options.address) : options.address;
  const place = `${address}:${port}:${addressType}:${fd}`;
  const index = takeNumber(place);
  const query = { act: 'queryServer', index, data: null, ...options, address };
  if (server._getServerData) query.data = server._getServerData();
  link.tell(query, undefined, (answer, handle) => {
    server._setServerData?.(answer.data);
    if (answer.errno) {
      freeNumber(place, index);
      callback(answer.errno, null);
      return;
    }
    const own = handle === undefined ? new DistantHandle(answer, place, index) : shared(handle, answer, place, index);
    handles.set(answer.key, own);
    callback(0, own);
  });
  server.once('listening', () => {
    // It may have been closed already.
    if (!numbers.has(place)) return;
    cluster.worker.state = 'listening';
    const bound = server.address();
    link.tell({ ...query, act: 'listening', port: bound?.port || port });
  });
}

function takeNumber(place) {
  let used = numbers.get(place);
  if (used === undefined) {
    used = new Set();
    numbers.set(place, used);
  }
  let number = 0;
  while (used.has(number)) number++;
  used.add(number);
  return number;
}

function freeNumber(place, number) {
  const used = numbers.get(place);
  used?.delete(number);
  if (used?.size === 0) numbers.delete(place);
}

function release(key, place, index) {
  link.tell({ act: 'close', key });
  handles.delete(key);
  freeNumber(place, index);
}

// A socket that all workers have: when it is closed here, the first process hears of it.
function shared(handle, { key }, place, index) {
  const { close } = handle;
  handle.close = function(...args) {
    release(key, place, index);
    handle.close = close;
    return Reflect.apply(close, handle, args);
  };
  return handle;
}

// Stands for a socket that only the first process has. It keeps the loop alive as a real one would.
class DistantHandle {
  constructor({ key, sockname }, place, index) {
    this.close = (callback) => {
      if (key === undefined) return;
      this.unref();
      release(key, place, index);
      key = undefined;
      if (typeof callback === 'function') process.nextTick(callback);
    };
    this.listen = () => 0;
    let keeper;
    this.ref = () => {
      keeper ??= require('timers').setInterval(() => {}, kLongest);
    };
    this.unref = () => {
      require('timers').clearInterval(keeper);
      keeper = undefined;
    };
    // A Unix socket has no such name.
    if (sockname !== undefined) {
      this.getsockname = (out) => {
        if (key !== undefined) Object.assign(out, sockname);
        return 0;
      };
    }
    this.ref();
  }
}

const kLongest = 2 ** 31 - 1;

// Closes all that this process listens on, then does the rest.
function leave(finish) {
  cluster.worker.exitedAfterDisconnect = true;
  const servers = Array.from(handles.values(), (handle) => handle.owner ?? handle);
  const still = new Set(servers);
  if (still.size === 0) finish();
  servers.forEach((server) => server.close(() => {
    still.delete(server);
    if (still.size === 0) finish();
  }));
}

// The first process must know that it is no accident before the channel closes.
function sayGoodbye() {
  link.tell({ act: 'exitedAfterDisconnect' }, undefined, () => process.disconnect());
}

Worker.prototype.disconnect = function() {
  if (this.state !== 'disconnecting' && this.state !== 'destroying') {
    this.state = 'disconnecting';
    leave(sayGoodbye);
  }
  return this;
};

Worker.prototype.destroy = function() {
  if (this.state === 'destroying') return;
  this.exitedAfterDisconnect = true;
  if (!this.isConnected()) process.exit(0);
  this.state = 'destroying';
  process.once('disconnect', () => process.exit(0));
  sayGoodbye();
};

module.exports = cluster;
