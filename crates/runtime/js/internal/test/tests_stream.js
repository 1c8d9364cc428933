// The stream of what happens to tests: objects { type, data }, that are events of the stream, too.
'use strict';

const { Readable } = require('stream');

class TestsStream extends Readable {
  #isEnded = false;

  constructor() {
    super({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
  }

  _read() {}

  #send(type, data) {
    if (this.#isEnded) return;
    this.emit(type, data);
    this.push({ __proto__: null, type, data });
  }

  // What a child has sent as it is.
  forward(type, data) {
    this.#send(type, data);
  }

  enqueue(test, type) {
    this.#send('test:enqueue', identity(test, type));
  }

  dequeue(test, type) {
    this.#send('test:dequeue', identity(test, type));
  }

  start(test) {
    this.#send('test:start', identity(test, undefined));
  }

  complete(test, passed) {
    const { details, directive } = test.describe();
    this.#send('test:complete', {
      __proto__: null, ...numbered(test), details: { __proto__: null, ...details, passed },
      tags: test.tags, ...test.place, ...directive,
    });
  }

  outcome(test, passed) {
    const { details, directive, classname } = test.describe();
    this.#send(passed ? 'test:pass' : 'test:fail', {
      __proto__: null, ...numbered(test), details, tags: test.tags, ...classname, ...test.place, ...directive,
    });
  }

  plan(nesting, place, count) {
    this.#send('test:plan', { __proto__: null, nesting, count, ...place });
  }

  diagnostic(nesting, place, message, level = 'info') {
    this.#send('test:diagnostic', { __proto__: null, nesting, message, level, ...place });
  }

  log(test, message, data) {
    this.#send('test:log', {
      __proto__: null, nesting: test.nesting, name: test.name, message, data, testId: test.id,
      parentId: test.parent?.id, ...test.place,
    });
  }

  coverage(nesting, place, summary) {
    this.#send('test:coverage', { __proto__: null, nesting, summary, ...place });
  }

  output(type, file, message) {
    this.#send(type, { __proto__: null, file, message });
  }

  summary(nesting, file, success, counts, duration) {
    this.#send('test:summary', { __proto__: null, success, counts, duration_ms: duration, file });
  }

  coverage(nesting, place, summary) {
    this.#send('test:coverage', { __proto__: null, nesting, summary, ...place });
  }

  interrupted(tests) {
    this.#send('test:interrupted', { __proto__: null, tests });
  }

  signal(type) {
    this.#send(type, undefined);
  }

  end() {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.push(null);
  }
}

function identity(test, type) {
  const kind = type === undefined ? undefined : { type };
  return {
    __proto__: null, nesting: test.nesting, name: test.name, ...kind, testId: test.id, parentId: test.parent?.id,
    tags: test.tags, ...test.place,
  };
}

function numbered(test) {
  return {
    name: test.name, nesting: test.nesting, testNumber: test.number, testId: test.id, parentId: test.parent?.id,
  };
}

module.exports = { TestsStream };
