const express = require('express');
const helmet = require('helmet');
const app = express().use(
  helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", 'x.org'] } }, frameguard: { action: 'deny' } }),
);
app.get('/', (q, r) => r.end());
const server = app.listen(0, async () => {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}`);
  console.log([...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)));
  server.close();
});
