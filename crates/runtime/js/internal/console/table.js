// console.table(): rows and columns in boxes.
'use strict';

const { previewEntries } = binding('util');
const types = require('internal/util/types');
const { inspect } = require('internal/util/inspect');
const { getStringWidth } = require('internal/util/string_width');

const kIndex = '(index)';
const kIterationIndex = '(iteration index)';
const kKey = 'Key';
const kValues = 'Values';

function renderTable(data, properties, inspectOptions) {
  if (properties !== undefined) require('internal/validators').validateArray(properties, 'properties');
  const show = (value) => inspect(value, {
    // An object with more than a few properties would take too much room.
    depth: isLarge(value) ? -1 : 0,
    maxArrayLength: 3,
    breakLength: Infinity,
    ...inspectOptions,
  });
  const [header, columns] = entryColumns(data, show) ?? objectColumns(data, properties, show);
  return drawTable(header, columns);
}

function isLarge(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) &&
    Object.keys(value).length > 2;
}

// Columns for maps, sets and their iterators; undefined for other objects.
function entryColumns(data, show) {
  const isIterator = types.isMapIterator(data) || types.isSetIterator(data);
  const [items, isKeyed] = isIterator || types.isMap(data) || types.isSet(data) ?
    previewEntries(data) : [undefined, false];
  if (items === undefined) return undefined;
  if (!isKeyed || types.isSetIterator(data)) {
    const values = items.map(show);
    return [[kIterationIndex, kValues], [indices(values.length, show), values]];
  }
  const keys = [];
  const values = [];
  for (let i = 0; i < items.length; i += 2) {
    keys.push(show(items[i]));
    values.push(show(items[i + 1]));
  }
  return [[kIterationIndex, kKey, kValues], [indices(keys.length, show), keys, values]];
}

function indices(length, show) {
  return Array.from({ length }, (_, index) => show(index));
}

// A row for each property: its object's properties are columns, a primitive is in the last one.
function objectColumns(data, properties, show) {
  const rows = Object.keys(data);
  const columns = { __proto__: null };
  const primitives = [];
  let hasPrimitives = false;
  rows.forEach((row, index) => {
    const item = data[row];
    const isPrimitive = item === null || (typeof item !== 'object' && typeof item !== 'function');
    if (isPrimitive && properties === undefined) {
      hasPrimitives = true;
      primitives[index] = show(item);
      return;
    }
    for (const key of properties ?? Object.keys(item)) {
      columns[key] ??= [];
      columns[key][index] = !isPrimitive && Object.hasOwn(item, key) ? show(item[key]) : '';
    }
  });
  const names = Object.keys(columns);
  const cells = Object.values(columns);
  if (hasPrimitives) {
    names.push(kValues);
    cells.push(primitives);
  }
  return [[kIndex, ...names], [rows, ...cells]];
}

function drawTable(header, columns) {
  const height = Math.max(...columns.map((column) => column.length));
  const widths = header.map((name, index) => {
    let width = getStringWidth(name);
    for (const cell of columns[index]) width = Math.max(width, getStringWidth(cell ?? ''));
    return width + 2;
  });
  const lines = widths.map((width) => '─'.repeat(width));
  let text = `┌${lines.join('┬')}┐\n${drawRow(header, widths)}\n├${lines.join('┼')}┤\n`;
  for (let row = 0; row < height; row++) {
    text += `${drawRow(columns.map((column) => column[row] ?? ''), widths)}\n`;
  }
  return `${text}└${lines.join('┴')}┘`;
}

function drawRow(cells, widths) {
  const padded = cells.map((cell, index) => {
    return ` ${cell}${' '.repeat(widths[index] - getStringWidth(cell) - 1)}`;
  });
  return `│${padded.join('│')}│`;
}

module.exports = { renderTable };
