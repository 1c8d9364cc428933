// readv and writev of buffers large and small, of one memory and of several, empty ones between.
const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vectors-'));
const file = path.join(folder, 'file');
const sum = (buffers) => buffers.map((bytes) => bytes.reduce((total, byte) => (total * 31 + byte) % 65521, 7)).join();
const filled = (length, seed) => Buffer.from(Array.from({ length }, (_, index) => (index * seed) & 255));
const memory = new ArrayBuffer(20000);

const sets = {
  small: () => [filled(3, 5), Buffer.alloc(0), filled(4, 7)],
  large: () => [filled(5000, 5), new Uint8Array(0), filled(70000, 7)],
  parts: () => [new Uint8Array(memory, 100, 9000), new Uint16Array(memory, 10000, 2000), new DataView(memory, 18000)],
  shared: () => [new Uint8Array(new SharedArrayBuffer(6000)).fill(3), filled(6000, 9)],
  resizable: () => [new Uint8Array(new ArrayBuffer(6000, { maxByteLength: 9000 })).fill(4), filled(10, 9)],
};
const emptied = (buffers) => buffers.map((view) => new Uint8Array(view.byteLength));

async function both(name, buffers) {
  const bytes = buffers.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const total = bytes.reduce((length, view) => length + view.length, 0);
  fs.writeFileSync(file, '');
  let fd = fs.openSync(file, 'r+');
  console.log(name, fs.writevSync(fd, buffers) === total, fs.writevSync(fd, buffers, 5) === total);
  const back = emptied(buffers);
  console.log(fs.readvSync(fd, back, 5) === total, sum(back) === sum(bytes));
  fs.closeSync(fd);

  const handle = await fs.promises.open(file, 'w+');
  const written = await handle.writev(buffers, 1);
  const into = emptied(buffers);
  const read = await handle.readv(into, 1);
  console.log(written.bytesWritten === total, written.buffers === buffers, read.bytesRead === total, sum(into) === sum(bytes));
  const more = [...emptied(buffers), new Uint8Array(50)];
  console.log((await handle.readv(more, 1)).bytesRead === total, (await handle.readv(more, 1 + total)).bytesRead);
  await handle.close();
  // They are let go of: what can be transferred is again.
  const { buffer } = into[into.length - 1];
  structuredClone(buffer, { transfer: [buffer] });
  console.log(buffer.detached);
}

(async () => {
  for (const [name, make] of Object.entries(sets)) await both(name, make());
  fs.writev(99999, [filled(5000, 1)], (error, count, buffers) => {
    console.log(error.code, error.syscall, count, buffers.length);
    fs.readv(99999, [filled(5000, 1)], (error, count) => {
      console.log(error.code, error.syscall, count);
      fs.rmSync(folder, { recursive: true });
    });
  });
})();
