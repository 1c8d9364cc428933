// Requests by HTTP/2 between a client and a server of one process: one session, so many under way; 'tls' or 'plain'.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const fs = load('fs');
const http2 = load('http2');
const path = load('path');

const isSecure = process.argv[2] === 'tls';
const underWay = Number(process.argv[3]);
const total = Number(process.argv[4]);
const folder = path.join(path.dirname(process.argv[1]), '..', '..', 'tests', 'modules', 'fixtures', 'tls');
const file = (name) => fs.readFileSync(path.join(folder, name));

const answer = (request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end('hello');
};
const server = isSecure ?
  http2.createSecureServer({ key: file('server.key'), cert: file('server.pem') }, answer) :
  http2.createServer(answer);

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const session = isSecure ?
    http2.connect(`https://127.0.0.1:${port}`, { ca: file('ca.pem'), servername: 'server.test' }) :
    http2.connect(`http://127.0.0.1:${port}`);
  let begun = 0;
  let left = total;
  let began;
  const ask = () => {
    begun += 1;
    const request = session.request({ ':path': '/hello' });
    request.resume();
    request.on('end', () => {
      left -= 1;
      if (begun < total) ask();
      if (left > 0) return;
      console.log(performance.now() - began);
      session.close();
      server.close();
    });
    request.end();
  };
  session.on('connect', () => {
    began = performance.now();
    for (let i = 0; i < underWay; i += 1) ask();
  });
});
