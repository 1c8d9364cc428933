// Certificates of the other side, as objects.
'use strict';

const { asBuffer } = require('internal/tls/native');

function certificateOf(der) {
  const { X509Certificate } = require('crypto');
  return new X509Certificate(asBuffer(der));
}

// The certificate of the other side as a plain object; with those of its issuers, each in `issuerCertificate` of the one
// before, if it is asked for. The last is its own issuer.
function peerCertificate(connection, isDetailed) {
  const chain = connection.peerCertificates();
  if (chain.length === 0) return {};
  const first = certificateOf(chain[0]);
  const shown = first.toLegacyObject();
  if (isDetailed) addIssuers(connection, first, shown, chain.slice(1).map(certificateOf));
  return shown;
}

function addIssuers(connection, first, shown, others) {
  let object = shown;
  const list = issuersOf(connection, first, others);
  for (const issuer of list) {
    object.issuerCertificate = issuer.toLegacyObject();
    object = object.issuerCertificate;
  }
  const last = list.at(-1) ?? first;
  if (last.checkIssued(last)) object.issuerCertificate = object;
}

// The certificates of issuers, one after the other, as far as they are known. None comes twice.
function issuersOf(connection, first, others) {
  const list = [];
  const seen = new Set([first.fingerprint256]);
  for (let current = first; !current.checkIssued(current);) {
    current = takeIssuer(current, others) ?? trustedIssuer(connection, current);
    if (current === undefined || seen.has(current.fingerprint256)) break;
    seen.add(current.fingerprint256);
    list.push(current);
  }
  return list;
}

function takeIssuer(certificate, others) {
  const index = others.findIndex((other) => certificate.checkIssued(other));
  return index === -1 ? undefined : others.splice(index, 1)[0];
}

function trustedIssuer(connection, certificate) {
  const der = connection.trustedIssuer(certificate.raw);
  return der === undefined ? undefined : certificateOf(der);
}

// The certificate of the other side, with those of its issuers.
function peerX509(connection) {
  const chain = connection.peerCertificates();
  if (chain.length === 0) return undefined;
  const { setIssuerCertificate } = require('internal/crypto/x509');
  const first = certificateOf(chain[0]);
  const others = chain.slice(1).map(certificateOf);
  let current = first;
  for (const issuer of issuersOf(connection, first, others)) {
    setIssuerCertificate(current, issuer);
    current = issuer;
  }
  return first;
}

module.exports = { certificateOf, peerCertificate, peerX509 };
