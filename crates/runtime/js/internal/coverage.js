// How often the parts of the program's files have run, in V8's form: what NODE_V8_COVERAGE writes, and what tests are
// measured by. The engine counts from the first time that somebody asks for it.
'use strict';

const native = binding('coverage');

let tell;

function start() {
  tell ??= native.watch();
}

// Of all files that were loaded since: [{ scriptId, url, functions }]. `hear` is given each file's URL and text.
function take(hear) {
  if (tell === undefined) return [];
  const { pathToFileURL } = require('internal/url');
  const result = [];
  const told = JSON.parse(tell());
  for (let i = 0; i < told.length; i++) {
    const { 0: name, 1: source, 2: isFunction, 3: scripts } = told[i];
    if (isMadeUp(source)) continue;
    const { text, shift } = isFunction ? bodyOf(source) : { text: source, shift: 0 };
    const functions = JSON.parse(native.rangesOf(text, numbersOf(scripts, shift)));
    const url = name.startsWith('file:') ? name : pathToFileURL(name).href;
    if (functions.length === 0) continue;
    result.push({ scriptId: `${i + 1}`, url, functions });
    hear?.(url, text);
  }
  return result;
}

// Modules of the loader's, under the names of files: what exports the values of a module of CommonJS, or adds a mark.
const kMadeUp = /^(?:(?:let [v\d,]+;)?import\.meta\.values\(\(a\)=>\{\(\{|export \* from "[^"]*"; export \{ default \} from ")/;

function isMadeUp(source) {
  return kMadeUp.test(source);
}

// A module of CommonJS is the body of a function, with a line before it and one behind it.
function bodyOf(source) {
  const shift = source.indexOf('{\n') + 2;
  return { text: source.slice(shift, -2), shift };
}

function numbersOf(scripts, shift) {
  const numbers = [];
  for (const { 0: start, 1: end, 2: entries } of scripts) {
    numbers.push(start - shift, end - shift, entries.length / 3);
    for (let i = 0; i < entries.length; i++) numbers.push(entries[i]);
  }
  return new Int32Array(numbers);
}

function mapOf(url, text) {
  const place = require('internal/url').fileURLToPath(url);
  return require('internal/modules/source_map_comment').readMapOf(text, place);
}

let folder;

// NODE_V8_COVERAGE
function enableFromEnvironment(name) {
  if (name === '') return;
  folder = require('path').resolve(name);
  process.env.NODE_V8_COVERAGE = folder;
  start();
  require('internal/process/lifecycle').atEnd(write);
  require('internal/process/signals').onSignalSent((pid, signal) => {
    const isToItself = pid === process.pid || pid === 0;
    if (isToItself && process.listenerCount(signal) === 0) write();
  });
}

// A file of its own for each time.
function write() {
  if (folder === undefined) return;
  const fs = require('fs');
  const { threadId } = require('worker_threads');
  const maps = { __proto__: null };
  const result = take((url, text) => { maps[url] ??= mapOf(url, text); });
  const content = { result, timestamp: require('perf_hooks').performance.now() };
  if (Object.values(maps).some((map) => map !== undefined)) content['source-map-cache'] = maps;
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(`${folder}/coverage-${process.pid}-${Date.now()}-${threadId}.json`, JSON.stringify(content));
  } catch (error) {
    fs.writeSync(2, `${folder}: ${error.message}\n`);
  }
}

function stop() {
  folder = undefined;
}

module.exports = { enableFromEnvironment, start, stop, take, write };
