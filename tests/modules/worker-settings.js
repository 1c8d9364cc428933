// What a worker is given: arguments, environment, standard streams, limits, and what it may not do.
'use strict';
const { Worker, SHARE_ENV, isMainThread, setEnvironmentData } = require('worker_threads');

process.env.FROM_PARENT = 'yes';
setEnvironmentData('key', { shared: 'data' });

const source = `
  const threads = require('worker_threads');
  const { parentPort, getEnvironmentData, resourceLimits, threadName } = threads;
  const attempt = (f) => { try { return f(); } catch (error) { return error.code + ': ' + error.message; } };
  parentPort.postMessage([
    process.argv.slice(1), process.execArgv, process.env.FROM_PARENT, process.env.OWN, Object.keys(process.env).length === 1,
    getEnvironmentData('key'), resourceLimits.stackSizeMb, threadName,
    attempt(() => process.chdir('/')), attempt(() => process.abort()), attempt(() => process.umask(0)),
    attempt(() => process.setuid(0)), typeof process.umask(), process.stdin.readableEnded,
    require('util').types.isProxy(process.env) || typeof process.env,
  ].map((value) => value instanceof Object ? JSON.stringify(value) : value));
  process.env.SET_THERE = 'set';
`;

function run(text, options) {
  return new Promise((resolve) => {
    const worker = new Worker(text, { eval: true, ...options });
    worker.on('message', (list) => {
      list.pop();
      console.log(list);
    });
    worker.on('error', (error) => console.log(error.message));
    worker.on('exit', resolve);
  });
}

(async () => {
  await run(source, {});
  console.log(process.env.SET_THERE);
  await run(source, { argv: ['a', 1, null], execArgv: ['--no-warnings'], env: { OWN: 1 }, name: 'my thread' });
  await run(source, { env: SHARE_ENV, resourceLimits: { stackSizeMb: 2 } });
  console.log(process.env.SET_THERE);

  // Standard streams.
  const worker = new Worker(`
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (text) => process.stdout.write(text.toUpperCase()));
    process.stdin.on('end', () => { console.log('end'); console.error('to stderr'); });
  `, { eval: true, stdin: true, stdout: true, stderr: true });
  let out = '';
  let err = '';
  worker.stdout.on('data', (data) => { out += data; });
  worker.stderr.on('data', (data) => { err += data; });
  worker.stdin.write('some ');
  worker.stdin.end('text ');
  await new Promise((resolve) => worker.on('exit', resolve));
  console.log(JSON.stringify(out), JSON.stringify(err));

  for (const [file, options] of [
    ['relative.js', {}], ['file:///a', {}], [5, {}], ['', { eval: true, argv: 1 }], ['', { eval: true, env: 1 }],
    ['', { eval: true, execArgv: ['--none'] }], [new URL('http://a/'), {}], [new URL('file:///a'), { eval: true }],
    ['', { eval: true, workerData: () => {} }],
  ]) {
    try {
      new Worker(file, options);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  console.log(isMainThread);
})();
