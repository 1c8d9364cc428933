// Agent: who has connections for requests. A connection is in use (`sockets`), idle (`freeSockets`), or gone; a request
// for which there is none waits (`requests`). Each is kept under a name that tells where it leads to.
'use strict';

const EventEmitter = require('events');
const { AsyncResource } = require('internal/async_resource');
const { codes } = require('internal/errors');
const { debug } = require('internal/http/debug');
const { guard, unguard } = require('internal/http/idle_guard');
const proxy = require('internal/http/proxy');
const { validateNumber, validateOneOf } = require('internal/validators');

const net = () => require('net');

const kDefaultBuffer = 1000;

// What a waiting request needs to go on: its wish, with the async context.
const kWaiting = Symbol('kWaiting');
// The listeners that the agent has put on a socket.
const kLeash = Symbol('kLeash');
// Whether the agent's sockets tell of TLS keys.
const kTellsKeys = Symbol('kTellsKeys');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  EventEmitter.call(this);
  this.options = { __proto__: null, ...options };
  this.options.noDelay ??= true;
  // A path is that of a Unix socket, and never the agent's own.
  this.options.path = null;
  this.defaultPort = this.options.defaultPort || 80;
  this.protocol = this.options.protocol || 'http:';
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Agent.defaultMaxSockets;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  this.agentKeepAliveTimeoutBuffer = timeoutBuffer(this.options.agentKeepAliveTimeoutBuffer);
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.maxTotalSockets === undefined) this.maxTotalSockets = Infinity;
  else validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
  if (this.options.proxyEnv !== undefined) proxy.configure(this, this.options.proxyEnv);
  this.on('free', (socket, leadsTo) => becomesFree(this, socket, leadsTo));
  // Only an agent that is asked for keys has its sockets tell them.
  this.on('newListener', tellKeysFromNowOn);
}
Object.setPrototypeOf(Agent.prototype, EventEmitter.prototype);
Object.setPrototypeOf(Agent, EventEmitter);

Agent.defaultMaxSockets = Infinity;

const { prototype } = Agent;

function timeoutBuffer(given) {
  return typeof given === 'number' && given >= 0 && Number.isFinite(given) ? given : kDefaultBuffer;
}

prototype.createConnection = function createConnection(...args) {
  if (this[proxy.kProxy] !== undefined) return proxy.connect(this, args[0], args[1]);
  return net().createConnection(...args);
};

// The last name that was made, and of what: most requests go where the one before went.
let last = { __proto__: null, name: '' };

function getName(options) {
  const { host, port, localAddress, family, socketPath } = options ?? {};
  return lastName(host, port, localAddress, family, socketPath);
}
prototype.getName = getName;

function lastName(host, port, localAddress, family, socketPath) {
  if (last.name === '' || last.host !== host || last.port !== port || last.localAddress !== localAddress ||
      last.family !== family || last.socketPath !== socketPath) {
    const name = makeName(host, port, localAddress, family, socketPath);
    last = { __proto__: null, name, host, port, localAddress, family, socketPath };
  }
  return last.name;
}

function makeName(host, port, localAddress, family, socketPath) {
  let name = `${host || 'localhost'}:${port || ''}:${localAddress || ''}`;
  if (family === 4 || family === 6) name += `:${family}`;
  if (socketPath) name += `:${socketPath}`;
  return name;
}

// A request wants a connection: an idle one, a new one if there may be more, or the next that becomes free.
prototype.addRequest = function addRequest(request, options, port, localAddress) {
  if (typeof options === 'string') options = { __proto__: null, host: options, port, localAddress };
  const wish = new Wish(this, request, options);
  const { name } = wish;
  this.sockets[name] ??= [];
  const idle = takeIdle(this, name);
  if (idle !== undefined) {
    this.reuseSocket(idle, request);
    setHighWaterMark(idle, said(this, options, 'highWaterMark'));
    useSocket(this, request, idle);
    this.sockets[name].push(idle);
  } else if (mayConnect(this, name)) {
    connectFor(this, request, wish.leadsTo());
  } else {
    wait(this, request, wish);
  }
};

