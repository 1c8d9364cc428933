// rondo's side of tools/interop.py: `side.js COMMAND ARGS`. Servers print their port and end with their standard input.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const http2 = require('http2');
const https = require('https');
const path = require('path');
const tls = require('tls');
const zlib = require('zlib');

const keys = path.join(__dirname, '..', '..', 'tests', 'modules', 'fixtures', 'tls');
const read = (name) => fs.readFileSync(path.join(keys, name));
const identity = () => ({ key: read('server.key'), cert: read('server.pem'), ca: read('ca.pem') });

function serve(server) {
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  process.stdin.resume().on('end', () => process.exit());
}

// A body of so many bytes that can be foretold.
function body(length) {
  return Buffer.alloc(length, 'The quick brown fox jumps over the lazy dog. ');
}

// Answers in the form of http, which http2 has too: /bytes/N, /digest of what was sent, /trailers, /headers.
function answer(request, response) {
  const { 1: what, 2: argument } = request.url.split('/');
  switch (what) {
    case 'bytes':
      response.end(body(Number(argument)));
      return;
    case 'digest': {
      const hash = crypto.createHash('sha256');
      request.on('data', (part) => hash.update(part));
      request.on('end', () => response.end(hash.digest('hex')));
      return;
    }
    case 'trailers':
      response.setHeader('trailer', 'x-after');
      response.write('before');
      response.addTrailers({ 'x-after': 'the body' });
      response.end();
      return;
    case 'headers':
      response.setHeader('x-many', 'v'.repeat(Number(argument)));
      response.end(request.headers['x-sent'] ?? '-');
      return;
    default:
      response.end(`${request.method} ${request.url} HTTP/${request.httpVersion}\n`);
  }
}

const commands = {
  // Sends lines back, in upper case, to clients that show a certificate.
  'tls-server'(version) {
    serve(tls.createServer({
      ...identity(), requestCert: true, ALPNProtocols: ['rondo/1'], minVersion: version, maxVersion: version,
    }, (socket) => {
      const peer = socket.getPeerCertificate();
      socket.write(`${socket.getProtocol()} ${socket.alpnProtocol} ${peer.subject?.CN} ${socket.authorized}\n`);
      socket.on('error', () => {});
      socket.on('data', (bytes) => socket.write(bytes.toString().toUpperCase()));
    }));
  },

  // Connects twice, the second time with the session of the first; sends a line and prints what comes.
  'tls-client'(port, version) {
    const options = { port: Number(port), ca: read('ca.pem'), servername: 'server.test', minVersion: version, maxVersion: version };
    let session;
    const talk = (next) => {
      const socket = tls.connect({ ...options, session }, () => socket.write('hello\n'));
      socket.on('session', (bytes) => { session = bytes; });
      let text = '';
      socket.on('data', (bytes) => {
        text += bytes;
        if (!text.includes('\n')) return;
        console.log(socket.getProtocol(), socket.authorized, socket.isSessionReused(), text.trim());
        socket.end();
      });
      socket.on('error', (error) => console.log('error', error.message));
      socket.on('close', next);
    };
    talk(() => talk(() => {}));
  },

  'https-server'() { serve(https.createServer(identity(), answer)); },
  'http2-server'() { serve(http2.createServer(answer)); },
  'https2-server'() { serve(http2.createSecureServer({ ...identity(), allowHTTP1: true }, answer)); },

  // Asks for paths, all at once on one session; prints status, length and digest of each.
  async 'http2-client'(url, ...paths) {
    const session = http2.connect(url, { ca: read('ca.pem'), servername: 'server.test' });
    const ask = (where) => new Promise((resolve, reject) => {
      const hash = crypto.createHash('sha256');
      let length = 0;
      let status;
      const request = session.request({ ':path': where });
      request.on('response', (headers) => { status = headers[':status']; });
      request.on('data', (part) => {
        length += part.length;
        hash.update(part);
      });
      request.on('end', () => resolve(`${where} ${status} ${length} ${hash.digest('hex')}`));
      request.on('error', reject);
    });
    console.log((await Promise.all(paths.map(ask))).join('\n'));
    session.close();
  },

  compress(kind, from, to) { fs.writeFileSync(to, zlib[`${kind}Sync`](fs.readFileSync(from))); },

  // By a stream, whose pieces come as they are read.
  async expand(kind, from, to) {
    const { pipeline } = require('stream/promises');
    await pipeline(fs.createReadStream(from), zlib[`create${kind}`](), fs.createWriteStream(to));
  },

  // The public key of a private one, in PEM.
  'public-of'(file, passphrase) {
    const key = crypto.createPrivateKey({ key: fs.readFileSync(file), passphrase });
    process.stdout.write(crypto.createPublicKey(key).export({ type: 'spki', format: 'pem' }));
  },

  // A new key, sealed with a passphrase.
  'new-key'(type, options, file, passphrase) {
    const { privateKey } = crypto.generateKeyPairSync(type, JSON.parse(options));
    fs.writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }));
  },

  sign(digest, key, data, to) {
    fs.writeFileSync(to, crypto.sign(digest === '-' ? null : digest, fs.readFileSync(data), fs.readFileSync(key)));
  },

  verify(digest, key, data, signature) {
    const algorithm = digest === '-' ? null : digest;
    console.log(crypto.verify(algorithm, fs.readFileSync(data), fs.readFileSync(key), fs.readFileSync(signature)));
  },

  // What `openssl enc -pbkdf2` has made.
  decrypt(passphrase, from, to) {
    const bytes = fs.readFileSync(from);
    const derived = crypto.pbkdf2Sync(passphrase, bytes.subarray(8, 16), 10000, 48, 'sha256');
    const decipher = crypto.createDecipheriv('aes-256-cbc', derived.subarray(0, 32), derived.subarray(32));
    fs.writeFileSync(to, Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]));
  },

  pfx(file, passphrase) {
    tls.createSecureContext({ pfx: fs.readFileSync(file), passphrase });
    console.log('taken');
  },

  certificate(file) {
    const certificate = new crypto.X509Certificate(fs.readFileSync(file));
    console.log(certificate.fingerprint256, certificate.serialNumber);
  },
};

const { 2: command, ...rest } = process.argv;
Promise.resolve(commands[command](...Object.values(rest).slice(2))).catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
