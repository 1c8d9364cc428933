// A worker: its data, messages both ways, the order of its events, its error, its end.
'use strict';
const { Worker, isMainThread, parentPort, threadId, workerData } = require('worker_threads');

function show(worker, name, then) {
  worker.on('online', () => console.log(name, 'online'));
  worker.on('message', (value) => console.log(name, 'message', value));
  worker.on('error', (error) => console.log(name, 'error', error.constructor.name, error.message, error.code));
  worker.on('exit', (code) => {
    console.log(name, 'exit', code, worker.threadId);
    then();
  });
}

if (isMainThread) {
  console.log(isMainThread, threadId, parentPort, workerData);
  const steps = [
    (next) => {
      const worker = new Worker(__filename, { workerData: { mode: 'echo', map: new Map([[1, { a: 1n }]]) } });
      show(worker, 'echo', next);
      worker.postMessage('one');
      worker.postMessage({ two: [new Date(0), /x/g, undefined] });
      worker.postMessage('end');
    },
    (next) => show(new Worker(__filename, { workerData: { mode: 'throw' } }), 'throw', next),
    (next) => show(new Worker(__filename, { workerData: { mode: 'exit' } }), 'exit', next),
    (next) => show(new Worker(__filename, { workerData: { mode: 'exitCode' } }), 'exitCode', next),
    (next) => show(new Worker(__filename, { workerData: { mode: 'reject' } }), 'reject', next),
    (next) => show(new Worker('throw Object(5)', { eval: true }), 'no error', next),
    (next) => {
      const worker = new Worker('for (;;) {}', { eval: true });
      show(worker, 'busy', next);
      worker.on('online', () => worker.terminate().then((code) => console.log('terminated', code)));
    },
    (next) => {
      const worker = new Worker('setInterval(() => {}, 1000)', { eval: true });
      show(worker, 'idle', next);
      worker.on('online', () => worker.terminate().then((code) => console.log('terminated', code)));
    },
  ];
  const run = () => steps.shift()?.(run);
  run();
} else {
  const { mode } = workerData;
  if (mode === 'echo') {
    parentPort.postMessage([process.argv.length, threadId > 0, workerData.map.get(1)]);
    parentPort.on('message', (value) => {
      parentPort.postMessage({ back: value });
      if (value === 'end') parentPort.close();
    });
  } else if (mode === 'throw') {
    setTimeout(() => { throw Object.assign(new RangeError('from a timer'), { code: 'E_OWN' }); }, 1);
  } else if (mode === 'exit') {
    parentPort.postMessage('before');
    try {
      process.exit(5);
    } finally {
      parentPort.postMessage('never');
    }
  } else if (mode === 'exitCode') {
    process.exitCode = 9;
  } else {
    Promise.reject(new TypeError('nobody cares'));
  }
}
