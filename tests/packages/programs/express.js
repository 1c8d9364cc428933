// A small REST service: middleware, routers, parameters, bodies, errors, views by hand.
const express = require('express');
const http = require('http');

const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.use(express.urlencoded({ extended: true }));
app.use((request, response, next) => {
  response.set('X-Step', request.method);
  next();
});

const people = express.Router();
people.param('id', (request, response, next, id) => {
  request.person = { id: Number(id) };
  next();
});
people.get('/', (request, response) => response.json({ query: request.query }));
people.get('/:id', (request, response) => response.json(request.person));
people.post('/', (request, response) => response.status(201).location('/people/7').json(request.body));
people.delete('/:id', (request, response) => response.sendStatus(204));
app.use('/people', people);
app.get('/away', (request, response) => response.redirect(302, '/people'));
app.get('/text', (request, response) => response.type('text').send('plain'));
app.get('/cookie', (request, response) => response.cookie('a', 'b', { httpOnly: true }).end());
app.get('/file', (request, response) => response.sendFile(__filename, { lastModified: false, etag: false }));
app.get('/late', async () => {
  throw new Error('thrown later');
});
app.use((request, response) => response.status(404).send('nothing here'));
app.use((error, request, response, next) => response.status(error.status ?? 500).json({ error: error.message }));

const server = app.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const ask = async (method, path, body, type) => {
    const headers = body ? { 'content-type': type ?? 'application/json' } : {};
    const answer = await fetch(base + path, { method, body, headers, redirect: 'manual' });
    const text = await answer.text();
    console.log(
      method,
      path,
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('location'),
      answer.headers.get('set-cookie'),
      answer.headers.get('etag'),
      text.length > 200 ? text.length > 1000 : text,
    );
  };
  await ask('GET', '/people?name=ann&tags[]=a&tags[]=b');
  await ask('GET', '/people/12');
  await ask('POST', '/people', '{"name":"ann"}');
  await ask('POST', '/people', 'a=1&b[c]=2', 'application/x-www-form-urlencoded');
  await ask('POST', '/people', '{"name":');
  await ask('DELETE', '/people/3');
  await ask('GET', '/away');
  await ask('GET', '/text');
  await ask('GET', '/cookie');
  await ask('GET', '/file');
  await ask('GET', '/late');
  await ask('HEAD', '/text');
  await ask('OPTIONS', '/people/3');
  await ask('GET', '/missing');
  server.close(() => console.log('closed'));
});
