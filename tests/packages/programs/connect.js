const connect = require('connect');
const http = require('http');
const app = connect();
app.use((q, r, next) => {
  q.seen = ['first'];
  next();
});
app.use('/sub', (q, r) => r.end(`sub ${q.url} ${q.originalUrl} ${q.seen}`));
app.use('/fail', () => {
  throw new Error('bad');
});
app.use((error, q, r, next) => {
  r.statusCode = 500;
  r.end(`caught ${error.message}`);
});
const server = http.createServer(app).listen(0, async () => {
  for (const path of ['/sub/a?b', '/fail', '/none']) {
    const a = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    console.log(a.status, await a.text());
  }
  server.close();
});
