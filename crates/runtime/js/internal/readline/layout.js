// Where text goes on a terminal, and where its words and characters end.
'use strict';

const { getStringWidth } = require('internal/util/string_width');
const { stripControlSequences } = require('internal/util/control_sequences');

// Where the cursor is behind a text that begins at the left edge: { cols, rows }.
function measure(text, columns, tabSize) {
  let rows = 0;
  // Columns since the last line break, however often the terminal wraps them.
  let offset = 0;
  for (const character of stripControlSequences(text)) {
    if (character === '\n') {
      rows += Math.ceil(offset / columns) || 1;
      offset = 0;
    } else if (character === '\t') {
      offset += tabSize - (offset % tabSize);
    } else {
      const width = getStringWidth(character, false);
      // What is two columns wide does not fit into the last one.
      if (width === 2 && (offset + 1) % columns === 0) offset++;
      offset += width;
    }
  }
  const cols = offset % columns;
  return { cols, rows: rows + (offset - cols) / columns };
}

// How many units the character behind a place in a text has.
function lengthAt(text, index) {
  if (index >= text.length) return 1;
  return text.codePointAt(index) > 0xffff ? 2 : 1;
}

// The same for the character before it.
function lengthBefore(text, index) {
  if (index <= 0) return 0;
  return index > 1 && text.codePointAt(index - 2) > 0xffff ? 2 : 1;
}

const SPACE = 0;
const WORD = 1;
const OTHER = 2;

function kindOf(character) {
  if (/\s/.test(character)) return SPACE;
  return /\w/.test(character) ? WORD : OTHER;
}

// Where characters of the same kind end, going in a direction.
function skip(text, index, step, isMember) {
  const at = step < 0 ? -1 : 0;
  while (index + at >= 0 && index + at < text.length && isMember(kindOf(text[index + at]))) index += step;
  return index;
}

// Where the word to the left begins.
function wordStart(text, cursor) {
  const wordEnd = skip(text, cursor, -1, (kind) => kind === SPACE);
  if (wordEnd === 0) return 0;
  const sort = kindOf(text[wordEnd - 1]);
  return skip(text, wordEnd, -1, (kind) => kind === sort);
}

// Where the next word to the right begins. To delete, signs and spaces between words count as one.
function nextWord(text, cursor, toDelete) {
  if (cursor >= text.length) return text.length;
  const sort = kindOf(text[cursor]);
  const isMember = sort === OTHER && toDelete ? (kind) => kind !== WORD : (kind) => kind === sort;
  return skip(text, skip(text, cursor, 1, isMember), 1, (kind) => kind === SPACE);
}

module.exports = { lengthAt, lengthBefore, measure, nextWord, wordStart };
