// Servers whose sockets were sent to other processes: these are asked how many they have, and told when the server is
// closed. Each such server has a key, which is in the messages.
'use strict';

const EventEmitter = require('events');
const { codes } = require('internal/errors');

// Lists by channel, then by key.
const sentLists = new WeakMap();
const receivedLists = new WeakMap();

function listOf(lists, channel, key, make) {
  let byKey = lists.get(channel);
  if (byKey === undefined) {
    byKey = new Map();
    lists.set(channel, byKey);
  }
  let list = byKey.get(key);
  if (list === undefined) {
    list = make();
    byKey.set(key, list);
  }
  return list;
}

// The sockets of a server that a child has: what the server asks in place of them.
class SentSockets extends EventEmitter {
  constructor(child, key) {
    super();
    this.child = child;
    this.key = key;
    child.once('exit', () => this.emit('exit', this));
  }

  close(callback) {
    this.ask('NODE_SOCKET_NOTIFY_CLOSE', 'NODE_SOCKET_ALL_CLOSED', true, callback);
  }

  getConnections(callback) {
    this.ask('NODE_SOCKET_GET_COUNT', 'NODE_SOCKET_COUNT', false, (error, answer) => {
      if (error) callback(error);
      else callback(null, answer.count);
    });
  }

  ask(cmd, reply, swallowErrors, callback) {
    const { child, key } = this;
    if (!child.connected) {
      this.refuse(callback);
      return;
    }
    const onAnswer = (answer) => {
      if (answer.cmd !== reply || answer.key !== key) return;
      stop();
      callback(null, answer);
    };
    const onDisconnect = () => {
      stop();
      this.refuse(callback);
    };
    const stop = () => {
      child.removeListener('internalMessage', onAnswer);
      child.removeListener('disconnect', onDisconnect);
    };
    child.on('internalMessage', onAnswer);
    child.once('disconnect', onDisconnect);
    child._send({ cmd, key }, undefined, swallowErrors, (error) => {
      if (error === null) return;
      stop();
      callback(error);
    });
  }

  refuse(callback) {
    callback(new codes.ERR_CHILD_CLOSED_BEFORE_REPLY());
  }
}

// The sockets that this process has got of a server.
class ReceivedSockets {
  constructor(target, key) {
    this.target = target;
    this.key = key;
    this.sockets = new Set();
    this.isServerClosed = false;
    target.on('internalMessage', (message) => this.take(message));
  }

  add(socket) {
    this.sockets.add(socket);
    socket.once('close', () => {
      this.sockets.delete(socket);
      this.tellIfEmpty();
    });
  }

  take({ cmd, key }) {
    if (key !== this.key) return;
    if (cmd === 'NODE_SOCKET_NOTIFY_CLOSE') {
      this.isServerClosed = true;
      this.tellIfEmpty();
    } else if (cmd === 'NODE_SOCKET_GET_COUNT') {
      this.tell({ cmd: 'NODE_SOCKET_COUNT', key, count: this.sockets.size });
    }
  }

  tellIfEmpty() {
    if (!this.isServerClosed || this.sockets.size > 0) return;
    this.isServerClosed = false;
    this.tell({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.key });
  }

  tell(message) {
    if (this.target.connected) this.target._send(message, undefined, true);
  }
}

// A server's first socket that goes over a channel makes it ask there, too.
function sent(channel, key, server) {
  return listOf(sentLists, channel, key, () => {
    const list = new SentSockets(channel.target, key);
    server._setupWorker(list);
    return list;
  });
}

function received(channel, key) {
  return listOf(receivedLists, channel, key, () => new ReceivedSockets(channel.target, key));
}

// How many connections a server has, here and elsewhere.
function countAll(server, callback) {
  const lists = server._workers.slice();
  let count = server._connections;
  let waiting = lists.length;
  let isOver = false;
  const finish = (error) => {
    isOver = true;
    process.nextTick(callback, error, count);
  };
  if (waiting === 0) finish(null);
  lists.forEach((list) => list.getConnections((error, more) => {
    if (isOver) return;
    if (error) {
      count = undefined;
      finish(error);
      return;
    }
    count += more;
    waiting--;
    if (waiting === 0) finish(null);
  }));
}

// The server is closed when the sockets of the others are, too.
function closeAll(server) {
  const lists = server._workers.slice();
  let waiting = lists.length;
  // One more than there are, so that 'close' does not come before.
  server._connections++;
  const finish = () => {
    server._connections = 0;
    server._emitCloseIfDrained();
  };
  if (waiting === 0) finish();
  lists.forEach((list) => list.close(() => {
    waiting--;
    if (waiting === 0) finish();
  }));
}

module.exports = { closeAll, countAll, received, sent };
