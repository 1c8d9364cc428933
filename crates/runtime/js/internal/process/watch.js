// `--watch` and `--watch-path`: the program runs as a child, and anew when one of its files has changed.
'use strict';

const path = require('path');
const fs = require('fs');
const { setTimeout, clearTimeout } = require('timers');
const { getOption, getOptions } = require('internal/process/options');

// Changes that come together count once.
const kQuiet = 200;

const kOwnOptions = ['--watch', '--watch-path', '--watch-preserve-output', '--watch-kill-signal'];

// The options that the child gets: all but those that make this a watch.
function childOptions(given) {
  const kept = [];
  for (let i = 0; i < given.length; i++) {
    const name = given[i].split('=', 1)[0];
    if (!kOwnOptions.includes(name)) kept.push(given[i]);
    else if ((name === '--watch-path' || name === '--watch-kill-signal') && !given[i].includes('=')) i++;
  }
  return kept;
}

class Watch {
  constructor(script, args) {
    this.command = script === undefined ? [] : [script, ...args];
    this.title = this.command.join(' ');
    this.paths = getOptions('--watch-path').map((one) => path.resolve(one));
    this.watchers = new Map();
    this.child = undefined;
    this.timer = undefined;
  }

  say(text) {
    process.stdout.write(`${text}\n`);
  }

  start() {
    const { spawn } = require('child_process');
    const env = { ...process.env, WATCH_REPORT_DEPENDENCIES: '1' };
    this.child = spawn(process.execPath, [...childOptions(process.execArgv), ...this.command], {
      env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    const { child } = this;
    child.on('message', (message) => this.hear(message));
    child.on('exit', (code) => {
      if (child !== this.child) return;
      this.child = undefined;
      this.say(`${code === 0 ? 'Completed' : 'Failed'} running '${this.title}'. Waiting for file changes before restarting...`);
    });
    if (this.paths.length === 0) this.command.slice(0, 1).forEach((file) => this.follow(path.resolve(file)));
    else this.paths.forEach((one) => this.follow(one));
  }

  // A child tells which files it has loaded.
  hear(message) {
    if (this.paths.length !== 0 || message === null || typeof message !== 'object') return;
    for (const key of ['watch:require', 'watch:import']) {
      if (Array.isArray(message[key])) message[key].forEach((file) => this.follow(file));
    }
  }

  // Files are looked at by way of their folders: an editor may put another in the place of one.
  follow(file) {
    let isFolder;
    try {
      isFolder = fs.statSync(file).isDirectory();
    } catch {
      return;
    }
    const folder = isFolder ? file : path.dirname(file);
    let watched = this.watchers.get(folder);
    if (watched === undefined) {
      watched = { names: new Set(), isWhole: false, watcher: undefined };
      this.watchers.set(folder, watched);
      watched.watcher = fs.watch(folder, { recursive: isFolder }, (_, name) => this.changed(folder, name));
      watched.watcher.on('error', () => {});
    }
    if (isFolder) watched.isWhole = true;
    else watched.names.add(path.basename(file));
  }

  changed(folder, name) {
    const watched = this.watchers.get(folder);
    if (name === null || (!watched.isWhole && !watched.names.has(name))) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(path.join(folder, name)), kQuiet);
  }

  restart(file) {
    if (!getOption('--watch-preserve-output') && process.stdout.isTTY) process.stdout.write('\x1bc');
    if (this.paths.length !== 0 || this.command.length !== 0) this.say(`Change detected in '${file}'`);
    this.say(`Restarting '${this.title}'`);
    const { child } = this;
    if (child === undefined) {
      this.start();
      return;
    }
    this.child = undefined;
    child.once('exit', () => this.start());
    child.kill(getOption('--watch-kill-signal') ?? 'SIGTERM');
  }

  stop(signal) {
    this.child?.kill(signal);
    process.exit(0);
  }
}

function run(script, args) {
  const watch = new Watch(script, args);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => watch.stop(signal));
  watch.start();
}

module.exports = { run };
