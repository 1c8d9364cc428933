// Clients of HTTPS, HTTP/2 and secure WebSockets, beside servers that stand on https and http2.
import axios from 'axios';
import express from 'express';
import Fastify from 'fastify';
import got from 'got';
import fetch from 'node-fetch';
import https from 'node:https';
import { Agent, request } from 'undici';
import WebSocket, { WebSocketServer } from 'ws';

// What `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 36500 -subj /CN=localhost` made.
const identity = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgHBA3R7Nvw/XX2nsZ
AnAxiEeXBxgTFpjAJ+zr4T46UoChRANCAATABdq7NELNFWyVMi4bbKt+baMCsa7F
xMqey65O8gob+7/fOdF+Yzy745pAWa/JFwK08UvGFYiBbjGnLW/m6UrB
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUGUkrGYSgQcIFpvu4FsLGQp/4augwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODAyMzUwOFoYDzIxMjYxMDI1
MDIzNTA4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATABdq7NELNFWyVMi4bbKt+baMCsa7FxMqey65O8gob+7/fOdF+Yzy7
45pAWa/JFwK08UvGFYiBbjGnLW/m6UrBo2kwZzAdBgNVHQ4EFgQUL7jDvaW4taAb
TsXhpsISlIIVH3cwHwYDVR0jBBgwFoAUL7jDvaW4taAbTsXhpsISlIIVH3cwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIhAOdASNi3zz7SxyoCmrIEd/wCuPqwJ2fQvIVtfWaeujhOAiAZjAwGkcKj
6MwvSrSy2nSGY+amRHjRtMI5ft10sMfn2A==
-----END CERTIFICATE-----
`,
};
const ca = identity.cert;

// Answers with what was asked, and how.
const app = express();
app.use(express.json());
app.all('/echo', (req, res) => res.json({ method: req.method, version: req.httpVersion, secure: req.secure, body: req.body ?? null }));
app.get('/large', (req, res) => res.send('x'.repeat(300_000)));
const server = https.createServer(identity, app);
new WebSocketServer({ server }).on('connection', (socket, req) => {
  socket.send(`welcome to ${req.url}`);
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
});
await new Promise((resolve) => server.listen(0, resolve));
const base = `https://localhost:${server.address().port}`;
const agent = new https.Agent({ ca, keepAlive: true });

const fastify = Fastify({ http2: true, https: { ...identity, allowHTTP1: true } });
fastify.get('/hello', (req) => ({ version: req.raw.httpVersion, query: req.query }));
fastify.post('/sum', (req) => ({ sum: req.body.reduce((sum, number) => sum + number, 0) }));
await fastify.listen({ port: 0, host: 'localhost' });
const { port } = fastify.server.address();
const second = `https://localhost:${port}`;

const show = (name, value) => console.log(name, JSON.stringify(value));

{
  const { data, status } = await axios.post(`${base}/echo`, { a: 1 }, { httpsAgent: agent, proxy: false });
  show('axios', [status, data]);
  const refused = await axios.get(`${base}/echo`, { proxy: false }).catch((error) => error.code);
  show('axios without the certificate', refused);
}
{
  const https = { certificateAuthority: ca };
  show('got', await got.post(`${base}/echo`, { json: { b: 2 }, https }).json());
  show('got with http2', await got(`${second}/hello?q=1`, { http2: true, https }).json());
  show('got with http2, post', await got.post(`${second}/sum`, { http2: true, https, json: [1, 2, 3] }).json());
}
{
  const response = await fetch(`${base}/large`, { agent });
  show('node-fetch', [response.status, (await response.text()).length]);
}
{
  const dispatcher = new Agent({ connect: { ca }, allowH2: true });
  const first = await request(`${base}/echo`, { dispatcher });
  show('undici', await first.body.json());
  const answers = await Promise.all([1, 2, 3].map(async (q) => {
    const { body } = await request(`${second}/hello?q=${q}`, { dispatcher });
    return body.json();
  }));
  show('undici with http2', answers);
  await dispatcher.close();
}
{
  const socket = new WebSocket(`${base.replace('https', 'wss')}/room`, { ca });
  const messages = [];
  await new Promise((resolve) => {
    socket.on('open', () => {
      socket.send('text');
      socket.send(Buffer.from([1, 2, 3]));
    });
    socket.on('message', (data, isBinary) => {
      messages.push(isBinary ? [...data] : String(data));
      if (messages.length === 3) socket.close(1000, 'enough');
    });
    socket.on('close', (code) => {
      messages.push(code);
      resolve();
    });
  });
  show('ws', messages);
}
agent.destroy();
server.close();
await fastify.close();
