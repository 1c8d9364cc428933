// A pipeline of three streams, one of which is destroyed, fails or is ended by somebody else: who is
// told what, in which order, and when the callback comes.
'use strict';

const { PassThrough, Readable, Transform, Writable, pipeline } = require('stream');

let events;

function observed(name, stream) {
  for (const event of ['end', 'finish', 'close', 'unpipe']) stream.on(event, () => events.push(`${name}.${event}`));
  stream.on('error', (error) => events.push(`${name}.error ${error.code ?? error.message}`));
  return stream;
}

// `wait` is how long things take: not at all, a tick, or an immediate.
const waits = { sync: (fn) => fn(), tick: (fn) => process.nextTick(fn), turn: (fn) => setImmediate(fn) };

function makeStages(wait, options) {
  let left = 3;
  const source = new Readable({
    ...options,
    read() {
      wait(() => {
        if (!this.destroyed) this.push(left-- > 0 ? `chunk ${left}` : null);
      });
    },
  });
  const middle = new Transform({
    ...options,
    transform(chunk, encoding, callback) { wait(() => callback(null, chunk)); },
    destroy(error, callback) {
      events.push(`middle._destroy ${error?.code ?? error?.message}`);
      wait(() => callback(error));
    },
  });
  const sink = new Writable({
    ...options,
    write(chunk, encoding, callback) {
      events.push(`write ${chunk}`);
      wait(callback);
    },
  });
  return [observed('source', source), observed('middle', middle), observed('sink', sink)];
}

const mishaps = {
  destroy: (stream) => stream.destroy(),
  fail: (stream) => stream.destroy(new Error('mishap')),
  end: (stream) => (stream.end ? stream.end() : stream.push(null)),
  error: (stream) => stream.emit('error', new Error('by hand')),
  close: (stream) => stream.emit('close'),
};

const turn = () => new Promise(setImmediate);

async function observe(waitName, options, mishap, place, when) {
  events = [];
  const stages = makeStages(waits[waitName], options);
  try {
    pipeline(stages, (error, value) => {
      events.push(`CALLED ${error?.code ?? error?.message} ${value}`);
    });
  } catch (error) {
    events.push(`THROWN ${error.code}`);
  }
  waits[when](() => {
    events.push(`<${mishap}>`);
    mishaps[mishap]?.(stages[place]);
  });
  for (let i = 0; i < 12; i++) await turn();
  const listeners = stages.map((stage) => stage.eventNames().reduce((sum, name) => sum + stage.listenerCount(name), 0));
  console.log(waitName, JSON.stringify(options), mishap, place, `${when}:`, events.join(', '), `[${listeners}]`);
}

async function observeAll(waitName, options) {
  for (const mishap of Object.keys(mishaps)) {
    for (const place of [0, 1, 2]) {
      for (const when of Object.keys(waits)) await observe(waitName, options, mishap, place, when);
    }
  }
}

(async () => {
  for (const waitName of Object.keys(waits)) await observeAll(waitName, {});
  await observeAll('tick', { autoDestroy: false });
  await observeAll('sync', { emitClose: false });
  await observe('sync', {}, 'nothing', 0, 'sync');
  // A last stream that can be read goes on without the pipeline's listeners.
  const last = new PassThrough();
  pipeline(Readable.from(['x']), last, () => {
    setImmediate(() => console.log(last.eventNames().map((name) => `${name} ${last.listenerCount(name)}`).join(', ')));
  });
})();
