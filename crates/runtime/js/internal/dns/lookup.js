// Names and addresses as the system knows them: what dns.lookup(), dns.lookupService() and their forms with promises
// have in common.
'use strict';

const native = binding('dns');
const { codes } = require('internal/errors');
const { beginSpan, endSpan } = require('internal/perf/spans');
const { isIP } = require('net');
const { attempt } = require('internal/net/refusal');
const { pending } = require('internal/dns/pending');
const { validatePort, validateString } = require('internal/validators');

// What `act` gives, or the code of the error by which it was refused.
function attempted(act) {
  const errno = attempt(act);
  return typeof errno === 'object' ? errno.code : errno;
}

// A host that is looked up. Its name is that of what Node gives back from dns.lookup().
class GetAddrInfoReqWrap {
  #options;
  #began = 0;

  constructor(callback, hostname, options) {
    this.callback = callback;
    this.family = options.family;
    this.hostname = hostname;
    this.#options = options;
  }

  // Gives 0, or the number or code of an error that is known at once.
  start() {
    const { family, hints, orderNumber } = this.#options;
    this.#began = beginSpan('dns');
    const errno = attempted(() => native.lookup(
      this.hostname, family, hints, orderNumber, (code, addresses) => this.oncomplete(code, addresses)));
    if (errno === 0) pending.add(this);
    return errno;
  }

  failure(errno) {
    return new (require('internal/errors').DNSException)(errno, 'getaddrinfo', this.hostname);
  }

  oncomplete(errno, addresses) {
    pending.delete(this);
    if (errno !== null) {
      this.callback(this.failure(errno));
      return;
    }
    const { family, hints, order, all } = this.#options;
    if (all) this.callback(null, addresses.map((address) => describe(address, family)));
    else this.callback(null, addresses[0], family || isIP(addresses[0]));
    if (this.#began !== 0) {
      endSpan(this.#began, 'dns', 'lookup', {
        hostname: this.hostname, family, hints, verbatim: order === 'verbatim', order, addresses,
      });
    }
  }
}

function describe(address, family) {
  return { address, family: family || isIP(address) };
}

// An address whose names are looked up.
class GetNameInfoReqWrap {
  #began = 0;

  constructor(callback, hostname, port) {
    this.callback = callback;
    this.hostname = hostname;
    this.port = port;
  }

  start() {
    this.#began = beginSpan('dns');
    const errno = attempted(
      () => native.lookupService(this.hostname, this.port, (code, names) => this.oncomplete(code, names)));
    if (errno === 0) pending.add(this);
    return errno;
  }

  failure(errno) {
    return new (require('internal/errors').DNSException)(errno, 'getnameinfo', this.hostname);
  }

  oncomplete(errno, names) {
    pending.delete(this);
    if (errno !== null) {
      this.callback(this.failure(errno));
      return;
    }
    const hostname = names[0];
    const service = names[1];
    this.callback(null, hostname, service);
    if (this.#began !== 0) {
      endSpan(this.#began, 'dns', 'lookupService', { host: this.hostname, port: this.port, hostname, service });
    }
  }
}

// What is falsy may still turn out to be wrong in a way that the caller has another answer for.
function checkHostname(hostname) {
  if (!hostname) return;
  validateString(hostname, 'hostname');
  if (hostname.includes('\0')) {
    throw new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a string without null bytes');
  }
}

function emptyHostname(hostname) {
  return new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string');
}

// Gives the port as a number.
function checkService(address, port) {
  validateString(address, 'address');
  if (isIP(address) === 0) throw new codes.ERR_INVALID_ARG_VALUE('address', address);
  return validatePort(port);
}

module.exports = {
  GetAddrInfoReqWrap,
  GetNameInfoReqWrap,
  checkHostname,
  checkService,
  emptyHostname,
};
