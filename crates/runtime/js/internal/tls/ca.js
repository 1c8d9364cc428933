// The certificates that are trusted by default: those of the program, of the system, and what a user adds.
'use strict';

const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const { getOption } = require('internal/process/options');
const { validateString } = require('internal/validators');
const { native } = require('internal/tls/native');

const kSystemFile = '/etc/ssl/cert.pem';
const kSystemFolder = '/etc/ssl/certs';

const cache = { __proto__: null, bundled: undefined, system: undefined, extra: undefined, default: undefined };
let isPrepared = false;

function bundled() {
  cache.bundled ??= Object.freeze(native.bundledCertificates());
  return cache.bundled;
}

function system() {
  cache.system ??= Object.freeze(native.systemCertificates(
    process.env.SSL_CERT_FILE || kSystemFile, process.env.SSL_CERT_DIR || kSystemFolder));
  return cache.system;
}

// Those of the file that NODE_EXTRA_CA_CERTS names.
function extra() {
  cache.extra ??= Object.freeze(readExtra());
  return cache.extra;
}

function readExtra() {
  const path = process.env.NODE_EXTRA_CA_CERTS;
  if (!path) return [];
  try {
    return native.splitCertificates(require('fs').readFileSync(path));
  } catch (error) {
    if (error.syscall !== undefined) {
      const number = (0x80000000 - error.errno).toString(16).toUpperCase();
      const words = error.code === 'EACCES' ? 'Permission denied' : 'No such file or directory';
      process._rawDebug(
        `Warning: Ignoring extra certs from \`${path}\`, load failed: error:${number}:system library::${words}`);
    }
    return [];
  }
}

function isOn(option, variable) {
  return getOption(option) ?? (variable !== undefined && process.env[variable] === '1');
}

// Those that are trusted unless setDefaultCACertificates() has said otherwise.
function usual() {
  if (cache.default !== undefined) return cache.default;
  const list = [];
  if (isOn('--use-openssl-ca')) list.push(...new Set(system()));
  else list.push(...bundled());
  if (isOn('--use-system-ca', 'NODE_USE_SYSTEM_CA')) list.push(...system());
  list.push(...extra());
  cache.default = Object.freeze(list);
  return cache.default;
}

// Tells the binding what is trusted by default, if that is not what it knows.
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  const isPlain = !isOn('--use-openssl-ca') && !isOn('--use-system-ca', 'NODE_USE_SYSTEM_CA') &&
    !process.env.NODE_EXTRA_CA_CERTS;
  if (!isPlain) native.setRoots([...new Set(usual())]);
}

function getCACertificates(type = 'default') {
  validateString(type, 'type');
  switch (type) {
    case 'default': return usual();
    case 'bundled': return bundled();
    case 'system': return system();
    case 'extra': return extra();
    default: throw new codes.ERR_INVALID_ARG_VALUE('type', type);
  }
}

function setDefaultCACertificates(certs) {
  if (!Array.isArray(certs)) throw new codes.ERR_INVALID_ARG_TYPE('certs', 'Array', certs);
  const list = new Set();
  for (let i = 0; i < certs.length; i++) {
    const cert = certs[i];
    if (typeof cert !== 'string' && !isArrayBufferView(cert)) {
      throw new codes.ERR_INVALID_ARG_TYPE(`certs[${i}]`, ['string', 'ArrayBufferView'], cert);
    }
  }
  for (const cert of certs) for (const one of split(cert)) list.add(one);
  if (certs.length > 0 && list.size === 0) {
    const error = new Error('No valid certificates found in the provided array');
    error.code = 'ERR_CRYPTO_OPERATION_FAILED';
    throw error;
  }
  const chosen = [...list];
  native.setRoots(chosen);
  isPrepared = true;
  cache.default = Object.freeze(chosen);
}

function split(cert) {
  try {
    return native.splitCertificates(cert);
  } catch (error) {
    // Text without a certificate counts for nothing.
    if (error.code === 'ERR_OSSL_PEM_NO_START_LINE') return [];
    throw error;
  }
}

module.exports = { bundled, getCACertificates, prepare, setDefaultCACertificates };
