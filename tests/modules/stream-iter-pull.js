// stream/iter: transforms, functions and objects, what they see and what they may return.
const { bytes, pull, pullSync, text, textSync, tap, tapSync } = require('stream/iter');

const show = (batch) => batch === null ? 'null' : `[${batch.map((chunk) => Buffer.from(chunk)).join(' ')}]`;
const describe = (error) => `${error.name} ${error.code} ${error.message}`;
async function* eachLater(...values) { yield* values; }
const attempt = async (make) => {
  try {
    return await make();
  } catch (error) {
    return describe(error);
  }
};

const first = (chunks) => {
  console.log(' first', show(chunks));
  return chunks ?? 'F1';
};
const second = {
  async *transform(source) {
    for await (const chunks of source) {
      console.log(' second', show(chunks));
      yield chunks ?? 'F2';
    }
  },
};
const secondSync = {
  *transform(source) {
    for (const chunks of source) yield chunks ?? 'F2';
  },
};
const third = async (chunks) => chunks === null ? 'F3' : [...chunks, '!'];
const results = [undefined, 1, {}, 'x', '', [], [['a'], 'b'], new Set(['s']), Promise.resolve('p'), false];

// A source that tells what is done to it.
function watched(...values) {
  return {
    [Symbol.asyncIterator]() {
      console.log(' open');
      return {
        async next() {
          console.log(' next');
          return values.length > 0 ? { value: values.shift(), done: false } : { value: undefined, done: true };
        },
        async return() {
          console.log(' return');
          return { done: true };
        },
      };
    },
  };
}

(async () => {
  console.log(await text(pull(eachLater('a', 'b'), first, second, third)));
  console.log(textSync(pullSync(['a', 'b'], first, secondSync)));
  for (const result of results) {
    console.log(await attempt(() => text(pull('i', (chunks) => chunks && result))));
    console.log(await attempt(() => textSync(pullSync('i', (chunks) => chunks && result))));
  }

  let iterator = pull(watched('a', 'b', 'c'), (chunks) => chunks)[Symbol.asyncIterator]();
  console.log(show((await iterator.next()).value), await iterator.return(5), await iterator.next());
  iterator = pull(watched('a', 'b'))[Symbol.asyncIterator]();
  console.log(await Promise.all([iterator.next(), iterator.next(), iterator.next(), iterator.next()]));
  iterator = pull(watched('a', 'b'), () => { throw new Error('refused'); })[Symbol.asyncIterator]();
  console.log(await attempt(() => iterator.next()), await iterator.next());

  let signal;
  const spy = (chunks, options) => {
    signal = options.signal;
    return chunks;
  };
  for await (const batch of pull(eachLater('a', 'b'), spy)) {
    console.log(show(batch), signal.aborted);
    break;
  }
  console.log(signal.aborted, describe(signal.reason));
  await bytes(pull('a', spy));
  console.log(signal.aborted);

  const controller = new AbortController();
  const pending = text(pull({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) },
                            { signal: controller.signal }));
  controller.abort(new Error('enough'));
  console.log(await attempt(() => pending));
  console.log(await text(pull('a', tap(async (chunks) => console.log(' tap', show(chunks))))));
  console.log(textSync(pullSync('a', tapSync((chunks) => console.log(' tap', show(chunks))))));
  console.log(await attempt(() => pull('a', 1, {})), await attempt(() => pull('a', 1)), await attempt(() => tap(1)));
})();
