// stream.finished() of streams that are over already, or half over: whether the callback comes, with
// what, and when in relation to the stream's own events.
'use strict';

const { Duplex, PassThrough, Readable, Stream, Writable, finished } = require('stream');

const makers = {
  readable: (options) => new Readable({ read() {}, ...options }),
  writable: (options) => new Writable({ write(chunk, encoding, callback) { callback(); }, ...options }),
  duplex: (options) => new Duplex({ read() {}, write(chunk, encoding, callback) { callback(); }, ...options }),
  passthrough: (options) => new PassThrough(options),
  old: () => Object.assign(new Stream(), { readable: true, writable: true, write() {}, end() {} }),
};

const pasts = {
  'nothing': () => {},
  'ended': (stream) => stream.push?.(null) ?? stream.resume?.(),
  'read to the end': (stream) => {
    stream.push?.(null);
    stream.resume?.();
  },
  'finished': (stream) => stream.end?.(),
  'both': (stream) => {
    stream.push?.(null);
    stream.resume?.();
    stream.end?.();
  },
  'destroyed': (stream) => stream.destroy?.(),
  'failed': (stream) => stream.destroy?.(new Error('failed')),
  'close by hand': (stream) => stream.emit('close'),
  'end by hand': (stream) => stream.emit('end'),
  'finish by hand': (stream) => stream.emit('finish'),
  'not writable': (stream) => {
    stream.writable = false;
  },
};

const choices = [undefined, { readable: false }, { writable: false }, { error: false }];
const streamOptions = [{}, { autoDestroy: false }, { emitClose: false }];

const turn = () => new Promise(setImmediate);

async function observe(kind, options, past, choice, isLate) {
  const events = [];
  const stream = makers[kind](options);
  for (const event of ['end', 'finish', 'close']) stream.on(event, () => events.push(event));
  stream.on('error', (error) => events.push(`error ${error.code ?? error.message}`));
  pasts[past](stream);
  if (isLate) await turn();
  events.push('(');
  const stop = finished(stream, choice, function(error) {
    events.push(`CALLED ${arguments.length} ${error?.code ?? error?.message} ${this === stream}`);
  });
  events.push(`${['end', 'finish', 'error', 'close'].map((event) => stream.listenerCount(event))})`);
  await turn();
  await turn();
  stop();
  console.log(kind, JSON.stringify(options), past, JSON.stringify(choice), isLate ? 'late:' : 'now:', events.join(' '));
}

(async () => {
  for (const kind of Object.keys(makers)) {
    for (const past of Object.keys(pasts)) {
      for (const options of streamOptions) await observe(kind, options, past, undefined, true);
      for (const choice of choices) await observe(kind, {}, past, choice, false);
    }
  }
})();
