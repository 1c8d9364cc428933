// Long numbers with their digits in groups of three.
'use strict';

const groupSize = 3;

// '1234567' to '1_234_567': the first group has what is left over.
function groupFromRight(text) {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = sign === '' ? text : text.slice(1);
  if (digits.length <= groupSize) return text;
  const first = digits.length % groupSize;
  const rest = groupFromLeft(digits.slice(first));
  return first === 0 ? sign + rest : `${sign}${digits.slice(0, first)}_${rest}`;
}

// '1234567' to '123_456_7'.
function groupFromLeft(digits) {
  if (digits.length <= groupSize) return digits;
  const groups = [];
  for (let start = 0; start < digits.length; start += groupSize) groups.push(digits.slice(start, start + groupSize));
  return groups.join('_');
}

module.exports = { groupFromLeft, groupFromRight };
