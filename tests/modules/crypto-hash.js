// Digests and HMACs: names, forms of input and output, copies, outputs of any length, streams, errors.
'use strict';

const crypto = require('crypto');

function attempt(name, action) {
  try {
    const result = action();
    console.log(name, '->', Buffer.isBuffer(result) ? `buffer ${result.toString('hex')}` : result);
  } catch (error) {
    const { code, library, reason, opensslErrorStack } = error;
    console.log(name, '!', error.constructor.name, error.message, { code, library, reason, opensslErrorStack });
  }
}

console.log(JSON.stringify(crypto.getHashes()));

for (const name of crypto.getHashes()) {
  const options = /shake|keccak-kmac/.test(name) ? { outputLength: 20 } : undefined;
  attempt(name, () => crypto.createHash(name, options).update('some text').digest('base64'));
}

for (const [data, encoding] of [
  ['text', undefined], ['é€𝄞', 'utf8'], ['é€𝄞', 'latin1'], ['é€', 'ascii'], ['é€', 'ucs2'], ['00ff', 'hex'],
  ['AP8', 'base64'], ['-_', 'base64url'], ['text', 'nonsense'], [new Uint16Array([1, 2]), 'ignored'],
  [new DataView(new ArrayBuffer(3), 1), undefined], [Buffer.from('text'), 'hex'], ['a'.repeat(100000), undefined],
  [`\u20ac${'a'.repeat(70000)}`, undefined],
]) {
  attempt(`update ${String(data).slice(0, 10)} ${encoding}`, () => crypto.createHash('sha1').update(data, encoding).digest('hex'));
}

for (const encoding of ['hex', 'HEX', 'base64', 'base64url', 'latin1', 'binary', 'ucs2', 'buffer', undefined, null, 'x']) {
  attempt(`digest ${encoding}`, () => escape(crypto.createHash('sha1').digest(encoding)));
}

attempt('copy', () => {
  const hash = crypto.createHash('sha256').update('a');
  const copy = hash.copy();
  return [copy.update('b').digest('hex'), hash.update('b').digest('hex')].join() ===
    Array(2).fill(crypto.hash('sha256', 'ab')).join();
});
attempt('copy with a length', () => crypto.createHash('shake256', { outputLength: 4 }).copy({ outputLength: 8 }).digest());
attempt('length 0', () => crypto.createHash('shake128', { outputLength: 0 }).digest());
attempt('long output', () => crypto.hash('sha1', crypto.createHash('shake128', { outputLength: 70000 }).digest()));

attempt('unknown', () => crypto.createHash('nope'));
attempt('no longer there', () => crypto.createHash('md4'));
attempt('no name', () => crypto.createHash());
attempt('bad length', () => crypto.createHash('sha256', { outputLength: 5 }));
attempt('bad length type', () => crypto.createHash('sha256', { outputLength: 'x' }));
attempt('no data', () => crypto.createHash('sha1').update());
attempt('half a byte', () => crypto.createHash('sha1').update('abc', 'hex'));
attempt('twice', () => {
  const hash = crypto.createHash('sha1');
  hash.digest();
  return hash.digest();
});
attempt('late', () => {
  const hash = crypto.createHash('sha1');
  hash.digest();
  return hash.update('x');
});

attempt('hash()', () => crypto.hash('sha1', 'text'));
attempt('hash() buffer', () => crypto.hash('sha1', 'text', 'buffer'));
attempt('hash() options', () => crypto.hash('shake128', 'text', { outputEncoding: 'base64', outputLength: 5 }));
attempt('hash() unknown', () => crypto.hash('nope', 'text'));
attempt('hash() bad length', () => crypto.hash('sha1', 'text', { outputLength: 3 }));
attempt('hash() bad encoding', () => crypto.hash('sha1', 'text', 'x'));
attempt('hash() bad input', () => crypto.hash('sha1', 5));

for (const key of ['key', '', Buffer.from('key'), new Uint8Array(200), new ArrayBuffer(3), crypto.createSecretKey('key')]) {
  attempt('hmac', () => crypto.createHmac('sha256', key).update('text').digest('hex'));
}
attempt('hmac key in hex', () => crypto.createHmac('sha256', '00ff', { encoding: 'hex' }).digest('hex'));
attempt('hmac twice', () => {
  const hmac = crypto.createHmac('sha1', 'key');
  hmac.digest();
  return hmac.digest('hex');
});
attempt('hmac unknown', () => crypto.createHmac('nope', 'key'));
attempt('hmac no key', () => crypto.createHmac('sha1'));
attempt('equal', () => crypto.timingSafeEqual(Buffer.from('abc'), new Uint8Array([97, 98, 99])));
attempt('not equal', () => crypto.timingSafeEqual(Buffer.from('abc'), Buffer.from('abd')));
attempt('other lengths', () => crypto.timingSafeEqual(Buffer.from('abc'), Buffer.from('ab')));
attempt('no bytes', () => crypto.timingSafeEqual('abc', Buffer.from('abc')));

const stream = crypto.createHash('sha1');
stream.setEncoding('hex');
stream.on('data', (digest) => console.log('stream', digest));
stream.on('end', () => console.log('end'));
stream.write('some ');
stream.write('746578', 'hex');
stream.end('t');

const detached = new Uint8Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });
attempt('detached', () => crypto.createHash('sha1').update(detached).digest('hex'));
attempt('shared', () => crypto.createHash('sha1').update(new Uint8Array(new SharedArrayBuffer(4))).digest('hex'));
