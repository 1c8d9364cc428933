// Questions to name servers: what Resolver of `dns` and of `dns/promises` have in common.
'use strict';

const { codes } = require('internal/errors');
const { attempt } = require('internal/net/refusal');
const { beginSpan, endSpan } = require('internal/perf/spans');
const { interpreters } = require('internal/dns/records');

// The kinds of records that can be asked for, each with its number, the method of a Resolver, and the name by which
// errors and entries of perf_hooks know it. The order is that of the methods in Node.
const kKinds = [
  ['ANY', 255, 'resolveAny', 'queryAny'],
  ['A', 1, 'resolve4', 'queryA'],
  ['AAAA', 28, 'resolve6', 'queryAaaa'],
  ['CAA', 257, 'resolveCaa', 'queryCaa'],
  ['CNAME', 5, 'resolveCname', 'queryCname'],
  ['MX', 15, 'resolveMx', 'queryMx'],
  ['NS', 2, 'resolveNs', 'queryNs'],
  ['TLSA', 52, 'resolveTlsa', 'queryTlsa'],
  ['TXT', 16, 'resolveTxt', 'queryTxt'],
  ['SRV', 33, 'resolveSrv', 'querySrv'],
  ['PTR', 12, 'resolvePtr', 'queryPtr'],
  ['NAPTR', 35, 'resolveNaptr', 'queryNaptr'],
  ['SOA', 6, 'resolveSoa', 'querySoa'],
];

const methodsByKind = { __proto__: null };
for (let i = 0; i < kKinds.length; i++) methodsByKind[kKinds[i][0]] = kKinds[i][2];

// The method for a kind that a script has named.
function methodOf(kind) {
  const method = methodsByKind[kind];
  if (method === undefined) throw new codes.ERR_INVALID_ARG_VALUE('rrtype', kind);
  return method;
}

// Its name is that of what Node gives back from resolve4() and the like.
class QueryReqWrap {
  #kind;
  #began = 0;

  constructor(callback, hostname, kind, bindingName, ttl) {
    this.bindingName = bindingName;
    this.callback = callback;
    this.hostname = hostname;
    this.ttl = ttl;
    this.#kind = kind;
  }

  start(handle, number) {
    this.#began = beginSpan('dns');
    const refusal = attempt(
      () => handle.query(this.hostname, number, (code, count, records) => this.#finish(code, records)));
    if (refusal !== undefined) this.#refuse(refusal);
  }

  // Throws if it is no address.
  startReverse(handle) {
    this.#began = beginSpan('dns');
    const errno = attempt(() => handle.reverse(this.hostname, (code, found, records) => {
      // Of the names in the hosts file Node leaves out the first.
      if (Array.isArray(found)) this.#succeed(found.slice(1));
      else this.#finish(code, records);
    }));
    if (typeof errno === 'object') this.#refuse(errno);
    else if (errno !== 0) throw this.#failure(errno);
  }

  #refuse(error) {
    process.nextTick(() => this.callback(this.#failure(error.code)));
  }

  #failure(code) {
    return new (require('internal/errors').DNSException)(code, this.bindingName, this.hostname);
  }

  #finish(code, records) {
    if (code === null) {
      const result = interpreters[this.#kind](records, this);
      if (typeof result !== 'string') {
        this.#succeed(result);
        return;
      }
      code = result;
    }
    this.callback(this.#failure(code));
  }

  #succeed(result) {
    this.callback(null, result);
    if (this.#began !== 0) {
      endSpan(this.#began, 'dns', this.bindingName, { host: this.hostname, ttl: this.ttl, result });
    }
  }
}

module.exports = { QueryReqWrap, kKinds, methodOf };
