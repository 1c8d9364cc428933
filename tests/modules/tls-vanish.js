// Connections that break off, or change a bit, at every stage of the handshake and after it: neither side may wait for ever, and the
// server serves the next one. A go-between passes on so many bytes of one direction, and then spoils things.
'use strict';

const assert = require('assert');
const fs = require('fs');
const net = require('net');
const path = require('path');
const tls = require('tls');

const file = (name) => fs.readFileSync(path.join(__dirname, 'fixtures', 'tls', name));
const identity = { key: file('server.key'), cert: file('server.pem'), ca: file('ca.pem') };

// How many bytes each side sends until both have said a word.
const seen = { client: 0, server: 0 };

// Passes bytes on. `plan.side` is whose bytes are counted; at `plan.at` they are cut off, or one is changed.
function pass(from, to, side, plan, count) {
  let passed = 0;
  from.on('data', (bytes) => {
    const at = plan?.side === side ? plan.at - passed : Infinity;
    passed += bytes.length;
    count?.(bytes.length);
    if (at >= bytes.length) {
      to.write(bytes);
    } else if (plan.how === 'change') {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1 << (plan.at % 8);
      to.write(changed);
      plan.how = 'done';
      // A length that was changed has a side wait for what never comes.
      setTimeout(() => from.destroy(), 500);
    } else if (plan.how !== 'done') {
      to.write(bytes.subarray(0, at));
      if (plan.how === 'end') to.end();
      else to.destroy();
      from.destroy();
    } else {
      to.write(bytes);
    }
  });
  from.on('end', () => to.end());
  from.on('close', () => to.destroy());
  from.on('error', () => {});
}

function connection(version, plan) {
  return new Promise((resolve) => {
    const over = { client: false, server: false };
    let outcome = 'failed';
    const settle = (side) => {
      over[side] = true;
      if (!over.client || !over.server) return;
      between.close();
      server.close(() => resolve(outcome));
    };
    const server = tls.createServer({ ...identity, minVersion: version, maxVersion: version }, (socket) => {
      socket.on('error', () => {});
      socket.on('close', () => settle('server'));
      socket.on('data', () => socket.end('answer'));
    });
    server.on('tlsClientError', () => settle('server'));
    const between = net.createServer((near) => {
      const far = net.connect(server.address().port, '127.0.0.1');
      pass(near, far, 'client', plan, plan ? undefined : (length) => { seen.client += length; });
      pass(far, near, 'server', plan, plan ? undefined : (length) => { seen.server += length; });
    });
    server.listen(0, '127.0.0.1', () => between.listen(0, '127.0.0.1', () => {
      const { port } = between.address();
      const options = { port, host: '127.0.0.1', ca: identity.ca, servername: 'server.test', minVersion: version };
      const client = tls.connect(options, () => client.write('question'));
      let text = '';
      client.on('data', (part) => { text += part; });
      client.on('error', () => {});
      client.on('close', () => {
        if (text === 'answer') outcome = 'answered';
        settle('client');
      });
    }));
  });
}

async function main() {
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    seen.client = seen.server = 0;
    console.log(version, await connection(version, undefined));
    for (const side of ['client', 'server']) {
      for (const how of ['cut', 'end', 'change']) {
        const runs = [];
        for (let at = 0; at < 16; at++) runs.push({ side, how, at: Math.floor(seen[side] * at / 16) });
        const outcomes = await Promise.all(runs.map((plan) => connection(version, plan)));
        assert.strictEqual(outcomes.length, runs.length);
        // The first half is the handshake.
        assert(outcomes.slice(0, 4).every((outcome) => outcome === 'failed'), outcomes.join());
        console.log(version, side, how, 'all ended');
      }
    }
  }
}
main();
