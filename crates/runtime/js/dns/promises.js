// dns/promises: names and addresses, with promises.
'use strict';

const { Resolver } = require('internal/dns/promise_resolver');
const codes = require('internal/dns/codes');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const {
  GetAddrInfoReqWrap, GetNameInfoReqWrap, checkHostname, checkService, emptyHostname,
} = require('internal/dns/lookup');
const { exportMethods, kExported } = require('internal/dns/resolver_base');
const { getDefaultResultOrder, readLookupOptions, setDefaultResultOrder } = require('internal/dns/options');
const { isIP } = require('net');

// Wrong arguments are thrown, but for a name that is empty.
function lookup(hostname, options) {
  checkHostname(hostname);
  const settings = readLookupOptions(options, false);
  if (!hostname) return Promise.reject(emptyHostname(hostname));
  const family = isIP(hostname);
  if (family !== 0) {
    const answer = { address: hostname, family };
    return Promise.resolve(settings.all ? [answer] : answer);
  }
  return new Promise((resolve, reject) => {
    const request = new GetAddrInfoReqWrap((error, found, foundFamily) => {
      if (error) reject(error);
      else resolve(settings.all ? found : { address: found, family: foundFamily });
    }, hostname, settings);
    const errno = request.start();
    if (errno !== 0) reject(request.failure(errno));
  });
}

function lookupService(address, port) {
  if (arguments.length !== 2) throw new ERR_MISSING_ARGS('address', 'port');
  const number = checkService(address, port);
  return new Promise((resolve, reject) => {
    const request = new GetNameInfoReqWrap((error, hostname, service) => {
      if (error) reject(error);
      else resolve({ hostname, service });
    }, address, number);
    const errno = request.start();
    if (errno !== 0) reject(request.failure(errno));
  });
}

function defaultResolverSetServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  exportMethods(module.exports, resolver, kExported);
}

module.exports = {
  lookup,
  lookupService,
  Resolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers: defaultResolverSetServers,
  ...codes,
};

exportMethods(module.exports, new Resolver(), kExported);
// Those that dns.setServers() has set or will set.
require('internal/dns/default_servers').follow(defaultResolverSetServers);
