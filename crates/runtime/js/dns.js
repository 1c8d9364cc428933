// dns: names and addresses, as the system finds them (lookup) and as servers tell them (resolve and its kin).
'use strict';

const { Resolver } = require('internal/dns/resolver');
const codes = require('internal/dns/codes');
const { ADDRCONFIG, ALL, V4MAPPED } = binding('dns');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const { customPromisifyArgs } = require('internal/util');
const {
  GetAddrInfoReqWrap, GetNameInfoReqWrap, checkHostname, checkService, emptyHostname,
} = require('internal/dns/lookup');
const { exportMethods, kExported } = require('internal/dns/resolver_base');
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
  if (typeof errno === 'string') callback(request.failure(errno));
  else if (errno !== 0) throw request.failure(errno);
  return request;
}

Object.defineProperty(lookup, customPromisifyArgs, {
  __proto__: null, value: ['address', 'family'], enumerable: false,
});
Object.defineProperty(lookupService, customPromisifyArgs, {
  __proto__: null, value: ['hostname', 'service'], enumerable: false,
});

// The functions of the module are those of its default resolver. Other servers get another one: the questions that are
// under way go on.
function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  exportMethods(module.exports, resolver, kExported);
  require('internal/dns/default_servers').set(servers);
}

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers: defaultResolverSetServers,
  ADDRCONFIG,
  ALL,
  V4MAPPED,
  ...codes,
};

exportMethods(module.exports, new Resolver(), kExported);

Object.defineProperty(module.exports, 'promises', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('dns/promises'); },
});
