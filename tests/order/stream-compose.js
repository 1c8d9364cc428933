// stream.compose() and readable.compose(): in which order the parts and the whole end, fail and close.
'use strict';

const { PassThrough, Readable, Transform, Writable, compose } = require('stream');

let events;
const turn = () => new Promise(setImmediate);
const nameOf = (error) => error?.code ?? error?.message;

function observed(name, stream) {
  for (const event of ['end', 'finish', 'close']) stream.on(event, () => events.push(`${name}.${event}`));
  stream.on('error', (error) => events.push(`${name}.error ${nameOf(error)}`));
  return stream;
}

const through = (name) => observed(name, new PassThrough({ objectMode: true }));

async function* upper(source) {
  try {
    for await (const chunk of source) yield `${chunk}`.toUpperCase();
  } finally {
    events.push('upper left');
  }
}

async function* failing(source) {
  for await (const chunk of source) throw new Error(`failed at ${chunk}`);
}

async function swallow(source) {
  for await (const chunk of source) events.push(`swallowed ${chunk}`);
}

const parts = {
  'two streams': () => [through('first'), through('last')],
  'function first': () => [upper, through('last')],
  'function last': () => [through('first'), upper],
  'functions': () => [upper, upper],
  'from an array': () => [['a', 'b'], through('last')],
  'from a readable': () => [observed('first', Readable.from(['a', 'b'])), upper],
  'to a writable': () => [through('first'), observed('last', new Writable({
    write(chunk, encoding, callback) {
      events.push(`write ${chunk}`);
      callback();
    },
  }))],
  'to a function': () => [through('first'), swallow],
  'all of it': () => [['a', 'b'], upper, swallow],
  'failing': () => [through('first'), failing, through('last')],
  'failing transform': () => [through('first'), observed('last', new Transform({
    transform(chunk, encoding, callback) { callback(new Error('no transform')); },
  }))],
};

const treatments = {
  'used': () => {},
  'destroyed': (whole) => whole.destroy(),
  'failed': (whole) => whole.destroy(new Error('given up')),
  'first destroyed': (whole, all) => all[0].destroy?.(),
  'last destroyed': (whole, all) => all.at(-1).destroy?.(new Error('last')),
};

async function observe(name, treatment, isLate) {
  events = [];
  const all = parts[name]();
  const whole = observed('whole', compose(...all));
  if (whole.writable) {
    whole.write('x');
    whole.end('y');
  }
  if (whole.readable) whole.on('data', (chunk) => events.push(`out ${chunk}`));
  if (isLate) await turn();
  events.push(`<${treatment}>`);
  treatments[treatment](whole, all);
  for (let i = 0; i < 6; i++) await turn();
  console.log(`${name}, ${treatment}${isLate ? ' later' : ''}:`, events.join(', '));
}

(async () => {
  for (const name of Object.keys(parts)) {
    for (const treatment of Object.keys(treatments)) {
      await observe(name, treatment, false);
      await observe(name, treatment, true);
    }
  }
})();
