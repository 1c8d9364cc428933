// What fetch() tells caches: by the option `cache`, and by fields that ask for conditions.
const http = require('http');

const server = http.createServer((request, response) => response.end(JSON.stringify(request.rawHeaders)));
server.listen(0, async () => {
  const url = `http://127.0.0.1:${server.address().port}/`;
  const cases = [
    {}, { cache: 'no-store' }, { cache: 'reload' }, { cache: 'no-cache' }, { cache: 'force-cache' },
    { cache: 'no-cache', headers: { 'cache-control': 'own' } }, { cache: 'force-cache', headers: { 'if-match': 'x' } },
    { headers: { 'if-none-match': 'x' } }, { headers: { 'If-Modified-Since': 'x', 'cache-control': 'max-age=3' } },
    { headers: { 'if-range': 'x' } }, { headers: { 'if-unmodified-since': 'x' } },
    { method: 'POST', body: 'x', headers: { 'if-match': 'x' } },
  ];
  for (const options of cases) {
    const fields = await (await fetch(url, options)).json();
    const shown = [];
    for (let i = 0; i < fields.length; i += 2) if (fields[i] !== 'host') shown.push(`${fields[i]}: ${fields[i + 1]}`);
    console.log(JSON.stringify(options), '|', shown.join(' | '));
  }
  console.log(new Request(url, { headers: { 'if-match': 'x' } }).cache);
  server.close();
});
