// The reporter `lcov`: coverage as lcov writes it.
'use strict';

const path = require('path');
const { Transform } = require('stream');

class LcovReporter extends Transform {
  constructor(options = undefined) {
    super({ ...options, writableObjectMode: true, __proto__: null });
  }

  _transform({ type, data }, encoding, callback) {
    if (type !== 'test:coverage') {
      callback(null);
      return;
    }
    const { files, workingDirectory } = data.summary;
    callback(null, `TN:\n${files.map((file) => showFile(file, workingDirectory)).join('')}`);
  }
}

function showFile(file, folder) {
  const { branches, functions, lines } = file;
  const names = functions.map(({ name }, i) => (name === '' ? `anonymous_${i}` : name));
  const records = [`SF:${path.relative(folder, file.path)}`];
  functions.forEach(({ line }, i) => records.push(`FN:${line},${names[i]}`));
  functions.forEach(({ count }, i) => records.push(`FNDA:${count},${names[i]}`));
  records.push(`FNF:${file.totalFunctionCount}`, `FNH:${file.coveredFunctionCount}`);
  branches.forEach(({ line, count }, i) => records.push(`BRDA:${line},${i},0,${count}`));
  records.push(`BRF:${file.totalBranchCount}`, `BRH:${file.coveredBranchCount}`);
  const inOrder = lines.toSorted((a, b) => a.line - b.line);
  for (const { line, count } of inOrder) records.push(`DA:${line},${count}`);
  records.push(`LH:${file.coveredLineCount}`, `LF:${file.totalLineCount}`, 'end_of_record');
  return `${records.join('\n')}\n`;
}

module.exports = { LcovReporter };
