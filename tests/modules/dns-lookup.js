// dns.lookup() and dns.lookupService(): options, answers, errors and their fields.
'use strict';
const dns = require('dns');
const { promisify } = require('util');

function attempt(label, fn) {
  try {
    fn();
    console.log(label, 'no error');
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

const never = () => console.log('must not be called');
attempt('empty', () => dns.lookup('', never));
attempt('null', () => dns.lookup(null, { all: true }, never));
attempt('number', () => dns.lookup(1, never));
attempt('zero byte', () => dns.lookup('a\0b', never));
attempt('no callback', () => dns.lookup('a'));
attempt('options', () => dns.lookup('a', 'b', never));
attempt('family', () => dns.lookup('a', 5, never));
attempt('family', () => dns.lookup('a', { family: 'IPv5' }, never));
attempt('hints', () => dns.lookup('a', { hints: 1 }, never));
attempt('hints', () => dns.lookup('a', { hints: 'a' }, never));
attempt('all', () => dns.lookup('a', { all: 1 }, never));
attempt('order', () => dns.lookup('a', { order: 'random' }, never));
attempt('verbatim', () => dns.lookup('a', { verbatim: 1 }, never));
attempt('default', () => dns.setDefaultResultOrder('random'));
attempt('promise', () => dns.promises.lookup('a', { family: 7 }));
attempt('address', () => dns.lookupService('a', 80, never));
attempt('address', () => dns.lookupService(1, 80, never));
attempt('port', () => dns.lookupService('127.0.0.1', 'a', never));
attempt('missing', () => dns.lookupService('127.0.0.1', 80));
attempt('missing', () => dns.promises.lookupService('127.0.0.1'));

console.log(dns.getDefaultResultOrder(), dns.promises === require('dns/promises'));
dns.setDefaultResultOrder('ipv6first');
console.log(dns.promises.getDefaultResultOrder());
dns.setDefaultResultOrder('ipv4first');

async function show(label, promise) {
  try {
    console.log(label, await promise);
  } catch (error) {
    console.log(label, error.message, { ...error });
  }
}

(async () => {
  await show('localhost', promisify(dns.lookup)('localhost', { family: 4 }));
  await show('localhost', dns.promises.lookup('localhost', { family: 4, all: true }));
  await show('mapped', dns.promises.lookup('127.1', { family: 6, hints: dns.V4MAPPED }));
  await show('literal', dns.promises.lookup('::1', { all: true }));
  await show('literal of the other family', promisify(dns.lookup)('127.0.0.1', 6));
  await show('unknown', dns.promises.lookup('a.name.that.is.invalid'));
  await show('unknown', promisify(dns.lookup)('a.name.that.is.invalid'));
  await show('too long', promisify(dns.lookup)('a'.repeat(300)));
  await show('service', promisify(dns.lookupService)('127.0.0.1', 80));
  await show('service', dns.promises.lookupService('127.0.0.1', '22'));
  await show('empty', dns.promises.lookup(''));
})();
