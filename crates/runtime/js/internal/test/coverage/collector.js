// The coverage of tests: collected from this process and those of test files, and told when the tests are over.
'use strict';

const fs = require('fs');
const path = require('path');
const coverage = require('internal/coverage');

const kFileName = /^coverage-\d+-\d{13}-\d+\.json$/;

class CoverageCollector {
  #settings;
  // Where the processes of test files leave what they know.
  #folder;

  constructor(settings) {
    this.#settings = settings;
    coverage.start();
  }

  // For the environment of processes of test files.
  get folder() {
    this.#folder ??= fs.mkdtempSync(path.join(require('os').tmpdir(), 'node-coverage-'));
    return this.#folder;
  }

  // What the event 'test:coverage' tells.
  summarize() {
    const { mergeScripts } = require('internal/test/coverage/merge');
    const { summarize } = require('internal/test/coverage/summary');
    return summarize(mergeScripts(this.#collect()), this.#settings);
  }

  #collect() {
    if (this.#folder === undefined) return coverage.take();
    const scripts = [];
    for (const name of fs.readdirSync(this.#folder)) {
      if (!kFileName.test(name)) continue;
      const { result } = JSON.parse(fs.readFileSync(path.join(this.#folder, name), 'utf8'));
      for (const script of result) scripts.push(script);
    }
    return scripts;
  }

  // Whoever has asked for files of coverage gets those of the processes, too.
  cleanUp() {
    if (this.#folder === undefined) return;
    const wanted = process.env.NODE_V8_COVERAGE;
    if (wanted !== undefined && wanted !== '') fs.cpSync(this.#folder, wanted, { recursive: true });
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

module.exports = { CoverageCollector };
