// CompressionStream and DecompressionStream: round trips, wrong input, wrong chunks.
'use strict';

const show = (error) => `${error.name} ${error.code} ${error.message} ${error.cause?.message}`;

async function settle(label, promises) {
  for (const result of await Promise.allSettled(promises)) {
    console.log(label, result.status, result.status === 'rejected' ? show(result.reason) : '');
  }
}

async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function main() {
  for (const format of ['deflate', 'deflate-raw', 'gzip', 'brotli']) {
    const input = new Uint8Array(200_000).map((_, i) => i % 251);
    const packed = new Blob([input]).stream().pipeThrough(new CompressionStream(format));
    console.log(format, (await collect(packed.pipeThrough(new DecompressionStream(format)))).equals(input));
    for (const bytes of [[0, 1, 2, 3, 4, 5], [], [31, 139]]) {
      const stream = new DecompressionStream(format);
      const writer = stream.writable.getWriter();
      const reader = stream.readable.getReader();
      await settle(`${format} ${bytes.length}`,
        [writer.write(new Uint8Array(bytes)), writer.close(), reader.read(), reader.closed]);
    }
  }
  for (const chunk of [undefined, null, 3, {}, new Uint8Array(new SharedArrayBuffer(1))]) {
    const stream = new CompressionStream('gzip');
    const writer = stream.writable.getWriter();
    await settle(`chunk ${typeof chunk}`, [writer.write(chunk), stream.readable.getReader().read()]);
  }
  for (const format of [undefined, 5, 'zstd', Symbol('x')]) {
    try {
      new CompressionStream(format);
    } catch (error) {
      console.log(show(error));
    }
  }
  console.log(new CompressionStream('gzip'));
}

main();
