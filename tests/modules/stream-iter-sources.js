// stream/iter: what from() and fromSync() make of all kinds of inputs.
const { from, fromSync, toStreamable, toAsyncStreamable } = require('stream/iter');

const bytes = (text) => new TextEncoder().encode(text);
const show = (batch) => `[${batch.map((chunk) => Buffer.from(chunk).toString()).join(' ')}]`;
const describe = (error) => `${error.name} ${error.code} ${error.message}`;
function* each(...values) { yield* values; }
async function* eachLater(...values) { yield* values; }
const streamable = (value) => ({ [toStreamable]: () => value });
const asyncStreamable = (value) => ({ [toAsyncStreamable]: () => value });
const many = Array.from({ length: 300 }, () => bytes('x'));

const inputs = {
  text: () => 'ab',
  nothing: () => '',
  buffer: () => bytes('ab').buffer,
  view: () => new DataView(bytes('abc').buffer, 1),
  batch: () => [bytes('a'), bytes('b')],
  texts: () => ['a', 'b'],
  nested: () => ['a', bytes('b'), [bytes('c'), 'd', ['e', each('f')]]],
  chunks: () => each(bytes('a'), bytes('b'), [bytes('c')], 'd', bytes('e')),
  empty: () => [[], ''],
  promises: () => each('a', Promise.resolve(['b', bytes('c')]), 'd'),
  streamable: () => streamable(['a', streamable('b')]),
  precedence: () => ({ [toStreamable]: () => 'sync', [toAsyncStreamable]: () => Promise.resolve('async') }),
  later: () => eachLater('a', ['b', [bytes('c')]], each('d', 'e'), eachLater('f', 'g'), asyncStreamable('h')),
  number: () => 1,
  null: () => null,
  promise: () => Promise.resolve('a'),
  object: () => ({}),
  numberInside: () => each(bytes('a'), 1),
  laterInside: () => [eachLater('a')],
  nullInside: () => eachLater(null),
};

async function all(make) {
  const shown = [];
  try {
    for await (const batch of make()) shown.push(show(batch));
  } catch (error) {
    shown.push(describe(error));
  }
  return shown.join(' ');
}

(async () => {
  for (const [name, make] of Object.entries(inputs)) {
    console.log(name, await all(() => from(make())));
    console.log(name, await all(() => fromSync(make())));
  }
  for (const input of [many, each(...many), each(many), [bytes('a'), many, bytes('b')]]) {
    const lengths = [];
    for await (const batch of from(input)) lengths.push(batch.length);
    console.log(lengths.join());
  }
  const batch = [bytes('a')];
  for await (const same of from(eachLater(batch))) console.log(same === batch);
  for (const same of fromSync(batch)) console.log(same === batch);
})();
