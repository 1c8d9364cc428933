// What a Resolver has of servers and patience, be it of `dns` or of `dns/promises`.
'use strict';

// Answers are told in the check phase, which timers have.
require('internal/timers');
const { ChannelWrap } = binding('dns');
const { codes } = require('internal/errors');
const { isIP } = require('net');
const { parseServers, showServers } = require('internal/dns/servers');
const { validateInt32, validateString, validateUint32 } = require('internal/validators');

class ResolverBase {
  constructor(options = undefined) {
    const { timeout = -1, tries = 4, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, 'options.timeout', -1);
    validateInt32(tries, 'options.tries', 1);
    validateUint32(maxTimeout, 'options.maxTimeout');
    this._handle = new ChannelWrap(timeout, tries, maxTimeout);
  }

  cancel() {
    this._handle.cancel();
  }

  getServers() {
    return showServers(this._handle.getServers() || []);
  }

  setServers(servers) {
    const list = parseServers(servers);
    if (!this._handle.setServers(list)) {
      const { inspect } = require('internal/util/inspect');
      throw new codes.ERR_DNS_SET_SERVERS_FAILED('There are pending queries.', inspect(servers));
    }
  }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined) validateString(ipv6, 'ipv6');
    const first = familyOf(ipv4);
    const second = ipv6 === undefined ? 0 : familyOf(ipv6);
    if (first === second) throw localAddressError(`Cannot specify two IPv${first} addresses.`);
    const isSwapped = first === 6;
    this._handle.setLocalAddress(isSwapped ? ipv6 : ipv4, isSwapped ? ipv4 : ipv6);
  }
}

function familyOf(address) {
  const family = isIP(address);
  if (family === 0) throw localAddressError('Invalid IP address.');
  return family;
}

function localAddressError(message) {
  const error = new TypeError(message);
  error.code = 'ERR_INVALID_ARG_VALUE';
  return error;
}

// Gives a module the methods of its default resolver.
function exportMethods(target, resolver, names) {
  for (const name of names) target[name] = resolver[name].bind(resolver);
}

// The methods of a resolver that `dns` and `dns/promises` export, in Node's order.
const kExported = [
  'getServers', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx',
  'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa', 'resolveTxt', 'reverse',
];

module.exports = { ResolverBase, exportMethods, kExported };
