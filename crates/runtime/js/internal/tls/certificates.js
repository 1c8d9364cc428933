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
  let current = first;
  let object = shown;
  for (;;) {
    if (current.checkIssued(current)) {
      object.issuerCertificate = object;
      return;
    }
    const next = takeIssuer(current, others) ?? trustedIssuer(connection, current);
    if (next === undefined) return;
    object.issuerCertificate = next.toLegacyObject();
    object = object.issuerCertificate;
    current = next;
  }
}

function takeIssuer(certificate, others) {
  const index = others.findIndex((other) => certificate.checkIssued(other));
  return index === -1 ? undefined : others.splice(index, 1)[0];
}

function trustedIssuer(connection, certificate) {
  const der = connection.trustedIssuer(certificate.raw);
  return der === undefined ? undefined : certificateOf(der);
}

module.exports = { certificateOf, peerCertificate };
