// The names of what can go wrong with a query, as `dns` and `dns/promises` export them.
'use strict';

const kNames = [
  'NODATA', 'FORMERR', 'SERVFAIL', 'NOTFOUND', 'NOTIMP', 'REFUSED', 'BADQUERY', 'BADNAME', 'BADFAMILY', 'BADRESP',
  'CONNREFUSED', 'TIMEOUT', 'EOF', 'FILE', 'NOMEM', 'DESTRUCTION', 'BADSTR', 'BADFLAGS', 'NONAME', 'BADHINTS',
  'NOTINITIALIZED', 'LOADIPHLPAPI', 'ADDRGETNETWORKPARAMS', 'CANCELLED',
];

const codes = {};
for (let i = 0; i < kNames.length; i++) codes[kNames[i]] = kNames[i] === 'EOF' ? 'EOF' : `E${kNames[i]}`;

module.exports = codes;
