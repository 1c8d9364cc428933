// Requests by way of a proxy, as an agent's option `proxyEnv` or the environment has it.
'use strict';

const kProxy = Symbol('kProxyConfig');

// What an environment says for a protocol, or undefined.
function proxyOf(env, protocol) {
  const url = protocol === 'https:' ? env.https_proxy || env.HTTPS_PROXY : env.http_proxy || env.HTTP_PROXY;
  if (!url) return undefined;
  const { URL } = require('internal/url');
  const parsed = new URL(url);
  return {
    host: parsed.hostname,
    port: Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80)),
    protocol: parsed.protocol,
    href: `${parsed.protocol}//${parsed.host}`,
    auth: authOf(parsed),
    exceptions: (env.no_proxy || env.NO_PROXY || '').split(',').map((entry) => entry.trim().toLowerCase()).filter(Boolean),
  };
}

function authOf({ username, password }) {
  if (!username && !password) return undefined;
  const { Buffer } = require('buffer');
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function configure(agent, env) {
  agent[kProxy] = proxyOf(env, agent.protocol);
}

// The environment, if the process was told to heed it.
function fromProcess() {
  const { getOption } = require('internal/process/options');
  const isOn = process.env.NODE_USE_ENV_PROXY === '1' || getOption('--use-env-proxy') === true;
  return isOn ? process.env : undefined;
}

// Whether a host is asked directly.
function isException(proxy, host, port) {
  const name = `${host}`.toLowerCase();
  return proxy.exceptions.some((entry) => {
    const [pattern, only] = entry.split(':');
    if (only !== undefined && only !== `${port}`) return false;
    if (pattern === '*' || pattern === name) return true;
    if (pattern.startsWith('*.')) return name.endsWith(pattern.substring(1));
    return pattern[0] === '.' && (name.endsWith(pattern) || name === pattern.substring(1));
  });
}

// Whether a request to a host goes by way of the agent's proxy.
function isProxied(agent, options) {
  const proxy = agent?.[kProxy];
  return proxy !== undefined && !options.socketPath && !isException(proxy, options.host, options.port);
}

// Whether the proxy is asked in place of the server; for others it only hands on what it cannot read.
function isForwarded(agent, options) {
  return isProxied(agent, options) && agent.protocol !== 'https:';
}

function connect(agent, options, callback) {
  const proxy = agent[kProxy];
  if (!isProxied(agent, options)) return require('net').createConnection(options, callback);
  const place = { ...options, host: proxy.host, port: proxy.port, path: null };
  if (proxy.protocol === 'https:') {
    return require('tls').connect({ ...place, servername: require('net').isIP(proxy.host) ? undefined : proxy.host });
  }
  return require('net').createConnection(place);
}

// The fields and the target of a request that goes to a proxy.
function addressTo(agent, req, options) {
  const proxy = agent[kProxy];
  const port = Number(options.port) === 80 ? '' : `:${options.port}`;
  const host = require('net').isIPv6(options.host) ? `[${options.host}]` : options.host;
  req.path = `http://${host}${port}${req.path}`;
  if (!req.hasHeader('proxy-connection')) req.setHeader('proxy-connection', req.shouldKeepAlive ? 'keep-alive' : 'close');
  if (proxy.auth !== undefined) req.setHeader('proxy-authorization', proxy.auth);
}

// Has requests that name no agent go by way of what an environment says. Gives a function that undoes it.
function setGlobal(env = process.env) {
  const undo = ['internal/http/global_agent', 'internal/https/agent'].map((file) => {
    const { getGlobalAgent, setGlobalAgent } = require(file);
    const before = getGlobalAgent();
    setGlobalAgent(new before.constructor({ ...before.options, proxyEnv: env }));
    return () => setGlobalAgent(before);
  });
  return () => { for (const restore of undo) restore(); };
}

module.exports = { addressTo, configure, connect, fromProcess, isForwarded, isProxied, kProxy, setGlobal };
