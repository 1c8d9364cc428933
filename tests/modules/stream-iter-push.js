// stream/iter: push() and duplex(): backpressure, ends and failures as the writer and the reader see them.
const { duplex, ondrain, push, text } = require('stream/iter');

const K16 = new Uint8Array(16384);
const K8 = new Uint8Array(8192);
const describe = (error) => error?.message === undefined ? String(error) : `${error.name} ${error.code} ${error.message}`;
const settled = (promise) => {
  let state = 'pending';
  promise.then((value) => { state = `ok ${value}`; }, (error) => { state = `rejected: ${describe(error)}`; });
  return new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(state))));
};
const lengths = ({ value, done }) => done ? 'done' : value.map((chunk) => chunk.length).join();

(async () => {
  let { writer, readable } = push();
  console.log(writer.writeSync(K8), writer.canWrite, writer.writeSync(K16), writer.canWrite, writer.writeSync('x'));
  let drain = ondrain(writer);
  let write = writer.write('waits');
  console.log(await settled(write), await settled(writer.write('too much')), await settled(drain));
  let iterator = readable[Symbol.asyncIterator]();
  console.log(lengths(await iterator.next()), await settled(write), await settled(drain));
  const end = writer.end();
  console.log(writer.canWrite, await settled(end), lengths(await iterator.next()), await settled(end));
  console.log(lengths(await iterator.next()), await settled(end), writer.endSync());
  console.log(await settled(writer.write('late')), ondrain(writer));

  ({ writer, readable } = push({ backpressure: 'unbounded' }));
  writer.writeSync(K16);
  const writes = [K8, 'a', K16, 'b'].map((chunk) => writer.write(chunk));
  iterator = readable[Symbol.asyncIterator]();
  for (let i = 0; i < 3; i++) {
    console.log(lengths(await iterator.next()), await Promise.all(writes.map(settled)));
  }

  ({ writer, readable } = push({ backpressure: 'drop-oldest', budget: 32768 }));
  console.log(writer.writevSync([K8, K8]), writer.writeSync(K8), writer.writeSync(K8), writer.writeSync(K16));
  console.log(lengths(await readable[Symbol.asyncIterator]().next()));
  ({ writer, readable } = push({ backpressure: 'drop-newest' }));
  console.log(writer.writeSync(K16), writer.writeSync(K8), writer.endSync());
  console.log(lengths(await readable[Symbol.asyncIterator]().next()));

  ({ writer, readable } = push());
  writer.writeSync('before');
  writer.fail(new Error('failed'));
  iterator = readable[Symbol.asyncIterator]();
  console.log(lengths(await iterator.next()), await settled(iterator.next()), await settled(writer.end()));

  ({ writer, readable } = push());
  writer.writeSync(K16);
  write = writer.write('x');
  drain = ondrain(writer);
  iterator = readable[Symbol.asyncIterator]();
  await iterator.return();
  console.log(await settled(write), await settled(drain), writer.canWrite, writer.endSync());

  const controller = new AbortController();
  ({ writer, readable } = push());
  writer.writeSync(K16);
  write = writer.write('x', { signal: controller.signal });
  controller.abort('no');
  console.log(await settled(write), await settled(writer.end({ signal: AbortSignal.abort('neither') })), writer.canWrite);

  ({ writer, readable } = push((chunks) => chunks));
  for (const chunk of [1, null, {}, new Int16Array([0x4142])]) writer.writeSync(chunk);
  for (const wrong of [() => writer.writev(1), () => writer.write('a', 1), () => writer.write(Symbol('s')),
                       () => writer.end({ signal: 1 }), () => push({ budget: 1 }), () => push({ backpressure: 'x' })]) {
    try {
      wrong();
    } catch (error) {
      console.log(describe(error));
    }
  }
  writer.endSync();
  console.log(await text(readable));

  const [here, there] = duplex();
  here.writer.writeSync('hello');
  const closed = here.close();
  console.log(await settled(closed), there.writer.canWrite, await text(there.readable), await settled(closed));
  console.log(await text(here.readable), await settled(there.close()));
})();
