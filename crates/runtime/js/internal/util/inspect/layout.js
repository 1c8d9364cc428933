// Puts the formatted entries of an object together: on one line, in columns, or a line each.
'use strict';

const { stripControlSequences } = require('internal/util/control_sequences');
const { getStringWidth } = require('internal/util/string_width');

// What the entries belong to.
const kObject = 0;
// An item of an array: has no name.
const kArray = 1;
// A named property of an array.
const kArrayExtras = 2;

// Counted for the braces of a line and what may follow it.
const lineOverhead = 10;

// `base` is what the object is shown as before its entries: a function, an error, a date.
function joinEntries(context, entries, base, braces, kind, depth, value) {
  if (context.compact === true) return joinTightly(context, entries, base, braces);
  const open = base === '' ? braces[0] : `${base} ${braces[0]}`;
  let parts = entries;
  if (context.compact >= 1) {
    if (kind === kArrayExtras && entries.length > mostInOneColumn) parts = arrange(context, entries, value);
    // An object that holds up to `compact` levels of others goes on one line, if it is short.
    if (parts.length === entries.length && context.currentDepth - depth < context.compact && !base.includes('\n')) {
      const room = context.breakLength - context.indentationLvl - braces[0].length - base.length - lineOverhead;
      const line = onOneLine(context, parts, room - 2 * parts.length);
      if (line !== undefined && !line.includes('\n')) return `${open} ${line} ${braces[1]}`;
    }
  }
  const lineStart = newLine(context);
  return `${open}${lineStart}  ${concatenate(parts, `,${lineStart}  `)}${lineStart}${braces[1]}`;
}

// The braces stay with the first and the last entry.
function joinTightly(context, entries, base, braces) {
  const open = base === '' ? braces[0] : `${braces[0]} ${base}`;
  if (!base.includes('\n')) {
    const line = onOneLine(context, entries, context.breakLength - entries.length);
    // Lines that may be endless are still not put together with texts of several lines.
    if (line !== undefined && (context.breakLength !== Infinity || !line.includes('\n'))) {
      return `${open} ${line} ${braces[1]}`;
    }
  }
  const lineStart = newLine(context);
  // Only a bare brace has its first entry beside it.
  const gap = open.length === 1 ? ' ' : `${lineStart}  `;
  return `${open}${gap}${concatenate(entries, `,${lineStart}  `)} ${braces[1]}`;
}

function newLine(context) {
  return context.indentationLvl === 0 ? '\n' : `\n${' '.repeat(context.indentationLvl)}`;
}

// The entries side by side; undefined if they have more than `room` characters. Each counts as one at least.
function onOneLine(context, entries, room) {
  if (entries.length > room) return undefined;
  let left = room;
  for (let i = 0; i < entries.length && left >= 0; i++) {
    left -= context.colors ? stripControlSequences(entries[i]).length : entries[i].length;
  }
  return left < 0 ? undefined : entries.join(', ');
}

// Unlike Array.prototype.join() this does not copy the texts, which hold all that is inside of them.
function concatenate(entries, separator) {
  if (entries.length === 0) return '';
  let text = entries[0];
  for (let i = 1; i < entries.length; i++) text += separator + entries[i];
  return text;
}

// More items than these are worth columns.
const mostInOneColumn = 6;
const mostColumns = 15;
const columnsPerLevel = 4;
const separatorWidth = 2;
// A character is so much higher than it is wide.
const characterHeight = 2.5;

// Arranges short items in columns; returns the rows, or `entries` itself where they do not suit.
function arrange(context, entries, value) {
  // The last entry may say how many items are left out: it keeps a line of its own.
  const count = context.maxArrayLength < entries.length ? entries.length - 1 : entries.length;
  const widths = new Array(count);
  let widest = 0;
  let total = count * separatorWidth;
  for (let i = 0; i < count; i++) {
    widths[i] = getStringWidth(entries[i], context.colors);
    widest = Math.max(widest, widths[i]);
    total += widths[i];
  }
  const cell = widest + separatorWidth;
  const width = context.breakLength - context.indentationLvl;
  // Three columns must fit, and the items should not differ too much, unless all are tiny.
  const suits = width > 3 * cell && (widest <= 6 || total > 5 * cell);
  if (!suits) return entries;
  const columns = Math.min(
    squareColumns(count, cell, total / entries.length), Math.floor(width / cell),
    context.compact * columnsPerLevel, mostColumns);
  if (columns <= 1) return entries;
  const rows = makeRows(entries, widths, columns, areNumbers(value, entries.length));
  for (let i = count; i < entries.length; i++) rows.push(entries[i]);
  return rows;
}

// How many columns make a block that looks about as wide as it is high. Where widths differ much, most cells are
// narrower than the widest.
function squareColumns(count, cell, averageCell) {
  const usual = Math.max(cell - 3 - Math.sqrt(cell - averageCell), 1);
  return Math.round(Math.sqrt(characterHeight * usual * count) / usual);
}

// Numbers are aligned to the right, everything else to the left.
function areNumbers(value, length) {
  for (let i = 0; value !== undefined && i < length; i++) {
    if (typeof value[i] !== 'number' && typeof value[i] !== 'bigint') return false;
  }
  return true;
}

function makeRows(entries, widths, columns, alignRight) {
  const columnWidths = new Array(columns).fill(0);
  for (let i = 0; i < widths.length; i++) {
    columnWidths[i % columns] = Math.max(columnWidths[i % columns], widths[i]);
  }
  const rows = [];
  let row = '';
  for (let i = 0; i < widths.length; i++) {
    const column = i % columns;
    const padding = ' '.repeat(columnWidths[column] - widths[i]);
    const isLast = column === columns - 1 || i === widths.length - 1;
    row += alignRight ? padding + entries[i] : entries[i];
    if (!isLast) {
      row += alignRight ? ', ' : `, ${padding}`;
      continue;
    }
    rows.push(row);
    row = '';
  }
  return rows;
}

module.exports = { kObject, kArray, kArrayExtras, joinEntries };
