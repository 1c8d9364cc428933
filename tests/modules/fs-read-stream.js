// fs.createReadStream(): its options, what it emits, and how it opens and closes its file.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rondo-read-stream-'));
const file = path.join(folder, 'file');
fs.writeFileSync(file, '0123456789'.repeat(10));

const nameOf = (error) => `${error?.code} ${error?.message}`.replace(folder, 'FOLDER');

// Until it is closed or, if it never is, for a while.
function settled(stream) {
  return new Promise((resolve) => {
    stream.on('close', () => setImmediate(resolve));
    setTimeout(resolve, 500);
  });
}

function observe(events, stream) {
  for (const event of ['open', 'ready', 'end', 'close']) {
    stream.on(event, (value) => events.push(typeof value === 'number' ? `${event} ${value === stream.fd}` : event));
  }
  stream.on('data', (chunk) => events.push(`data ${chunk.length}`));
  stream.on('error', (error) => events.push(`error ${nameOf(error)}`));
  return stream;
}

const optionSets = {
  'none': undefined,
  'encoding': 'utf8',
  'unknown encoding': 'x',
  'number': 5,
  'function': () => {},
  'start': { start: 95 },
  'start and end': { start: 5, end: 9 },
  'end': { end: 3 },
  'end 0': { end: 0 },
  'end Infinity': { end: Infinity },
  'start after end': { start: 9, end: 3 },
  'start negative': { start: -1 },
  'start text': { start: '5' },
  'start null': { start: null },
  'end text': { end: 'x' },
  'end null': { end: null },
  'start past the file': { start: 500 },
  'inherited': Object.create({ start: 2, end: 4 }),
  'highWaterMark': { highWaterMark: 40 },
  'bad highWaterMark': { highWaterMark: -1 },
  'hex': { encoding: 'hex' },
  'fd text': { fd: 'x' },
  'fd negative': { fd: -1 },
  'fd object': { fd: {} },
  'flags': { flags: 'x' },
  'no autoClose': { autoClose: false },
  'no emitClose': { emitClose: false },
  'bad signal': { signal: 5 },
  'fs without open': { fs: {} },
  'fs without read': { fs: { open() {}, close() {} } },
  'fs without close': { fs: { open() {}, read() {} } },
  'fs without close, no autoClose': { autoClose: false, fs: { open: fs.open, read: fs.read } },
};

async function options() {
  for (const name of Object.keys(optionSets)) {
    const events = [];
    try {
      const stream = observe(events, fs.createReadStream(file, optionSets[name]));
      await settled(stream);
      events.push(stream.bytesRead, stream.pos, stream.destroyed, stream.closed, stream.pending);
      stream.destroy();
    } catch (error) {
      events.push(`thrown ${nameOf(error)}`);
    }
    console.log(`${name}:`, events.join(', '));
  }
}

// What happens around the read of a chunk.
const readings = {
  'fails'(read, count, args) {
    if (count === 2) args.at(-1)(Object.assign(new Error('no read'), { code: 'EIO' }), 0, args[1]);
    else read();
  },
  'short'(read, count, args) {
    args[3] = 30;
    read();
  },
  'closed meanwhile'(read, count, args, stream, events) {
    stream.close((error) => events.push(`closed ${nameOf(error)}`));
    read();
  },
  'destroyed meanwhile'(read, count, args, stream) {
    stream.destroy(new Error('given up'));
    read();
  },
  'fails when destroyed'(read, count, args, stream) {
    stream.destroy();
    setImmediate(args.at(-1), Object.assign(new Error('no read'), { code: 'EIO' }), 0, args[1]);
  },
  'closing fails': (read) => read(),
};

async function ownFs() {
  for (const name of Object.keys(readings)) {
    const events = [];
    let count = 0;
    const stream = fs.createReadStream(file, {
      highWaterMark: 40,
      fs: {
        open: fs.open,
        read(...args) {
          events.push(`read ${args[3]}`);
          readings[name](() => fs.read(...args), ++count, args, stream, events);
        },
        close(fd, callback) {
          events.push('fs.close');
          fs.close(fd, (error) => callback(name === 'closing fails' ? new Error('no close') : error));
        },
      },
    });
    observe(events, stream);
    await settled(stream);
    console.log(`${name}:`, events.join(', '), stream.fd);
  }
}

async function properties() {
  const stream = fs.ReadStream(file);
  console.log(stream instanceof fs.ReadStream, stream.path === file, stream.flags, stream.mode, stream.autoClose, stream.pending);
  stream.autoClose = false;
  console.log(stream.autoClose, stream._readableState.autoDestroy);
  stream.close((error) => console.log('closed', error.code));
  await settled(stream);
  const missing = fs.createReadStream(path.join(folder, 'missing'));
  const events = [];
  await settled(observe(events, missing));
  console.log(events.join(', '));
  const byDescriptor = fs.createReadStream('not used', { fd: fs.openSync(file) });
  console.log(byDescriptor.path, byDescriptor.flags, byDescriptor.pending);
  await settled(byDescriptor.resume());
  console.log(byDescriptor.fd, Buffer.isBuffer(fs.createReadStream(Buffer.from(file)).destroy().path));
  const { get } = Object.getOwnPropertyDescriptor(fs.ReadStream.prototype, 'autoClose');
  try {
    get.call({});
  } catch (error) {
    console.log(nameOf(error));
  }
}

// A subclass with an open() of its own, as packages have it.
async function ownOpen() {
  class Opening extends fs.ReadStream {
    open() {
      fs.open(this.path, 'r', (error, fd) => {
        if (error) {
          this.emit('error', error);
          return;
        }
        this.fd = fd;
        this.emit('open', fd);
      });
    }
  }
  for (const target of [file, path.join(folder, 'missing')]) {
    const events = [];
    await settled(observe(events, new Opening(target)));
    console.log('own open:', events.join(', '));
  }
}

async function handles() {
  for (const how of ['read', 'close the stream', 'close the handle', 'no autoClose', 'range', 'with fs']) {
    const events = [];
    const handle = await fs.promises.open(file);
    handle.on('close', () => events.push('handle close'));
    try {
      const more = { 'no autoClose': { autoClose: false }, 'range': { start: 3, end: 7 }, 'with fs': { fs } }[how];
      const stream = observe(events, handle.createReadStream(more));
      events.push(stream.fd === handle.fd, stream.path);
      if (how === 'close the stream') stream.close((error) => events.push(`closed ${nameOf(error)}`));
      if (how === 'close the handle') handle.close().then(() => events.push('handle closed'));
      await settled(stream);
      events.push(handle.fd === -1, stream.closed);
    } catch (error) {
      events.push(`thrown ${nameOf(error)}`);
    }
    console.log(`handle, ${how}:`, events.join(', '));
    await handle.close();
  }
}

(async () => {
  await options();
  await ownFs();
  await properties();
  await ownOpen();
  await handles();
  fs.rmSync(folder, { recursive: true });
})();
