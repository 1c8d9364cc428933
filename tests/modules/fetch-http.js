// fetch() over HTTP: what is sent and what comes back, redirects, bodies, failures and aborts; data: and blob: URLs.
'use strict';

const http = require('http');
const ta = async (what, f) => { try { console.log(what, await f()); } catch (e) { console.log(what, e.name, e.code, e.message, '|', e.cause?.name, e.cause?.code, e.cause?.message); } };
const server = http.createServer((req, res) => {
  let body = ''; req.setEncoding('utf8'); req.on('data', (c) => { body += c; }); req.on('end', () => {
    const { pathname } = new URL(req.url, 'http://x');
    if (pathname === '/echo') { res.setHeader('x-a', ['1', '2']); res.setHeader('set-cookie', ['a=1', 'b=2']); res.end(JSON.stringify({ method: req.method, url: req.url, headers: Object.fromEntries(Object.entries(req.headers).filter(([k]) => k !== 'host' && k !== 'accept-encoding')), body })); }
    else if (pathname === '/redirect') { res.writeHead(+new URL(req.url, 'http://x').searchParams.get('s') || 302, { location: '/echo?r' }); res.end(); }
    else if (pathname === '/loop') { res.writeHead(302, { location: '/loop' }); res.end(); }
    else if (pathname === '/slow') { res.write('part'); }
    else if (pathname === '/204') { res.writeHead(204); res.end(); }
    else if (pathname === '/404') { res.writeHead(404, 'Nope'); res.end('missing'); }
    else if (pathname === '/cut') { res.writeHead(200, { 'content-length': 10 }); res.write('abc'); setTimeout(() => res.destroy(), 20); }
    else if (pathname === '/big') { res.end('x'.repeat(300000)); }
    else res.destroy();
  });
});
server.listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const strip = (s) => String(s).replaceAll(String(server.address().port), 'PORT');
  await ta('get', async () => { const r = await fetch(`${base}/echo?q#frag`); return [r.status, r.ok, r.type, strip(r.url), r.redirected, r.headers.get('x-a'), r.headers.getSetCookie(), r.statusText, await r.json(), r.bodyUsed]; });
  await ta('post', async () => (await fetch(`${base}/echo`, { method: 'POST', body: 'hello', headers: { 'X-Y': 'z' } })).json());
  await ta('params', async () => (await fetch(`${base}/echo`, { method: 'put', body: new URLSearchParams({ a: 'b' }) })).json());
  await ta('stream', async () => (await fetch(`${base}/echo`, { method: 'POST', duplex: 'half', body: new ReadableStream({ async start(c) { c.enqueue(new TextEncoder().encode('s1')); await 1; c.enqueue(new TextEncoder().encode('s2')); c.close(); } }) })).json());
  await ta('form', async () => { const f = new FormData(); f.append('k', 'v'); const j = await (await fetch(`${base}/echo`, { method: 'POST', body: f })).json(); return [j.headers['content-type'].split(';')[0], j.body.includes('name="k"')]; });
  for (const s of [301, 302, 303, 307, 308]) await ta('redirect ' + s, async () => { const r = await fetch(`${base}/redirect?s=${s}`, { method: 'POST', body: 'b' }); const j = await r.json(); return [r.redirected, strip(r.url), j.method, j.body, j.headers['content-type'], j.headers['content-length']]; });
  await ta('manual', async () => { const r = await fetch(`${base}/redirect`, { redirect: 'manual' }); return [r.status, r.type, r.headers.get('location'), strip(r.url), r.ok]; });
  await ta('error', () => fetch(`${base}/redirect`, { redirect: 'error' }));
  await ta('loop', () => fetch(`${base}/loop`));
  await ta('204', async () => { const r = await fetch(`${base}/204`); return [r.status, r.body, await r.text()]; });
  await ta('404', async () => { const r = await fetch(`${base}/404`); return [r.status, r.statusText, r.ok, await r.text()]; });
  await ta('head', async () => { const r = await fetch(`${base}/echo`, { method: 'HEAD' }); return [r.status, r.body, await r.text()]; });
  await ta('reset', () => fetch(`${base}/reset`));
  await ta('cut', async () => (await fetch(`${base}/cut`)).text());
  await ta('refused', () => fetch('http://localhost:1/'));
  await ta('scheme', () => fetch('ftp://localhost/'));
  await ta('bad url', () => fetch('nope')); await ta('none', () => fetch()); 
  await ta('data', async () => { const r = await fetch('data:text/html;charset=utf-8;base64,aGk='); return [r.status, r.headers.get('content-type'), await r.text(), r.url, r.type]; });
  await ta('data2', async () => { const r = await fetch('data:,a%20b'); return [r.headers.get('content-type'), await r.text()]; });
  await ta('data3', () => fetch('data:nocomma')); await ta('about', async () => (await fetch('about:blank')).text());
  await ta('blob', async () => { const u = URL.createObjectURL(new Blob(['blobby'], { type: 'a/b' })); const r = await fetch(u); return [r.status, r.headers.get('content-type'), r.headers.get('content-length'), await r.text()]; });
  await ta('aborted', () => fetch(`${base}/echo`, { signal: AbortSignal.abort() }));
  await ta('aborted why', () => fetch(`${base}/echo`, { signal: AbortSignal.abort(new RangeError('why')) }));
  await ta('abort later', () => { const c = new AbortController(); setTimeout(() => c.abort(), 30); return fetch(`${base}/slow`, { signal: c.signal }).then((r) => r.text()); });
  await ta('timeout', () => fetch(`${base}/slow`, { signal: AbortSignal.timeout(30) }).then((r) => r.text()));
  await ta('immutable', async () => { const r = await fetch(`${base}/204`); r.headers.set('a', 'b'); });
  await ta('request', async () => (await fetch(new Request(`${base}/echo`, { method: 'POST', body: 'rq' }))).json());
  await ta('big', async () => (await (await fetch(`${base}/big`)).text()).length);
  await ta('iterate', async () => { let n = 0; for await (const c of (await fetch(`${base}/big`)).body) n += c.length; return n; });
  await ta('clone', async () => { const r = await fetch(`${base}/404`); const c = r.clone(); return [await r.text(), await c.text()]; });
  await ta('cancel', async () => { const r = await fetch(`${base}/slow`); await r.body.cancel(); return r.bodyUsed; });
  console.log(fetch.name, fetch.length);
  server.close(); server.closeAllConnections();
});
