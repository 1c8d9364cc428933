// fetch: it asks for compressed answers and unpacks them; what is damaged, cut short, unknown or too much.
'use strict';

const http = require('http');
const zlib = require('zlib');

const text = Buffer.from('words that are said again and again, '.repeat(50));
const gzip = zlib.gzipSync(text);
const br = zlib.brotliCompressSync(text);
const both = zlib.brotliCompressSync(gzip);
const answers = {
  'gzip': ['gzip', gzip],
  'x-gzip': ['x-gzip', gzip],
  'capitals': ['GZIP', gzip],
  'deflate': ['deflate', zlib.deflateSync(text)],
  'bare deflate': ['deflate', zlib.deflateRawSync(text)],
  'br': ['br', br],
  'zstd': ['zstd', zlib.zstdCompressSync(text)],
  'one in the other': ['gzip, br', both],
  'two fields': [['gzip', 'br'], both],
  'unknown': ['foo', text],
  'known and unknown': ['gzip, foo', text],
  'unknown and known': ['foo, gzip', text],
  'identity': ['identity', text],
  'none': ['', text],
  'bare commas': [',gzip,', text],
  'not gzip': ['gzip', Buffer.from('not gzip at all')],
  'not br': ['br', Buffer.from('not br at all')],
  'not deflate': ['deflate', Buffer.from([8, 0, 0, 0, 0])],
  'cut zstd': ['zstd', zlib.zstdCompressSync(text).subarray(0, 20)],
  'no bytes of gzip': ['gzip', Buffer.alloc(0)],
  'no bytes of deflate': ['deflate', Buffer.alloc(0)],
  'no bytes of br': ['br', Buffer.alloc(0)],
  'gzip and more': ['gzip', Buffer.concat([gzip, Buffer.from('more')])],
  'gzip twice': ['gzip', Buffer.concat([gzip, gzip])],
  'six codings': ['gzip, gzip, gzip, gzip, gzip, gzip', gzip],
  'five codings': ['gzip, gzip, gzip, gzip, gzip', [1, 2, 3, 4].reduce((bytes) => zlib.gzipSync(bytes), gzip)],
};

const server = http.createServer((request, response) => {
  const name = decodeURIComponent(request.url.slice(1));
  if (name === 'asked') return response.end(request.headers['accept-encoding']);
  if (name === 'large') {
    response.setHeader('content-encoding', 'deflate');
    return response.end(zlib.deflateSync(Buffer.alloc(5_000_000, 'large ')));
  }
  if (name === 'cut') {
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': gzip.length });
    response.write(gzip.subarray(0, 30));
    return setTimeout(() => response.destroy(), 20);
  }
  const [coding, bytes] = answers[name];
  if (request.method === 'HEAD') return response.writeHead(200, { 'content-encoding': coding }).end();
  response.setHeader('content-encoding', coding);
  response.end(bytes);
});

async function show(base, name, init) {
  try {
    const response = await fetch(base + encodeURIComponent(name), init);
    const bytes = Buffer.from(await response.arrayBuffer());
    const found = bytes.equals(text) ? 'the text' : bytes.equals(Buffer.concat([text, text])) ? 'twice the text' : `${bytes.length} bytes`;
    console.log(`${name}:`, response.status, response.headers.get('content-encoding'), found);
  } catch (error) {
    const { cause } = error;
    console.log(`${name}:`, error.name, error.message, '|', cause?.name, cause?.code, cause?.message);
  }
}

server.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}/`;
  const asked = async (headers) => (await fetch(`${base}asked`, { headers })).text();
  console.log(await asked({}), '|', await asked({ 'Accept-Encoding': 'br' }), '|', await asked({ range: 'bytes=0-' }));
  for (const name of Object.keys(answers)) await show(base, name);
  await show(base, 'large');
  await show(base, 'cut');
  await show(base, 'gzip', { method: 'HEAD' });
  server.close();
  server.closeAllConnections();
});
