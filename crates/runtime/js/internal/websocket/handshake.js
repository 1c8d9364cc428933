// How a connection becomes a WebSocket: https://www.rfc-editor.org/rfc/rfc6455#section-4
'use strict';

const kGuid = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const kDeflate = 'permessage-deflate';

function fieldsToSend(url, key, protocols, ownFields) {
  const fields = ownFields.has('host') ? [] : ['host', url.host];
  fields.push('connection', 'upgrade', 'upgrade', 'websocket');
  for (const { name, value } of ownFields.fields.values()) fields.push(name, value);
  fields.push('sec-websocket-key', key, 'sec-websocket-version', '13');
  if (protocols.length > 0) fields.push('sec-websocket-protocol', protocols.join(', '));
  fields.push('sec-websocket-extensions', `${kDeflate}; client_max_window_bits`);
  const offer = (name, value) => {
    if (!ownFields.has(name)) fields.push(name, value);
  };
  offer('accept', '*/*');
  offer('accept-language', '*');
  offer('sec-fetch-mode', 'websocket');
  offer('user-agent', 'node');
  offer('pragma', 'no-cache');
  offer('cache-control', 'no-cache');
  offer('accept-encoding', url.protocol === 'wss:' ? 'br, gzip, deflate' : 'gzip, deflate');
  return fields;
}

function hasToken(field, token) {
  return field !== undefined && field.toLowerCase().split(',').some((part) => part.trim() === token);
}

// What the answer settles, { protocol, extensions, isPacked, forgets }, or null if it is not to be had.
function terms(answer, key, protocols) {
  const { headers } = answer;
  if (headers.upgrade?.toLowerCase() !== 'websocket' || !hasToken(headers.connection, 'upgrade')) return null;
  const accept = require('crypto').createHash('sha1').update(key + kGuid).digest('base64');
  if (headers['sec-websocket-accept'] !== accept) return null;
  const protocol = headers['sec-websocket-protocol'];
  if (protocol === undefined ? protocols.length > 0 : !protocols.includes(protocol)) return null;
  const extensions = headers['sec-websocket-extensions'];
  if (extensions === undefined) return { protocol: protocol ?? '', extensions: '', isPacked: false, forgets: false };
  const parts = extensions.split(';').map((part) => part.trim());
  if (parts[0] !== kDeflate || extensions.includes(',')) return null;
  return { protocol: protocol ?? '', extensions, isPacked: true, forgets: parts.includes('server_no_context_takeover') };
}

// Asks for a WebSocket. `settled(socket, head, terms)` or `failed()` is called once; the request is returned, to be destroyed.
function shakeHands(url, protocols, ownFields, settled, failed) {
  const { request: start } = require(url.protocol === 'wss:' ? 'https' : 'http');
  const key = require('crypto').randomBytes(16).toString('base64');
  const host = url.hostname[0] === '[' ? url.hostname.slice(1, -1) : url.hostname;
  const request = start({
    __proto__: null, host, port: url.port === '' ? undefined : url.port, path: url.pathname + url.search, agent: false,
    headers: fieldsToSend(url, key, protocols, ownFields),
  });
  request.on('upgrade', (answer, socket, head) => {
    const found = terms(answer, key, protocols);
    if (found !== null) return settled(socket, head, found);
    socket.destroy();
    failed();
  });
  request.on('response', () => {
    request.destroy();
    failed();
  });
  request.on('error', failed);
  request.on('close', failed);
  request.end();
  return request;
}

module.exports = { shakeHands };
