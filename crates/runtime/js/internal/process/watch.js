// `--watch` and `--watch-path`: the program runs as a child, and anew when one of its files has changed.
'use strict';

const path = require('path');
const { getOption, getOptions } = require('internal/process/options');
const { FileWatch } = require('internal/process/file_watch');

const kOwnOptions = ['--watch', '--watch-path', '--watch-preserve-output', '--watch-kill-signal'];

// The files with variables that the options name. The child reads them itself.
function variableFiles(given) {
  const files = [];
  for (let i = 0; i < given.length; i++) {
    const end = given[i].indexOf('=');
    const name = end < 0 ? given[i] : given[i].slice(0, end);
    if (name !== '--env-file' && name !== '--env-file-if-exists') continue;
    files.push(end < 0 ? given[++i] : given[i].slice(end + 1));
  }
  return files;
}

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
    this.files = new FileWatch((changed) => this.restart(changed.at(-1)));
    this.child = undefined;
    // By which a child is asked to leave.
    this.signal = getOption('--watch-kill-signal') ?? 'SIGTERM';
    if (require('os').constants.signals[this.signal] === undefined) {
      throw new (require('internal/errors').codes.ERR_UNKNOWN_SIGNAL)(this.signal);
    }
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
    if (this.paths.length === 0) this.command.slice(0, 1).forEach((file) => this.files.follow(path.resolve(file)));
    else this.paths.forEach((one) => this.files.follow(one));
    variableFiles(process.execArgv).forEach((file) => this.files.follow(path.resolve(file)));
  }

  // A child tells which files it has loaded; what else it says is for whoever has started the watch.
  hear(message) {
    const isOwn = message !== null && typeof message === 'object' &&
      Object.keys(message).some((key) => key.startsWith('watch:'));
    if (!isOwn) {
      process.send?.(message);
      return;
    }
    if (this.paths.length !== 0 || message === null || typeof message !== 'object') return;
    for (const key of ['watch:require', 'watch:import']) {
      if (Array.isArray(message[key])) message[key].forEach((file) => this.files.follow(file));
    }
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
    child.kill(this.signal);
  }

  stop(signal) {
    this.child?.kill(signal);
    process.exit(0);
  }
}

function run(script, args) {
  const watch = new Watch(script, args);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => watch.stop(signal));
  if (process.send !== undefined) process.on('message', (message) => watch.child?.send(message));
  watch.start();
}

module.exports = { run };
