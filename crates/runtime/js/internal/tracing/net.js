// Trace events of connections that are made: 'node,node.net,node.net.native'.
'use strict';

const { Attempt } = require('internal/net/connect');
const { onConnected } = require('internal/stream_handle');
const { comeBetween } = require('internal/tracing/between');
const { emit, newId } = require('internal/tracing/emit');

const kCategory = 'node,node.net,node.net.native';

// The numbers of those that are under way.
const ids = new WeakMap();

function describe({ address, family, port }) {
  if (family !== undefined) return { ip: address, port };
  const isAbstract = address[0] === '\0';
  return { path_type: isAbstract ? 'abstract socket' : 'file', pipe_path: isAbstract ? address.slice(1) : address };
}

function connect(next) {
  return function() {
    const id = newId();
    ids.set(this, id);
    emit('b', kCategory, 'connect', id, describe(this));
    const status = Reflect.apply(next, this, []);
    if (status < 0) end(this, status);
    return status;
  };
}

function end(attempt, status) {
  const id = ids.get(attempt);
  if (id === undefined) return;
  ids.delete(attempt);
  emit('e', kCategory, 'connect', id, { status });
}

function connected(next) {
  return function(status) {
    end(this, status);
    return Reflect.apply(next, this, [status]);
  };
}

function update(isOn) {
  const isTold = isOn('node', 'node.net', 'node.net.native');
  comeBetween(Attempt.prototype, 'connect', connect, isTold);
  comeBetween(Attempt.prototype, onConnected, connected, isTold);
}

module.exports = { update };
