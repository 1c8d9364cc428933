// fs.watch tells of what happens in a folder or a tree; its ignore option; errors.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const { setTimeout: sleep } = require('timers/promises');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watch-'));
const at = (name) => path.join(folder, name);

async function watchSteps(options) {
  const seen = [];
  const watcher = fs.watch(folder, options, (type, name) => seen.push(`${type} ${name}`));
  const steps = {
    create: () => fs.writeFileSync(at('file'), 'x'),
    modify: () => fs.appendFileSync(at('file'), 'y'),
    chmod: () => fs.chmodSync(at('file'), 0o600),
    rename: () => fs.renameSync(at('file'), at('other')),
    mkdir: () => fs.mkdirSync(at('sub')),
    below: () => fs.writeFileSync(at('sub/file'), 'x'),
    unlink: () => fs.unlinkSync(at('other')),
    rm: () => fs.rmSync(at('sub'), { recursive: true }),
  };
  for (const [name, step] of Object.entries(steps)) {
    step();
    await sleep(150);
    console.log(name, seen.splice(0));
  }
  watcher.on('close', () => console.log('closed'));
  watcher.close();
  watcher.close();
  await null;
}

async function ignores(ignore) {
  const seen = new Set();
  const watcher = fs.watch(folder, { recursive: true, ignore }, (type, name) => seen.add(name));
  const names = ['k.log', 'a/k.log', 'a/b/k.log', '.log', 'a/.x'];
  for (const name of names) fs.writeFileSync(at(name), '1');
  await sleep(150);
  watcher.close();
  console.log(ignore, [...seen].sort());
}

(async () => {
  await watchSteps({});
  await watchSteps({ recursive: true });
  fs.mkdirSync(at('a/b'), { recursive: true });
  for (const rule of ['*.log', 'a/*.log', '.x*', 'b', 'a/**', /b/, (name) => name.endsWith('k.log')]) await ignores(rule);
  fs.rmSync(folder, { recursive: true });
  for (const call of [
    () => fs.watch(folder),
    () => fs.watch(folder, { recursive: true }),
    () => fs.watch('.', { recursive: 1 }),
    () => fs.watch('.', { ignore: [''] }),
  ]) {
    try {
      call();
    } catch (error) {
      console.log(error.code, error.syscall, error.message.replace(folder, 'FOLDER'));
    }
  }
})();
