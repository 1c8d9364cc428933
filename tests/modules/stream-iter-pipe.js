// stream/iter: pipeTo() and pipeToSync(): which methods of a writer are called; consumers and merge().
const { array, arrayBuffer, bytes, bytesSync, merge, pipeTo, pipeToSync, text } = require('stream/iter');

const chunk = (text) => new TextEncoder().encode(text);
const describe = (error) => error?.message === undefined ? String(error) : `${error.name} ${error.code} ${error.message}`;
const attempt = async (make) => {
  try {
    return await make();
  } catch (error) {
    return describe(error);
  }
};
const show = (value) => Array.isArray(value) ? `[${value.map(show).join()}]` :
  value instanceof Uint8Array ? Buffer.from(value).toString() : value instanceof Error ? value.message : typeof value;

// A writer with these methods, which return what is given for them.
function writerWith(answers) {
  const writer = {};
  for (const [name, answer] of Object.entries(answers)) {
    writer[name] = (...values) => {
      console.log(' ', name, values.map(show).join(' '));
      return typeof answer === 'function' ? answer() : answer;
    };
  }
  return writer;
}
async function* source() {
  yield [chunk('a')];
  yield [chunk('b'), chunk('c')];
}
function* syncSource() {
  yield chunk('a');
  yield chunk('b');
  yield 'c';
}
async function* failing() {
  yield 'a';
  throw new Error('source');
}
const fail = () => { throw new Error('writer'); };

(async () => {
  for (const answers of [{ write: undefined }, { write: undefined, writev: undefined, end: 1 },
                         { write: undefined, writeSync: true, endSync: 0 },
                         { write: undefined, writeSync: false, end: 1, endSync: -1 },
                         { write: undefined, writev: undefined, writevSync: false, writeSync: true },
                         { write: fail, fail: undefined }, { write: undefined, end: fail, fail: undefined }]) {
    console.log(Object.keys(answers).join());
    console.log(await attempt(() => pipeTo(source(), writerWith(answers))));
    console.log(await attempt(() => pipeTo(syncSource(), writerWith(answers))));
  }
  console.log(await attempt(() => pipeTo(failing(), writerWith({ write: undefined, fail: undefined }))));
  console.log(await attempt(() => pipeTo(failing(), writerWith({ write: undefined, fail: undefined }), { preventFail: true })));
  const { signal } = new AbortController();
  console.log(await pipeTo('é', (chunks) => chunks ?? '!', writerWith({ write: undefined, end: 1 }), { signal, preventClose: true }));
  for (const answers of [{ writeSync: true, endSync: 0 }, { writeSync: true, writevSync: undefined, endSync: 0 },
                         { writeSync: false, endSync: 0, fail: undefined }, { writeSync: true, endSync: -1 }, { writeSync: true }]) {
    console.log(await attempt(() => pipeToSync(syncSource(), writerWith(answers))));
  }
  for (const args of [[], [{}], [1, { write() {} }], [{ write() {} }, 1]]) console.log(await attempt(() => pipeTo('a', ...args)));

  const whole = chunk('abc');
  console.log(await bytes(whole) === whole, await bytes(whole.subarray(1)), await arrayBuffer(Buffer.from('a')));
  console.log(await array(source()), bytesSync(syncSource()));
  for (const options of [{ limit: 2 }, { limit: 3 }, { limit: -1 }, { limit: 'x' }, { encoding: 'x' }, { signal: 1 }, 1,
                         { signal: AbortSignal.abort('early') }]) {
    console.log(await attempt(() => text(source(), options)));
  }
  console.log(await attempt(() => text(new Uint8Array([255]))), await text(new Uint8Array([233]), { encoding: 'latin1' }));

  const merged = [];
  for await (const batch of merge('first', source(), ['last'])) merged.push(show(batch));
  console.log(merged.sort().join(' '), await text(merge()), await attempt(() => text(merge(failing(), source()))));
  console.log(await attempt(() => text(merge('a', { signal: AbortSignal.abort('early') }))), await attempt(() => merge(1)));
})();
