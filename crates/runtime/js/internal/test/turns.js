// In which order tests are told of: the order in which they were started, however they end. A test that is not told of
// yet keeps what is within the tests after it waiting.
'use strict';

class Turns {
  #owner;
  #started = new Map();
  #next = 1;
  count = 0;

  constructor(owner) {
    this.#owner = owner;
  }

  // A number for a test that is started.
  take(child) {
    this.count++;
    this.#started.set(this.count, child);
    return this.count;
  }

  get isOurs() {
    const { parent, number } = this.#owner;
    return parent === null || (parent.turns.#next === number && parent.turns.isOurs);
  }

  // Tells of all whose turn it is.
  flush() {
    if (!this.isOurs) return;
    for (let child = this.#started.get(this.#next); child !== undefined; child = this.#started.get(this.#next)) {
      child.onTurn();
      if (!child.isFinished) return;
      this.#started.delete(this.#next);
      child.report();
      this.#next++;
    }
  }
}

module.exports = { Turns };
