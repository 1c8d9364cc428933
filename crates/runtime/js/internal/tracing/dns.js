// Trace events of names that are looked up: 'node,node.dns,node.dns.native'.
'use strict';

const native = binding('dns');
const codes = require('internal/dns/codes');
const { kKinds } = require('internal/dns/query');
const { comeBetween } = require('internal/tracing/between');
const { emit, newId } = require('internal/tracing/emit');

const kCategory = 'node,node.dns,node.dns.native';
const kFamilies = { __proto__: null, 4: 'ipv4', 6: 'ipv6' };

// c-ares counts the errors of questions from 1, in the order of these names.
const kErrors = Object.values(codes);

// Calls a function whose last argument is a callback, and tells of both.
function follow(next, receiver, args, name, about, resultOf) {
  const id = newId();
  const callback = args[args.length - 1];
  emit('b', kCategory, name, id, about);
  const done = (...results) => {
    emit('e', kCategory, name, id, resultOf(...results));
    Reflect.apply(callback, undefined, results);
  };
  return Reflect.apply(next, receiver, [...args.slice(0, -1), done]);
}

function lookup(next) {
  return (...args) => {
    const { 0: hostname, 1: family, 3: order } = args;
    return follow(next, undefined, args, 'lookup', { hostname, family: kFamilies[family] ?? 'unspec' },
      (error, addresses) => ({ count: addresses?.length ?? 0, order }));
  };
}

function lookupService(next) {
  return (...args) => follow(next, undefined, args, 'lookupService', { ip: args[0], port: args[1] },
    (error, names) => (names === undefined ? undefined : { hostname: names[0], service: names[1] }));
}

function failureOf(code) {
  return code ? { error: kErrors.indexOf(code) + 1 } : undefined;
}

function query(next) {
  return function(...args) {
    const kind = kKinds.find((known) => known[1] === args[1]);
    return follow(next, this, args, kind[2], { name: args[0] }, failureOf);
  };
}

function reverse(next) {
  return function(...args) {
    const about = { name: args[0], family: args[0].includes(':') ? 'ipv6' : 'ipv4' };
    return follow(next, this, args, 'reverse', about, failureOf);
  };
}

function update(isOn) {
  const isTold = isOn('node', 'node.dns', 'node.dns.native');
  comeBetween(native, 'lookup', lookup, isTold);
  comeBetween(native, 'lookupService', lookupService, isTold);
  comeBetween(native.ChannelWrap.prototype, 'query', query, isTold);
  comeBetween(native.ChannelWrap.prototype, 'reverse', reverse, isTold);
}

module.exports = { update };
