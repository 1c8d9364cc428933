// Texts without the sequences that control a terminal.
'use strict';

const bell = 0x07;
const escape = 0x1b;
const csi = 0x9b;
const stringEnd = 0x9c;

// What an ASCII character can be in a sequence, a bit each.
const opens = 1;
const separates = 2;
const isDigit = 4;
const ends = 8;
const roles = new Uint8Array(128);
for (const [bit, characters] of [
  [opens, '[]()#;?'],
  [separates, ';:'],
  [isDigit, '0123456789'],
  [ends, '0123456789ABCDEFGHIJKLMNOPRSTZcfghijklmnqrstuy=><~'],
]) {
  for (let i = 0; i < characters.length; i++) roles[characters.charCodeAt(i)] |= bit;
}

function has(text, position, bit) {
  const code = text.charCodeAt(position);
  return code < 128 && (roles[code] & bit) !== 0;
}

const longestNumber = 4;

// Where the numbers that begin at `start` end: '1;22:333'.
function numbersEnd(text, start) {
  let end = start;
  for (let digits = 0; end < text.length; end++) {
    if (digits < longestNumber && has(text, end, isDigit)) digits++;
    else if (end > start && has(text, end, separates)) digits = 0;
    else break;
  }
  return end;
}

// Where a sequence of colours, cursors and the like ends; -1 if there is none at `start`.
function sequenceEnd(text, start) {
  let first = start + 1;
  while (has(text, first, opens)) first++;
  // The last character may be a digit: then it is none of the numbers'.
  for (let last = numbersEnd(text, first); last >= first; last--) {
    if (has(text, last, ends)) return last + 1;
  }
  return -1;
}

// Where the text of a link or a title, which begins before `start`, ends; -1 if it does not.
function linkEnd(text, start) {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === bell || code === stringEnd) return i + 1;
    if (code === escape && text[i + 1] === '\\') return i + 2;
  }
  return -1;
}

function stripControlSequences(text) {
  let result = '';
  let copied = 0;
  // Once a link has no end, none after it has.
  let mayBeLink = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code !== escape && code !== csi) continue;
    let end = -1;
    if (mayBeLink && code === escape && text[i + 1] === ']') {
      end = linkEnd(text, i + 2);
      mayBeLink = end !== -1;
    }
    if (end === -1) end = sequenceEnd(text, i);
    if (end === -1) continue;
    result += text.slice(copied, i);
    copied = end;
    i = end - 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

module.exports = { stripControlSequences };
