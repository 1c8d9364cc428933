// The diagnostics channels of http2: what each side tells of its streams, in which order, for requests that go well, fail, are
// given up, carry a body, and for streams that are pushed.
'use strict';

const channel = require('diagnostics_channel');
const http2 = require('http2');

const told = { client: [], server: [] };

function data(value) {
  if (Array.isArray(value)) return `[${value.map((item) => data(item.chunk ?? item)).join(' ')}]`;
  return typeof value === 'string' ? `'${value}'` : `<${Buffer.from(value).toString('hex')}>`;
}

function fields(headers) {
  return Object.keys(headers).filter((name) => name !== 'date').map((name) => (
    name === ':authority' ? name : `${name}=${headers[name]}`)).join(' ');
}

function listen(side, name) {
  channel.subscribe(`http2.${side}.stream.${name}`, (message, at) => {
    const { stream } = message;
    const line = [at.slice(at.lastIndexOf('.') + 1), stream.constructor.name, stream.id, Object.keys(message).join()];
    if (message.headers) line.push(fields(message.headers));
    if (message.flags !== undefined) line.push(`flags ${message.flags}`);
    if (message.error) line.push(message.error.message);
    if (message.data !== undefined) line.push(message.writev, data(message.data), message.encoding);
    if (name === 'close' || name === 'error') line.push(`closed ${stream.closed}, code ${stream.rstCode}`);
    told[side].push(line.join(' | '));
  });
}
for (const side of ['client', 'server']) {
  for (const name of ['created', 'start', 'error', 'finish', 'close']) listen(side, name);
}
listen('client', 'bodyChunkSent');
listen('client', 'bodySent');

const ways = {
  plain: {
    ask: (session) => session.request({ a: 'b' }),
    answer: (stream) => stream.respond({ c: 'd' }, { endStream: true }),
  },
  bodies: {
    ask(session) {
      const stream = session.request({ ':method': 'POST' });
      stream.write('text', 'latin1');
      stream.write(Buffer.from('bytes'));
      stream.end('end');
      return stream;
    },
    answer: (stream) => { stream.resume(); stream.on('end', () => stream.end('answer')); },
  },
  buffers: {
    ask(session) {
      const stream = session.request({ ':method': 'POST' });
      stream.write(Buffer.from('one'));
      stream.write(Buffer.from('two'));
      stream.end();
      return stream;
    },
    answer(stream) {
      stream.resume();
      stream.on('end', () => stream.respond([':status', 201], { endStream: true, sendDate: false }));
    },
  },
  trailers: {
    ask: (session) => session.request({}),
    answer(stream) {
      stream.additionalHeaders({ ':status': 103 });
      stream.respond({}, { waitForTrailers: true });
      stream.on('wantTrailers', () => stream.sendTrailers({ e: 'f' }));
      stream.end('body');
    },
  },
  file: {
    ask: (session) => session.request({}),
    answer: (stream) => stream.respondWithFile(__filename, { g: 'h' }, {
      statCheck(stat, headers) { headers['content-type'] = 'text/plain'; return true; }, length: 10,
    }),
  },
  push: {
    ask: (session) => session.request({}),
    answer(stream) {
      stream.respond();
      stream.pushStream({ i: 'j' }, (error, pushed) => { pushed.respond(); pushed.end('pushed'); });
      stream.end('body');
    },
  },
  destroyed: { ask: (session) => session.request({}), answer: (stream) => stream.destroy(new Error('no')) },
  closed: { ask: (session) => session.request({}), answer: (stream) => stream.close(2) },
  aborted: {
    ask(session) {
      const abort = new AbortController();
      const stream = session.request({}, { signal: abort.signal });
      abort.abort();
      return stream;
    },
    answer: (stream) => stream.respond({}, { endStream: true }),
  },
};

async function go(name, isConnected) {
  const { ask, answer } = ways[name];
  const server = http2.createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => {});
    answer(stream);
  });
  await new Promise((resolve) => server.listen(0, resolve));
  const session = http2.connect(`http://localhost:${server.address().port}`);
  session.on('stream', (pushed) => pushed.resume());
  if (isConnected) await new Promise((resolve) => session.on('remoteSettings', resolve));
  const stream = ask(session);
  stream.on('error', () => {});
  stream.resume();
  await new Promise((resolve) => stream.on('close', resolve));
  await new Promise((resolve) => { session.close(resolve); });
  await new Promise((resolve) => server.close(resolve));
  console.log(`${name}${isConnected ? ', connected' : ''}`);
  for (const side of ['client', 'server']) {
    for (const line of told[side]) console.log(`  ${side}: ${line}`);
    told[side].length = 0;
  }
}

(async () => {
  for (const name of Object.keys(ways)) await go(name, false);
  for (const name of ['plain', 'bodies']) await go(name, true);
})();
