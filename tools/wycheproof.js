// Runs the vectors of Wycheproof (github.com/C2SP/wycheproof) for every algorithm that `crypto` has, and prints what came
// of each: the same script on node and on rondo must print the same.
//
//     RUNTIME tools/wycheproof.js FOLDER/testvectors_v1 [PART_OF_A_FILE_NAME] > outcomes
//
// A line is: file, number of the test, what the vector says (valid, invalid, acceptable), what came out. At the end the
// number of tests whose outcome is against the vector goes to standard error.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const path = require('path');

const hex = (text) => Buffer.from(text ?? '', 'hex');

// OpenSSL's names of what the vectors call otherwise.
const curves = { secp256r1: 'prime256v1', secp192r1: 'prime192v1' };
const digestName = (sha) => sha.toLowerCase().replace(/^sha-/, 'sha').replace('/', '-');

function publicKey(group) {
  return crypto.createPublicKey(group.publicKeyPem);
}

// A function that makes one for the tests of a group: it gives true, false, or bytes.
function verifier(options, digestOf = (group) => digestName(group.sha)) {
  return (group) => {
    const key = publicKey(group);
    const digest = digestOf(group);
    return (test) => crypto.verify(digest, hex(test.msg), { key, ...options(group) }, hex(test.sig));
  };
}

const constants = crypto.constants;

function aead(group, { algorithm }) {
  const name = {
    'AES-GCM': `aes-${group.keySize}-gcm`, 'AES-CCM': `aes-${group.keySize}-ccm`,
    'CHACHA20-POLY1305': 'chacha20-poly1305', 'ARIA-GCM': `aria-${group.keySize}-gcm`, 'ARIA-CCM': `aria-${group.keySize}-ccm`,
  }[algorithm];
  if (name === undefined) return undefined;
  const authTagLength = group.tagSize / 8;
  return (test) => {
    const decipher = crypto.createDecipheriv(name, hex(test.key), hex(test.iv), { authTagLength });
    decipher.setAuthTag(hex(test.tag));
    const sealed = hex(test.ct);
    decipher.setAAD(hex(test.aad), { plaintextLength: sealed.length });
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return opened.equals(hex(test.msg));
  };
}

function mac(group, { algorithm }) {
  const length = group.tagSize / 8;
  const same = (code, test) => code.subarray(0, length).equals(hex(test.tag));
  if (algorithm.startsWith('HMAC')) {
    const digest = digestName(algorithm.slice(4));
    return (test) => same(crypto.createHmac(digest, hex(test.key)).update(hex(test.msg)).digest(), test);
  }
  if (algorithm === 'AES-CMAC') {
    return (test) => same(crypto.createMac('cmac', hex(test.key), { cipher: `aes-${test.key.length * 4}-cbc` })
      .update(hex(test.msg)).final(), test);
  }
  if (algorithm.startsWith('KMAC')) {
    return (test) => same(crypto.createMac(algorithm, hex(test.key), { outputLength: length })
      .update(hex(test.msg)).final(), test);
  }
  return undefined;
}

function sameSecret(privateKey, other, test) {
  return crypto.diffieHellman({ privateKey, publicKey: other }).equals(hex(test.shared));
}

function ecdh(readPublic) {
  return (group) => (test) => {
    const curve = curves[group.curve] ?? group.curve;
    const own = crypto.createECDH(curve);
    own.setPrivateKey(hex(test.private.replace(/^00(?=(?:..)*$)/, '')));
    const point = readPublic(test);
    if (typeof point === 'object' && Buffer.isBuffer(point)) return own.computeSecret(point).equals(hex(test.shared));
    return own.computeSecret(point.export({ format: 'raw-public' })).equals(hex(test.shared));
  };
}

const spki = (test) => crypto.createPublicKey({ key: hex(test.public), format: 'der', type: 'spki' });
const rawKey = (kind, format, bytes) => ({ key: bytes, format, asymmetricKeyType: kind });

