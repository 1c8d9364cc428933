// Whether a certificate is that of the server that was meant.
'use strict';

const { codes } = require('internal/errors');
const { isIP } = require('internal/net/ip');

// Names are compared without regard to case and a last dot; those that are not ASCII are compared as they are written
// in certificates.
function canonical(name) {
  const text = name.endsWith('.') ? name.slice(0, -1) : name;
  return require('url').domainToASCII(text) || text.toLowerCase();
}

function splitHost(name) {
  return canonical(name).split('.');
}

// Whether a name, in parts, fits a pattern that may have a `*` in its first part.
function fits(hostParts, pattern, allowsWildcard) {
  if (!pattern) return false;
  const patternParts = lowerParts(pattern);
  if (hostParts.length !== patternParts.length || patternParts.includes('')) return false;
  // Such letters would have to be written in ASCII.
  for (let i = 0; i < patternParts.length; i++) {
    if (/[^\u0021-\u007F]/.test(patternParts[i])) return false;
  }
  for (let i = hostParts.length - 1; i > 0; i--) {
    if (hostParts[i] !== patternParts[i]) return false;
  }
  const [first] = patternParts;
  const pieces = first.split('*');
  if (pieces.length === 1 || first.includes('xn--')) return hostParts[0] === first;
  if (!allowsWildcard || pieces.length > 2 || patternParts.length <= 2) return false;
  const [prefix, suffix] = pieces;
  return prefix.length + suffix.length <= hostParts[0].length &&
    hostParts[0].startsWith(prefix) && hostParts[0].endsWith(suffix);
}

function lowerParts(pattern) {
  const text = pattern.endsWith('.') ? pattern.slice(0, -1) : pattern;
  return text.toLowerCase().split('.');
}

// The entries of a list like `DNS:a.com, IP Address:1.2.3.4`, where names with odd characters are JSON strings.
function splitNames(text) {
  const entries = [];
  let at = 0;
  let entry = '';
  while (at < text.length) {
    if (text[at] === '"') {
      const end = endOfString(text, at);
      entry += parseString(text.slice(at, end));
      at = end;
    } else if (text.startsWith(', ', at)) {
      entries.push(entry);
      entry = '';
      at += 2;
    } else {
      entry += text[at];
      at++;
    }
  }
  entries.push(entry);
  return entries;
}

function endOfString(text, start) {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
}

function parseString(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new codes.ERR_TLS_CERT_ALTNAME_FORMAT();
  }
}

function namesOf(cert) {
  const names = { __proto__: null, dns: [], ip: [] };
  const { subjectaltname } = cert;
  if (!subjectaltname) return names;
  const entries = subjectaltname.includes('"') ? splitNames(subjectaltname) : subjectaltname.split(', ');
  for (const entry of entries) {
    if (entry.startsWith('DNS:')) names.dns.push(entry.slice(4));
    else if (entry.startsWith('IP Address:')) names.ip.push(canonicalIp(entry.slice(11)));
  }
  return names;
}

// The shortest form of an address, so that two can be compared; undefined for what is none.
function canonicalIp(address) {
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : undefined;
  const { SocketAddress } = require('internal/net/socket_address');
  return new SocketAddress({ address, family: 'ipv6' }).address;
}

function reasonAgainst(host, cert) {
  const { subject } = cert;
  const { dns, ip } = namesOf(cert);
  if (isIP(host)) {
    if (ip.includes(canonicalIp(host))) return undefined;
    return `IP: ${host} is not in the cert's list: ` + ip.join(', ');
  }
  if (dns.length === 0 && !subject?.CN) return 'Cert does not contain a DNS name';
  const parts = splitHost(host);
  if (dns.length > 0) {
    if (dns.some((name) => fits(parts, name, true))) return undefined;
    return `Host: ${host}. is not in the cert's altnames: ${cert.subjectaltname}`;
  }
  const { CN } = subject;
  const isFit = Array.isArray(CN) ? CN.some((name) => fits(parts, name, true)) : fits(parts, CN, true);
  return isFit ? undefined : `Host: ${host}. is not cert's CN: ${CN}`;
}

// What is wrong with a certificate of a server, or undefined.
function checkServerIdentity(hostname, cert) {
  const host = `${hostname}`;
  const reason = reasonAgainst(host.endsWith('.') ? host.slice(0, -1) : host, cert);
  return reason === undefined ? undefined : new codes.ERR_TLS_CERT_ALTNAME_INVALID(reason, host, cert);
}

module.exports = { checkServerIdentity };
