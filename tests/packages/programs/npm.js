// npm itself: what needs no network.
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const cli = path.resolve('../node_modules/npm/bin/npm-cli.js');
const home = process.cwd();
const settings = { npm_config_cache: `${home}/cache`, npm_config_userconfig: `${home}/npmrc`, npm_config_loglevel: 'error' };

function run(...words) {
  const options = ['--no-update-notifier', '--no-fund', '--no-audit', ...words];
  const env = { ...process.env, ...settings };
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...options], { encoding: 'utf8', env });
  console.log('$ npm', words.join(' '), `(${status})`);
  return stdout.replace(/ in \d+m?s/, '') + stderr.replace(/[\w-]+-debug-0\.log/, 'LOG');
}

fs.mkdirSync('project/dep', { recursive: true });
process.chdir('project');
console.log(run('--version'));
console.log(run('init', '-y'));
console.log(run('pkg', 'get', 'name', 'version'));
console.log(run('pkg', 'set', 'scripts.hello=echo hello $npm_package_name', 'scripts.prehello=node -p 6*7'));
console.log(run('run', 'hello'));
console.log(run('run'));
console.log(run('ls'));

fs.writeFileSync('index.js', 'module.exports = 1;');
fs.writeFileSync('dep/package.json', '{"name": "dep", "version": "2.0.0", "bin": "b.js"}');
fs.writeFileSync('dep/b.js', '#!/usr/bin/env node\nconsole.log("bin of dep");');
console.log(run('install', './dep', '--offline'));
console.log(run('ls', '--json'));
console.log(run('exec', '--offline', 'dep'));
const [packed] = JSON.parse(run('pack', '--json'));
console.log(packed.filename, packed.files, packed.unpackedSize, fs.existsSync(packed.filename));
console.log(run('version', 'minor', '--no-git-tag-version'));
console.log(run('run', 'missing'));
