// A suite: its function makes tests, which run when all of them are made.
'use strict';

const { isPromise } = require('internal/util/types');
const { Test } = require('internal/test/test');
const { runIn } = require('internal/test/current');
const { isFilteredOut } = require('internal/test/filters');
const { passJobs } = require('internal/test/jobs');
const { traceBody } = require('internal/test/trace');
const { asFailure, kTestCode } = require('internal/test/failure');

class Suite extends Test {
  kind = 'suite';
  // Settles when the function is through; undefined if it is.
  #building;
  #isBuilt = false;

  constructor(settings) {
    super(settings);
    if (this.skip === undefined && this.error === null && !this.#isSwitchedOff()) this.#build();
  }

  // Nothing within such a suite can run.
  #isSwitchedOff() {
    return this.harness.settings.only && this.only === false;
  }

  #build() {
    try {
      const result = traceBody(this, () => runIn(this, this.body, this.context, [this.context]));
      this.#isBuilt = !isPromise(result);
      if (this.#isBuilt) return;
      this.#building = result.then(() => { this.#isBuilt = true; }, (error) => this.#failToBuild(error));
    } catch (error) {
      this.#failToBuild(error);
    }
  }

  #failToBuild(error) {
    this.fail(asFailure(error, kTestCode));
    // All of it is to be seen, whatever is asked for.
    this.hasFailedToBuild = true;
  }

  makeContext() {
    const { SuiteContext } = require('internal/test/context');
    return new SuiteContext(this);
  }

  get isClosed() {
    return this.#isBuilt;
  }

  // What the command line says is for each of its tests.
  get limit() {
    return this.isTimeoutGiven ? this.timeout : Infinity;
  }

  // Whether it is left out is known when all tests are made.
  get isOpen() {
    return this.#building !== undefined || this.children.some((child) => child.isOpen);
  }

  // Waits until it and all suites in it are made.
  async #close() {
    await this.#building;
    this.#building = undefined;
    for (const child of this.children) if (child.isOpen) await child.#close();
  }

  async runBody(stop) {
    if (this.isOpen) {
      await this.#close();
      if (isFilteredOut(this)) this.isFiltered = true;
      if (this.isFiltered || this.error !== null) return;
    }
    await Promise.race([this.#runChildren(), stop.promise]);
    await passJobs(1);
  }

  async #runChildren() {
    await passJobs(2);
    for (const hook of this.hooks.before) await hook.run(this.context);
    await Promise.all(this.children.map((child) => child.start()));
  }

  // A suite has no hooks before and after each of its own, and has passed when those after it have.
  async runHooksAfter() {
    this.passed = false;
    await this.runAfter();
    this.pass();
  }
}

module.exports = { Suite };
