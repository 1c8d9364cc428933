// Name servers as scripts write them: '1.2.3.4', '1.2.3.4:53', '::1', '[::1]:53'.
'use strict';

const { codes: { ERR_INVALID_IP_ADDRESS } } = require('internal/errors');
const { isIP } = require('net');
const { validateArray, validatePort, validateString } = require('internal/validators');

const kPort = 53;

// A list of addresses and ports, one after the other.
function parseServers(servers) {
  validateArray(servers, 'servers');
  const parsed = [];
  // Not by indexes: holes are left out, and a getter may change the length.
  servers.forEach((server, index) => {
    validateString(server, `servers[${index}]`);
    addServer(parsed, server);
  });
  return parsed;
}

function addServer(parsed, server) {
  if (isIP(server) !== 0) {
    parsed.push(server, kPort);
    return;
  }
  const end = server[0] === '[' ? server.indexOf(']') : server.lastIndexOf(':');
  const address = server.substring(server[0] === '[' ? 1 : 0, end);
  if (end === -1 || isIP(address) === 0) throw new ERR_INVALID_IP_ADDRESS(server);
  const rest = server.substring(end + 1);
  if (server[0] === '[') parsed.push(address, portAfterBracket(rest));
  else parsed.push(address, portAfterColon(server, address, rest));
}

// What is no port there is left out, such as a zone.
function portAfterBracket(rest) {
  return rest[0] === ':' && isDigits(rest.substring(1)) ? validatePort(Number(rest.substring(1))) : kPort;
}

function portAfterColon(server, address, rest) {
  if (!isDigits(rest)) throw new ERR_INVALID_IP_ADDRESS(server);
  return validatePort(Number(rest));
}

function isDigits(text) {
  return /^[0-9]+$/.test(text);
}

// The servers of a handle's list, as scripts read them.
function showServers(list) {
  const shown = [];
  for (let i = 0; i < list.length; i += 2) {
    const address = list[i];
    const port = list[i + 1];
    if (port === kPort) shown.push(address);
    else shown.push(isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`);
  }
  return shown;
}

module.exports = { parseServers, showServers };
