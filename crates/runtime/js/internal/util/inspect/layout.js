// Puts the formatted entries of an object together: on one line, in columns, or a line each.
'use strict';

const { getStringWidth, stripControlSequences } = require('internal/util/string_width');

// What the entries belong to.
const kObject = 0;
// An item of an array: has no name.
const kArray = 1;
// A named property of an array.
const kArrayExtras = 2;

const separatorWidth = 2;

function lengthOf(text, context) {
  return context.colors ? stripControlSequences(text).length : text.length;
}

// Unlike Array.prototype.join() this does not copy the texts, which hold all that is inside of them.
function concatenate(entries, separator) {
  if (entries.length === 0) return '';
  let text = entries[0];
  for (let i = 1; i < entries.length; i++) text += separator + entries[i];
  return text;
}

function fitsOnLine(context, entries, start, base) {
  // Each entry is followed by a comma and a space.
  let length = entries.length + start;
  if (length + entries.length > context.breakLength) return false;
  for (let i = 0; i < entries.length; i++) {
    length += lengthOf(entries[i], context);
    if (length > context.breakLength) return false;
  }
  return base === '' || !base.includes('\n');
}

// `base` is what the object is shown as before its entries: a function, an error, a date.
function joinEntries(context, entries, base, braces, kind, depth, value) {
  if (context.compact === true) return joinCompact(context, entries, base, braces);
  const head = base === '' ? braces[0] : `${base} ${braces[0]}`;
  if (typeof context.compact === 'number' && context.compact >= 1) {
    const count = entries.length;
    if (kind === kArrayExtras && count > 6) entries = groupInColumns(context, entries, value);
    // An object that holds up to `compact` levels of others goes on one line, if it is short.
    if (context.currentDepth - depth < context.compact && count === entries.length) {
      const start = entries.length + context.indentationLvl + braces[0].length + base.length + 10;
      if (fitsOnLine(context, entries, start, base)) {
        const joined = entries.join(', ');
        if (!joined.includes('\n')) return `${head} ${joined} ${braces[1]}`;
      }
    }
  }
  const newLine = `\n${' '.repeat(context.indentationLvl)}`;
  return `${head}${newLine}  ${concatenate(entries, `,${newLine}  `)}${newLine}${braces[1]}`;
}

function joinCompact(context, entries, base, braces) {
  const head = base === '' ? braces[0] : `${braces[0]} ${base}`;
  if (fitsOnLine(context, entries, 0, base)) {
    const joined = entries.join(', ');
    // Lines that may be endless are still not put together with texts of several lines.
    if (context.breakLength !== Infinity || !joined.includes('\n')) return `${head} ${joined} ${braces[1]}`;
  }
  const newLine = `\n${' '.repeat(context.indentationLvl)}`;
  // Only a bare brace has its first entry beside it.
  const gap = base === '' && braces[0].length === 1 ? ' ' : `${newLine}  `;
  return `${head}${gap}${concatenate(entries, `,${newLine}  `)} ${braces[1]}`;
}

// Arranges more than six short items in columns; returns the lines, or `entries` itself.
function groupInColumns(context, entries, value) {
  // The last entry may say how many items are left out: it keeps a line of its own.
  const isCut = context.maxArrayLength < entries.length;
  const count = isCut ? entries.length - 1 : entries.length;
  const widths = new Array(count);
  let total = 0;
  let widest = 0;
  for (let i = 0; i < count; i++) {
    const width = getStringWidth(entries[i], context.colors);
    widths[i] = width;
    total += width + separatorWidth;
    if (width > widest) widest = width;
  }
  const cell = widest + separatorWidth;
  // At least three columns must fit, and the items should not differ too much, unless all are tiny.
  if (cell * 3 + context.indentationLvl >= context.breakLength ||
      (total / cell <= 5 && widest > 6)) {
    return entries;
  }
  const columns = columnCount(context, count, cell, total / entries.length);
  if (columns <= 1) return entries;
  const lines = layOut(entries, widths, count, columns, isNumeric(value, entries.length));
  if (isCut) lines.push(entries[count]);
  return lines;
}

// Aims at a block that looks about as wide as it is high, a character being 2.5 times higher.
function columnCount(context, count, cell, averageCell) {
  const bias = Math.sqrt(cell - averageCell);
  const biasedCell = Math.max(cell - 3 - bias, 1);
  return Math.min(
    Math.round(Math.sqrt(2.5 * biasedCell * count) / biasedCell),
    Math.floor((context.breakLength - context.indentationLvl) / cell),
    context.compact * 4,
    15,
  );
}

// Numbers are aligned to the right, everything else to the left.
function isNumeric(value, length) {
  if (value === undefined) return true;
  for (let i = 0; i < length; i++) {
    const type = typeof value[i];
    if (type !== 'number' && type !== 'bigint') return false;
  }
  return true;
}

function layOut(entries, widths, count, columns, alignRight) {
  const columnWidths = [];
  for (let column = 0; column < columns; column++) {
    let width = 0;
    for (let i = column; i < count; i += columns) {
      if (widths[i] > width) width = widths[i];
    }
    columnWidths.push(width);
  }
  const lines = [];
  for (let first = 0; first < count; first += columns) {
    const last = Math.min(first + columns, count) - 1;
    let line = '';
    for (let i = first; i <= last; i++) {
      const padding = ' '.repeat(columnWidths[i - first] - widths[i]);
      if (alignRight) line += padding + entries[i];
      else line += entries[i];
      if (i !== last) line += alignRight ? ', ' : `, ${padding}`;
    }
    lines.push(line);
  }
  return lines;
}

module.exports = { kObject, kArray, kArrayExtras, joinEntries };
