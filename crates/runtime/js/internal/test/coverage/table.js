// Coverage as a table for people.
'use strict';

const path = require('path');

const kColumns = [
  { title: 'line %', property: 'coveredLinePercent' },
  { title: 'branch %', property: 'coveredBranchPercent' },
  { title: 'funcs %', property: 'coveredFunctionPercent' },
];
const kUncovered = 'uncovered lines';
const kSeparator = ' | ';
// What is this good is green, what is less good than the second is red.
const kGood = 90;
const kFair = 50;

const kBlue = 34;
const kCodes = { __proto__: null, green: 32, yellow: 33, red: 31 };

// The lines of the table, each with `symbol` before it.
function showCoverage(summary, symbol, isColored) {
  const rows = rowsOf(summary);
  const widths = widthsOf(rows, symbol, isColored);
  const rule = '-'.repeat(widths.total);
  const lines = ['start of coverage report', rule];
  lines.push(showRow({ name: 'file', depth: 0, titles: true, uncovered: kUncovered }, widths, isColored));
  lines.push(rule);
  for (const row of rows) lines.push(showRow(row, widths, isColored));
  lines.push(rule);
  lines.push(showRow({ name: 'all files', depth: 0, counts: summary.totals, uncovered: '' }, widths, isColored));
  lines.push(rule, 'end of coverage report');
  const text = lines.map((line) => `${symbol}${line}\n`).join('');
  return isColored ? `\u001b[${kBlue}m${text}\u001b[39m` : text;
}

// A row for each folder and file, as a tree.
function rowsOf({ files, workingDirectory }) {
  const rows = [];
  let folders = [];
  for (const file of files) {
    const parts = path.relative(workingDirectory, file.path).split(path.sep);
    const name = parts.pop();
    let common = 0;
    while (common < parts.length && folders[common] === parts[common]) common++;
    for (let depth = common; depth < parts.length; depth++) rows.push({ name: parts[depth], depth, uncovered: '' });
    folders = parts;
    rows.push({ name, depth: parts.length, counts: file, isFile: true, uncovered: uncoveredLines(file.lines) });
  }
  return rows;
}

// `1-3 5`
function uncoveredLines(lines) {
  const parts = [];
  let first;
  let last;
  const end = () => {
    if (first !== undefined) parts.push(first === last ? `${first}` : `${first}-${last}`);
    first = undefined;
  };
  for (const { line, count } of lines) {
    if (count > 0) continue;
    if (first === undefined || line !== last + 1) {
      end();
      first = line;
    }
    last = line;
  }
  end();
  return parts.join(' ');
}

// How wide the columns are: the terminal may leave less than they want.
function widthsOf(rows, symbol, isColored) {
  const fixed = kColumns.reduce((sum, { title }) => sum + kSeparator.length + title.length, kSeparator.length);
  const depth = Math.max(0, ...rows.map((row) => row.depth));
  let name = Math.max('all files'.length, depth + Math.max(0, ...rows.map((row) => row.name.length)));
  let uncovered = Math.max(kUncovered.length, ...rows.map((row) => row.uncovered.length));
  if (isColored) name += 2;
  const { columns = Infinity } = process.stdout;
  const room = columns - symbol.length;
  if (name + fixed + uncovered + 1 > room) {
    name = Math.min(name, Math.floor(room / 2));
    uncovered = Math.max(1, room - 1 - name - fixed);
    return { name, uncovered, total: room };
  }
  return { name, uncovered, total: name + fixed + uncovered + 1 };
}

function showRow({ name, depth, counts, isFile, titles, uncovered }, widths, isColored) {
  const width = widths.name - depth;
  const shown = (name.length > width ? `\u2026${name.slice(1 - width)}` : name).padEnd(width);
  const mean = isFile ? kColumns.reduce((sum, { property }) => sum + counts[property], 0) / kColumns.length : 0;
  const cells = [' '.repeat(depth) + (isFile && isColored ? paint(shown, mean) : shown)];
  for (const { title, property } of kColumns) {
    const value = counts?.[property];
    const text = titles ? title : (value === undefined ? '' : value.toFixed(2)).padStart(title.length);
    cells.push(isColored ? paint(text, value ?? 0) : text);
  }
  const isCut = uncovered.length > widths.uncovered;
  cells.push(isCut ? `${uncovered.slice(0, widths.uncovered - 1)}\u2026` : uncovered);
  return cells.join(kSeparator);
}

function paint(text, percent) {
  const color = percent >= kGood ? 'green' : percent >= kFair ? 'yellow' : 'red';
  return `\u001b[${kCodes[color]}m${text}\u001b[${kBlue}m`;
}

module.exports = { showCoverage };
