// Editing the line of an Interface on a terminal: text and cursor, what was killed, what can be undone, and how it is
// all shown.
'use strict';

const { clearScreenDown, cursorTo, moveCursor } = require('internal/readline/callbacks');
const { lengthAt, lengthBefore, measure, nextWord, wordStart } = require('internal/readline/layout');
const { perform } = require('internal/readline/perform');

const killLimit = 32;
const undoLimit = 2048;
const lineEnd = /\r\n|[\n\r\u2028\u2029]/;

// The interface has `line` and `cursor`, which scripts may set, and is asked to do what scripts may have replaced.
class LineEditor {
  #reader;
  // How many rows the cursor is below the first row of the prompt.
  #rowsAbove = 0;
  #killed = [];
  #killedIndex = 0;
  #isYanking = false;
  #undo = [];
  #redo = [];

  constructor(reader) {
    this.#reader = reader;
  }

  // --- what is shown ---

  measure(text) {
    const { columns, tabSize } = this.#reader;
    return measure(text, columns, tabSize);
  }

  position() {
    const reader = this.#reader;
    return this.measure(reader.getPrompt() + reader.line.slice(0, reader.cursor));
  }

  // What is written, and in which pieces, is what the script's output stream sees.
  refresh() {
    const reader = this.#reader;
    const { output } = reader;
    const text = reader.getPrompt() + reader.line;
    const textEnd = this.measure(text);
    const cursor = this.position();
    if (this.#rowsAbove > 0) moveCursor(output, 0, -this.#rowsAbove);
    cursorTo(output, 0);
    clearScreenDown(output);
    perform(reader, 'writeToOutput', text);
    // A terminal begins the next row only when something is in it.
    if (textEnd.cols === 0) perform(reader, 'writeToOutput', ' ');
    cursorTo(output, cursor.cols);
    if (textEnd.rows > cursor.rows) moveCursor(output, 0, cursor.rows - textEnd.rows);
    this.#rowsAbove = cursor.rows;
  }

  // The row was left: what comes is on a new one.
  beginRow() {
    this.#rowsAbove = 0;
  }

  clearScreen() {
    cursorTo(this.#reader.output, 0, 0);
    clearScreenDown(this.#reader.output);
    perform(this.#reader, 'refreshLine');
  }

  // Leaves the line as it is on the screen, and begins an empty one.
  leaveLine() {
    const reader = this.#reader;
    this.moveBy(Infinity);
    perform(reader, 'writeToOutput', '\r\n');
    reader.line = '';
    reader.cursor = 0;
    this.beginRow();
  }

  // --- moving ---

  moveBy(count) {
    const reader = this.#reader;
    if (count === 0) return;
    const before = this.position();
    reader.cursor = Math.max(0, Math.min(reader.cursor + count, reader.line.length));
    const after = this.position();
    if (before.rows === after.rows) moveCursor(reader.output, after.cols - before.cols, 0);
    else perform(reader, 'refreshLine');
  }

  moveTo(index) {
    perform(this.#reader, 'moveCursor', index - this.#reader.cursor);
  }

  characterLeft() {
    const { line, cursor } = this.#reader;
    perform(this.#reader, 'moveCursor', -lengthBefore(line, cursor));
  }

  characterRight() {
    const { line, cursor } = this.#reader;
    perform(this.#reader, 'moveCursor', lengthAt(line, cursor));
  }

  wordLeft() {
    const { line, cursor } = this.#reader;
    if (cursor > 0) this.moveTo(wordStart(line, cursor));
  }

  wordRight() {
    const { line, cursor } = this.#reader;
    if (cursor < line.length) this.moveTo(nextWord(line, cursor, false));
  }

  // --- changing ---

  insert(text) {
    const reader = this.#reader;
    const { line, cursor } = reader;
    this.#remember();
    const isAtEnd = cursor >= line.length;
    const row = this.position().rows;
    reader.line = line.slice(0, cursor) + text + line.slice(cursor);
    reader.cursor = cursor + text.length;
    // Amid a paste more comes before somebody looks; at the end the text can just be written, if it stays in its row.
    const isJustWritten = !reader.isCompletionEnabled || (isAtEnd && row >= this.position().rows);
    if (isJustWritten) perform(reader, 'writeToOutput', text);
    else perform(reader, 'refreshLine');
  }

  // Text that was pasted or written may have ends of lines.
  insertLines(text) {
    const reader = this.#reader;
    let rest = text;
    for (let found = lineEnd.exec(rest); found !== null; found = lineEnd.exec(rest)) {
      perform(reader, 'insertString', rest.slice(0, found.index));
      rest = rest.slice(found.index + found[0].length);
      perform(reader, 'line');
    }
    perform(reader, 'insertString', rest);
  }

  // Puts something else in a part of the line; the cursor goes behind it.
  replace(start, end, text) {
    const reader = this.#reader;
    reader.line = reader.line.slice(0, start) + text + reader.line.slice(end);
    reader.cursor = start + text.length;
    perform(reader, 'refreshLine');
  }

  // Puts another line in place of all.
  replaceAll(line) {
    this.#remember();
    this.replace(0, this.#reader.line.length, line);
  }

  #remove(start, end) {
    if (start === end) return;
    this.#remember();
    this.replace(start, end, '');
  }

  removeLeft() {
    const { line, cursor } = this.#reader;
    this.#remove(cursor - lengthBefore(line, cursor), cursor);
  }

  removeRight() {
    const { line, cursor } = this.#reader;
    if (cursor < line.length) this.#remove(cursor, cursor + lengthAt(line, cursor));
  }

  removeWordLeft() {
    const { line, cursor } = this.#reader;
    this.#remove(wordStart(line, cursor), cursor);
  }

  removeWordRight() {
    const { line, cursor } = this.#reader;
    this.#remove(cursor, nextWord(line, cursor, true));
  }

  removeLineLeft() {
    const { line, cursor } = this.#reader;
    this.#remember();
    this.#kill(line.slice(0, cursor));
    this.replace(0, cursor, '');
  }

  removeLineRight() {
    const { line, cursor } = this.#reader;
    this.#remember();
    this.#kill(line.slice(cursor));
    this.replace(cursor, line.length, '');
  }

  // --- what was killed comes back ---

  #kill(text) {
    if (text === '' || text === this.#killed[0]) return;
    this.#killed.unshift(text);
    this.#killedIndex = 0;
    if (this.#killed.length > killLimit) this.#killed.pop();
  }

  yank() {
    if (this.#killed.length === 0) return;
    this.#isYanking = true;
    perform(this.#reader, 'insertString', this.#killed[this.#killedIndex]);
  }

  // In place of what was just yanked, what was killed before that.
  yankOlder() {
    if (!this.#isYanking || this.#killed.length < 2) return;
    const { cursor } = this.#reader;
    const { length } = this.#killed[this.#killedIndex];
    this.#killedIndex = (this.#killedIndex + 1) % this.#killed.length;
    this.replace(cursor - length, cursor, this.#killed[this.#killedIndex]);
  }

  endYank() {
    this.#isYanking = false;
  }

  // --- undoing ---

  // What was undone stays, as in Node: a redo after other changes brings it back.
  #remember() {
    this.#undo.push(this.#snapshot());
    if (this.#undo.length > undoLimit) this.#undo.shift();
  }

  #snapshot() {
    const { line, cursor } = this.#reader;
    return { line, cursor };
  }

  undo() {
    this.#restore(this.#undo, this.#redo);
  }

  redo() {
    this.#restore(this.#redo, this.#undo);
  }

  #restore(from, to) {
    if (from.length === 0) return;
    to.push(this.#snapshot());
    const { line, cursor } = from.pop();
    this.#reader.line = line;
    this.#reader.cursor = cursor;
    perform(this.#reader, 'refreshLine');
  }

  forgetChanges() {
    this.#undo = [];
    this.#redo = [];
  }
}

module.exports = { LineEditor };
