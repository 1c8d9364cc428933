// The events of streams: writes, flushes, changes of settings, ends, errors, what follows compressed data.
'use strict';
const zlib = require('zlib');

function watch(name, stream) {
  for (const event of ['data', 'end', 'finish', 'close', 'error', 'drain']) {
    stream.on(event, (value) => {
      console.log(name, event, value instanceof Error ? value.message : event === 'data' ? value.length > 0 : '');
    });
  }
  return stream;
}

const told = (text) => (error) => console.log(text, error?.code ?? '');

const cases = {
  flush(s = watch('flush', zlib.createGzip())) {
    s.write('abc', told('first'));
    s.flush(told('flushed'));
    s.write('def', told('second'));
    s.end(told('ended'));
    return s;
  },
  bad(s = watch('bad', zlib.createGunzip())) {
    s.write('bad', told('first'));
    s.end('x', told('ended'));
    return s;
  },
  trailing(s = watch('trailing', zlib.createInflate())) {
    s.write(zlib.deflateSync('hello'), told('first'));
    s.write('more', told('second'));
    s.end(told('ended'));
    return s;
  },
  params(s = watch('params', zlib.createDeflate())) {
    s.write('x'.repeat(100000), told('first'));
    s.params(0, 0, (error) => {
      console.log('changed', error);
      s.write('y'.repeat(40000), told('second'));
      s.end();
    });
    return s;
  },
  closed(s = watch('closed', zlib.createGzip())) {
    s.close(told('closed'));
    s.write('x', told('write'));
    return s;
  },
  flushAfterEnd(s = watch('flushAfterEnd', zlib.createGzip())) {
    s.end('x');
    s.flush(told('flushed'));
    return s;
  },
  smallChunks(s = watch('smallChunks', zlib.createInflate({ chunkSize: 64 }))) {
    s.end(zlib.deflateSync(Buffer.alloc(300, 'q')));
    return s;
  },
  brotli(s = watch('brotli', zlib.createBrotliCompress())) {
    s.write('abc');
    s.flush(told('flushed'));
    s.end('z');
    return s;
  },
  zstdTrailing(s = watch('zstdTrailing', zlib.createZstdDecompress())) {
    s.write(zlib.zstdCompressSync('abc'));
    s.write('junk!');
    s.end();
    return s;
  },
  cut(s = watch('cut', zlib.createGunzip())) {
    s.end(zlib.gzipSync('abcdef').subarray(0, 20));
    return s;
  },
  destroyed(s = watch('destroyed', zlib.createGzip())) {
    s.write('abc');
    s.destroy(new Error('boom'));
    return s;
  },
  alone(s = watch('alone', zlib.createGunzip({ rejectGarbageAfterEnd: true }))) {
    s.end(Buffer.concat([zlib.gzipSync('abc'), Buffer.from('junk')]));
    return s;
  },
  nothing(s = watch('nothing', zlib.createGzip())) {
    s.end();
    return s;
  },
  nothingToRead(s = watch('nothingToRead', zlib.createGunzip())) {
    s.end();
    return s;
  },
  stored(s = watch('stored', zlib.createDeflateRaw({ level: 0, chunkSize: 100 }))) {
    s.write(Buffer.alloc(250));
    s.flush(2, told('flushed'));
    s.end(Buffer.alloc(30));
    return s;
  },
};

const names = Object.keys(cases);

function next() {
  const name = names.shift();
  if (name === undefined) return;
  const stream = cases[name]();
  stream.once('close', () => setTimeout(() => {
    console.log('--', stream.destroyed, stream._closed, stream.readableEnded, stream.writableFinished);
    next();
  }, 5));
}

next();
