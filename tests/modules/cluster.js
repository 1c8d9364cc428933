// Workers of a cluster listen on one port; events of the first process.
'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isPrimary) {
  console.log(cluster.isWorker, cluster.schedulingPolicy === cluster.SCHED_RR, cluster.settings);
  const worker = cluster.fork({ WORD: 'hello' });
  const other = new cluster.Worker({ id: 7 });
  console.log(worker.id, worker.state, worker.isDead(), worker.isConnected(), other.id, other.state);
  for (const event of ['fork', 'online', 'listening']) {
    cluster.on(event, ({ id, state, exitedAfterDisconnect }) => {
      console.log(event, id, state, exitedAfterDisconnect);
    });
  }
  worker.on('listening', ({ port }) => {
    net.connect(port).on('data', (data) => console.log(`${data}`)).on('close', () => worker.disconnect());
  });
  // These two may come in any order.
  const ends = [];
  const end = (...words) => {
    ends.push(words.join(' '));
    if (ends.length === 2) console.log(ends.sort(), worker.exitedAfterDisconnect, Object.keys(cluster.workers));
  };
  cluster.on('disconnect', ({ id }) => end('disconnect', id));
  cluster.on('exit', ({ id }, code, signal) => end('exit', id, code, signal));
} else {
  net.createServer((socket) => {
    socket.end(`${process.env.WORD} from ${cluster.worker.id}, ${process.env.NODE_UNIQUE_ID}`);
  }).listen(0);
}
