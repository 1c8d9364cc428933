// What goes from thread to thread with a message: memory, shared memory, ports, objects of the library.
'use strict';
const { Worker, MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { BlockList, SocketAddress } = require('net');
const fs = require('fs');

const source = `
  const { parentPort, workerData } = require('worker_threads');
  workerData.port.on('message', async (value) => {
    if (value === 'end') return workerData.port.close();
    if (value.shared) {
      Atomics.add(new Int32Array(value.shared), 0, 41);
      Atomics.notify(new Int32Array(value.shared), 0);
      value = { done: true };
    }
    if (value.blob) value = { text: await value.blob.text(), name: value.blob.name, type: value.blob.type };
    if (value.list) value = { blocked: value.list.check('10.1.2.3'), other: value.list.check('8.8.8.8') };
    if (value.handle) {
      const { handle } = value;
      value = { begins: (await handle.readFile('utf8')).slice(0, 12) };
      await handle.close();
    }
    if (value.stream) {
      const all = [];
      for await (const chunk of value.stream) all.push(chunk);
      value = { all };
    }
    if (value.inner) {
      value.inner.postMessage('through the inner port');
      value.inner.close();
      value = { passed: true };
    }
    if (value.bytes) {
      const { bytes } = value;
      parentPort.postMessage({ bytes }, [bytes.buffer]);
      value = { detached: bytes.buffer.detached };
    }
    parentPort.postMessage(value);
  });
`;

(async () => {
  const { port1, port2 } = new MessageChannel();
  // Posted before the port has left: it comes along.
  port1.postMessage({ early: true });
  const worker = new Worker(source, { eval: true, workerData: { port: port2 }, transferList: [port2] });
  const next = () => new Promise((resolve) => worker.once('message', resolve));
  console.log(await next());

  const bytes = new Uint8Array([1, 2, 3]);
  port1.postMessage({ bytes }, [bytes.buffer]);
  console.log(bytes.length);
  console.log(await next());
  console.log(await next());

  const shared = new SharedArrayBuffer(4);
  new Int32Array(shared)[0] = 1;
  port1.postMessage({ shared });
  console.log(await next(), new Int32Array(shared)[0]);

  port1.postMessage({ blob: new Blob(['some ', 'text'], { type: 'text/plain' }) });
  console.log(await next());
  port1.postMessage({ blob: new File(['of a file'], 'name.txt') });
  console.log(await next());

  const list = new BlockList();
  list.addSubnet('10.0.0.0', 8);
  port1.postMessage({ list });
  console.log(await next());
  port1.postMessage({ address: new SocketAddress({ address: '1.2.3.4', port: 80 }) });
  console.log(await next());

  const handle = await fs.promises.open(__filename);
  port1.postMessage({ handle }, [handle]);
  console.log(handle.fd, await next());

  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue('a');
      controller.enqueue({ b: 1 });
      controller.close();
    },
  });
  port1.postMessage({ stream }, [stream]);
  console.log(await next());

  const inner = new MessageChannel();
  port1.postMessage({ inner: inner.port2 }, [inner.port2]);
  const heard = new Promise((resolve) => inner.port1.once('message', resolve));
  console.log(await next(), await heard);

  const error = new RangeError('in a message', { cause: { deep: true } });
  port1.postMessage({ error });
  const { error: copy } = await next();
  console.log(copy instanceof RangeError, copy.message, copy.cause);

  console.log(receiveMessageOnPort(port1));
  worker.on('exit', (code) => console.log('exit', code));
  port1.postMessage('end');
})();
