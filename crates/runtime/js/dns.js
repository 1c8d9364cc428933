// dns: names and addresses, as the system finds them (lookup) and as servers tell them (resolve and its kin).
'use strict';

const codes = require('internal/dns/codes');
const { ADDRCONFIG, ALL, V4MAPPED } = binding('dns');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const { customPromisifyArgs } = require('internal/util');
const {
  GetAddrInfoReqWrap, GetNameInfoReqWrap, checkHostname, checkService, emptyHostname,
} = require('internal/dns/lookup');
const { functions, classes } = require('internal/unimplemented');
const { getDefaultResultOrder, readLookupOptions, setDefaultResultOrder } = require('internal/dns/options');
const { isIP } = require('net');
const { validateFunction } = require('internal/validators');

function lookup(hostname, options, callback) {
  checkHostname(hostname);
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  const settings = readLookupOptions(options, true);
  if (!hostname) throw emptyHostname(hostname);
  const family = isIP(hostname);
  if (family !== 0) {
    if (settings.all) process.nextTick(callback, null, [{ address: hostname, family }]);
    else process.nextTick(callback, null, hostname, family);
    return {};
  }
  const request = new GetAddrInfoReqWrap(callback, hostname, settings);
  const errno = request.start();
  if (errno === 0) return request;
  process.nextTick(callback, request.failure(errno));
  return {};
}

function lookupService(address, port, callback) {
  if (arguments.length !== 3) throw new ERR_MISSING_ARGS('address', 'port', 'callback');
  const number = checkService(address, port);
  validateFunction(callback, 'callback');
  const request = new GetNameInfoReqWrap(callback, address, number);
  const errno = request.start();
  if (errno !== 0) throw request.failure(errno);
  return request;
}

Object.defineProperty(lookup, customPromisifyArgs, {
  __proto__: null, value: ['address', 'family'], enumerable: false,
});
Object.defineProperty(lookupService, customPromisifyArgs, {
  __proto__: null, value: ['hostname', 'service'], enumerable: false,
});

module.exports = {
  lookup,
  lookupService,
  ...classes('dns', ['Resolver']),
  getDefaultResultOrder,
  setDefaultResultOrder,
  ...functions('dns', ['setServers']),
  ADDRCONFIG,
  ALL,
  V4MAPPED,
  ...codes,
  ...functions('dns', [
    'getServers', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx',
    'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa', 'resolveTxt', 'reverse',
  ]),
};

Object.defineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});
