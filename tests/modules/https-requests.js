// https: requests and answers, an agent that goes on with sessions, errors of certificates, fetch.
'use strict';
const fs = require('fs');
const https = require('https');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const ca = file('ca.pem');

const server = https.createServer({ key: file('server.key'), cert: file('server.pem') }, (req, res) => {
  let body = '';
  req.on('data', (chunk) => { body += chunk; });
  req.on('end', () => {
    res.setHeader('Connection', req.headers.connection);
    res.end(`${req.method} ${req.url} ${body.length} ${req.socket.encrypted} ${req.socket.alpnProtocol}`);
  });
});

function ask(options, body) {
  return new Promise((resolve, reject) => {
    const req = https.request({ port: server.address().port, host: '127.0.0.1', servername: 'server.test', ca, ...options }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', () => resolve(`${res.statusCode} ${text} ${req.reusedSocket} ${res.socket?.isSessionReused?.() ?? '-'}`));
    });
    req.on('error', reject);
    req.end(body);
  });
}

server.listen(0, '127.0.0.1', async () => {
  console.log(await ask({ path: '/a', agent: false }));
  console.log(await ask({ path: '/b', method: 'POST', agent: false }, 'x'.repeat(100_000)));
  const agent = new https.Agent({ keepAlive: true });
  console.log(await ask({ path: '/c', agent }));
  console.log(await ask({ path: '/d', agent }));
  console.log(Object.keys(agent.freeSockets).length, agent._sessionCache.list.length);
  agent.destroy();
  const once = new https.Agent();
  await ask({ path: '/e', agent: once });
  console.log(await ask({ path: '/f', agent: once }), once._sessionCache.list.length);
  await ask({ ca: undefined, agent: false }).catch((error) => console.log(error.code));
  await ask({ servername: 'no.test', agent: false }).catch((error) => console.log(error.code, error.reason));
  tls.setDefaultCACertificates([ca.toString()]);
  const answer = await fetch(`https://127.0.0.1:${server.address().port}/fetched`);
  console.log(answer.status, (await answer.text()).slice(0, 12));
  server.close(() => console.log('closed'));
  server.closeAllConnections();
});
