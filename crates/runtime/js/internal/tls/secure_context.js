// SecureContext: what connections have in common, made of options.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { isArrayBufferView } = require('internal/util/types');
const {
  validateArray, validateBuffer, validateInt32, validateInteger, validateObject, validateString,
} = require('internal/validators');
const { settings, versionNumber } = require('internal/tls/defaults');
const { NativeContext } = require('internal/tls/native');

const SSL_OP_CIPHER_SERVER_PREFERENCE = 0x400000;

// Which versions the names of old functions of OpenSSL's stand for.
const kMethodVersions = {
  __proto__: null,
  TLSv1: 0x301,
  TLSv1_1: 0x302,
  TLSv1_2: 0x303,
};

// [least, most] of a `secureProtocol`.
function versionsOfMethod(name) {
  const unknown = (message) => {
    const error = new codes.ERR_TLS_INVALID_PROTOCOL_METHOD();
    error.message = message;
    return error;
  };
  const match = /^(SSLv2|SSLv3|SSLv23|TLS|TLSv1|TLSv1_1|TLSv1_2)_(?:(?:server|client)_)?method$/.exec(name);
  if (match === null) throw unknown(`Unknown method: ${name}`);
  const kind = match[1];
  if (kind === 'SSLv2' || kind === 'SSLv3') throw unknown(`${kind} methods disabled`);
  if (kind === 'SSLv23') return [versionNumber(undefined, 'minimum', settings.minVersion), 0x303];
  if (kind === 'TLS') return [0, 0x304];
  return [kMethodVersions[kind], kMethodVersions[kind]];
}

function versionsOf(options) {
  const { minVersion, maxVersion, secureProtocol } = options;
  if (secureProtocol) {
    if (minVersion != null) throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(minVersion, secureProtocol);
    if (maxVersion != null) throw new codes.ERR_TLS_PROTOCOL_VERSION_CONFLICT(maxVersion, secureProtocol);
    if (typeof secureProtocol === 'string') return versionsOfMethod(secureProtocol);
  }
  return [
    versionNumber(minVersion, 'minimum', settings.minVersion),
    versionNumber(maxVersion, 'maximum', settings.maxVersion),
  ];
}

function SecureContext(options) {
  if (!(this instanceof SecureContext)) return new SecureContext(options);
  const [least, most] = versionsOf(options ?? {});
  this.context = new NativeContext(least, most);
}

function createSecureContext(options = {}) {
  const given = options ?? {};
  const context = new SecureContext(given);
  configure(context.context, given);
  return context;
}

function checkKeyOrCert(value, name) {
  if (typeof value !== 'string' && !isArrayBufferView(value)) {
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], value);
  }
}

function each(value, act) {
  if (Array.isArray(value)) for (const item of value) act(item);
  else act(value);
}

function configure(native, options) {
  validateObject(options, 'options');
  // First of all: they may have a level of security in them, which holds for what follows.
  setCiphers(native, options.ciphers);
  setTrust(native, options);
  setIdentity(native, options);
  setCrypto(native, options);
  setSessions(native, options);
}

function setTrust(native, { ca, allowPartialTrustChain }) {
  if (ca) {
    each(ca, (item) => {
      checkKeyOrCert(item, 'options.ca');
      native.addCACert(item);
    });
  } else {
    require('internal/tls/ca').prepare();
    native.addRootCerts();
  }
  if (allowPartialTrustChain) native.setAllowPartialTrustChain();
}

function setIdentity(native, options) {
  const { cert, key, passphrase, clientCertEngine, privateKeyEngine, privateKeyIdentifier, certificateCompression } = options;
  if (cert) {
    each(cert, (item) => {
      checkKeyOrCert(item, 'options.cert');
      native.setCert(item);
    });
  }
  if (Array.isArray(key)) for (const item of key) setKey(native, item, passphrase, true);
  else if (key) setKey(native, key, passphrase, false);
  if (certificateCompression !== undefined) checkCompression(certificateCompression);
  checkEngines(clientCertEngine, privateKeyEngine, privateKeyIdentifier);
}

// A key; of a list also { pem, passphrase }.
function setKey(native, item, passphrase, isOfList) {
  const isPair = isOfList && item !== null && typeof item === 'object' && !isArrayBufferView(item);
  const pem = isPair && item.pem !== undefined ? item.pem : item;
  const secret = isPair && item.passphrase !== undefined ? item.passphrase : passphrase;
  checkKeyOrCert(pem, 'options.key');
  if (secret != null) validateString(secret, 'options.passphrase');
  native.setKey(pem, secret ?? undefined);
}

function checkCompression(list) {
  validateArray(list, 'options.certificateCompression');
  for (let i = 0; i < list.length; i++) {
    if (!['zlib', 'brotli', 'zstd'].includes(list[i])) {
      throw new codes.ERR_INVALID_ARG_VALUE(
        `options.certificateCompression[${i}]`, list[i], "must be 'zlib', 'brotli', or 'zstd'");
    }
  }
}

// There are no engines in this build of OpenSSL.
function checkEngines(clientCertEngine, privateKeyEngine, privateKeyIdentifier) {
  for (const [value, name] of [
    [clientCertEngine, 'clientCertEngine'],
    [privateKeyEngine, 'privateKeyEngine'],
    [privateKeyIdentifier, 'privateKeyIdentifier'],
  ]) {
    if (value !== undefined && value !== null && typeof value !== 'string') {
      throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'null', 'undefined'], value);
    }
  }
  if (privateKeyIdentifier && privateKeyEngine === undefined) {
    throw new codes.ERR_INVALID_ARG_VALUE('options.privateKeyEngine', privateKeyEngine);
  }
  if (clientCertEngine || privateKeyEngine) throw new codes.ERR_CRYPTO_CUSTOM_ENGINE_NOT_SUPPORTED();
}