// Where a request goes: what it says, what the agent says, and the name for TLS.
function destination(agent, request, options) {
  const leadsTo = { __proto__: null, ...options, ...agent.options };
  if (leadsTo.socketPath) leadsTo.path = leadsTo.socketPath;
  if (leadsTo.host && leadsTo.servername === undefined) {
    leadsTo.servername = serverName(leadsTo.host, request);
  }
  return leadsTo;
}

// One of the settings of a destination.
function said(agent, options, key) {
  const own = agent.options;
  return Object.hasOwn(own, key) ? own[key] : options?.[key];
}

// A request's wish for a connection. Most get one that is there already, for which only its name is wanted: the destination is
// put together when one has to be made.
class Wish {
  constructor(agent, request, options) {
    this.agent = agent;
    this.request = request;
    this.options = options;
    this.made = null;
    this.resource = null;
    const isPlain = agent.getName === getName && canBeSaid(agent, request, options);
    this.name = isPlain ? nameOf(agent, options) : agent.getName(this.leadsTo());
  }

  leadsTo() {
    this.made ??= destination(this.agent, this.request, this.options);
    return this.made;
  }
}

// Whether the making of the destination can wait: it may fail for a field Host that is no text.
function canBeSaid(agent, request, options) {
  if (agent.options === null || typeof agent.options !== 'object') return false;
  const host = request.getHeader?.('host');
  return !host || typeof host === 'string' || !said(agent, options, 'host');
}

function nameOf(agent, options) {
  return lastName(said(agent, options, 'host'), said(agent, options, 'port'), said(agent, options, 'localAddress'),
                  said(agent, options, 'family'), said(agent, options, 'socketPath'));
}

// The host of the Host header, if there is one, as a name: an address is none.
function serverName(host, request) {
  const header = request.getHeader?.('host');
  let name = host;
  if (header) {
    if (typeof header !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE('options.headers.host', 'string', header);
    }
    const end = header[0] === '[' ? header.indexOf(']') + 1 : header.indexOf(':');
    if (header[0] === '[') name = end === 0 ? header : header.slice(1, end - 1);
    else name = end === -1 ? header : header.slice(0, end);
  }
  return net().isIP(name) ? '' : name;
}

// A connection was made for another request, which may have asked for another one.
function setHighWaterMark(socket, value) {
  const state = socket._writableState;
  if (state) state.highWaterMark = value ?? require('internal/streams/state').getDefaultHighWaterMark(false);
}

function mayConnect(agent, name) {
  const used = agent.sockets[name]?.length ?? 0;
  return used < agent.maxSockets && agent.totalSocketCount < agent.maxTotalSockets;
}

// An idle connection that is still good, the one that was idle for the longest or the shortest time.
function takeIdle(agent, name) {
  const idle = agent.freeSockets[name];
  if (idle === undefined) return undefined;
  while (idle.length > 0 && idle[0].destroyed) idle.shift();
  const socket = agent.scheduling === 'fifo' ? idle.shift() : idle.pop();
  if (idle.length === 0) delete agent.freeSockets[name];
  if (socket !== undefined) {
    unguard(socket);
    socket.removeListener('error', onIdleError);
  }
  return socket;
}

function wait(agent, request, wish) {
  wish.resource = new AsyncResource('QueuedRequest');
  request[kWaiting] = wish;
  const waiting = agent.requests[wish.name] ??= [];
  waiting.push(request);
}

// Takes the first request that waits under a name, and gives its wish.
function takeWaiting(agent, name) {
  const waiting = agent.requests[name];
  const request = waiting.shift();
  if (waiting.length === 0) delete agent.requests[name];
  const wish = request[kWaiting];
  request[kWaiting] = undefined;
  return wish;
}

