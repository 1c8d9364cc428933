const express = require('express');
const cors = require('cors');
const app = express();
app.use('/all', cors());
app.use(
  '/some',
  cors({ origin: ['http://a.org', /\.b\.org$/], credentials: true, exposedHeaders: ['X-A'], maxAge: 60 }),
);
app.use((q, r) => r.send('ok'));
const server = app.listen(0, async () => {
  for (const [method, path, origin] of [
    ['GET', '/all', 'http://x.org'],
    ['OPTIONS', '/all', 'http://x.org'],
    ['GET', '/some', 'http://a.org'],
    ['OPTIONS', '/some', 'http://q.b.org'],
    ['GET', '/some', 'http://evil.org'],
  ]) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`, {
      method,
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-y' },
    });
    console.log(
      method,
      path,
      answer.status,
      [...answer.headers].filter(([name]) => name.startsWith('access') || name === 'vary'),
    );
  }
  server.close();
});
