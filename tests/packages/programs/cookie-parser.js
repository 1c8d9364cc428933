const express = require('express');
const cookies = require('cookie-parser');
const app = express().use(cookies('secret'));
app.get('/', (q, r) => r.json([q.cookies, q.signedCookies]));
app.get('/set', (q, r) =>
  r
    .cookie('s', 'signed', { signed: true, maxAge: 0, path: '/x', sameSite: 'lax' })
    .cookie('j', { a: 1 })
    .clearCookie('old')
    .end(),
);
const server = app.listen(0, async () => {
  const base = `http://127.0.0.1:${server.address().port}`;
  const set = (await fetch(`${base}/set`)).headers.getSetCookie();
  console.log(set.map((c) => c.replace(/Expires=[^;]*/, 'Expires=DATE')));
  const signed = set[0].split(';')[0];
  console.log(
    await (
      await fetch(base, { headers: { cookie: `${signed}; a=b; j=j%3A%7B%22x%22%3A1%7D; forged=s%3Aabc.def` } })
    ).json(),
  );
  server.close();
});
