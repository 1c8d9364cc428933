// The loader does not stumble over what a program does to the language's own prototypes.
const { createRequire } = require('module');

const askPackages = createRequire(`${__dirname}/fixtures/exports-packages/`);
const log = [];
const names = ['exports', 'main', 'type', 'imports'];
for (const name of names) {
  Object.defineProperty(Object.prototype, name, {
    __proto__: null,
    configurable: true,
    get() { log.push('read', name); },
    set() { log.push('written', name); },
  });
}
log.push(require('./fixtures/folders/main'));
for (const name of names) delete Object.prototype[name];

function attempt(ask, request) {
  try {
    log.push(ask(request));
  } catch (error) {
    log.push(error.code);
  }
}

const iterate = Array.prototype[Symbol.iterator];
delete Array.prototype[Symbol.iterator];
attempt(require, './fixtures/data');
attempt(askPackages, 'conditions');
attempt(askPackages, 'patterns/features/one');
attempt(require, './fixtures/absent');
Array.prototype[Symbol.iterator] = iterate;
console.log(log);
