// What sessions allow and tell: memory, origins, settings of one's own, entries for performance observers, async contexts.
'use strict';

const { AsyncLocalStorage, createHook } = require('async_hooks');
const { readFileSync } = require('fs');
const http2 = require('http2');
const { once } = require('events');
const { join } = require('path');
const { PerformanceObserver } = require('perf_hooks');

const keys = join(__dirname, 'fixtures', 'tls');
const secure = { key: readFileSync(join(keys, 'server.key')), cert: readFileSync(join(keys, 'server.pem')) };

async function listening(server) {
  await once(server.listen(0), 'listening');
  return server.address().port;
}

function closed(server) {
  return new Promise((resolve) => server.close(() => setTimeout(resolve, 50)));
}

// A server whose streams take all the memory there is takes no others, and in the end gives up.
async function memory() {
  const server = http2.createServer({ maxSessionMemory: 1, maxSessionRejectedStreams: 2 });
  server.on('stream', (stream) => {
    stream.on('error', (error) => console.log('stream:', error.message));
    stream.respond();
    stream.end(Buffer.alloc(3e6));
  });
  server.on('sessionError', (error) => console.log('session:', error.message, error.errno));
  const port = await listening(server);
  const client = http2.connect(`http://localhost:${port}`, { settings: { initialWindowSize: 0 } });
  client.on('error', (error) => console.log('client:', error.message));
  const first = client.request();
  first.on('error', (error) => console.log('first:', error.message));
  await once(first, 'response');
  for (let i = 1; i <= 4; i++) {
    const request = client.request();
    request.on('error', (error) => console.log(`request ${i}:`, error.message));
    await new Promise((resolve) => request.on('close', resolve));
  }
  await closed(server);
}

async function settings() {
  const server = http2.createServer({ remoteCustomSettings: [55], settings: { customSettings: { 1244: 456 } } });
  server.on('stream', (stream) => {
    console.log('server:', stream.session.localSettings.customSettings, stream.session.remoteSettings.customSettings);
    stream.respond();
    stream.end();
  });
  server.on('session', (session) => session.settings({ maxConcurrentStreams: 2 }));
  const port = await listening(server);
  const client = http2.connect(`http://localhost:${port}`, { settings: { customSettings: { 55: 12, 155: 144 } } });
  client.on('remoteSettings', (all) => console.log('most streams:', all.maxConcurrentStreams));
  await once(client.request().resume(), 'close');
  client.close();
  await closed(server);
}

async function origins() {
  const server = http2.createSecureServer({ ...secure, origins: ['https://a.example/b', 'https://c.example'] });
  server.on('stream', (stream, headers) => {
    stream.respond({ ':status': headers[':authority'] === 'c.example' ? 421 : 200 });
    stream.end();
  });
  const port = await listening(server);
  const hide = (list) => list.map((origin) => origin.replace(port, 'PORT'));
  const options = { rejectUnauthorized: false, servername: 'localhost' };
  const client = http2.connect(`https://localhost:${port}`, options);
  await once(client, 'origin');
  console.log(hide(client.originSet));
  await once(client.request({ ':authority': 'c.example' }).resume(), 'close');
  console.log(hide(client.originSet));
  client.close();
  const small = http2.connect(`https://localhost:${port}`, { ...options, maxOriginSetSize: 2 });
  small.on('error', (error) => console.log(error.code, error.message));
  await new Promise((resolve) => small.on('close', resolve));
  await closed(server);
}

async function entries() {
  const seen = [];
  const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
  observer.observe({ type: 'http2' });
  const server = http2.createServer();
  server.on('stream', (stream) => {
    stream.respond();
    stream.end('hello');
  });
  const client = http2.connect(`http://localhost:${await listening(server)}`);
  await once(client.request({ ':method': 'POST' }).resume().end('abc'), 'close');
  client.close();
  await closed(server);
  observer.disconnect();
  const lines = seen.map(({ name, entryType, detail }) => {
    const { bytesRead, id, streamCount, type } = detail;
    const shown = name === 'Http2Stream' ? { id, bytesRead } : { type, streamCount };
    return `${entryType} ${name} ${JSON.stringify(shown)} ${Object.keys(detail).sort()}`;
  });
  console.log(lines.sort().join('\n'));
}

async function contexts() {
  const types = new Set();
  const hook = createHook({ init(id, type) { if (type.startsWith('HTTP2')) types.add(type); } }).enable();
  const storage = new AsyncLocalStorage();
  const server = http2.createServer();
  server.on('stream', (stream) => {
    stream.respond();
    stream.end('data');
  });
  const port = await listening(server);
  const client = storage.run('session', () => http2.connect(`http://localhost:${port}`));
  await once(client, 'connect');
  await new Promise((resolve) => storage.run('ping', () => client.ping(() => {
    console.log('ping in', storage.getStore());
    resolve();
  })));
  await Promise.all(['one', 'two'].map((name) => storage.run(name, async () => {
    const request = client.request();
    for (const event of ['response', 'data', 'end', 'close']) {
      request.on(event, () => { if (storage.getStore() !== name) console.log(event, 'in', storage.getStore()); });
    }
    await once(request, 'close');
  })));
  hook.disable();
  console.log(types.has('HTTP2PING'), types.has('HTTP2SETTINGS'));
  client.close();
  await closed(server);
}

async function main() {
  for (const part of [memory, settings, origins, entries, contexts]) {
    console.log(`--- ${part.name}`);
    await part();
  }
}
main();
