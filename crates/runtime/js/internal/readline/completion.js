// Completing the line on a terminal with what a completer knows.
'use strict';

const { getStringWidth } = require('internal/util/string_width');
const { kComplete, perform } = require('internal/readline/perform');

const gap = 2;

// What all texts begin with.
function commonPrefix(texts) {
  if (texts.length === 0) return '';
  let prefix = texts[0];
  for (const text of texts) {
    let length = 0;
    while (length < prefix.length && prefix[length] === text[length]) length++;
    prefix = prefix.slice(0, length);
  }
  return prefix;
}

// The choices in columns. An empty one ends a group.
function layOut(choices, columns) {
  const width = Math.max(...choices.map((choice) => getStringWidth(choice))) + gap;
  const perRow = columns === Infinity ? 1 : Math.max(1, Math.floor(columns / width));
  const groups = [[[]]];
  for (const choice of choices) {
    const rows = groups.at(-1);
    if (choice === '') groups.push([[]]);
    else if (rows.at(-1).length === perRow) rows.push([choice]);
    else rows.at(-1).push(choice);
  }
  const texts = groups.map((rows) => rows.map((row) => joinRow(row, width)).join('\r\n'));
  return `\r\n${texts.join('\r\n\r\n')}${texts.at(-1) === '' ? '' : '\r\n\r\n'}`;
}

function joinRow(row, width) {
  let text = '';
  for (let i = 0; i < row.length; i++) {
    text += i < row.length - 1 ? row[i] + ' '.repeat(width - getStringWidth(row[i])) : row[i];
  }
  return text;
}

// What a completer found: inserts what all choices have in common; if that is nothing new, shows them when asked twice.
function complete(reader, editor, found, isSecondTime) {
  const { 0: choices, 1: completed } = found;
  if (!choices || choices.length === 0) return;
  const prefix = commonPrefix(choices.filter((choice) => choice !== ''));
  if (prefix.startsWith(completed) && prefix.length > completed.length) {
    perform(reader, 'insertString', prefix.slice(completed.length));
  } else if (!completed.startsWith(prefix)) {
    // The choices are spelled in another way.
    editor.replace(reader.cursor - completed.length, reader.cursor, prefix);
  } else if (isSecondTime) {
    perform(reader, 'writeToOutput', layOut(choices, reader.columns));
    perform(reader, 'refreshLine');
  }
}

// Has the completer of an interface asked for what is left of the cursor. Nothing is read until it has answered.
function askCompleter(reader, editor, isSecondTime) {
  reader.pause();
  reader[kComplete](reader.line.slice(0, reader.cursor), (error, found) => {
    reader.resume();
    if (error) {
      const { inspect } = require('internal/util/inspect');
      perform(reader, 'writeToOutput', `Tab completion error: ${inspect(error)}`);
      return;
    }
    complete(reader, editor, found, isSecondTime);
  });
}

module.exports = { askCompleter };
