// What the coverage of files comes to: lines, branches and functions, of each and of all.
'use strict';

const fs = require('fs');
const path = require('path');
const { linesIn, linesOf } = require('internal/test/coverage/lines');
const { fileURLToPath } = require('internal/url');

const kKinds = ['Line', 'Branch', 'Function'];

function summarize(scripts, settings) {
  const { cwd, coverageThresholds: { line, branch, function: functions } } = settings;
  const isWanted = filterOf(settings);
  const files = [];
  for (const { url, functions: covered } of scripts) {
    if (!url.startsWith('file:')) continue;
    const file = fileURLToPath(url);
    if (!isWanted(file)) continue;
    const source = read(file);
    if (source !== undefined) files.push(summarizeFile(file, source, covered));
  }
  if (settings.coverageIncludeAll) addUntested(files, cwd, isWanted);
  files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const totals = {};
  for (const kind of kKinds) totals[`total${kind}Count`] = sum(files, `total${kind}Count`);
  for (const kind of kKinds) totals[`covered${kind}Count`] = sum(files, `covered${kind}Count`);
  addPercents(totals);
  return { workingDirectory: cwd, files, totals, thresholds: { line, branch, function: functions } };
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function sum(files, name) {
  return files.reduce((total, file) => total + file[name], 0);
}

function addPercents(counts) {
  for (const kind of kKinds) {
    const total = counts[`total${kind}Count`];
    counts[`covered${kind}Percent`] = total === 0 ? 100 : counts[`covered${kind}Count`] / total * 100;
  }
}

// Packages are not the program's own, and neither are tests unless somebody says what is to be left out.
function filterOf({ cwd, coverageExcludeGlobs, coverageIncludeGlobs }) {
  const { defaultPatterns } = require('internal/test/files');
  const excluded = coverageExcludeGlobs ?? defaultPatterns();
  const included = coverageIncludeGlobs ?? [];
  return (file) => {
    const relative = path.relative(cwd, file);
    const matches = (glob) => path.matchesGlob(relative, glob) || path.matchesGlob(file, glob);
    const isExcluded = coverageExcludeGlobs === undefined ?
      excluded.some((glob) => path.matchesGlob(relative, glob)) : excluded.some(matches);
    if (isExcluded) return false;
    if (included.length !== 0) return included.some(matches);
    return !file.includes('/node_modules/');
  };
}

// Files that no test has loaded: nothing of them ran.
function addUntested(files, cwd, isWanted) {
  const known = new Set(files.map((file) => file.path));
  const found = fs.globSync('**/*.{js,cjs,mjs,ts,cts,mts}', { cwd, exclude: (name) => name === 'node_modules' });
  for (const name of found) {
    const file = path.resolve(cwd, name);
    if (known.has(file) || !isWanted(file)) continue;
    const source = read(file);
    if (source === undefined) continue;
    const summary = summarizeFile(file, source, []);
    for (const line of summary.lines) line.count = 0;
    summary.coveredLineCount = 0;
    addPercents(summary);
    files.push(summary);
  }
}

function summarizeFile(file, source, covered) {
  const lines = linesOf(source);
  const functions = [];
  const branches = [];
  const counts = { coveredBranchCount: 0, coveredFunctionCount: 0 };
  for (let i = 0; i < covered.length; i++) {
    const { functionName, isBlockCoverage, ranges } = covered[i];
    const touched = ranges.map((range) => linesIn(lines, range));
    // The first function is the file itself.
    if (i > 0) addFunction(functions, counts, functionName, ranges, touched[0]);
    if (isBlockCoverage) addBranches(branches, counts, ranges, touched);
  }
  const summary = {
    __proto__: null,
    path: file,
    totalLineCount: lines.length,
    totalBranchCount: branches.length,
    totalFunctionCount: functions.length,
    coveredLineCount: lines.filter((line) => line.count > 0 || line.isIgnored).length,
    ...counts,
  };
  addPercents(summary);
  summary.functions = functions;
  summary.branches = branches;
  summary.lines = lines.filter((line) => !line.isIgnored).map(({ line, count }) => ({ __proto__: null, line, count }));
  return summary;
}

function areIgnored(lines) {
  return lines.every((line) => line.isIgnored);
}

function addFunction(functions, counts, name, ranges, lines) {
  const count = Math.max(...ranges.map((range) => range.count));
  functions.push({ __proto__: null, name, count, line: lines[0]?.line });
  if (ranges[0].count > 0 || areIgnored(lines)) counts.coveredFunctionCount++;
}

function addBranches(branches, counts, ranges, touched) {
  ranges.forEach(({ count }, i) => {
    if (areIgnored(touched[i])) return;
    branches.push({ __proto__: null, line: touched[i][0].line, count });
    if (count > 0) counts.coveredBranchCount++;
  });
}

module.exports = { summarize };
