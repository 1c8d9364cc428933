// Reads and writes go straight to the memory of a buffer, whatever the script does meanwhile.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const file = path.join(os.tmpdir(), `held-${process.pid}`);
const size = 1 << 16;
fs.writeFileSync(file, Buffer.alloc(size, 'abcd'));
const fd = fs.openSync(file, 'r+');

function readIntoDropped(next) {
  // Nobody but the request has the buffer.
  fs.read(fd, Buffer.alloc(size), 0, size, 0, (error, count, buffer) => {
    console.log(error, count, buffer.toString('latin1', 0, 8));
    next();
  });
  for (let i = 0; i < 20000; i++) new Uint8Array(64);
}

function readTwice(next) {
  const memory = new ArrayBuffer(2 * size);
  let open = 2;
  const done = (error, count, view) => {
    console.log(error, count, view.byteOffset, view[0], view[size - 1]);
    if (--open > 0) return;
    // Both are through: the memory can be moved again.
    console.log(memory.transfer().byteLength, memory.detached);
    next();
  };
  fs.read(fd, new Uint8Array(memory, 0, size), 0, size, 0, (...all) => {
    done(...all);
    fs.read(fd, new Uint8Array(memory, size, size), 0, size, 0, done);
  });
}

function fail(next) {
  const memory = new ArrayBuffer(size);
  fs.write(12345, new Uint8Array(memory), 0, size, 0, (error, count) => {
    console.log(error.code, count, memory.transfer().byteLength);
    next();
  });
}

function resize(next) {
  const memory = new ArrayBuffer(size, { maxByteLength: 2 * size });
  fs.read(fd, new Uint8Array(memory), 0, size, 0, (error, count) => {
    console.log(error, count, memory.byteLength);
    next();
  });
  memory.resize(2 * size);
}

function write(next) {
  fs.write(fd, Buffer.alloc(size, 'xy'), 0, size, 0, (error, count) => {
    console.log(error, count, fs.readFileSync(file, 'latin1').slice(0, 6));
    next();
  });
}

readIntoDropped(() => readTwice(() => fail(() => resize(() => write(() => fs.unlinkSync(file))))));
