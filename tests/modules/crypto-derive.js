// Keys out of passwords and of other keys: known values, both forms, errors.
'use strict';

const crypto = require('crypto');

function show(value) {
  return Buffer.isBuffer(value) ? value.toString('hex') : value instanceof ArrayBuffer ?
    `ArrayBuffer ${Buffer.from(value).toString('hex')}` : value;
}

function attempt(name, action) {
  try {
    console.log(name, '->', show(action()));
  } catch (error) {
    const { code, library, reason, opensslErrorStack } = error;
    console.log(name, '!', error.name, error.message, { code, library, reason, opensslErrorStack });
  }
}

const call = (name, ...args) => attempt(`${name}(${args.map((arg) => JSON.stringify(arg))})`, () => crypto[name](...args));

// RFC 6070, 7914, 9106 and others.
call('pbkdf2Sync', 'password', 'salt', 1, 20, 'sha1');
call('pbkdf2Sync', 'password', 'salt', 4096, 20, 'sha1');
call('pbkdf2Sync', 'passwordPASSWORDpassword', 'saltSALTsaltSALTsaltSALTsaltSALTsalt', 4096, 25, 'sha1');
call('pbkdf2Sync', 'pass\0word', 'sa\0lt', 4096, 16, 'sha1');
for (const digest of ['md5', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-256', 'sha3-256', 'blake2b512', 'ripemd160', 'sm3']) {
  call('pbkdf2Sync', 'password', 'salt', 3, 100, digest);
}
call('pbkdf2Sync', 'p'.repeat(300), 's'.repeat(300), 2, 130, 'sha256');
call('pbkdf2Sync', '', '', 1, 7, 'SHA256');
call('scryptSync', '', '', 64, { N: 16, p: 1, r: 1 });
call('scryptSync', 'password', 'NaCl', 64, { N: 1024, p: 16, r: 8 });
call('scryptSync', 'pleaseletmein', 'SodiumChloride', 64, { cost: 16384, parallelization: 1, blockSize: 8 });
call('scryptSync', 'p', 's', 5);
call('scryptSync', 'p', 's', 0);
call('hkdfSync', 'sha256', Buffer.alloc(22, 0x0b), Buffer.from('000102030405060708090a0b0c', 'hex'),
     Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex'), 42);
call('hkdfSync', 'sha256', Buffer.alloc(22, 0x0b), '', '', 42);
call('hkdfSync', 'sha512', 'key', 'salt', 'info', 100);
call('hkdfSync', 'sha1', '', 'salt', 'info', 10);
attempt('hkdf of a KeyObject', () => crypto.hkdfSync('sha1', crypto.createSecretKey('key'), 'salt', 'info', 10));
const argon2 = {
  message: Buffer.alloc(32, 1), nonce: Buffer.alloc(16, 2), secret: Buffer.alloc(8, 3), associatedData: Buffer.alloc(12, 4),
  parallelism: 4, tagLength: 32, memory: 32, passes: 3,
};
for (const kind of ['argon2d', 'argon2i', 'argon2id']) call('argon2Sync', kind, argon2);

call('pbkdf2Sync', 'p', 's', 1, 20);
call('pbkdf2Sync', 'p', 's', 1, 20, 'nope');
call('pbkdf2Sync', 'p', 's', 0, 20, 'sha1');
call('pbkdf2Sync', 'p', 's', 1, -1, 'sha1');
call('pbkdf2Sync', 'p', 's', 1, 0, 'sha1');
call('pbkdf2Sync', 'p', 1, 1, 10, 'sha1');
call('pbkdf2', 'p', 's', 1, 10, 'sha1');
call('scryptSync', 'p', 's', -1);
call('scryptSync', 'p', 's', 10, { N: 3 });
call('scryptSync', 'p', 's', 10, { N: 2 ** 20 });
call('scryptSync', 'p', 's', 10, { N: 16, cost: 16 });
call('scryptSync', 'p', 's', 10, { maxmem: 1 });
call('hkdfSync', 'sha1', 'k', 's', 'i', 255 * 20 + 1);
call('hkdfSync', 'sha1', 'k', 's', 'i', 0);
call('hkdfSync', 'nope', 'k', 's', 'i', 5);
call('hkdfSync', 'sha1', 'k', 's', 'i'.repeat(1025), 5);
call('argon2Sync', 'argon2', argon2);
call('argon2Sync', 'argon2id', { ...argon2, nonce: 'short' });
call('argon2Sync', 'argon2id', { ...argon2, memory: 31 });
call('argon2Sync', 'argon2id', { ...argon2, tagLength: 3 });
call('generateKeySync', 'hmac', { length: 7 });
call('generateKeySync', 'aes', { length: 100 });

const later = (name, ...args) => new Promise((resolve) => {
  crypto[name](...args, (error, value) => {
    console.log(name, 'later', error && [error.message, error.code], show(value));
    resolve();
  });
  console.log(name, 'called');
});
(async () => {
  await later('pbkdf2', 'password', 'salt', 1, 20, 'sha1');
  await later('pbkdf2', 'password', 'salt', 1, 0, 'sha1');
  await later('scrypt', 'p', 's', 10);
  await later('scrypt', 'p', 's', 10, { N: 16 });
  await later('hkdf', 'sha1', 'k', 's', 'i', 10);
  await later('argon2', 'argon2id', argon2);
  crypto.generateKey('hmac', { length: 72 }, (error, key) => console.log(error, key.type, key.symmetricKeySize));
})();
