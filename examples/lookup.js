// Looks names up, as `dig` and `host` do: what the system knows of one, or what name servers say.
//
//   rondo examples/lookup.js NAME...                  addresses, as programs get them
//   rondo examples/lookup.js -t MX NAME...            records of a type; ANY for all
//   rondo examples/lookup.js -s 1.1.1.1 -t A NAME...  of another server
//   rondo examples/lookup.js 127.0.0.1                the name of an address
'use strict';
const dns = require('dns').promises;
const { isIP } = require('net');
const { parseArgs } = require('util');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    type: { type: 'string', short: 't' },
    server: { type: 'string', short: 's', multiple: true },
    timeout: { type: 'string', default: '2000' },
  },
});

// One line for a record, whatever it is.
function show(record) {
  if (typeof record === 'string') return record;
  if (Array.isArray(record)) return record.map((part) => JSON.stringify(part)).join(' ');
  const { type, ...fields } = record;
  const words = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  return [type, words.join(', ')].filter(Boolean).join(' ');
}

async function lookUp(name, resolver) {
  if (isIP(name) !== 0) return resolver.reverse(name);
  if (values.type !== undefined) return [await resolver.resolve(name, values.type.toUpperCase())].flat();
  const found = await dns.lookup(name, { all: true });
  return found.map(({ address, family }) => `${address} (IPv${family})`);
}

async function main(names) {
  const resolver = new dns.Resolver({ timeout: Number(values.timeout), tries: 2 });
  if (values.server !== undefined) resolver.setServers(values.server);
  // All at once; the answers are shown in the order of the names.
  const answers = names.map((name) => lookUp(name, resolver).then(
    (records) => records.map((record) => `${name}: ${show(record)}`),
    (error) => {
      process.exitCode = 1;
      return [`${name}: ${error.code}`];
    }));
  for await (const lines of answers) console.log(lines.join('\n'));
}

if (positionals.length === 0) {
  console.error('which name?');
  process.exitCode = 2;
} else {
  main(positionals);
}
