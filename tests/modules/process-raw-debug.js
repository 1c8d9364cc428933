// process._rawDebug() writes to stderr whatever has become of the streams.
process.stderr.write = () => console.log('never');
process._rawDebug('%s and %j', 'text', { a: 1 }, 2);
