// stream/web: classes, properties, errors of wrong use, and what streams look like when printed.
'use strict';
const web = require('stream/web');

for (const [name, Class] of Object.entries(web)) {
  const global = globalThis[name] === Class;
  const keys = Object.keys(Class.prototype).sort();
  const tag = name.startsWith('Text') ? '' : Class.prototype[Symbol.toStringTag];
  console.log(name, Class.length, global, tag, keys.join());
}

const shown = [];
function attempt(name, call) {
  const tell = (error) => `${error.name} ${error.code} ${error.message}`;
  try {
    const result = call();
    if (result instanceof Promise) {
      shown.push(result.then((value) => [name, 'fulfilled', value], (error) => [name, 'rejected', tell(error)]));
    } else {
      shown.push([name, 'returned', result]);
    }
  } catch (error) {
    shown.push([name, 'threw', tell(error)]);
  }
}

let controller;
const open = (source, strategy) => new ReadableStream({ start(given) { controller = given; }, ...source }, strategy);

attempt('source', () => new ReadableStream(5));
attempt('type', () => new ReadableStream({ type: 'x' }));
attempt('pull', () => new ReadableStream({ pull: 5 }));
attempt('mark', () => new ReadableStream({}, { highWaterMark: -1 }));
attempt('size', () => new ReadableStream({}, { size: 1 }));
attempt('sink', () => new WritableStream(null));
attempt('transformer', () => new TransformStream({ flush: 1 }));
attempt('writableType', () => new TransformStream({ writableType: 'x' }));
attempt('mark is missing', () => new CountQueuingStrategy({}));
attempt('controller', () => new ReadableStreamDefaultController());
attempt('locked of another', () => Reflect.get(ReadableStream.prototype, 'locked', {}));
attempt('read of another', () => ReadableStreamDefaultReader.prototype.read.call({}));
attempt('from', () => ReadableStream.from({}));
attempt('mode', () => new ReadableStream().getReader({ mode: 'x' }));
attempt('byob of values', () => new ReadableStream().getReader({ mode: 'byob' }));
attempt('pipeTo', () => new ReadableStream().pipeTo({}));
attempt('pipeThrough', () => new ReadableStream().pipeThrough({}));
attempt('signal', () => new ReadableStream().pipeTo(new WritableStream(), { signal: 1 }));

const locked = open();
const reader = locked.getReader();
attempt('second reader', () => locked.getReader());
attempt('cancel', () => locked.cancel());
attempt('tee', () => locked.tee());
attempt('a read that is left', () => reader.read());
attempt('closed', () => reader.closed);
reader.releaseLock();
attempt('read', () => reader.read());
controller.close();
attempt('enqueue', () => controller.enqueue(1));
attempt('close', () => controller.close());
open({}, { size: () => -1 });
attempt('wrong size', () => controller.enqueue(1));

open({ type: 'bytes' });
attempt('no view', () => controller.enqueue(5));
attempt('empty view', () => controller.enqueue(new Uint8Array(0)));
attempt('shared view', () => controller.enqueue(new Uint8Array(new SharedArrayBuffer(1))));

const writable = new WritableStream();
const writer = writable.getWriter();
attempt('second writer', () => writable.getWriter());
attempt('abort', () => writable.abort());
attempt('close', () => writer.close());
attempt('close twice', () => writer.close());
attempt('write', () => writer.write(1));
writer.releaseLock();
attempt('released', () => writer.ready);
attempt('desiredSize', () => writer.desiredSize);

attempt('clone', () => structuredClone(new ReadableStream()));
attempt('compression', () => new CompressionStream('x'));

const bytes = new ReadableStream({ type: 'bytes' });
const transform = new TransformStream({ start(given) { controller = given; } });
attempt('stream', () => bytes);
attempt('byob reader', () => bytes.getReader({ mode: 'byob' }));
attempt('transform', () => transform);
attempt('transform controller', () => controller);
attempt('writer', () => new WritableStream().getWriter());
attempt('strategy', () => new ByteLengthQueuingStrategy({ highWaterMark: 2 }));
attempt('encoder', () => new TextEncoderStream());
attempt('decoder', () => new TextDecoderStream('latin1', { fatal: true }));

Promise.all(shown).then((lines) => {
  for (const line of lines) console.log(...line);
});
