// Literals are answered by a tick, names in the poll phase, what cannot be a name by a tick.
'use strict';
const dns = require('dns');

dns.lookup('localhost', 4, (error, address, family) => {
  console.log('name', error, address, family);
  process.nextTick(() => console.log('tick of name'));
  dns.lookup('::1', (_, found) => console.log('literal in callback', found));
  Promise.resolve().then(() => console.log('microtask of name'));
});
dns.lookup('a'.repeat(300), (error) => console.log('too long', error.code));
process.nextTick(() => console.log('tick'));
dns.lookup('127.0.0.1', { all: true }, (error, addresses) => console.log('literal', error, addresses));
dns.promises.lookup('127.0.0.1').then((found) => console.log('promise', found));
Promise.resolve().then(() => console.log('microtask'));
console.log('main');
