// Every kind of record, from a server of the script's own; answers that are malformed, or not to the question.
'use strict';
const dns = require('dns');
const { inspect } = require('util');
const { name, serve, writeReply } = require('./fixtures/dns-server');

const a = { type: 'A', address: '1.2.3.4', ttl: 7 };
const wrong = { type: 'A', address: '6.6.6.6' };
const questionFor = (domain) => Buffer.concat([name(domain), Buffer.from([0, 1, 0, 1])]);

const replies = {
  nx: () => ({ code: 3 }),
  servfail: () => ({ code: 2, answers: [wrong] }),
  refused: () => ({ code: 5 }),
  notimp: () => ({ code: 4 }),
  formerr: () => ({ code: 1 }),
  empty: () => ({}),
  unknowncode: () => ({ code: 9 }),
  a: () => ({ answers: [a, { type: 'A', address: '5.6.7.8', ttl: 0xffffffff }] }),
  aliases: () => ({ answers: [
    { type: 'CNAME', value: 'b.x', ttl: 90 }, { type: 'CNAME', domain: 'b.x', value: 'c.x', ttl: 40 },
    { type: 'A', domain: 'c.x', address: '9.9.9.9', ttl: 60 }, { type: 'A', domain: 'c.x', address: '9.9.9.8', ttl: 20 },
  ] }),
  alias: () => ({ answers: [{ type: 'CNAME', value: 'real.example' }] }),
  aaaa: () => ({ answers: [
    { type: 'AAAA', groups: [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1] }, { type: 'AAAA', groups: [0, 0, 0, 0, 0, 0, 1, 2] },
  ] }),
  mx: () => ({ answers: [
    { type: 'MX', priority: 10, exchange: 'mail.example' }, { type: 'MX', priority: 5, exchange: '' },
  ] }),
  ns: () => ({ answers: [{ type: 'NS', value: 'ns1.example' }, { type: 'NS', value: '' }] }),
  txt: () => ({ answers: [
    { type: 'TXT', entries: ['a', 'b c'] }, { type: 'TXT', entries: ['ü'] }, { type: 'TXT', entries: [''] },
  ] }),
  srv: () => ({ answers: [{ type: 'SRV', priority: 1, weight: 2, port: 3, name: 'srv.example' }] }),
  soa: () => ({ answers: [{ type: 'SOA', nsname: 'ns.example', hostmaster: 'root.example' }] }),
  ptr: () => ({ answers: [{ type: 'PTR', value: 'p.example' }, { type: 'PTR', value: 'q.example' }] }),
  naptr: () => ({ answers: [{
    type: 'NAPTR', order: 1, preference: 2, flags: 's', service: 'SIP+D2U', regexp: '!^.*$!x!', replacement: '_sip.example',
  }] }),
  tlsa: () => ({ answers: [{ type: 'TLSA', certUsage: 3, selector: 1, match: 1, data: [1, 2, 3] }] }),
  caa: () => ({ answers: [
    { type: 'CAA', critical: 0, tag: 'issue', value: 'ca.example' },
    { type: 'CAA', critical: 128, tag: 'iodef', value: 'mailto:x@y' },
  ] }),
  any: () => ({ answers: [
    ...['ptr', 'soa', 'naptr', 'srv', 'txt', 'ns', 'mx', 'aaaa', 'a'].flatMap((kind) => replies[kind]().answers),
    { type: 999, raw: Buffer.from([1, 2]) }, { type: 'A', class: 3, address: '9.9.9.9' },
  ] }),
  odd: () => ({ answers: [{ type: 'CNAME', value: Buffer.from('\x06a.b\\c"\x03\x01\xc8 \x00', 'latin1') }] }),
  loop: () => ({ answers: [{ type: 'CNAME', value: Buffer.from([0xc0, 0x2a]) }] }),
  short: () => ({ answers: [{ type: 'A', raw: Buffer.from([1, 2, 3]) }] }),
  long: () => ({ answers: [{ type: 'A', raw: Buffer.from([1, 2, 3, 4, 5]) }] }),
  overrun: () => ({ answers: [{ ...a, length: 400 }] }),
  count: () => ({ count: 3, answers: [a] }),
  otherid: (question) => [{ id: (question.id + 1) & 0xffff, answers: [wrong] }, { answers: [a] }],
  otherquestion: () => [{ question: questionFor('other'), answers: [wrong] }, { answers: [a] }],
  noquestion: () => ({ questions: 0, question: Buffer.alloc(0), answers: [wrong] }),
  garbage: () => ({ raw: () => Buffer.from([1, 2, 3]) }),
  largeletters: () => ({ question: questionFor('LARGELETTERS'), answers: [a] }),
  truncated: (_, transport) => (transport === 'udp' ? { truncated: true, answers: [wrong] } : { answers: [a] }),
  trailing: () => ({ raw: (question) => Buffer.concat([writeReply(question, { answers: [a] }), Buffer.from('junk')]) }),
};

const asked = [];
serve((question, transport) => {
  asked.push(`${transport} ${question.domain} ${question.type}`);
  return replies[question.domain.split('.')[0].toLowerCase()]?.(question, transport);
}, async (address, close) => {
  const resolver = new dns.promises.Resolver({ timeout: 1000, tries: 2 });
  resolver.setServers([address]);

  async function show(method, ...args) {
    asked.length = 0;
    const outcome = await resolver[method](...args).catch((error) => [error.message, { ...error }]);
    console.log(method, ...args.map((arg) => (arg.length > 40 ? `${arg.length} characters` : arg)), asked);
    console.log(inspect(outcome, { depth: 5 }).replaceAll(/a{40,}/g, 'a...'));
  }

  for (const domain of Object.keys(replies)) await show('resolve4', domain);
  await show('resolve4', 'a', { ttl: true });
  await show('resolve4', 'aliases', { ttl: true });
  await show('resolve6', 'aaaa', { ttl: true });
  for (const [method, domain] of [
    ['resolve6', 'aaaa'], ['resolveCname', 'aliases'], ['resolveCname', 'odd'], ['resolveCname', 'a'],
    ['resolveMx', 'mx'], ['resolveNs', 'ns'], ['resolveTxt', 'txt'], ['resolveSrv', 'srv'], ['resolveSoa', 'soa'],
    ['resolvePtr', 'ptr'], ['resolveNaptr', 'naptr'], ['resolveTlsa', 'tlsa'], ['resolveCaa', 'caa'],
    ['resolveAny', 'any'], ['resolveAny', 'aliases'], ['resolveMx', 'a'], ['resolveNs', 'a'], ['resolvePtr', 'a'],
    ['resolveSoa', 'a'], ['resolve6', 'a'], ['resolveTxt', 'empty'], ['resolveSoa', 'empty'], ['resolveAny', 'nx'],
    ['reverse', '1.2.3.4'], ['reverse', '2001:db8::1'],
  ]) {
    replies[4] = replies.ptr;
    replies[1] = replies.nx;
    await show(method, domain);
  }
  await show('resolve', 'a');
  await show('resolve', 'mx', 'MX');
  for (const domain of [
    'a.', 'A', 'a..b', '.a', 'a b', '::1', 'a\\', 'a\\1', '\\065', 'a\\.b', 'a@b', 'foo.onion', 'a.ü', 'a'.repeat(64),
    `${'a'.repeat(60)}.`.repeat(5),
  ]) await show('resolve4', domain);
  close();
});
