// util.types looks behind prototypes and proxies.
const { types } = require('util');
const values = {
  map: new Map(), set: new Set(), weakMap: new WeakMap(), weakSet: new WeakSet(),
  mapIterator: new Map().keys(), setIterator: new Set().values(), promise: Promise.resolve(),
  proxy: new Proxy([], {}), arrow: () => {}, asyncArrow: async () => {}, generatorFunction: function* () {},
  asyncGeneratorFunction: async function* () {}, generator: (function* () {})(),
  asyncGenerator: (async function* () {})(), bound: async function() {}.bind(), date: new Date(),
  regexp: /a/, error: new TypeError(), onlyLooksLikeError: Object.create(Error.prototype),
  domException: new DOMException('x'), number: Object(1), string: Object('a'), boolean: Object(true),
  symbol: Object(Symbol()), bigint: Object(1n), buffer: new ArrayBuffer(1),
  shared: new SharedArrayBuffer(1), bytes: new Uint8Array(1), view: new DataView(new ArrayBuffer(1)),
  nodeBuffer: Buffer.alloc(1), arguments: (function() { return arguments; })(),
  asyncWithoutPrototype: Object.setPrototypeOf(async () => {}, null),
  mapWithoutPrototype: Object.setPrototypeOf(new Map(), null), plain: {}, array: [], nothing: undefined,
};
for (const [name, test] of Object.entries(types)) {
  if (name === 'isKeyObject' || name === 'isCryptoKey') continue;
  console.log(name, Object.keys(values).filter((key) => test(values[key])).join(' '));
}
