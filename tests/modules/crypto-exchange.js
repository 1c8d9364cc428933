// Keys that are agreed upon, and the numbers for it: DiffieHellman, ECDH, curves, primes, SPKAC.
'use strict';

const crypto = require('crypto');

function show(value) {
  return Buffer.isBuffer(value) ? `buffer ${value.toString('hex')}` : value;
}

function attempt(name, action) {
  try {
    console.log(name, '->', show(action()));
  } catch (error) {
    const { code, library, reason } = error;
    console.log(name, '!', error.name, error.message, JSON.stringify({ code, library, reason }));
  }
}

for (const name of ['modp1', 'modp2', 'modp5', 'modp14', 'MODP15', 'modp16', 'modp17', 'modp18', 'modp3', undefined]) {
  attempt(name, () => {
    const group = crypto.getDiffieHellman(name);
    return [crypto.hash('sha1', group.getPrime()), group.getGenerator('hex'), group.verifyError].join(' ');
  });
}
const [alice, bob] = [crypto.createDiffieHellmanGroup('modp5'), crypto.createDiffieHellmanGroup('modp5')];
attempt('keys', () => [typeof alice.generateKeys(), typeof bob.generateKeys('hex')].join());
attempt('a secret', () => alice.computeSecret(bob.getPublicKey(), null, 'hex') === bob.computeSecret(alice.getPublicKey('base64'), 'base64', 'hex'));
attempt('no setter', () => alice.setPublicKey);

const prime = crypto.getDiffieHellman('modp2').getPrime();
const own = crypto.createDiffieHellman(prime);
attempt('no keys', () => own.getPublicKey());
attempt('no keys', () => own.getPrivateKey());
attempt('no secret', () => own.computeSecret(Buffer.from([5])));
attempt('private', () => own.setPrivateKey('05', 'hex') === own);
attempt('public', () => own.generateKeys('hex'));
attempt('known secret', () => crypto.hash('sha1', own.computeSecret(Buffer.from([7]))));
attempt('too small', () => own.computeSecret(Buffer.from([1])));
attempt('too large', () => own.computeSecret(prime));
attempt('called', () => crypto.DiffieHellman(prime) instanceof crypto.DiffieHellman);
for (const args of [[], [0], [1.5], [{}], ['abcd'], ['abcd', 'hex'], ['abcd', 'hex', 1], ['abcd', 'hex', 5],
                    ['abcd', 'hex', Buffer.from([])], ['abcd', 5], [prime, prime], ['17', 'hex', true], [512, Buffer.from([2])]]) {
  attempt(`createDiffieHellman(${args.map((arg) => Buffer.isBuffer(arg) ? 'bytes' : JSON.stringify(arg))})`, () => {
    const dh = crypto.createDiffieHellman(...args);
    return [dh.verifyError, dh.getGenerator('hex')].join(' ');
  });
}

console.log(crypto.getCurves().join());
for (const curve of ['secp256k1', 'prime256v1', 'secp521r1', 'brainpoolP256r1', 'sect283k1', 'Oakley-EC2N-3']) {
  attempt(curve, () => {
    const [a, b] = [crypto.createECDH(curve), crypto.createECDH(curve)];
    a.generateKeys();
    const key = b.generateKeys('hex', 'compressed');
    const same = a.computeSecret(key, 'hex', 'hex') === b.computeSecret(a.getPublicKey(null, 'hybrid'), null, 'hex');
    return [same, key.length, a.getPublicKey().length].join();
  });
}
const ecdh = crypto.createECDH('secp256k1');
attempt('no keys', () => ecdh.getPublicKey());
attempt('no keys', () => ecdh.getPrivateKey());
attempt('bad private', () => ecdh.setPrivateKey(Buffer.alloc(32)));
attempt('bad private', () => ecdh.setPrivateKey(Buffer.alloc(33, 255)));
attempt('private', () => ecdh.setPrivateKey(Buffer.alloc(31, 1)).getPublicKey('hex', 'compressed'));
attempt('known secret', () => ecdh.computeSecret(ecdh.getPublicKey(), null, 'hex'));
attempt('no point', () => ecdh.computeSecret(Buffer.alloc(33, 1)));
attempt('no format', () => ecdh.getPublicKey('hex', 'x'));
attempt('no curve', () => crypto.createECDH('x'));
attempt('no name', () => crypto.createECDH(5));
attempt('convert', () => crypto.ECDH.convertKey(ecdh.getPublicKey('hex', 'compressed'), 'secp256k1', 'hex', 'hex', 'hybrid'));
attempt('convert nonsense', () => crypto.ECDH.convertKey(Buffer.alloc(3), 'secp256k1'));

for (const [size, options] of [[8], [64, { bigint: true }], [32, { safe: true, bigint: true }], [32, { add: 12n, rem: 5n, bigint: true }]]) {
  attempt(`prime of ${size}`, () => {
    const number = crypto.generatePrimeSync(size, options);
    if (typeof number !== 'bigint') return [number.byteLength, crypto.checkPrimeSync(number)].join();
    const half = options.safe ? crypto.checkPrimeSync((number - 1n) / 2n) : undefined;
    return [number.toString(2).length, crypto.checkPrimeSync(number), half, options.add && number % options.add].join();
  });
}
for (const args of [[0], [], [8, { add: 12n, rem: 12n }], [8, { add: 1000n }], [8, { add: -1n }], [8, { add: 'x' }], [8, { safe: 1 }], [8, 5]]) {
  attempt('generatePrimeSync', () => crypto.generatePrimeSync(...args));
}
for (const number of [2n, 7n, 8n, 2n ** 127n - 1n, 2n ** 128n + 1n, -7n, 7, Buffer.from([1, 1]), new ArrayBuffer(1)]) {
  attempt(`checkPrimeSync ${String(number)}`, () => crypto.checkPrimeSync(number));
}
crypto.checkPrime(97n, (error, isPrime) => {
  console.log(error, isPrime);
  crypto.generatePrime(16, { bigint: true }, (error, prime) => console.log(error, typeof prime));
});

for (const method of ['verifySpkac', 'exportPublicKey', 'exportChallenge']) {
  attempt(method, () => JSON.stringify(crypto.Certificate[method]('nonsense')));
  attempt(method, () => crypto.Certificate()[method](5));
}

const key = crypto.createSecretKey('abcd', 'latin1');
attempt('key', () => [key.type, key.symmetricKeySize, String(key), Reflect.ownKeys(key).length].join());
attempt('export', () => key.export());
attempt('jwk', () => JSON.stringify(key.export({ format: 'jwk' })));
attempt('pem', () => key.export({ format: 'pem' }));
attempt('equals', () => [key.equals(crypto.createSecretKey('abcd')), key.equals(crypto.createSecretKey('abce'))].join());
attempt('equals', () => key.equals({}));
attempt('no secret', () => crypto.createSecretKey(5));
attempt('new', () => new crypto.KeyObject('secret', {}));
attempt('this', () => Object.getOwnPropertyDescriptor(crypto.KeyObject.prototype, 'type').get.call({}));
attempt('is', () => require('util').types.isKeyObject(key) && !require('util').types.isKeyObject({ __proto__: key }));