function oaep(group) {
  const key = crypto.createPrivateKey(group.privateKeyPem ?? { key: hex(group.privateKeyPkcs8), format: 'der', type: 'pkcs8' });
  const options = { key, oaepHash: digestName(group.sha), mgf1Hash: digestName(group.mgfSha) };
  return (test) => crypto.privateDecrypt({ ...options, oaepLabel: hex(test.label) }, hex(test.ct)).equals(hex(test.msg));
}

const kinds = {
  'ecdsa_verify_schema_v1.json': verifier(() => ({})),
  'ecdsa_p1363_verify_schema_v1.json': verifier(() => ({ dsaEncoding: 'ieee-p1363' })),
  'dsa_verify_schema_v1.json': verifier(() => ({})),
  'dsa_p1363_verify_schema_v1.json': verifier(() => ({ dsaEncoding: 'ieee-p1363' })),
  'eddsa_verify_schema_v1.json': verifier(() => ({}), () => null),
  'rsassa_pkcs1_verify_schema_v1.json': verifier(() => ({})),
  'rsassa_pss_verify_schema_v1.json': (group) => (group.sha === group.mgfSha ?
    verifier(({ sLen }) => ({ padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: sLen }))(group) : undefined),
  'rsassa_pss_with_parameters_verify_schema.json': verifier(() => ({})),
  'rsaes_oaep_decrypt_schema_v1.json': oaep,
  'rsaes_pkcs1_decrypt_schema_v1.json': (group) => {
    const key = crypto.createPrivateKey(group.privateKeyPem);
    return (test) => crypto.privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, hex(test.ct)).equals(hex(test.msg));
  },
  'rsassa_pkcs1_generate_schema_v1.json': (group) => {
    const key = crypto.createPrivateKey(group.privateKeyPem ?? { key: hex(group.privateKeyPkcs8), format: 'der', type: 'pkcs8' });
    return (test) => crypto.sign(digestName(group.sha), hex(test.msg), key).equals(hex(test.sig));
  },
  'aead_test_schema_v1.json': aead,
  'mac_test_schema_v1.json': mac,
  'ecdh_test_schema_v1.json': ecdh(spki),
  'ecdh_ecpoint_test_schema_v1.json': ecdh((test) => hex(test.public)),
  'ecdh_pem_test_schema_v1.json': () => (test) =>
    sameSecret(crypto.createPrivateKey(test.private), crypto.createPublicKey(test.public), test),
  'ecdh_webcrypto_test_schema_v1.json': () => (test) => sameSecret(
    crypto.createPrivateKey({ key: test.private, format: 'jwk' }), crypto.createPublicKey({ key: test.public, format: 'jwk' }), test),
  'xdh_comp_schema_v1.json': (group) => (test) => {
    const kind = group.curve === 'curve448' ? 'x448' : 'x25519';
    return sameSecret(crypto.createPrivateKey(rawKey(kind, 'raw-private', hex(test.private))),
                      crypto.createPublicKey(rawKey(kind, 'raw-public', hex(test.public))), test);
  },
  'xdh_asn_comp_schema_v1.json': () => (test) =>
    sameSecret(crypto.createPrivateKey({ key: hex(test.private), format: 'der', type: 'pkcs8' }), spki(test), test),
  'xdh_pem_comp_schema_v1.json': () => (test) =>
    sameSecret(crypto.createPrivateKey(test.private), crypto.createPublicKey(test.public), test),
  'xdh_jwk_comp_schema_v1.json': () => (test) => sameSecret(
    crypto.createPrivateKey({ key: test.private, format: 'jwk' }), crypto.createPublicKey({ key: test.public, format: 'jwk' }), test),
  'hkdf_test_schema_v1.json': (group, { algorithm }) => (test) => Buffer.from(
    crypto.hkdfSync(digestName(algorithm.slice(5)), hex(test.ikm), hex(test.salt), hex(test.info), test.size)).equals(hex(test.okm)),
  'pbkdf_test_schema.json': (group, { algorithm }) => (test) => crypto.pbkdf2Sync(
    hex(test.password), hex(test.salt), test.iterationCount, test.dkLen, digestName(algorithm.slice(11))).equals(hex(test.dk)),
  'keywrap_test_schema_v1.json': (group, { algorithm }) => {
    const suffix = { 'AES-WRAP': 'wrap', 'AES-KWP': 'wrap-pad' }[algorithm];
    if (suffix === undefined) return undefined;
    const iv = suffix === 'wrap' ? Buffer.alloc(8, 0xa6) : hex('a65959a6');
    return (test) => {
      const decipher = crypto.createDecipheriv(`id-aes${group.keySize}-${suffix}`, hex(test.key), iv);
      return Buffer.concat([decipher.update(hex(test.ct)), decipher.final()]).equals(hex(test.msg));
    };
  },
  'ind_cpa_test_schema_v1.json': (group, { algorithm }) => {
    const name = { 'AES-CBC-PKCS5': 'aes', 'ARIA-CBC-PKCS5': 'aria', 'CAMELLIA-CBC-PKCS5': 'camellia' }[algorithm];
    if (name === undefined) return undefined;
    return (test) => {
      const decipher = crypto.createDecipheriv(`${name}-${group.keySize}-cbc`, hex(test.key), hex(test.iv));
      return Buffer.concat([decipher.update(hex(test.ct)), decipher.final()]).equals(hex(test.msg));
    };
  },
  'mldsa_verify_schema.json': (group, { algorithm }) => {
    const kind = algorithm.toLowerCase();
    return (test) => {
      const key = crypto.createPublicKey(rawKey(kind, 'raw-public', hex(group.publicKey)));
      return crypto.verify(null, hex(test.msg), { key, context: hex(test.ctx) }, hex(test.sig));
    };
  },
  'mldsa_sign_seed_schema.json': (group, { algorithm }) => (test) => {
    const key = crypto.createPrivateKey(rawKey(algorithm.toLowerCase(), 'raw-seed', hex(group.privateSeed)));
    const made = crypto.sign(null, hex(test.msg), { key, context: hex(test.ctx) });
    return crypto.verify(null, hex(test.msg), { key, context: hex(test.ctx) }, made);
  },
  'mlkem_test_schema.json': (group) => (test) => {
    const key = crypto.createPrivateKey(rawKey(group.parameterSet.toLowerCase(), 'raw-seed', hex(test.seed)));
    return crypto.decapsulate(key, hex(test.c)).equals(hex(test.K));
  },
  'mlkem_keygen_seed_test_schema.json': (group) => (test) => {
    const key = crypto.createPrivateKey(rawKey(group.parameterSet.toLowerCase(), 'raw-seed', hex(test.seed)));
    return crypto.createPublicKey(key).export({ format: 'raw-public' }).equals(hex(test.ek));
  },
  'primality_test_schema_v1.json': () => (test) => crypto.checkPrimeSync(hex(test.value.length % 2 ? `0${test.value}` : test.value)),
};

