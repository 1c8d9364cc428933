// Runs one file of the web platform tests in the runtime that runs this: `run_file.js WPT_FOLDER FILE`. Prints a
// line of JSON for each test, and one for the whole. testharness.js comes from the WPT folder.
'use strict';

const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [, , root, file] = process.argv;
const print = console.log;

function load(name) {
  vm.runInThisContext(fs.readFileSync(name, 'utf8'), { filename: name });
}

// Scripts that a test names in `// META: script=...` lines.
function scriptsOf(source, folder) {
  const scripts = [];
  for (const line of source.split('\n')) {
    if (!line.startsWith('//')) break;
    const match = /^\/\/\s*META:\s*script=(.+)$/.exec(line);
    if (match === null) continue;
    const script = match[1].trim();
    scripts.push(script.startsWith('/') ? path.join(root, script) : path.join(folder, script));
  }
  return scripts;
}

const statuses = ['pass', 'fail', 'timeout', 'notrun', 'precondition'];

function main() {
  const full = path.join(root, file);
  const source = fs.readFileSync(full, 'utf8');
  // A shell without a page or a worker: what testharness.js takes it for without these.
  globalThis.self = globalThis;
  globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
  // Some tests leave rejected promises behind on purpose.
  process.on('unhandledRejection', () => {});
  load(path.join(root, 'resources/testharness.js'));
  globalThis.add_result_callback((test) => {
    print(JSON.stringify({ name: test.name, status: statuses[test.status], message: test.message }));
  });
  globalThis.add_completion_callback((_, status) => {
    print(JSON.stringify({ whole: status.status, message: status.message }));
  });
  for (const script of scriptsOf(source, path.dirname(full))) load(script);
  load(full);
  globalThis.done?.();
}

main();