function connectFor(agent, request, leadsTo) {
  agent.createSocket(request, leadsTo, (error, socket) => {
    if (error) request.onSocket(socket, error);
    else useSocket(agent, request, socket);
  });
}

function useSocket(agent, request, socket) {
  Reflect.apply(request.onSocket, request, [socket]);
  const { timeout } = request;
  if (timeout !== undefined && timeout !== (agent.options.timeout || 0)) socket.setTimeout(timeout);
}

prototype.createSocket = function createSocket(request, options, callback) {
  const leadsTo = destination(this, request, options);
  const name = this.getName(leadsTo);
  leadsTo._agentKey = name;
  leadsTo.encoding = null;
  if (this.keepAlive) {
    leadsTo.keepAlive = true;
    leadsTo.keepAliveInitialDelay = this.keepAliveMsecs;
  }
  if (request.timeout !== undefined) leadsTo.timeout = request.timeout;
  debug('a connection is made to %s', name);
  let isDone = false;
  // A connection can be given back, or handed to the callback, or both.
  const made = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (!error) admit(this, socket, leadsTo, name);
    callback(error, socket);
  };
  const socket = this.createConnection(leadsTo, made);
  if (socket) made(null, socket);
};

// A new connection is the agent's from now on.
function admit(agent, socket, leadsTo, name) {
  const inUse = agent.sockets[name] ??= [];
  inUse.push(socket);
  agent.totalSocketCount++;
  leash(agent, socket, leadsTo);
}

// What the agent hears of a connection.
function leash(agent, socket, leadsTo) {
  const onFree = () => agent.emit('free', socket, leadsTo);
  const onClose = () => agent.removeSocket(socket, leadsTo);
  // One that is idle for too long is given up; one in use is its request's business.
  const onTimeout = () => {
    for (const name of Object.keys(agent.freeSockets)) {
      if (agent.freeSockets[name].includes(socket)) {
        socket.destroy();
        return;
      }
    }
  };
  const onRemove = () => {
    agent.removeSocket(socket, leadsTo);
    unleash(socket);
  };
  socket.on('free', onFree);
  socket.on('close', onClose);
  socket.on('timeout', onTimeout);
  socket.on('agentRemove', onRemove);
  socket[kLeash] = { onFree, onClose, onTimeout, onRemove };
  if (agent.options.timeout) socket.setTimeout(agent.options.timeout);
  if (agent[kTellsKeys] !== undefined) socket.on('keylog', agent[kTellsKeys]);
}

function unleash(socket) {
  const { onFree, onClose, onTimeout, onRemove } = socket[kLeash];
  socket.removeListener('free', onFree);
  socket.removeListener('close', onClose);
  socket.removeListener('timeout', onTimeout);
  socket.removeListener('agentRemove', onRemove);
}

// A connection has done its work: for who waits, to be kept, or to be given up.
function becomesFree(agent, socket, leadsTo) {
  const name = agent.getName(leadsTo);
  if (!socket.writable) {
    socket.destroy();
  } else if (agent.requests[name] !== undefined) {
    const { request, resource } = takeWaiting(agent, name);
    resource.runInAsyncScope(useSocket, undefined, agent, request, socket);
  } else if (!mayKeep(agent, socket, name)) {
    socket.destroy();
  } else {
    keep(agent, socket, name);
  }
}

function mayKeep(agent, socket, name) {
  const request = socket._httpMessage;
  if (!request || !request.shouldKeepAlive || !agent.keepAlive) return false;
  // Others wait for there to be fewer connections.
  if (agent.totalSocketCount >= agent.maxTotalSockets && Object.keys(agent.requests).length > 0) return false;
  const idle = agent.freeSockets[name]?.length ?? 0;
  const inUse = agent.sockets[name]?.length ?? 0;
  return idle + inUse <= agent.maxSockets && agent.totalSocketCount <= agent.maxTotalSockets &&
    idle < agent.maxFreeSockets && agent.keepSocketAlive(socket);
}

