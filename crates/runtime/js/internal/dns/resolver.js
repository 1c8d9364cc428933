// Resolver with callbacks.
'use strict';

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { QueryReqWrap, kKinds, methodOf } = require('internal/dns/query');
const { ResolverBase } = require('internal/dns/resolver_base');
const { validateFunction, validateString } = require('internal/validators');

class Resolver extends ResolverBase {}

// resolve4(name[, options], callback) and the like.
function makeMethod(kind, number, bindingName) {
  const methods = {
    [bindingName](name, options) {
      const callback = arguments.length > 2 ? arguments[2] : options;
      validateString(name, 'name');
      validateFunction(callback, 'callback');
      const ttl = arguments.length > 2 && Boolean(options?.ttl);
      const request = new QueryReqWrap(callback, name, kind, bindingName, ttl);
      request.start(this._handle, number);
      return request;
    },
  };
  return methods[bindingName];
}

for (const [kind, number, method, bindingName] of kKinds) {
  Resolver.prototype[method] = makeMethod(kind, number, bindingName);
}

function getHostByAddr(name, callback) {
  validateString(name, 'name');
  validateFunction(callback, 'callback');
  const request = new QueryReqWrap(callback, name, 'PTR', 'getHostByAddr', false);
  request.startReverse(this._handle);
  return request;
}

function resolve(hostname, rrtype, callback) {
  if (typeof rrtype === 'string') return this[methodOf(rrtype)](hostname, callback);
  if (typeof rrtype === 'function') return this.resolve4(hostname, rrtype);
  throw new ERR_INVALID_ARG_TYPE('rrtype', 'string', rrtype);
}

Resolver.prototype.reverse = getHostByAddr;
Resolver.prototype.resolve = resolve;

module.exports = { Resolver };
