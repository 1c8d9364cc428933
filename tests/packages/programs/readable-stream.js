const { Readable, Writable, Transform, Duplex, pipeline, finished, promises } = require('readable-stream');
const { default: through } = require('through2');
const split = require('split2');
const pump = require('pump');
(async () => {
  const out = [];
  await promises.pipeline(
    Readable.from(['a\nb', 'c\n', 'd']),
    split(),
    through.obj?.(function (line, encoding, done) {
      this.push(line.toUpperCase());
      done();
    }) ??
      new through({
        objectMode: true,
        transform(line, encoding, done) {
          done(null, line.toUpperCase());
        },
      }),
    new Writable({
      objectMode: true,
      write(chunk, encoding, done) {
        out.push(chunk);
        done();
      },
    }),
  );
  console.log(out);
  pump(
    Readable.from(['x']),
    new Transform({
      transform(c, e, done) {
        done(new Error('broken'));
      },
    }),
    (error) => console.log('pump', error.message),
  );
  console.log(
    await Readable.from([1, 2, 3])
      .map((n) => n * 2)
      .toArray(),
    new Readable() instanceof require('stream').Readable,
    new Readable({ read() {} }).readableHighWaterMark,
  );
  finished(
    new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    }).resume(),
    (error) => console.log('finished', error.message),
  );
})();
