// The text of a stack, its limit, stacks that are captured, prepared and assigned; in another realm too.
const vm = require('vm');

function forms(where) {
  const first = (error) => error.stack.split('\n')[0];
  class Mine extends RangeError {
    get name() { return 'Mine'; }
  }
  console.log(where, first(new Error('m')), first(new TypeError()), first(new Mine('x')));
  console.log('stack' in new Error(), typeof Error.captureStackTrace, Error.stackTraceLimit);

  function inner() { return new Error('x'); }
  function outer() { return inner(); }
  console.log(outer().stack.split('\n').slice(1, 3).map((line) => line.trim().split(' ')[1]));

  const deep = (n) => n ? deep(n - 1) : new Error('deep');
  for (const limit of [3, 0, Infinity]) {
    Error.stackTraceLimit = limit;
    const count = deep(50).stack.split('\n').length - 1;
    console.log(limit, count > 50 ? 'all' : count);
  }
  Error.stackTraceLimit = 10;

  function Custom() {
    this.name = 'Named';
    this.message = 'own';
    Error.captureStackTrace(this, Custom);
  }
  const maker = () => new Custom();
  const custom = maker();
  console.log(first(custom), custom.stack.split('\n')[1].trim().split(' ')[1], Object.keys(custom).join());
  custom.stack = 'mine';
  console.log(custom.stack);
  try {
    Error.captureStackTrace(5);
  } catch (error) {
    console.log(error.name);
  }

  Error.prepareStackTrace = (error, sites) => [error.message, sites[0].getFunctionName(), sites.length > 1];
  const prepared = inner().stack;
  Error.prepareStackTrace = undefined;
  console.log(prepared);

  const replaced = new Error('x');
  replaced.stack = 'mine';
  console.log(replaced.stack, Object.keys(replaced).length);
  const recurse = () => recurse();
  try {
    recurse();
  } catch (error) {
    console.log(error instanceof RangeError, error.name);
  }
}

forms('here:');
vm.runInNewContext(`(${forms})('there:')`, { console });
