// SubtleCrypto: a round of each algorithm, and what it refuses.
'use strict';

const { subtle } = globalThis.crypto;
process.removeAllListeners('warning');

const data = new TextEncoder().encode('some message');
const hex = (buffer) => Buffer.from(buffer).toString('hex');

async function attempt(name, body) {
  try {
    console.log(name, await body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message, error.cause?.code ?? '');
  }
}

const digests = [
  'SHA-1', 'sha-256', 'SHA-384', 'SHA-512', 'SHA3-256', 'SHA3-384', 'SHA3-512', { name: 'cSHAKE128', outputLength: 100 },
  { name: 'cSHAKE256', outputLength: 512, customization: data, functionName: Buffer.from('KMAC') },
  { name: 'TurboSHAKE128', outputLength: 256 }, { name: 'TurboSHAKE256', outputLength: 256, domainSeparation: 7 },
  { name: 'KT128', outputLength: 256, customization: data }, { name: 'KT256', outputLength: 800 }, 'MD5', {}, 1,
];
const ciphers = [
  { name: 'AES-CBC', length: 128, iv: new Uint8Array(16) },
  { name: 'AES-CTR', length: 256, counter: new Uint8Array(16).fill(255) },
  { name: 'AES-GCM', length: 192, iv: new Uint8Array(12), additionalData: data, tagLength: 96 },
  { name: 'AES-OCB', length: 256, iv: new Uint8Array(12) },
  { name: 'ChaCha20-Poly1305', iv: new Uint8Array(12), additionalData: data },
];
const signing = [
  { name: 'HMAC', hash: 'SHA-256' }, { name: 'KMAC128', outputLength: 128 }, { name: 'KMAC256', outputLength: 100, customization: data },
  { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-384' }, { name: 'Ed25519' }, { name: 'Ed448', context: data },
  { name: 'ML-DSA-87', context: data },
  { name: 'RSA-PSS', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256', saltLength: 20 },
  { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([3]), hash: 'SHA-1' },
];

async function cipher(algorithm) {
  const key = await subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
  const parameters = algorithm.name === 'AES-CTR' ? { ...algorithm, length: 64 } : algorithm;
  const sealed = await subtle.encrypt(parameters, key, data);
  const opened = await subtle.decrypt(parameters, key, sealed);
  return [sealed.byteLength, Buffer.from(opened).toString(), Object.keys(await subtle.exportKey('jwk', key))];
}

async function signature(algorithm) {
  const made = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [privateKey, publicKey] = [made.privateKey ?? made, made.publicKey ?? made];
  const signed = await subtle.sign(algorithm, privateKey, data);
  const verified = await subtle.verify(algorithm, publicKey, signed, data);
  const failed = await subtle.verify(algorithm, publicKey, signed, new Uint8Array(3));
  const jwk = await subtle.exportKey('jwk', privateKey);
  const again = await subtle.importKey('jwk', jwk, algorithm, true, made.privateKey ? ['sign'] : ['sign', 'verify']);
  return [signed.byteLength, verified, failed, jwk.kty, jwk.alg, again.type];
}

async function derivations() {
  const raw = (name) => subtle.importKey('raw-secret', data, name, false, ['deriveBits', 'deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: data, info: data };
  await attempt('HKDF', async () => hex(await subtle.deriveBits(hkdf, await raw('HKDF'), 256)));
  await attempt('HKDF 7', async () => subtle.deriveBits(hkdf, await raw('HKDF'), 7));
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-512', salt: data, iterations: 10 };
  await attempt('PBKDF2', async () => hex(await subtle.deriveBits(pbkdf2, await raw('PBKDF2'), 128)));
  const argon = { name: 'Argon2id', nonce: data, parallelism: 1, memory: 8, passes: 1 };
  await attempt('Argon2', async () => hex(await subtle.deriveBits(argon, await raw('Argon2id'), 128)));
  await attempt('key', async () => subtle.deriveKey(hkdf, await raw('HKDF'), { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']));
  for (const name of ['X25519', 'X448', 'ECDH']) {
    const { privateKey, publicKey } = await subtle.generateKey({ name, namedCurve: 'P-384' }, false, ['deriveBits']);
    for (const length of [null, 9, 1000]) {
      await attempt(`${name} ${length}`, async () =>
        (await subtle.deriveBits({ name, public: publicKey }, privateKey, length)).byteLength);
    }
  }
}

async function wrapping() {
  const wrapper = await subtle.generateKey({ name: 'AES-KW', length: 256 }, true, ['wrapKey', 'unwrapKey']);
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  for (const format of ['raw', 'jwk', 'spki']) {
    await attempt(`wrap ${format}`, async () => {
      const wrapped = await subtle.wrapKey(format, key, wrapper, 'AES-KW');
      return subtle.unwrapKey(format, wrapped, wrapper, 'AES-KW', 'AES-GCM', true, ['encrypt']);
    });
  }
  const kem = await subtle.generateKey('ML-KEM-768', true, ['encapsulateBits', 'decapsulateBits', 'encapsulateKey']);
  const { sharedKey, ciphertext } = await subtle.encapsulateBits('ML-KEM-768', kem.publicKey);
  console.log(hex(sharedKey) === hex(await subtle.decapsulateBits('ML-KEM-768', kem.privateKey, ciphertext)));
  await attempt('shared', async () => (await subtle.encapsulateKey(
    'ML-KEM-768', kem.publicKey, { name: 'HMAC', hash: 'SHA-256' }, true, ['sign'])).sharedKey);
  await attempt('public', () => subtle.getPublicKey(kem.privateKey, ['encapsulateBits']));
  await attempt('clone', () => structuredClone(kem.publicKey));
}

(async () => {
  for (const digest of digests) {
    await attempt(JSON.stringify(digest?.name ?? digest), async () => hex(await subtle.digest(digest, data)));
  }
  for (const algorithm of ciphers) await attempt(algorithm.name, () => cipher(algorithm));
  for (const algorithm of signing) await attempt(algorithm.name, () => signature(algorithm));
  await derivations();
  await wrapping();
  await attempt('nothing', () => subtle.digest());
  await attempt('usage', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['fly']));
  await attempt('length', () => subtle.generateKey({ name: 'AES-GCM', length: 100 }, true, ['encrypt']));
  await attempt('jwk', () => subtle.importKey('jwk', { kty: 'oct', k: 'AAAA', ext: false }, { name: 'HMAC', hash: 'SHA-1' }, true, ['sign']));
  await attempt('supports', () => [
    SubtleCrypto.supports('digest', 'SHA-256'), SubtleCrypto.supports('encrypt', 'AES-GCM'), SubtleCrypto.supports('fly', 'AES-GCM'),
  ]);
})();