function keep(agent, socket, name) {
  const idle = agent.freeSockets[name] ??= [];
  socket._httpMessage = null;
  leave(agent.sockets, name, socket);
  debug('a connection is kept that leads to %s', name);
  socket.once('error', onIdleError);
  guard(socket);
  idle.push(socket);
}

function onIdleError() {
  this.destroy();
  this.emit('agentRemove');
}

// Takes a connection off a list; whether it was on it.
function leave(lists, name, socket) {
  const index = lists[name]?.indexOf(socket) ?? -1;
  if (index === -1) return false;
  lists[name].splice(index, 1);
  if (lists[name].length === 0) delete lists[name];
  return true;
}

// Whether a connection may be kept; a server's hint can make that shorter. Scripts may have their own.
prototype.keepSocketAlive = function keepSocketAlive(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeout = this.options.timeout || 0;
  const hint = hintedTimeout(socket._httpMessage?.res);
  if (hint !== undefined) {
    const left = hint - this.agentKeepAliveTimeoutBuffer;
    if (left <= 0) return false;
    if (left < timeout) timeout = left;
  }
  if (socket.timeout !== timeout) socket.setTimeout(timeout);
  return true;
};

// The milliseconds that the header Keep-Alive begins with.
function hintedTimeout(response) {
  const header = response?.headers['keep-alive'];
  if (typeof header !== 'string' || !header.startsWith('timeout=')) return undefined;
  const seconds = Number.parseInt(header.slice('timeout='.length), 10);
  return Number.isNaN(seconds) ? undefined : seconds * 1000;
}

prototype.reuseSocket = function reuseSocket(socket, request) {
  request.reusedSocket = true;
  socket.ref();
};

// A connection is gone. If somebody waits, there is room for another one.
prototype.removeSocket = function removeSocket(socket, options) {
  const name = this.getName(options);
  debug('a connection is gone that led to %s', name);
  const wasInUse = leave(this.sockets, name, socket);
  const wasIdle = !socket.writable && leave(this.freeSockets, name, socket);
  if (wasInUse || wasIdle) this.totalSocketCount--;
  const next = nextToServe(this, name);
  if (next === undefined) return;
  const wish = takeWaiting(this, next);
  this.sockets[next] ??= [];
  wish.resource.runInAsyncScope(replaceFor, undefined, this, wish);
};

// A connection in place of one that is gone: it comes as one that has become free, for the request that waits.
function replaceFor(agent, wish) {
  const { request } = wish;
  const leadsTo = wish.leadsTo();
  agent.createSocket(request, leadsTo, (error, socket) => {
    if (error) {
      request.onSocket(socket, error);
      return;
    }
    request[kWaiting] = wish;
    const waiting = agent.requests[agent.getName(leadsTo)] ??= [];
    waiting.unshift(request);
    socket.emit('free');
  });
}

// The name under which a request waits that may have a connection now: rather the one where there is one less.
function nextToServe(agent, name) {
  if (agent.requests[name] !== undefined) return mayConnect(agent, name) ? name : undefined;
  return Object.keys(agent.requests).find((other) => mayConnect(agent, other));
}

prototype.destroy = function destroy() {
  for (const lists of [this.freeSockets, this.sockets]) {
    for (const name of Object.keys(lists)) {
      for (const socket of lists[name].slice()) socket.destroy();
    }
  }
};

function tellKeysFromNowOn(event) {
  if (event !== 'keylog' || this[kTellsKeys] !== undefined) return;
  const agent = this;
  this[kTellsKeys] = function(keys) { agent.emit('keylog', keys, this); };
  for (const lists of [this.freeSockets, this.sockets]) {
    for (const name of Object.keys(lists)) {
      for (const socket of lists[name]) socket.on('keylog', this[kTellsKeys]);
    }
  }
}

module.exports = { Agent };
