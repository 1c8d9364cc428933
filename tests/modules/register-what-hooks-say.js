// Hooks of module.register(): old names of attributes, arguments that are wrong, and answers that never come.
'use strict';
const { spawnSync } = require('child_process');

function run(hooks, program) {
  const url = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const text = `import { register } from 'node:module'; try { register(${JSON.stringify(url)}); ${program} } catch (e) { console.log(e.code) }`;
  const { stderr, stdout } = spawnSync(process.execPath, ['--no-deprecation', '--input-type=module', '-e', text], { encoding: 'utf8' });
  console.log(stdout.trim(), /Use `importAttributes`[^\n]*|ERR_\w+/.exec(stderr)?.[0]);
}

run("export function resolve() { return { shortCircuit: true, url: 'data:application/json,1', importAssertions: { type: 'json' } } }",
    "console.log((await import('x')).default)");
run("export function load(u, c, n) { c.importAssertions = { type: 'json' }; return n('data:application/json,2', c) }",
    "console.log((await import('data:')).default)");
run("export function load(u, c, n) { return n('no url', c) }", "await import('data:text/javascript,')");
run("export function load(u, c, n) { return n(u, []) }", "await import('data:text/javascript,')");
run('export function initialize() { return new Promise(() => {}) }', '');
run("export function load(u, c, n) { return { shortCircuit: true, format: 'module', source: `export default ${JSON.stringify(Object.keys(c))}` } }",
    "console.log((await import('data:text/javascript,')).default)");
