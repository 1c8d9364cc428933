// dns/promises: names and addresses, with promises.
'use strict';

const codes = require('internal/dns/codes');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const {
  GetAddrInfoReqWrap, GetNameInfoReqWrap, checkHostname, checkService, emptyHostname,
} = require('internal/dns/lookup');
const { functions, classes } = require('internal/unimplemented');
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

module.exports = {
  lookup,
  lookupService,
  ...classes('dns.promises', ['Resolver']),
  getDefaultResultOrder,
  setDefaultResultOrder,
  ...functions('dns.promises', ['setServers']),
  ...codes,
  ...functions('dns.promises', [
    'getServers', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx',
    'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa', 'resolveTxt', 'reverse',
  ]),
};
