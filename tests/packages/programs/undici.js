const { request, fetch, Agent, Pool, stream, MockAgent, setGlobalDispatcher, errors } = require('undici');
const http = require('http');
const { Writable } = require('stream');
const server = http
  .createServer((q, r) => {
    if (q.url === '/slow') return;
    let body = '';
    q.on('data', (part) => {
      body += part;
    }).on('end', () => {
      r.setHeader('content-type', 'application/json');
      r.end(JSON.stringify([q.method, q.url, body]));
    });
  })
  .listen(0, async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    const one = await request(`${base}/a`, { method: 'POST', body: 'hello', query: { x: 1 } });
    console.log(one.statusCode, one.headers['content-type'], await one.body.json());
    const pool = new Pool(base, { connections: 2, pipelining: 2 });
    console.log(
      await Promise.all([1, 2, 3].map(async (n) => (await pool.request({ path: `/${n}`, method: 'GET' })).body.json())),
    );
    await pool
      .request({ path: '/slow', method: 'GET', headersTimeout: 300 })
      .catch((e) => console.log(e.code, e instanceof errors.HeadersTimeoutError));
    await pool.destroy();
    let text = '';
    await stream(
      `${base}/s`,
      { opaque: null },
      () =>
        new Writable({
          write(part, encoding, done) {
            text += part;
            done();
          },
        }),
    );
    console.log(text);
    console.log(await (await fetch(`${base}/f`, { method: 'PUT', body: new URLSearchParams('a=b') })).json());
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.get('http://mocked').intercept({ path: '/x' }).reply(418, { tea: true });
    const mocked = await request('http://mocked/x', { dispatcher: agent });
    console.log(mocked.statusCode, await mocked.body.json());
    server.closeAllConnections();
    server.close();
  });
