// punycode: names of hosts in ASCII (RFC 3492).
'use strict';

const kBase = 36;
const kSmallest = 1;
const kLargest = 26;
const kSkew = 38;
const kDamp = 700;
const kFirstBias = 72;
const kFirstPoint = 0x80;
const kLimit = 0x7fffffff;
const kDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

// Packages may go on as they are; programs are told.
if (!require('internal/called_from_package').isCalledFromPackage()) {
  process.emitWarning(
    'The `punycode` module is deprecated. Please use a userland alternative instead.', 'DeprecationWarning', 'DEP0040');
}

function invalid() {
  return new RangeError('Invalid input');
}

function overflow() {
  return new RangeError('Overflow: input needs wider integers to process');
}

// Where a digit stops being followed by others, for the place it has.
function threshold(place, bias) {
  return Math.min(kLargest, Math.max(kSmallest, place - bias));
}

function adapt(delta, count, isFirst) {
  let rest = isFirst ? Math.floor(delta / kDamp) : delta >> 1;
  rest += Math.floor(rest / count);
  let bias = 0;
  while (rest > ((kBase - kSmallest) * kLargest) >> 1) {
    rest = Math.floor(rest / (kBase - kSmallest));
    bias += kBase;
  }
  return bias + Math.floor((kBase - kSmallest + 1) * rest / (rest + kSkew));
}

function digitValue(unit) {
  const value = unit === undefined ? -1 : kDigits.indexOf(unit.toLowerCase());
  if (value === -1) throw invalid();
  return value;
}

function ucs2decode(string) {
  const points = [];
  for (let i = 0; i < string.length; i++) {
    const point = string.codePointAt(i);
    points.push(point);
    if (point > 0xffff) i++;
  }
  return points;
}

function ucs2encode(points) {
  return String.fromCodePoint(...points);
}

// Reads the number that begins at `at`: by how much the state moves on, and where the next begins.
function readNumber(input, at, bias) {
  let number = 0;
  let weight = 1;
  for (let place = kBase; ; place += kBase) {
    const digit = digitValue(input[at++]);
    number += digit * weight;
    if (number > kLimit) throw overflow();
    const limit = threshold(place, bias);
    if (digit < limit) return { number, next: at };
    weight *= kBase - limit;
    if (weight > kLimit) throw overflow();
  }
}

function decode(input) {
  const plainEnd = Math.max(0, input.lastIndexOf('-'));
  const output = ucs2decode(input.slice(0, plainEnd));
  if (output.some((point) => point >= kFirstPoint)) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
  let point = kFirstPoint;
  let place = 0;
  let bias = kFirstBias;
  let at = plainEnd > 0 ? plainEnd + 1 : 0;
  while (at < input.length) {
    const before = place;
    const { number, next } = readNumber(input, at, bias);
    at = next;
    place += number;
    const count = output.length + 1;
    bias = adapt(place - before, count, before === 0);
    point += Math.floor(place / count);
    place %= count;
    if (point > 0x10ffff) throw overflow();
    output.splice(place, 0, point);
    place++;
  }
  return ucs2encode(output);
}

function writeNumber(number, bias) {
  let text = '';
  for (let place = kBase; ; place += kBase) {
    const limit = threshold(place, bias);
    if (number < limit) return text + kDigits[number];
    const rest = kBase - limit;
    text += kDigits[limit + (number - limit) % rest];
    number = Math.floor((number - limit) / rest);
  }
}

function encode(input) {
  const points = ucs2decode(input);
  const plain = points.filter((point) => point < kFirstPoint);
  let output = ucs2encode(plain);
  let done = plain.length;
  if (done > 0) output += '-';
  let current = kFirstPoint;
  let delta = 0;
  let bias = kFirstBias;
  while (done < points.length) {
    const next = points.reduce((least, point) => (point >= current && point < least ? point : least), kLimit);
    delta += (next - current) * (done + 1);
    if (delta > kLimit) throw overflow();
    for (const point of points) {
      if (point < next) delta++;
      if (point !== next) continue;
      output += writeNumber(delta, bias);
      bias = adapt(delta, done + 1, done === plain.length);
      delta = 0;
      done++;
    }
    delta++;
    current = next + 1;
  }
  return output;
}

// Of an address, what stands before the last `@` is no name of a host.
function mapLabels(domain, change) {
  const { 0: first, 1: second } = domain.split('@');
  const host = second === undefined ? first : second;
  const labels = host.replace(/[\u3002\uff0e\uff61]/g, '.').split('.');
  return (second === undefined ? '' : `${first}@`) + labels.map(change).join('.');
}

function toUnicode(input) {
  return mapLabels(input, (label) => (label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label));
}

function toASCII(input) {
  return mapLabels(input, (label) => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label));
}

module.exports = {
  version: '2.1.0',
  ucs2: { decode: ucs2decode, encode: ucs2encode },
  decode,
  encode,
  toASCII,
  toUnicode,
};
