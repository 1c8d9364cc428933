// From records, as the binding gives them (lists of kind, time to live and fields), to what scripts get.
'use strict';

// What scripts call the fields of a record, in the order in which they come.
const kFields = {
  __proto__: null,
  MX: ['exchange', 'priority'],
  SRV: ['name', 'port', 'priority', 'weight'],
  SOA: ['nsname', 'hostmaster', 'serial', 'refresh', 'retry', 'expire', 'minttl'],
  NAPTR: ['flags', 'service', 'regexp', 'replacement', 'order', 'preference'],
  TLSA: ['certUsage', 'selector', 'match', 'data'],
};

function ofKind(records, kind) {
  return records.filter((record) => record[0] === kind);
}

function toObject(record) {
  const names = kFields[record[0]];
  const object = {};
  for (let i = 0; i < names.length; i++) object[names[i]] = record[2 + i];
  return object;
}

function typed(object, type) {
  object.type = type;
  return object;
}

// An authority for certificates has a property of the tag's name.
function toAuthority(record) {
  return { critical: record[2], type: 'CAA', [record[3]]: record[4] };
}

function toName(record) {
  return record[2];
}

// Addresses hold no longer than the aliases by which they were found.
function toAddresses(records, kind, withTtl) {
  const aliases = ofKind(records, 'CNAME');
  const addresses = ofKind(records, kind);
  if (aliases.length === 0 && addresses.length === 0) return 'ENODATA';
  if (!withTtl) return addresses.map(toName);
  const limit = Math.min(...aliases.map((alias) => alias[1]));
  return addresses.map((record) => ({ address: record[2], ttl: Math.min(record[1], limit) }));
}

function toNames(records, kind) {
  const found = ofKind(records, kind);
  return found.length === 0 ? 'ENODATA' : found.map(toName);
}

// What each kind of query gives: an array or object, or the code of an error.
const interpreters = {
  __proto__: null,
  A: (records, { ttl }) => toAddresses(records, 'A', ttl),
  AAAA: (records, { ttl }) => toAddresses(records, 'AAAA', ttl),
  ANY: toAnything,
  CAA: (records) => ofKind(records, 'CAA').map(toAuthority),
  CNAME: toAlias,
  MX: (records) => ofKind(records, 'MX').map((record) => typed(toObject(record), 'MX')),
  NS: (records) => toNames(records, 'NS'),
  TLSA: (records) => ofKind(records, 'TLSA').map(toObject),
  TXT: (records) => ofKind(records, 'TXT').map(toName),
  SRV: (records) => ofKind(records, 'SRV').map((record) => typed(toObject(record), 'SRV')),
  PTR: (records) => toNames(records, 'PTR'),
  NAPTR: (records) => ofKind(records, 'NAPTR').map((record) => typed(toObject(record), undefined)),
  SOA: toAuthorityOfZone,
};

// A name that is an alias of none is its own.
function toAlias(records, { hostname }) {
  const aliases = ofKind(records, 'CNAME');
  if (aliases.length > 0) return [aliases[0][2]];
  return ofKind(records, 'A').length > 0 ? [hostname] : 'ENODATA';
}

function toAuthorityOfZone(records) {
  const found = ofKind(records, 'SOA');
  return found.length === 0 ? 'EBADRESP' : typed(toObject(found[0]), undefined);
}

// All kinds, each together, in the order that Node has for them. Where there is an alias, its addresses are left out.
function toAnything(records) {
  const all = [];
  const aliases = ofKind(records, 'CNAME');
  if (aliases.length > 0) all.push({ value: aliases[0][2], type: 'CNAME' });
  else addAddresses(all, records, 'A');
  addAddresses(all, records, 'AAAA');
  add(all, records, 'MX', toObject);
  add(all, records, 'NS', toValue);
  add(all, records, 'TXT', (record) => ({ entries: record[2] }));
  add(all, records, 'SRV', toObject);
  add(all, records, 'PTR', toValue);
  add(all, records, 'NAPTR', toObject);
  add(all, records, 'SOA', toObject);
  all.push(...ofKind(records, 'TLSA').map(toObject), ...ofKind(records, 'CAA').map(toAuthority));
  return all;
}

function toValue(record) {
  return { value: record[2] };
}

function addAddresses(all, records, kind) {
  add(all, records, kind, (record) => ({ address: record[2], ttl: record[1] }));
}

function add(all, records, kind, make) {
  for (const record of ofKind(records, kind)) all.push(typed(make(record), kind));
}

module.exports = { interpreters };