function outcome(run, test) {
  try {
    return String(run(test));
  } catch (error) {
    return `${error.code ?? error.name}`;
  }
}

function runFile(file, text, report) {
  const vectors = JSON.parse(text);
  const kind = kinds[vectors.schema];
  if (kind === undefined) return 0;
  let against = 0;
  for (const group of vectors.testGroups) {
    let run;
    try {
      run = kind(group, vectors);
    } catch (error) {
      run = () => { throw error; };
    }
    if (run === undefined) continue;
    for (const test of group.tests) {
      const came = outcome(run, test);
      report(`${file} ${test.tcId} ${test.result} ${came}`);
      if (test.result !== 'acceptable' && (test.result === 'valid') !== (came === 'true')) against++;
    }
  }
  return against;
}

const [folder, part = ''] = process.argv.slice(2);
let against = 0;
let count = 0;
for (const file of fs.readdirSync(folder).sort()) {
  if (!file.endsWith('.json') || !file.includes(part)) continue;
  const lines = [];
  against += runFile(file, fs.readFileSync(path.join(folder, file), 'utf8'), (line) => lines.push(line));
  count += lines.length;
  if (lines.length > 0) fs.writeSync(1, `${lines.join('\n')}\n`);
}
console.error(`${count} tests, ${against} against the vectors`);
