// stream/iter: broadcast(), share() and shareSync(): several consumers, each at its own pace.
const { Broadcast, broadcast, from, ondrain, share, Share, shareSync, SyncShare, text, textSync } = require('stream/iter');

const filled = (number) => new Uint8Array(16384).fill(number);
const describe = (error) => error?.message === undefined ? String(error) : `${error.name} ${error.code} ${error.message}`;
const result = ({ value, done }) => done ? 'done' : value.map((chunk) => `${chunk[0]}x${chunk.length}`).join();
const settled = (promise) => {
  let state = 'pending';
  promise.then((value) => { state = value?.done === undefined ? `ok ${value}` : result(value); },
               (error) => { state = describe(error); });
  return new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(state))));
};
const iterate = (stream) => stream[Symbol.asyncIterator]();
async function* numbers(count) {
  for (let i = 0; i < count; i++) yield [filled(i)];
}
function* syncNumbers(count) {
  for (let i = 0; i < count; i++) yield [filled(i)];
}

(async () => {
  let { writer, broadcast: channel } = broadcast({ budget: 16384 });
  console.log(channel.backpressurePolicy, channel.consumerCount, writer.writeSync(filled(1)), writer.writeSync('x'));
  let a = iterate(channel.push());
  const b = iterate(channel.push());
  const write = writer.write(filled(2));
  const drain = ondrain(writer);
  console.log(result(await a.next()), await settled(write), result(await b.next()), await settled(write), await settled(drain));
  const end = writer.end();
  console.log(result(await a.next()), result(await a.next()), await settled(end), channel.consumerCount);
  await b.return();
  console.log(await settled(end), writer.endSync(), channel.consumerCount);

  ({ writer, broadcast: channel } = broadcast({ budget: 16384 }));
  a = iterate(channel.push());
  writer.writeSync(filled(1));
  const refused = writer.write('x');
  channel.cancel(new Error('over'));
  console.log(await settled(refused), await settled(a.next()), writer.canWrite, await settled(writer.write('x')), writer.endSync());
  ({ writer, broadcast: channel } = broadcast());
  a = iterate(channel.push());
  const waiting = [a.next(), a.next(), a.next()];
  writer.writeSync(filled(1));
  writer.writeSync(filled(2));
  console.log(await Promise.all(waiting.map(settled)));
  writer.fail(new Error('failed'));
  console.log(await settled(waiting[2]), await settled(writer.end()));
  const streams = Broadcast.from(from('everybody')).broadcast;
  console.log(await Promise.all([text(streams.push()), text(streams.push((chunks) => chunks && ['to ', ...chunks]))]));

  for (const backpressure of ['strict', 'unbounded', 'drop-oldest', 'drop-newest']) {
    const shared = share(numbers(6), { budget: 32768, backpressure });
    const fast = iterate(shared.pull());
    const slow = iterate(shared.pull());
    const reads = [];
    for (let i = 0; i < 4; i++) reads.push(fast.next());
    console.log(backpressure, await Promise.all(reads.map(settled)));
    for (let i = 0; i < 3; i++) reads.push(slow.next());
    console.log(await Promise.all(reads.map(settled)), shared.consumerCount);
    shared.cancel();
    if (backpressure === 'unbounded') continue;
    const syncShared = shareSync(syncNumbers(6), { budget: 32768, backpressure });
    const iterators = [syncShared.pull(), syncShared.pull()].map((stream) => stream[Symbol.iterator]());
    for (const iterator of [0, 0, 0, 0, 1, 1, 1]) {
      try {
        console.log(iterator, result(iterators[iterator].next()));
      } catch (error) {
        console.log(iterator, describe(error));
      }
    }
  }
  const failing = share((async function* () {
    yield 'a';
    throw new Error('source');
  })());
  a = iterate(failing.pull());
  console.log(await settled(a.next().then(() => 'a')), await settled(a.next()), await settled(a.next()), failing.consumerCount);
  console.log(textSync(shareSync('sync').pull((chunks) => chunks)));
  for (const wrong of [() => Share.from(1), () => SyncShare.fromSync(null), () => shareSync('a', { backpressure: 'unbounded' }),
                       () => Share.from({ [Symbol.for('Stream.shareProtocol')]() {} })]) {
    try {
      wrong();
    } catch (error) {
      console.log(describe(error));
    }
  }
})();
