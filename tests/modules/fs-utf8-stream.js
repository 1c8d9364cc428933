// fs.Utf8Stream: text is collected and written in pieces, at once or in the background; errors, flushing, reopening.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { once } = require('events');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'utf8-'));
const at = (name) => path.join(folder, name);

function open(name, options) {
  const stream = new fs.Utf8Stream({ dest: at(name), ...options });
  for (const event of ['ready', 'drain', 'drop', 'write', 'finish', 'close', 'error']) {
    stream.on(event, (value) => console.log(name, event, value?.message ?? value));
  }
  return stream;
}

async function basics(sync) {
  const name = sync ? 'sync' : 'async';
  const stream = open(name, { sync, minLength: 20, maxLength: 40 });
  if (!sync) await once(stream, 'ready');
  console.log(stream.write('ten bytes\n'), stream.write('☃ and more of them\n'), stream.write('this is too much'));
  await once(stream, 'drain');
  stream.write('a');
  await new Promise((resolve) => stream.flush(resolve));
  console.log(name, 'flushed');
  fs.renameSync(at(name), at(`${name}-moved`));
  stream.reopen();
  await once(stream, 'ready');
  stream.write('anew');
  stream.end();
  await once(stream, 'close');
  console.log(fs.readFileSync(at(`${name}-moved`), 'utf8'), fs.readFileSync(at(name), 'utf8'));
}

async function troubles() {
  let calls = 0;
  const stream = open('trouble', {
    sync: true,
    fs: {
      writeSync(fd, text, encoding) {
        console.log('call', text);
        if (++calls === 1) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        if (calls === 2) return fs.writeSync(fd, Buffer.from(text).subarray(0, 4)) && 1;
        return fs.writeSync(fd, text, encoding);
      },
    },
  });
  stream.write('a☃b');
  stream.write('c');
  stream.flushSync();
  stream.destroy();
  await once(stream, 'close');
  for (const call of [
    () => stream.write('x'), () => stream.end(), () => stream.reopen(), () => stream.flush((error) => { throw error; }),
    () => new fs.Utf8Stream(), () => new fs.Utf8Stream({ fd: 1, minLength: 20000 }),
    () => new fs.Utf8Stream({ fd: 1, contentMode: 'x' }), () => new fs.Utf8Stream({ dest: at('no/where'), sync: true }),
  ]) {
    try {
      console.log(call());
    } catch (error) {
      console.log(error.code, error.message.replace(folder, 'FOLDER'));
    }
  }
}

(async () => {
  await basics(true);
  await basics(false);
  await troubles();
  const bytes = open('bytes', { contentMode: 'buffer', mkdir: true, append: false, sync: true });
  bytes.write(Buffer.from('bytes'));
  bytes.end();
  await once(bytes, 'close');
  console.log(fs.readFileSync(at('bytes'), 'utf8'), bytes.fd > 2, bytes.contentMode, bytes.writing);
  fs.rmSync(folder, { recursive: true });
})();
