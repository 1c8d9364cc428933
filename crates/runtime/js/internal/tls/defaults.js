// What holds for connections that say nothing else, by the options of the process.
'use strict';

const { codes } = require('internal/errors');
const { getOption } = require('internal/process/options');

const kCiphers = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:' +
  'ECDHE-RSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384:' +
  'ECDHE-ECDSA-AES256-GCM-SHA384:DHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-SHA256:DHE-RSA-AES128-SHA256:' +
  'ECDHE-RSA-AES256-SHA384:DHE-RSA-AES256-SHA384:ECDHE-RSA-AES256-SHA256:DHE-RSA-AES256-SHA256:' +
  'HIGH:!aNULL:!eNULL:!EXPORT:!DES:!RC4:!MD5:!PSK:!SRP:!CAMELLIA';

const kVersions = { '__proto__': null, 'TLSv1': 0x301, 'TLSv1.1': 0x302, 'TLSv1.2': 0x303, 'TLSv1.3': 0x304 };

function ciphers() {
  return getOption('--tls-cipher-list') ?? kCiphers;
}

// The lowest of the options that are given, or the usual one.
function minVersion() {
  for (const version of ['1.0', '1.1', '1.2', '1.3']) {
    if (getOption(`--tls-min-v${version}`)) return nameOf(version);
  }
  return 'TLSv1.2';
}

function maxVersion() {
  for (const version of ['1.3', '1.2']) {
    if (getOption(`--tls-max-v${version}`)) return nameOf(version);
  }
  return 'TLSv1.3';
}

function nameOf(version) {
  return version === '1.0' ? 'TLSv1' : `TLSv${version}`;
}

function versionNumber(name, kind, fallback) {
  const number = kVersions[name ?? fallback];
  if (number === undefined) throw new codes.ERR_TLS_INVALID_PROTOCOL_VERSION(name ?? fallback, kind);
  return number;
}

// Scripts may set these; they are properties of the module `tls`.
const settings = {
  __proto__: null,
  ciphers: ciphers(),
  curve: 'auto',
  minVersion: minVersion(),
  maxVersion: maxVersion(),
};

let hasWarned = false;

// Whether certificates are to be checked that nothing is said about.
function rejectsUnauthorized() {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return true;
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to \'0\' makes TLS connections ' +
      'and HTTPS requests insecure by disabling certificate verification.');
  }
  return false;
}

module.exports = { rejectsUnauthorized, settings, versionNumber };
