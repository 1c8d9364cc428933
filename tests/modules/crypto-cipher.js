// Ciphers: every one there is, both ways; modes with tags and their rules; facts; errors; streams.
'use strict';

const crypto = require('crypto');

function show(value) {
  return Buffer.isBuffer(value) ? `buffer ${value.toString('hex')}` : value;
}

function attempt(name, action) {
  try {
    console.log(name, '->', show(action()));
  } catch (error) {
    const { code, library, reason, opensslErrorStack } = error;
    console.log(name, '!', error.name, error.message, JSON.stringify({ code, library, reason, opensslErrorStack }));
  }
}

const bytes = (length, seed = 7) => Buffer.from(Array.from({ length }, (_, i) => (i * seed + 3) & 255));

console.log(crypto.getCiphers().join());
for (const name of crypto.getCiphers()) {
  const info = crypto.getCipherInfo(name);
  console.log(name, JSON.stringify(info));
  const options = info.mode === 'ccm' || info.mode === 'ocb' ? { authTagLength: 16 } : undefined;
  const key = bytes(info.keyLength);
  const iv = info.ivLength === undefined ? null : bytes(info.ivLength, 11);
  attempt(name, () => {
    const data = bytes(32, 5);
    const cipher = crypto.createCipheriv(name, key, iv, options);
    const result = Buffer.concat([cipher.update(data), cipher.final()]);
    const isTagged = ['gcm', 'ccm', 'ocb', 'siv', 'gcm-siv'].includes(info.mode) || name === 'chacha20-poly1305';
    const tag = isTagged ? cipher.getAuthTag() : undefined;
    const decipher = crypto.createDecipheriv(name, key, iv, options);
    if (tag) decipher.setAuthTag(tag);
    const back = Buffer.concat([decipher.update(result), decipher.final()]);
    // This one has a vector of its own, made by chance.
    const shown = /3deswrap|des3-wrap/.test(name) ? result.length : result.toString('hex');
    return [shown, tag?.toString('hex'), back.equals(data)].join(' ');
  });
}

const k16 = bytes(16);
const iv12 = bytes(12);
const iv16 = bytes(16, 3);
const sealed = (options, aad, text) => {
  const cipher = crypto.createCipheriv('aes-128-gcm', k16, iv12, options);
  if (aad) cipher.setAAD(aad);
  return [cipher.update(text, 'utf8', 'hex') + cipher.final('hex'), cipher.getAuthTag().toString('hex')].join(' ');
};
attempt('gcm', () => sealed(undefined, undefined, 'some text'));
attempt('gcm with data', () => sealed(undefined, Buffer.from('data'), 'some text'));
attempt('gcm short tag', () => sealed({ authTagLength: 4 }, Buffer.from('data'), 'some text'));
for (const authTagLength of [0, 3, 5, 17, 'x', -1, 1.5]) {
  attempt(`gcm tag of ${authTagLength}`, () => sealed({ authTagLength }, undefined, ''));
}
attempt('forged', () => {
  const decipher = crypto.createDecipheriv('aes-128-gcm', k16, iv12);
  decipher.setAuthTag(bytes(16));
  decipher.update('abcd');
  return decipher.final();
});
attempt('no tag', () => crypto.createDecipheriv('aes-128-gcm', k16, iv12).final());
attempt('tag twice', () => crypto.createDecipheriv('aes-128-gcm', k16, iv12).setAuthTag(bytes(16)).setAuthTag(bytes(16)));
attempt('short tag', () => crypto.createDecipheriv('aes-128-gcm', k16, iv12).setAuthTag(bytes(12)));
attempt('tag too early', () => crypto.createCipheriv('aes-128-gcm', k16, iv12).getAuthTag());
attempt('data too late', () => {
  const cipher = crypto.createCipheriv('aes-128-gcm', k16, iv12);
  cipher.update('a');
  cipher.setAAD(k16);
});
attempt('ccm without length', () => crypto.createCipheriv('aes-128-ccm', k16, iv12));
attempt('ccm data', () => crypto.createCipheriv('aes-128-ccm', k16, iv12, { authTagLength: 8 }).setAAD(k16));
attempt('ccm', () => {
  const cipher = crypto.createCipheriv('aes-128-ccm', k16, iv12, { authTagLength: 8 });
  cipher.setAAD(k16, { plaintextLength: 4 });
  const text = cipher.update('abcd', 'utf8', 'hex') + cipher.final('hex');
  return text + cipher.getAuthTag('hex').toString('hex');
});
attempt('ccm too long', () => crypto.createCipheriv('aes-128-ccm', k16, bytes(13), { authTagLength: 8 }).update(bytes(65536)));
attempt('ccm twice', () => {
  const cipher = crypto.createCipheriv('aes-128-ccm', k16, iv12, { authTagLength: 8 });
  cipher.update('ab');
  return cipher.update('cd');
});
attempt('chacha', () => crypto.createCipheriv('chacha20-poly1305', bytes(32), bytes(13)));
attempt('cbc has no tag', () => crypto.createCipheriv('aes-128-cbc', k16, iv16).getAuthTag());
attempt('cbc has no data', () => crypto.createCipheriv('aes-128-cbc', k16, iv16).setAAD(k16));

