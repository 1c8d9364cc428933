const parser = require('body-parser');
const http = require('http');
const zlib = require('zlib');
const kinds = {
  json: parser.json({ limit: 100 }),
  form: parser.urlencoded({ extended: false }),
  text: parser.text(),
  raw: parser.raw({ type: () => true }),
};
const server = http
  .createServer((request, response) => {
    kinds[request.url.slice(1)](request, response, (error) =>
      response.end(
        error
          ? `${error.status} ${error.type} ${error.message}`
          : `${Buffer.isBuffer(request.body)} ${JSON.stringify(request.body)}`,
      ),
    );
  })
  .listen(0, async () => {
    const send = async (path, type, body, more) =>
      console.log(
        path,
        await (
          await fetch(`http://127.0.0.1:${server.address().port}/${path}`, {
            method: 'POST',
            headers: { 'content-type': type, ...more },
            body,
          })
        ).text(),
      );
    await send('json', 'application/json', '{"a":[1]}');
    await send('json', 'application/json', zlib.gzipSync('{"zip":true}'), { 'content-encoding': 'gzip' });
    await send('json', 'application/json', `"${'x'.repeat(200)}"`);
    await send('json', 'application/json', '{bad');
    await send('json', 'text/plain', 'ignored');
    await send('form', 'application/x-www-form-urlencoded', 'a=1&b=x+y&a=2');
    await send('text', 'text/plain; charset=latin1', Buffer.from('caf\xe9', 'latin1'));
    await send('raw', 'x/y', Buffer.from([1, 2, 255]));
    await send('json', 'application/json', '{}', { 'content-encoding': 'odd' });
    server.close();
  });
