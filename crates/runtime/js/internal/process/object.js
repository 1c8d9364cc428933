// The process object. What is seldom used is loaded when it is first touched.
'use strict';

const native = binding('process');
const EventEmitter = require('events');

// `process` is an instance of a function of its own, as in Node: process → process.prototype →
// EventEmitter.prototype.
function Process() {}
Object.defineProperty(Process, 'name', { __proto__: null, value: 'process' });
Process.prototype = Object.create(EventEmitter.prototype, {
  constructor: { __proto__: null, value: Process, writable: true, configurable: true, enumerable: false },
});

const self = new Process();

// The descriptors of what it has, put in place by one call: defineProperty() is JavaScript in this engine, and a
// hundred calls are a good part of a start.
const all = {
  __proto__: null,
  [Symbol.toStringTag]: { __proto__: null, value: 'process', writable: true, enumerable: false, configurable: false },
};

// What is not writable cannot be set before it is loaded, either.
function lazy(name, load, writable = true) {
  const put = (value) => {
    Object.defineProperty(self, name, { __proto__: null, value, writable, configurable: true, enumerable: true });
  };
  all[name] = {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const value = load();
      put(value);
      return value;
    },
    set: writable ? put : undefined,
  };
}

// A property that scripts can only define anew.
function fixed(name, value) {
  all[name] = { __proto__: null, value, writable: false, enumerable: true, configurable: true };
}

function method(name, id, exported = name) {
  lazy(name, () => require(id)[exported]);
}

fixed('version', 'v26.10.0');
lazy('versions', () => require('internal/process/facts').versions(self), false);
fixed('arch', native.arch());
fixed('platform', 'linux');
lazy('release', () => require('internal/process/facts').release(self), false);
lazy('argv', () => require('internal/process/facts').argv());
lazy('execArgv', () => native.execArguments());
lazy('env', () => require('internal/process/env').env);
lazy('pid', () => native.pid(), false);
lazy('ppid', () => native.ppid());
lazy('execPath', () => native.execPath());
lazy('argv0', () => native.argv0());
lazy('features', () => require('internal/process/facts').features);
lazy('config', () => require('internal/process/facts').config(), false);
all.title = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return native.getTitle(); },
  set(value) { native.setTitle(String(value)); },
};
all._exiting = { __proto__: null, value: false, writable: true, enumerable: true, configurable: true };
all.exitCode = {
  __proto__: null,
  configurable: false,
  enumerable: true,
  get() { return require('internal/process/lifecycle').getExitCode(); },
  set(value) { require('internal/process/lifecycle').setExitCode(value); },
};

const lifecycle = 'internal/process/lifecycle';
const facts = 'internal/process/facts';
const files = 'internal/process/files';
const credentials = 'internal/process/credentials';
method('nextTick', 'internal/task_queue');
method('exit', lifecycle);
method('reallyExit', lifecycle);
method('abort', lifecycle);
method('_fatalException', lifecycle, 'fatalException');
method('emitWarning', 'internal/process/warnings');
method('cwd', files);
method('chdir', files);
method('umask', files);
method('hrtime', facts);
method('uptime', facts);
method('memoryUsage', facts);
method('constrainedMemory', facts);
method('availableMemory', facts);
method('cpuUsage', facts);
method('threadCpuUsage', facts);
method('resourceUsage', facts);
method('_kill', 'internal/process/signals', 'rawKill');
method('kill', 'internal/process/signals');
method('getuid', facts);
method('geteuid', facts);
method('getgid', facts);
method('getegid', facts);
method('getgroups', facts);
method('hasUncaughtExceptionCaptureCallback', lifecycle);
method('setUncaughtExceptionCaptureCallback', lifecycle);
method('addUncaughtExceptionCaptureCallback', lifecycle);
method('getBuiltinModule', 'internal/modules/builtins');
method('getActiveResourcesInfo', 'internal/process/active_resources');
method('loadEnvFile', facts);
method('setSourceMapsEnabled', 'internal/modules/source_maps');
all.sourceMapsEnabled = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('internal/modules/source_maps').getSourceMapsSupport().enabled; },
};
all.moduleLoadList = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return require('internal/modules/builtins').moduleLoadList(); },
};
method('_rawDebug', 'internal/process/warnings', 'rawDebug');
method('binding', 'internal/process/binding');
method('ref', facts);
method('unref', facts);
method('dlopen', 'internal/process/dlopen');
method('execve', 'internal/process/execve');
method('initgroups', credentials);
method('setgroups', credentials);
method('setegid', credentials);
method('seteuid', credentials);
method('setgid', credentials);
method('setuid', credentials);
method('openStdin', 'internal/process/stdio');
method('_getActiveHandles', 'internal/process/active_resources', 'getActiveHandles');
method('_getActiveRequests', 'internal/process/active_resources', 'getActiveRequests');
lazy('allowedNodeEnvironmentFlags', () => require('internal/process/environment_flags').flags);
lazy('report', () => require('internal/process/report').report, { writable: false });
lazy('finalization', () => require('internal/process/finalization').finalization);
lazy('stdout', () => require('internal/process/stdio').stdout, false);
lazy('stdin', () => require('internal/process/stdio').stdin, false);
lazy('stderr', () => require('internal/process/stdio').stderr, false);
Object.defineProperties(self, all);

module.exports = { process: self };