function setCrypto(native, options) {
  const { sigalgs, ecdhCurve = settings.curve, dhparam, crl, honorCipherOrder, secureOptions } = options;
  if (sigalgs !== undefined && sigalgs !== null) {
    validateString(sigalgs, 'options.sigalgs');
    if (sigalgs === '') throw new codes.ERR_INVALID_ARG_VALUE('options.sigalgs', sigalgs);
    native.setSigalgs(sigalgs);
  }
  validateString(ecdhCurve, 'options.ecdhCurve');
  if (ecdhCurve !== 'auto') setCurve(native, ecdhCurve);
  if (dhparam !== undefined && dhparam !== null) setDhParam(native, dhparam);
  if (crl !== undefined && crl !== null) {
    each(crl, (item) => {
      checkKeyOrCert(item, 'options.crl');
      native.addCRL(item);
    });
  }
  if (secureOptions !== undefined && secureOptions !== null) validateInteger(secureOptions, 'secureOptions');
  const order = honorCipherOrder ? SSL_OP_CIPHER_SERVER_PREFERENCE : 0;
  if (order || secureOptions) native.setOptions((secureOptions || 0) + ((secureOptions & order) === 0 ? order : 0));
}

function setCurve(native, ecdhCurve) {
  try {
    native.setECDHCurve(ecdhCurve);
  } catch {
    throw operationFailed('Failed to set ECDH curve');
  }
}

function operationFailed(message) {
  return coded('ERR_CRYPTO_OPERATION_FAILED', message);
}

function coded(code, message) {
  const error = new Error(message);
  error.code = code;
  return error;
}

// TLS 1.3 has ciphers of its own, which OpenSSL wants to be told apart.
function setCiphers(native, ciphers) {
  if (ciphers !== undefined && ciphers !== null) validateString(ciphers, 'options.ciphers');
  const all = (ciphers || settings.ciphers).split(':').filter((name) => name !== '');
  const suites = all.filter((name) => name.startsWith('TLS_') && !all.includes(`!${name}`));
  const others = all.filter((name) => !name.startsWith('TLS_') && !name.startsWith('!TLS_'));
  if (suites.length === 0 && others.length === 0) throw new codes.ERR_INVALID_ARG_VALUE('options.ciphers', ciphers);
  if (suites.length > 0) native.setCipherSuites(suites.join(':'));
  if (others.length > 0) native.setCiphers(others.join(':'));
  if (others.length === 0 && native.getMinProto() < 0x304 && native.getMaxProto() > 0x303) native.setMinProto(0x304);
}

function setDhParam(native, dhparam) {
  if (dhparam === 'auto' || dhparam === true) {
    native.setDHParam();
    return;
  }
  checkKeyOrCert(dhparam, 'options.dhparam');
  let bits;
  try {
    bits = native.setDHParam(dhparam);
  } catch (error) {
    // What cannot be read counts as nothing.
    if (error.code === 'ERR_INVALID_ARG_VALUE') throw error;
    return;
  }
  if (bits < 2048) process.emitWarning('DH parameter is less than 2048 bits', 'SecurityWarning');
}

function setSessions(native, options) {
  const { sessionIdContext, pfx, sessionTimeout, ticketKeys, passphrase } = options;
  if (sessionIdContext !== undefined && sessionIdContext !== null) {
    validateString(sessionIdContext, 'options.sessionIdContext');
    native.setSessionIdContext(sessionIdContext);
  }
  if (pfx !== undefined && pfx !== null) each(pfx, (item) => loadPfx(native, item, passphrase));
  if (ticketKeys !== undefined && ticketKeys !== null) {
    validateBuffer(ticketKeys, 'options.ticketKeys');
    if (ticketKeys.byteLength !== 48) {
      throw new codes.ERR_INVALID_ARG_VALUE('options.ticketKeys', ticketKeys.byteLength, 'must be exactly 48 bytes');
    }
    native.setTicketKeys(ticketKeys);
  }
  if (sessionTimeout !== undefined && sessionTimeout !== null) {
    validateInt32(sessionTimeout, 'options.sessionTimeout', 0);
    native.setSessionTimeout(sessionTimeout);
  }
}

// An archive, or { buf, passphrase }.
function loadPfx(native, item, passphrase) {
  const isPair = item !== null && typeof item === 'object' && item.buf !== undefined;
  const raw = isPair ? item.buf : item;
  const secret = (isPair ? item.passphrase : undefined) ?? passphrase;
  const bytes = typeof raw === 'string' ? Buffer.from(raw) : raw;
  if (!isArrayBufferView(bytes)) throw operationFailed('Unable to load PFX certificate');
  if (secret != null) validateString(secret, 'options.passphrase');
  try {
    native.loadPKCS12(bytes, secret ?? '');
  } catch (error) {
    if (error.reason === 'unsupported') throw coded('ERR_CRYPTO_UNSUPPORTED_OPERATION', 'Unsupported PKCS12 PFX data');
    throw error.reason === undefined ? error : new Error(error.reason);
  }
}

module.exports = { SecureContext, createSecureContext };
