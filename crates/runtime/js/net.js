// net: the address checks are there, sockets and servers are not yet.
'use strict';

const { functions, classes } = require('internal/unimplemented');
const { validateBoolean, validateInt32 } = require('internal/validators');

const kOctet = '(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])';
const ipv4 = new RegExp(`^(?:${kOctet}\\.){3}${kOctet}$`);
const group = /^[0-9a-fA-F]{1,4}$/;

function isIPv4(input) {
  return ipv4.test(`${input}`);
}

// Eight groups, of which the last two may be written as an IPv4 address and one run of groups that
// are zero as '::'; then, perhaps, a zone.
function isIPv6(input) {
  const [address, zone] = splitZone(`${input}`);
  if (zone !== undefined && !/^[0-9a-zA-Z\-.:]+$/.test(zone)) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  let count = 0;
  for (let i = 0; i < halves.length; i++) {
    const groups = countGroups(halves[i], i === halves.length - 1);
    if (groups === -1) return false;
    count += groups;
  }
  return halves.length === 2 ? count < 8 : count === 8;
}

function splitZone(text) {
  const percent = text.indexOf('%');
  return percent === -1 ? [text] : [text.slice(0, percent), text.slice(percent + 1)];
}

// The number of groups in part of an address; -1 if it is none.
function countGroups(text, mayEndInIPv4) {
  if (text === '') return 0;
  const parts = text.split(':');
  let count = parts.length;
  if (mayEndInIPv4 && isIPv4(parts.at(-1))) {
    parts.pop();
    count++;
  }
  return parts.every((part) => group.test(part)) ? count : -1;
}

function isIP(input) {
  if (isIPv4(input)) return 4;
  return isIPv6(input) ? 6 : 0;
}

// Settings for the sockets to come.
let autoSelectFamily = true;
let attemptTimeout = 500;
const kShortestAttempt = 10;

function getDefaultAutoSelectFamily() {
  return autoSelectFamily;
}

function setDefaultAutoSelectFamily(value) {
  validateBoolean(value, 'value');
  autoSelectFamily = value;
}

function getDefaultAutoSelectFamilyAttemptTimeout() {
  return attemptTimeout;
}

function setDefaultAutoSelectFamilyAttemptTimeout(value) {
  validateInt32(value, 'value', 1);
  attemptTimeout = Math.max(value, kShortestAttempt);
}

module.exports = {
  ...classes('net', ['BlockList', 'SocketAddress', 'Server', 'Socket', 'Stream']),
  ...functions('net', ['connect', 'createConnection', 'createServer']),
  getDefaultAutoSelectFamily,
  setDefaultAutoSelectFamily,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
  isIP,
  isIPv4,
  isIPv6,
};
