// Resolver with promises. Wrong arguments are thrown all the same.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { QueryReqWrap, kKinds, methodOf } = require('internal/dns/query');
const { ResolverBase } = require('internal/dns/resolver_base');
const { validateString } = require('internal/validators');

class Resolver extends ResolverBase {}

// A promise of what a query gives that `start` begins.
function promiseOf(name, kind, bindingName, ttl, start) {
  return new Promise((resolve, reject) => {
    const settle = (error, result) => {
      if (error) reject(error);
      else resolve(result);
    };
    start(new QueryReqWrap(settle, name, kind, bindingName, ttl));
  });
}

function makeMethod(kind, number, bindingName) {
  const methods = {
    [bindingName](name, options) {
      validateString(name, 'name');
      return promiseOf(name, kind, bindingName, Boolean(options?.ttl), (request) => {
        request.start(this._handle, number);
      });
    },
  };
  return methods[bindingName];
}

for (const [kind, number, method, bindingName] of kKinds) {
  Resolver.prototype[method] = makeMethod(kind, number, bindingName);
}

function getHostByAddr(name) {
  validateString(name, 'name');
  return promiseOf(name, 'PTR', 'getHostByAddr', false, (request) => request.startReverse(this._handle));
}

function resolve(hostname, rrtype) {
  if (rrtype !== undefined && typeof rrtype !== 'string') throw new ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
  return this[methodOf(rrtype ?? 'A')](hostname);
}

Resolver.prototype.reverse = getHostByAddr;
Resolver.prototype.resolve = resolve;

module.exports = { Resolver };
