// IP addresses as texts and as numbers. An address is four words of 32 bits; one of IPv4 is the last of them, behind
// those of ::ffff:0.0.0.0/96, which are what IPv6 calls the same address.
'use strict';

const kMappedWord = 0xffff;
const kDot = 46;
const kColon = 58;

function digitOf(code) {
  const digit = code - 48;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

function hexDigitOf(code) {
  const digit = digitOf(code);
  if (digit !== -1) return digit;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

// The number that the text is from `start` to `end` as an IPv4 address; -1 if it is none.
function readIPv4(text, start, end) {
  let number = 0;
  let octet = 0;
  let digits = 0;
  let dots = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const digit = digitOf(code);
    if (digit !== -1) {
      // No zero before other digits.
      if (digits > 0 && octet === 0) return -1;
      octet = octet * 10 + digit;
      digits++;
      if (octet > 255) return -1;
    } else if (code === kDot && digits > 0 && dots < 3) {
      number = number * 256 + octet;
      octet = digits = 0;
      dots++;
    } else {
      return -1;
    }
  }
  return dots === 3 && digits > 0 ? number * 256 + octet : -1;
}

// The eight groups of the IPv6 address that ends at `end`; null if it is none.
function readGroups(text, end) {
  const groups = [];
  // Where the zeros go that '::' stands for.
  let gap = -1;
  let i = 0;
  if (text.charCodeAt(0) === kColon) {
    if (text.charCodeAt(1) !== kColon) return null;
    gap = 0;
    i = 2;
  }
  while (i < end) {
    if (groups.length === 8) return null;
    const groupEnd = endOfGroup(text, i, end);
    if (groupEnd < end && text.charCodeAt(groupEnd) === kDot) {
      if (!addIPv4(groups, text, i, end)) return null;
      break;
    }
    if (groupEnd === i || groupEnd - i > 4) return null;
    groups.push(readHex(text, i, groupEnd));
    i = groupEnd;
    if (i === end) break;
    // Between groups is a colon, or two once; one is not the end.
    if (text.charCodeAt(i++) !== kColon || i === end) return null;
    if (text.charCodeAt(i) === kColon) {
      if (gap !== -1) return null;
      gap = groups.length;
      i++;
    }
  }
  return gap === -1 ? (groups.length === 8 ? groups : null) : filled(groups, gap);
}

function endOfGroup(text, start, end) {
  let i = start;
  while (i < end && hexDigitOf(text.charCodeAt(i)) !== -1) i++;
  return i;
}

function readHex(text, start, end) {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 16 + hexDigitOf(text.charCodeAt(i));
  return value;
}

// The last two groups can be written as IPv4.
function addIPv4(groups, text, start, end) {
  const number = groups.length <= 6 ? readIPv4(text, start, end) : -1;
  if (number === -1) return false;
  groups.push(Math.floor(number / 65536), number % 65536);
  return true;
}

function filled(groups, gap) {
  if (groups.length > 7) return null;
  const whole = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < gap; i++) whole[i] = groups[i];
  const shift = 8 - groups.length;
  for (let i = gap; i < groups.length; i++) whole[i + shift] = groups[i];
  return whole;
}

function isZone(text, start) {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 32;
    // Letters, digits, '-', '.' and ':'.
    if (!((letter >= 97 && letter <= 122) || (code >= 48 && code <= 58) || code === 45 || code === kDot)) return false;
  }
  return start < text.length;
}

function isIPv4Text(text) {
  // The shortest is 0.0.0.0, the longest 255.255.255.255.
  const { length } = text;
  return length >= 7 && length <= 15 && readIPv4(text, 0, length) !== -1;
}

function isIPv6Text(text) {
  if (text.length < 2) return false;
  const percent = text.indexOf('%');
  if (percent === -1) return readGroups(text, text.length) !== null;
  return isZone(text, percent + 1) && readGroups(text, percent) !== null;
}

function isIPv4(input) {
  return isIPv4Text(`${input}`);
}

function isIPv6(input) {
  return isIPv6Text(`${input}`);
}

function isIP(input) {
  const text = `${input}`;
  if (isIPv4Text(text)) return 4;
  return isIPv6Text(text) ? 6 : 0;
}

// The words of an address; null if the text is none of that family ('ipv4' or 'ipv6').
function parseAddress(text, family) {
  if (family === 'ipv4') {
    const number = readIPv4(text, 0, text.length);
    return number === -1 ? null : [0, 0, kMappedWord, number];
  }
  const percent = text.indexOf('%');
  const end = percent === -1 ? text.length : percent;
  const groups = end < 2 ? null : readGroups(text, end);
  if (groups === null) return null;
  const words = [0, 0, 0, 0];
  for (let i = 0; i < 4; i++) words[i] = groups[2 * i] * 65536 + groups[2 * i + 1];
  return words;
}

function isMapped(words) {
  return words[0] === 0 && words[1] === 0 && words[2] === kMappedWord;
}

// The usual text of an address, as the system writes it.
function formatAddress(words, family) {
  if (family === 'ipv4') return formatIPv4(words[3]);
  const groups = [];
  for (let i = 0; i < 4; i++) groups.push(words[i] >>> 16, words[i] & 0xffff);
  const gap = longestGap(groups);
  if (gap.start === 0 && (gap.length === 6 || (gap.length === 5 && groups[5] === 0xffff))) {
    return `${gap.length === 5 ? '::ffff:' : '::'}${formatIPv4(words[3])}`;
  }
  if (gap.length < 2) return joinGroups(groups, 0, 8);
  return `${joinGroups(groups, 0, gap.start)}::${joinGroups(groups, gap.start + gap.length, 8)}`;
}

function formatIPv4(number) {
  return `${number >>> 24}.${number >>> 16 & 255}.${number >>> 8 & 255}.${number & 255}`;
}

function joinGroups(groups, start, end) {
  let text = '';
  for (let i = start; i < end; i++) text += `${i === start ? '' : ':'}${groups[i].toString(16)}`;
  return text;
}

// The first of the longest runs of zeros.
function longestGap(groups) {
  const longest = { start: -1, length: 0 };
  let length = 0;
  for (let i = 0; i < 8; i++) {
    length = groups[i] === 0 ? length + 1 : 0;
    if (length > longest.length) {
      longest.length = length;
      longest.start = i - length + 1;
    }
  }
  return longest;
}

module.exports = { formatAddress, isIP, isIPv4, isIPv6, isMapped, parseAddress };
