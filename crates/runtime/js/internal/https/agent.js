// Agent of https: connections by TLS, and sessions that the next one to the same place goes on with.
'use strict';

const tls = require('tls');
const { Buffer } = require('buffer');
const { Agent: HttpAgent } = require('internal/http/agent');
const proxy = require('internal/http/proxy');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  Reflect.apply(HttpAgent, this, [withDefaults(options)]);
  Object.assign(this, emptyCache(this.options.maxCachedSessions));
}
Object.setPrototypeOf(Agent.prototype, HttpAgent.prototype);
Object.setPrototypeOf(Agent, HttpAgent);

const { prototype } = Agent;

function withDefaults(options) {
  const own = { __proto__: null, ...options };
  return Object.assign(own, { defaultPort: own.defaultPort ?? 443, protocol: own.protocol ?? 'https:' });
}

// Sessions by the names of connections, and the names in the order in which they came.
function emptyCache(maxCachedSessions = 100) {
  return { maxCachedSessions, _sessionCache: { map: {}, list: [] } };
}

// (options[, callback]), (port[, host][, options][, callback])
function readArguments(args) {
  const callback = args.findLast((value) => typeof value === 'function');
  const [first, second, third] = args;
  if (first !== null && typeof first === 'object') return { options: { __proto__: null, ...first }, callback };
  let options = { __proto__: null };
  if (third !== null && typeof third === 'object') options = { ...third };
  else if (second !== null && typeof second === 'object') options = { ...second };
  if (typeof first === 'number' || typeof first === 'string') options.port = first;
  if (typeof second === 'string') options.host = second;
  return { options, callback };
}

prototype.createConnection = function createConnection(...args) {
  const { options, callback } = readArguments(args);
  // A session is gone on with without a look at the certificate: whoever looks for themselves has none.
  if (hasOwnCheck(this, options)) options._agentKey = undefined;
  if (options._agentKey) {
    const session = this._getSession(options._agentKey);
    if (session) options.session ??= session;
  }
  if (proxy.isProxied(this, options)) {
    require('internal/https/tunnel').open(this, options, callback, (socket) => rememberSessions(this, socket, options));
    return undefined;
  }
  const socket = tls.connect(options);
  rememberSessions(this, socket, options);
  if (callback) process.nextTick(() => callback(null, socket));
  return socket;
};

// Whether a request has a check of its own, rather than the agent's.
function hasOwnCheck(agent, { checkServerIdentity }) {
  return checkServerIdentity !== undefined && checkServerIdentity !== agent.options.checkServerIdentity;
}

// Numbers of functions that check, so that connections are told apart by them.
const checks = new WeakMap();
let lastCheck = 0;

function numberOf(check) {
  if (typeof check !== 'function') return String(check);
  if (!checks.has(check)) checks.set(check, ++lastCheck);
  return checks.get(check);
}

function rememberSessions(agent, socket, { _agentKey: key }) {
  if (!key) return;
  socket.on('session', (session) => agent._cacheSession(key, session));
  // A session that the server does not take is of no use.
  socket.once('close', (hadError) => { if (hadError) agent._evictSession(key); });
}

// The parts of a name that tell connections apart, after those of the place.
prototype.getName = function getName(options = {}) {
  const parts = [HttpAgent.prototype.getName.call(this, options)];
  const add = (value) => parts.push(value || '');
  add(options.ca);
  add(options.cert);
  add(options.clientCertEngine);
  add(options.ciphers);
  add(options.key);
  add(options.pfx ? describePfx(options.pfx) : '');
  parts.push(options.rejectUnauthorized === undefined ? '' : options.rejectUnauthorized);
  add(options.servername && options.servername !== options.host ? options.servername : '');
  add(options.minVersion);
  add(options.maxVersion);
  add(options.secureProtocol);
  add(options.crl);
  parts.push(options.honorCipherOrder === undefined ? '' : options.honorCipherOrder);
  add(options.ecdhCurve);
  add(options.dhparam);
  parts.push(options.secureOptions === undefined ? '' : options.secureOptions);
  add(options.sessionIdContext);
  add(options.sigalgs ? JSON.stringify(options.sigalgs) : '');
  add(options.privateKeyIdentifier);
  add(options.privateKeyEngine);
  if (hasOwnCheck(this, options)) parts.push(`check ${numberOf(options.checkServerIdentity)}`);
  return parts.map(String).join(':');
};

// Archives with their passphrases, so that two are not taken for one.
function describePfx(pfx) {
  if (!Array.isArray(pfx)) return describeOne(pfx);
  return pfx.map(describeOne).join();
}

function describeOne(item) {
  if (item === null || typeof item !== 'object' || item.buf === undefined) return String(item);
  const bytes = typeof item.buf === 'string' ? item.buf : Buffer.from(item.buf).toString('base64');
  return JSON.stringify([bytes, item.passphrase]);
}

prototype._getSession = function _getSession(key) {
  return this._sessionCache.map[key];
};

prototype._cacheSession = function _cacheSession(key, session) {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key]) {
    map[key] = session;
    return;
  }
  // The oldest makes room.
  if (list.length >= this.maxCachedSessions) delete map[list.shift()];
  list.push(key);
  map[key] = session;
};

prototype._evictSession = function _evictSession(key) {
  const { map, list } = this._sessionCache;
  const index = list.indexOf(key);
  if (index === -1) return;
  list.splice(index, 1);
  delete map[key];
};

let globalAgent;

function getGlobalAgent() {
  globalAgent ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxy.fromProcess() });
  return globalAgent;
}

function setGlobalAgent(agent) {
  globalAgent = agent;
}

module.exports = { Agent, getGlobalAgent, setGlobalAgent };
