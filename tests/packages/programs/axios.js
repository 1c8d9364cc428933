// Requests with interceptors, bodies, errors, cancellation, against a server of our own.
const axios = require('axios');
const http = require('http');
const server = http
  .createServer((request, response) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (part) => {
        body += part;
      })
      .on('end', () => {
        if (request.url === '/slow') return;
        if (request.url === '/gone') return response.writeHead(410, { 'content-type': 'text/plain' }).end('gone');
        if (request.url === '/move') return response.writeHead(302, { location: '/end' }).end();
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({
            method: request.method,
            url: request.url,
            type: request.headers['content-type'],
            accept: request.headers.accept,
            extra: request.headers['x-extra'],
            body,
          }),
        );
      });
  })
  .listen(0, async () => {
    const client = axios.create({ baseURL: `http://127.0.0.1:${server.address().port}`, timeout: 5000, proxy: false });
    client.interceptors.request.use((config) => {
      config.headers['X-Extra'] = 'yes';
      return config;
    });
    client.interceptors.response.use((answer) => {
      answer.data.seen = true;
      return answer;
    });
    console.log((await client.get('/a', { params: { q: 'x y', list: [1, 2] } })).data);
    console.log((await client.post('/b', { hello: 'world' })).data);
    console.log((await client.put('/c', new URLSearchParams({ a: '1' }))).data);
    const form = new FormData();
    form.append('field', 'value');
    console.log((await client.post('/form', form)).data.type.replace(/boundary=.*/, 'boundary'));
    console.log((await client.get('/move')).data.url);
    await client
      .get('/gone')
      .catch((error) =>
        console.log(
          error.name,
          error.code,
          error.message,
          error.response.status,
          error.response.data,
          axios.isAxiosError(error),
        ),
      );
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    await client
      .get('/slow', { signal: controller.signal })
      .catch((error) => console.log(error.name, error.code, error.message, axios.isCancel(error)));
    await client.get('/slow', { timeout: 50 }).catch((error) => console.log(error.code, error.message));
    const streamed = await axios.get(`${client.defaults.baseURL}/stream`, { responseType: 'stream', proxy: false });
    let size = 0;
    for await (const part of streamed.data) size += part.length;
    console.log(size > 50, streamed.status, streamed.headers['content-type']);
    server.closeAllConnections();
    server.close();
  });
