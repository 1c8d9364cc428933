// `--test-rerun-failures`: tests that have passed in an earlier attempt are not run again. A file keeps, for each attempt,
// which tests passed: by the places where they were written, and a number for those that were made at the same place.
'use strict';

const fs = require('fs');
const path = require('path');

// Gives each test at a place its name: the second one there is `file:line:column:(1)`.
class Namer {
  #cwd;
  #counts = new Map();

  constructor(cwd) {
    this.#cwd = cwd;
  }

  nameOf({ file, line, column }) {
    const name = `${path.relative(this.#cwd, file)}:${line}:${column}`;
    const count = this.#counts.get(name) ?? 0;
    this.#counts.set(name, count + 1);
    return count === 0 ? name : `${name}:(${count})`;
  }
}

function readAttempts(file) {
  let text;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return JSON.parse(text);
}

// What earlier attempts say of the tests that are made now.
class PastAttempts {
  #passed;
  #namer;

  constructor(file, cwd) {
    const attempts = readAttempts(file);
    this.attempt = attempts.length;
    this.#passed = attempts.at(-1) ?? {};
    this.#namer = new Namer(cwd);
  }

  // What is known of the next test at a place, if it has passed.
  take(place) {
    if (place?.file === undefined) return undefined;
    const name = this.#namer.nameOf(place);
    return Object.hasOwn(this.#passed, name) ? this.#passed[name] : undefined;
  }
}

// Makes the tests within one that has passed, as they were made then.
function replay(test, { children }) {
  const { Suite } = require('internal/test/suite');
  const { Test } = require('internal/test/test');
  const runs = [];
  for (const { name, type, line, column, file } of children) {
    const place = { __proto__: null, line, column, file };
    const child = test.create(type === 'suite' ? Suite : Test, name, undefined, {}, place, undefined);
    if (test.kind !== 'suite') runs.push(child.start());
  }
  return test.kind === 'suite' ? undefined : Promise.all(runs);
}

// Writes down how the tests of an attempt end.
class AttemptRecord {
  #file;
  #attempts;
  #namer;
  #passed = {};
  // The tests within a test, by the file and its number there.
  #children = new Map();

  constructor(file, cwd, stream) {
    this.#file = file;
    this.#attempts = readAttempts(file);
    this.#namer = new Namer(cwd);
    stream.on('test:pass', (data) => this.#note(data, true));
    stream.on('test:fail', (data) => this.#note(data, false));
  }

  #note(data, passed) {
    if (data.file === undefined) return;
    const { nesting, name, testId, parentId, tags, line, column, file, details } = data;
    const of = data.entryFile ?? '';
    const key = `${parentId} ${of}`;
    if (!this.#children.has(key)) this.#children.set(key, []);
    this.#children.get(key).push({ nesting, name, type: details.type, testId, parentId, tags, line, column, file });
    const id = this.#namer.nameOf(data);
    if (!passed) return;
    this.#passed[id] = {
      name,
      children: this.#children.get(`${testId} ${of}`) ?? [],
      passed_on_attempt: details.passed_on_attempt ?? this.#attempts.length,
      duration_ms: details.duration_ms,
    };
  }

  write() {
    fs.writeFileSync(this.#file, JSON.stringify([...this.#attempts, this.#passed], null, 2));
  }
}

module.exports = { AttemptRecord, PastAttempts, replay };
