// Resolvers: servers, options, arguments; servers that do not answer; questions that are called off.
'use strict';
const dgram = require('dgram');
const dns = require('dns');
const { serve } = require('./fixtures/dns-server');

function attempt(label, fn) {
  try {
    console.log(label, fn());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

const never = () => console.log('must not be called');
const resolver = new dns.Resolver();
for (const options of [
  { timeout: 'x' }, { timeout: -2 }, { timeout: 1.5 }, { tries: 0 }, { tries: 'x' }, { maxTimeout: -1 }, { maxTimeout: null },
]) attempt(options, () => new dns.Resolver(options));
for (const servers of [
  'x', undefined, [5], ['x'], [' '], ['1.2.3.4:99999'], ['1.2.3.4:'], ['1.2.3.4:x'], ['1.2.3.4%lo'], ['['.repeat(9999)], [':'.repeat(9999)],
]) attempt(String(servers).slice(0, 9), () => resolver.setServers(servers));
for (const servers of [
  [], ['1.2.3.4', '1.2.3.4'], ['1.2.3.4:53', '1.2.3.4:54', '1.2.3.4:0'], ['::1', '[::1]', '[::1]:53', '[::1]:54', '[::1]:x'],
]) {
  resolver.setServers(servers);
  console.log(servers, resolver.getServers());
}
attempt('local', () => resolver.setLocalAddress());
attempt('local', () => resolver.setLocalAddress('x'));
attempt('local', () => resolver.setLocalAddress('127.0.0.1', '127.0.0.1'));
attempt('local', () => resolver.setLocalAddress('::1', '::1'));
attempt('local', () => resolver.setLocalAddress('::1', '127.0.0.1'));
attempt('reverse', () => resolver.reverse('x', never));
attempt('reverse', () => resolver.reverse('1.2.3.4'));
attempt('resolve', () => resolver.resolve('x', 'BAD', never));
attempt('resolve', () => resolver.resolve('x', 5, never));
attempt('resolve', () => resolver.resolve(5, never));
attempt('resolve4', () => resolver.resolve4('x', {}));
attempt('promises', () => dns.promises.resolve('x', 'BAD'));
attempt('promises', () => dns.promises.resolve4(5));

dns.setServers(['1.1.1.1']);
console.log(dns.getServers(), dns.promises.getServers());
dns.promises.setServers(['2.2.2.2']);
console.log(dns.getServers(), dns.promises.getServers());

async function show(label, promise) {
  console.log(label, await promise.catch((error) => `${error.message} ${error.code}`));
}

function bind(socket) {
  return new Promise((resolve) => { socket.bind(0, '127.0.0.1', () => resolve(`127.0.0.1:${socket.address().port}`)); });
}

serve(() => ({ answers: [{ type: 'A', address: '1.2.3.4' }] }), async (address, close) => {
  const closed = dgram.createSocket('udp4');
  const nobody = await bind(closed);
  await new Promise((resolve) => { closed.close(resolve); });
  const silent = dgram.createSocket('udp4');
  let count = 0;
  silent.on('message', () => { count++; });
  const quiet = await bind(silent);
  const make = (servers) => {
    const made = new dns.promises.Resolver({ timeout: 300, tries: 2, maxTimeout: 300 });
    made.setServers(servers);
    return made;
  };

  await show('refused', make([nobody]).resolve4('x'));
  await show('refused, then answered', make([nobody, address]).resolve4('x'));
  await show('silent, then answered', make([quiet, address]).resolve4('x'));
  console.log(count);
  await show('silent', make([quiet]).resolve4('x'));
  console.log(count);
  await show('no servers', make([]).resolve4('x'));
  await show('reverse', make([quiet]).reverse('203.0.113.1'));

  const local = make([address]);
  local.setLocalAddress('127.0.0.1');
  await show('local address', local.resolve4('x'));

  const many = make([address]);
  const answers = await Promise.all(Array.from({ length: 270 }, (_, i) => many.resolve4(`x${i}`)));
  console.log('many', answers.length, answers.every((answer) => answer[0] === '1.2.3.4'));

  const busy = new dns.Resolver();
  busy.setServers([quiet]);
  const order = [];
  const done = (error) => {
    order.push(`${error.hostname} ${error.code}`);
    if (order.length < 5) return;
    console.log(order);
    busy.setServers([address]);
    busy.resolve4('x', (_, found) => {
      console.log('afterwards', found);
      silent.close();
      close();
    });
  };
  for (const domain of ['one', 'two', 'three']) busy.resolve4(domain, done);
  busy.reverse('203.0.113.1', done);
  attempt('busy', () => busy.setServers(['1.2.3.4']));
  busy.resolveMx('four', done);
  silent.once('message', () => busy.cancel());
});