attempt('unknown', () => crypto.createCipheriv('nope', k16, iv16));
attempt('legacy', () => crypto.createCipheriv('rc4', k16, null));
attempt('short key', () => crypto.createCipheriv('aes-128-cbc', bytes(15), iv16));
attempt('short iv', () => crypto.createCipheriv('aes-128-cbc', k16, bytes(15)));
attempt('no iv', () => crypto.createCipheriv('aes-128-cbc', k16, null));
attempt('needless iv', () => crypto.createCipheriv('aes-128-ecb', k16, iv16));
attempt('same keys', () => crypto.createCipheriv('aes-128-xts', Buffer.alloc(32), iv16));
attempt('undefined iv', () => crypto.createCipheriv('aes-128-cbc', k16));
attempt('no key', () => crypto.createCipheriv('aes-128-cbc', undefined, iv16));
attempt('KeyObject', () => crypto.createCipheriv('aes-128-cbc', crypto.createSecretKey(k16), iv16).final());
attempt('text as key', () => crypto.createCipheriv('aes-128-cbc', '0123456789abcdef', '0123456789abcdef').final());
attempt('wrong padding', () => {
  const decipher = crypto.createDecipheriv('aes-128-cbc', k16, iv16);
  decipher.update(bytes(16));
  return decipher.final();
});
attempt('half a block', () => {
  const decipher = crypto.createDecipheriv('aes-128-cbc', k16, iv16);
  decipher.update(bytes(8));
  return decipher.final();
});
attempt('without padding', () => {
  const cipher = crypto.createCipheriv('aes-128-cbc', k16, iv16).setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes(16)), cipher.final()]);
});
attempt('final twice', () => {
  const cipher = crypto.createCipheriv('aes-128-cbc', k16, iv16);
  cipher.final();
  return cipher.final();
});
attempt('update too late', () => {
  const cipher = crypto.createCipheriv('aes-128-cbc', k16, iv16);
  cipher.final();
  return cipher.update('x');
});
attempt('another encoding', () => {
  const cipher = crypto.createCipheriv('aes-128-cbc', k16, iv16);
  return cipher.update('x', 'utf8', 'hex') + cipher.final('base64');
});
attempt('no such encoding', () => crypto.createCipheriv('aes-128-cbc', k16, iv16).final('x'));
attempt('pieces of base64', () => {
  const cipher = crypto.createCipheriv('aes-128-ctr', k16, iv16);
  return cipher.update('abcd', 'utf8', 'base64') + cipher.update('ef', 'utf8', 'base64') + cipher.final('base64');
});
attempt('wrap of odd length', () => crypto.createCipheriv('id-aes128-wrap', k16, bytes(8)).update(bytes(15)));
for (const args of [['nope'], [419], [{}], ['aes-128-cbc', { keyLength: 12 }], ['aes-128-gcm', { ivLength: 13 }],
                    ['aes-128-ccm', { ivLength: 6 }], ['aes-128-cbc', { ivLength: 'x' }]]) {
  attempt(`getCipherInfo(${JSON.stringify(args)})`, () => JSON.stringify(crypto.getCipherInfo(...args)));
}

const cipher = crypto.createCipheriv('aes-128-cbc', k16, iv16);
const decipher = crypto.createDecipheriv('aes-128-cbc', k16, iv16);
let text = '';
cipher.pipe(decipher).setEncoding('utf8').on('data', (part) => { text += part; })
  .on('end', () => console.log(text.length, text.slice(0, 20)));
for (let i = 0; i < 100; i++) cipher.write(`line ${i}\n`);
cipher.end('6c617374', 'hex');
const broken = crypto.createDecipheriv('aes-128-cbc', k16, iv16);
broken.on('error', (error) => console.log('stream', error.name));
broken.end(bytes(16));
