// fs.createWriteStream(): its options, what it emits, writes that fail or take less than all, and how it
// closes its file.
'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rondo-write-stream-'));
const file = path.join(folder, 'file');

const nameOf = (error) => `${error?.code} ${error?.message}`.replace(folder, 'FOLDER');

// Until it is closed or, if it never is, for a while.
function settled(stream) {
  return new Promise((resolve) => {
    stream.on('close', () => setImmediate(resolve));
    setTimeout(resolve, 500);
  });
}

function observe(events, stream) {
  for (const event of ['open', 'ready', 'finish', 'close']) stream.on(event, () => events.push(event));
  stream.on('error', (error) => events.push(`error ${nameOf(error)}`));
  return stream;
}

const optionSets = {
  'none': undefined,
  'encoding': 'latin1',
  'unknown encoding': 'x',
  'start': { start: 5, flags: 'r+' },
  'start negative': { start: -1 },
  'start text': { start: '1' },
  'bad flush': { flush: 5 },
  'no autoClose': { autoClose: false },
  'no emitClose': { emitClose: false },
  'append': { flags: 'a' },
  'exclusive': { flags: 'wx' },
  'decodeStrings': { decodeStrings: false },
  'highWaterMark': { highWaterMark: 2 },
  'fs without open': { fs: {} },
  'fs without close': { fs: { open() {}, write() {} } },
  'fs without write': { fs: { open() {}, close() {} } },
  'fs with a bad writev': { fs: { open() {}, close() {}, writev: 5 } },
};

async function options() {
  for (const name of Object.keys(optionSets)) {
    const events = [];
    fs.writeFileSync(file, 'abcdefghij');
    try {
      const stream = observe(events, fs.createWriteStream(file, optionSets[name]));
      stream.write('é1', (error) => events.push(`written ${error?.code}`));
      stream.write('22');
      stream.end('333', () => events.push('ended'));
      await settled(stream);
      events.push(stream.bytesWritten, stream.pos, stream.destroyed, stream.closed, stream.pending);
      stream.destroy();
    } catch (error) {
      events.push(`thrown ${nameOf(error)}`);
    }
    console.log(`${name}:`, events.join(', '), JSON.stringify(fs.readFileSync(file, 'latin1')));
  }
}

const again = Object.assign(new Error('again'), { code: 'EAGAIN' });
const broken = Object.assign(new Error('broken'), { code: 'EIO' });

// What becomes of the n-th write: an error, a number of bytes, or nothing special.
const writings = {
  'all goes well': () => undefined,
  'not yet': (n) => (n === 1 ? again : undefined),
  'never': () => again,
  'nothing at all': () => 0,
  'piece by piece': (n) => (n < 4 ? 2 : undefined),
  'broken': () => broken,
  'destroyed meanwhile': (n, stream) => {
    stream.destroy();
    return undefined;
  },
};

async function ownFs(isVector) {
  for (const name of Object.keys(writings)) {
    const events = [];
    let count = 0;
    // `written` is what the callback gets back of the buffers.
    const happen = (fd, buffer, written, callback) => {
      const fate = writings[name](++count, stream);
      const size = fate === undefined ? buffer.length : fate;
      events.push(`write ${buffer.length}`);
      if (size > 0) fs.write(fd, buffer, 0, size, null, (error, bytes) => callback(error, bytes, written));
      else setImmediate(callback, fate || null, 0, written);
    };
    const stream = fs.createWriteStream(file, {
      fs: {
        open: fs.open,
        write: (fd, buffer, offset, length, position, callback) => happen(fd, buffer, buffer, callback),
        writev: isVector ? (fd, buffers, position, callback) => {
          happen(fd, Buffer.concat(buffers), buffers, callback);
        } : undefined,
        close: (fd, callback) => {
          events.push('fs.close');
          fs.close(fd, callback);
        },
      },
    });
    observe(events, stream);
    stream.write('abcdef', (error) => events.push(`written ${error ? nameOf(error) : error}`));
    stream.write('ghij');
    stream.end('kl');
    await settled(stream);
    console.log(isVector ? 'writev:' : 'write:', `${name}:`, events.join(', '), stream.bytesWritten, fs.readFileSync(file, 'utf8'));
  }
}

async function closing() {
  for (const autoClose of [true, false]) {
    for (const method of ['close', 'end', 'destroySoon', 'destroy']) {
      const events = [];
      const stream = observe(events, fs.createWriteStream(file, { autoClose }));
      stream.write('x');
      if (method === 'destroy') stream.destroy();
      else stream[method]((error) => events.push(`called ${error}`));
      await settled(stream);
      const wasClosed = stream.closed;
      if (method === 'close') stream.close((error) => events.push(`called again ${error}`));
      await new Promise(setImmediate);
      console.log(`${method}, ${autoClose}:`, events.join(', '), wasClosed, stream.fd === null);
      stream.destroy();
    }
  }
}

async function flushing() {
  for (const flush of [true, false, null]) {
    const events = [];
    const stream = observe(events, fs.createWriteStream(file, {
      flush,
      fs: {
        open: fs.open,
        write: fs.write,
        fsync: (fd, callback) => {
          events.push('fsync');
          fs.fsync(fd, callback);
        },
        close: (fd, callback) => {
          events.push('fs.close');
          fs.close(fd, callback);
        },
      },
    }));
    stream.end('x');
    await new Promise((resolve) => stream.on('close', resolve));
    console.log('flush', flush, events.join(', '));
  }
}

async function handles() {
  for (const flush of [false, true]) {
    const events = [];
    const handle = await fs.promises.open(file, 'w');
    handle.on('close', () => events.push('handle close'));
    const stream = observe(events, handle.createWriteStream({ flush }));
    stream.write('1');
    stream.write('2');
    stream.end('3');
    await new Promise((resolve) => stream.on('close', resolve));
    console.log('handle:', events.join(', '), handle.fd, stream.bytesWritten, fs.readFileSync(file, 'utf8'));
  }
}

(async () => {
  await options();
  await ownFs(false);
  await ownFs(true);
  await closing();
  await flushing();
  await handles();
  fs.rmSync(folder, { recursive: true });
})();
