// In which order web streams call the functions of sources and sinks, and settle promises.
'use strict';

let log = [];
const note = (word) => log.push(word);

async function show(name, run) {
  log = [];
  await run();
  await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(`${name}: ${log.join(' ')}`);
}

// A source of `count` numbers.
function numbers(count, strategy) {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      note(`pull${next}`);
      controller.enqueue(next++);
      if (next === count) controller.close();
    },
    cancel(reason) { note(`cancel-${reason}`); },
  }, strategy);
}

function sink(strategy, failing) {
  return new WritableStream({
    write(chunk) {
      note(`write${chunk}`);
      if (chunk === failing) throw 'bad';
    },
    close() { note('close'); },
    abort(reason) { note(`abort-${reason}`); },
  }, strategy);
}

function watch(name, promise) {
  promise.then(() => note(`${name}-ok`), () => note(`${name}-failed`));
}

async function main() {
  await show('reads at once', async () => {
    const reader = numbers(4).getReader();
    for (let i = 0; i < 5; i++) reader.read().then(({ value }) => note(`got${value}`));
    watch('closed', reader.closed);
  });
  await show('reads one by one', async () => {
    const reader = numbers(4).getReader();
    for (let i = 0; i < 5; i++) note(`got${(await reader.read()).value}`);
  });
  await show('for await', async () => {
    for await (const value of numbers(4)) note(`got${value}`);
  });
  await show('for await, left early', async () => {
    for await (const value of numbers(4)) {
      note(`got${value}`);
      if (value === 1) break;
    }
    note('left');
  });
  await show('writes at once', async () => {
    const writer = sink().getWriter();
    await writer.ready;
    for (let i = 0; i < 4; i++) watch(i, writer.write(i));
    watch('ready', writer.ready);
    watch('closing', writer.close());
    watch('closed', writer.closed);
  });
  await show('writes one by one', async () => {
    const writer = sink().getWriter();
    for (let i = 0; i < 3; i++) {
      await writer.write(i);
      note(`written${i}`);
    }
  });
  await show('a larger buffer', async () => {
    const writer = sink({ highWaterMark: 3 }).getWriter();
    await writer.ready;
    for (let i = 0; i < 5; i++) {
      watch(i, writer.write(i));
      watch(`ready${i}`, writer.ready);
    }
  });
  await show('a write that fails', async () => {
    const writer = sink(undefined, 1).getWriter();
    await writer.ready;
    for (let i = 0; i < 4; i++) watch(i, writer.write(i));
    watch('ready', writer.ready);
    watch('closed', writer.closed);
  });
  await show('the only write fails', async () => {
    const writer = sink(undefined, 1).getWriter();
    await writer.ready;
    watch(1, writer.write(1));
    watch('ready', writer.ready);
    watch('closed', writer.closed);
  });
  await show('abort', async () => {
    const writer = sink().getWriter();
    watch(1, writer.write(1));
    watch(2, writer.write(2));
    watch('closed', writer.closed);
    watch('ready', writer.ready);
    await writer.abort('why');
    note('aborted');
  });
  await show('pipeTo', async () => {
    await numbers(4).pipeTo(sink());
    note('done');
  });
  await show('pipeTo with buffers', async () => {
    await numbers(6, { highWaterMark: 3 }).pipeTo(sink({ highWaterMark: 2 }));
    note('done');
  });
  await show('pipeTo, the sink fails', async () => {
    await numbers(9).pipeTo(sink(undefined, 1)).catch((error) => note(`failed-${error}`));
  });
  await show('tee', async () => {
    const read = async (stream, name) => {
      for await (const value of stream) note(`${name}${value}`);
      note(`${name}-end`);
    };
    const [first, second] = numbers(3).tee();
    await Promise.all([read(first, 'a'), read(second, 'b')]);
  });
  await show('from', async () => {
    function* generate() {
      try {
        for (let i = 0; i < 3; i++) {
          note(`yield${i}`);
          yield i;
        }
      } finally {
        note('finally');
      }
    }
    for await (const value of ReadableStream.from(generate())) note(`got${value}`);
  });
}
main();
