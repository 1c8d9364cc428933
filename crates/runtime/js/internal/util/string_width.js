// How many columns of a terminal a text takes.
'use strict';

const { stripControlSequences } = require('internal/util/control_sequences');

// Characters that are two columns wide: East Asian wide and full-width ones, and emoji.
const wide = new RegExp(
  '[\\u1100-\\u115f\\u2329\\u232a\\u2630-\\u2637\\u268a-\\u268f\\u2e80-\\u303e\\u3041-\\u3247' +
  '\\u3250-\\ua4c6\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b' +
  '\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{16ff6}\\u{17000}-\\u{18df2}\\u{1aff0}-\\u{1b2fb}' +
  '\\u{1d300}-\\u{1d376}\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}\\p{Emoji_Presentation}]', 'u');

// Characters that take no room: control, format and combining ones (but a soft hyphen shows).
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;
const softHyphen = '\u00ad';

function getStringWidth(text, removeControlSequences = true) {
  const shown = removeControlSequences ? stripControlSequences(text) : text;
  const end = asciiEnd(shown);
  const width = end - controlCount(shown, end);
  return end === shown.length ? width : width + unicodeWidth(shown.slice(end).normalize('NFC'));
}

// How far a text has one column for each character, but for control characters.
function asciiEnd(text) {
  let end = 0;
  while (end < text.length && text.charCodeAt(end) < 127) end++;
  return end;
}

function controlCount(text, end) {
  let count = 0;
  for (let i = 0; i < end; i++) {
    if (text.charCodeAt(i) < 32) count++;
  }
  return count;
}

function unicodeWidth(text) {
  let width = 0;
  for (const character of text) {
    if (wide.test(character)) width += 2;
    else if (character === softHyphen || !zeroWidth.test(character)) width++;
  }
  return width;
}

module.exports = { getStringWidth };
