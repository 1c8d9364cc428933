// Watch mode: test files run again when they, or what they have loaded, change; new test files run, too. What is told of a
// round ends with a summary, and the stream goes on.
'use strict';

const path = require('path');
const { FileWatch } = require('internal/process/file_watch');

class TestWatch {
  #harness;
  #settings;
  #listFiles;
  #runFiles;
  #watch;
  // The test files that are known, and for each file which of them have loaded it.
  #known = new Set();
  #owners = new Map();
  // What changed while a round was under way.
  #missed = [];
  #isRunning = false;
  #ended = Promise.withResolvers();

  // `listFiles()` finds the test files, `runFiles(files)` runs some.
  constructor(harness, settings, listFiles, runFiles) {
    this.#harness = harness;
    this.#settings = settings;
    this.#listFiles = listFiles;
    this.#runFiles = runFiles;
    this.#watch = new FileWatch((files) => this.#changed(files));
    settings.onLoaded = (file, message) => this.#noteLoaded(file, message);
  }

  // Resolves when the signal of run() ends it.
  async run() {
    const { cwd, files, signal } = this.#settings;
    signal?.addEventListener('abort', () => this.#end(), { __proto__: null, once: true });
    if (files === undefined) this.#watch.follow(cwd);
    await this.#round(this.#refresh());
    return this.#ended.promise;
  }

  #end() {
    this.#watch.close();
    this.#ended.resolve();
  }

  // Finds the test files anew: those that were not known before.
  #refresh() {
    const found = new Set(this.#listFiles().map((name) => path.resolve(this.#settings.cwd, name)));
    const fresh = Array.from(found).filter((file) => !this.#known.has(file));
    this.#known = found;
    for (const file of fresh) this.#own(file, file);
    return fresh;
  }

  #own(file, owner) {
    this.#watch.follow(file);
    if (!this.#owners.has(file)) this.#owners.set(file, new Set());
    this.#owners.get(file).add(owner);
  }

  // The process of a test file tells what it has loaded.
  #noteLoaded(owner, message) {
    if (message === null || typeof message !== 'object') return;
    for (const key of ['watch:require', 'watch:import']) {
      if (Array.isArray(message[key])) message[key].forEach((file) => this.#own(file, owner));
    }
  }

  async #changed(files) {
    if (this.#isRunning) {
      this.#missed.push(...files);
      return;
    }
    const wanted = new Set(this.#settings.files === undefined ? this.#refresh() : []);
    for (const file of files) {
      this.#owners.get(file)?.forEach((owner) => {
        if (this.#known.has(owner)) wanted.add(owner);
      });
    }
    if (wanted.size === 0) return;
    this.#harness.stream.signal('test:watch:restarted');
    await this.#round(Array.from(wanted));
  }

  async #round(files) {
    this.#isRunning = true;
    await this.#runFiles(files.map((file) => path.relative(this.#settings.cwd, file)));
    this.#isRunning = false;
    this.#harness.endRound();
    const missed = this.#missed.splice(0);
    if (missed.length > 0) await this.#changed(missed);
  }
}

module.exports = { TestWatch };
