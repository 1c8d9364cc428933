// Requests by HTTPS between clients and a server of one process, over so many connections.
'use strict';
// deno takes this file for a module, where there is no require.
const load = typeof require === 'function' ? require : process.getBuiltinModule;
const fs = load('fs');
const https = load('https');
const path = load('path');

const connections = Number(process.argv[2]);
const total = Number(process.argv[3]);
const folder = path.join(path.dirname(process.argv[1]), '..', '..', 'tests', 'modules', 'fixtures', 'tls');
const file = (name) => fs.readFileSync(path.join(folder, name));

const server = https.createServer({ key: file('server.key'), cert: file('server.pem') }, (req, res) => {
  res.end('hello');
});
const agent = new https.Agent({ keepAlive: true, maxSockets: connections, ca: file('ca.pem'), servername: 'server.test' });
let left = total;
let began;

function ask() {
  https.get({ port: server.address().port, host: '127.0.0.1', agent }, (res) => {
    res.resume();
    res.on('end', () => {
      left -= 1;
      if (left >= connections) {
        ask();
      } else if (left === 0) {
        console.log(performance.now() - began);
        agent.destroy();
        server.close();
      }
    });
  });
}

server.listen(0, '127.0.0.1', () => {
  began = performance.now();
  for (let i = 0; i < connections; i += 1) ask();
});
