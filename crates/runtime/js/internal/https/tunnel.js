// A connection by way of a proxy: it is asked to connect to the server, and then hands everything on.
'use strict';

const net = require('net');
const tls = require('tls');
const { codes } = require('internal/errors');
const { kProxy } = require('internal/http/proxy');

// Opens a tunnel, begins TLS in it, and calls back with the socket.
function open(agent, options, callback, prepare) {
  const proxy = agent[kProxy];
  const toProxy = connectToProxy(proxy, options);
  let isDone = false;
  const finish = (error, socket) => {
    if (isDone) return;
    isDone = true;
    toProxy.removeListener('error', onError);
    toProxy.removeListener('close', onClose);
    if (options.timeout) toProxy.removeListener('timeout', onTimeout);
    callback(error, socket);
  };
  const onError = (error) => finish(error);
  const onClose = () => finish(failure('Connection to establish proxy tunnel ended unexpectedly'));
  const onTimeout = () => {
    const error = failure(`Connection to establish proxy tunnel timed out after ${options.timeout}ms`);
    error.proxyTunnelTimeout = options.timeout;
    toProxy.destroy(error);
  };
  toProxy.on('error', onError);
  toProxy.on('close', onClose);
  if (options.timeout) toProxy.setTimeout(options.timeout, onTimeout);
  toProxy.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
    toProxy.write(request(proxy, options));
  });
  readAnswer(toProxy, (status, head) => {
    if (status !== 200) {
      const error = failure(`Failed to establish tunnel to ${authority(options)} via ${proxy.href}: ${head}`);
      error.statusCode = status;
      toProxy.destroy();
      finish(error);
      return;
    }
    if (options.timeout) toProxy.setTimeout(0);
    const socket = tls.connect({ ...options, socket: toProxy, servername: options.servername || undefined });
    prepare(socket);
    finish(null, socket);
  });
}

function failure(message) {
  return new codes.ERR_PROXY_TUNNEL(message);
}

function connectToProxy(proxy, options) {
  const place = { host: proxy.host, port: proxy.port };
  if (proxy.protocol !== 'https:') return net.connect(place);
  return tls.connect({ ...options, ...place, session: undefined, servername: proxy.host, ALPNProtocols: undefined });
}

function authority({ host, port }) {
  return `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function request(proxy, options) {
  const place = authority(options);
  let text = `CONNECT ${place} HTTP/1.1\r\nproxy-connection: ${options.keepAlive ? 'keep-alive' : 'close'}\r\nhost: ${place}`;
  if (proxy.auth !== undefined) text += `\r\nproxy-authorization: ${proxy.auth}`;
  return `${text}\r\n\r\n`;
}

// Reads the head of the answer, and calls back with its status and its first line.
function readAnswer(socket, callback) {
  let head = '';
  const onReadable = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) continue;
      socket.removeListener('readable', onReadable);
      const rest = head.slice(end + 4);
      if (rest !== '') socket.unshift(require('buffer').Buffer.from(rest, 'latin1'));
      const line = head.slice(0, head.indexOf('\r\n'));
      callback(Number(line.split(' ')[1]), line);
      return;
    }
  };
  socket.on('readable', onReadable);
}

module.exports = { open };
