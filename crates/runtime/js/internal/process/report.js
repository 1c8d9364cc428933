// process.report: what is known of the program and the system it runs on, as one object or as a file of JSON.
'use strict';

const { validateBoolean, validateObject, validateString } = require('internal/validators');
const { ERR_SYNTHETIC } = require('internal/errors').codes;

const kVersion = 5;
const kUnlimited = 'unlimited';

// The limits of the system: the name that a report has for each, and how /proc calls it.
const kLimits = [
  ['core_file_size_blocks', 'Max core file size'],
  ['data_seg_size_bytes', 'Max data size'],
  ['file_size_blocks', 'Max file size'],
  ['max_locked_memory_bytes', 'Max locked memory'],
  ['max_memory_size_bytes', 'Max resident set'],
  ['open_files', 'Max open files'],
  ['stack_size_bytes', 'Max stack size'],
  ['cpu_time_seconds', 'Max cpu time'],
  ['max_user_processes', 'Max processes'],
  ['virtual_memory_bytes', 'Max address space'],
];

const settings = {
  directory: '',
  filename: '',
  compact: false,
  excludeNetwork: false,
  signal: 'SIGUSR2',
  reportOnFatalError: false,
  reportOnSignal: false,
  reportOnUncaughtException: false,
  excludeEnv: false,
};
let written = 0;

function readProc(name) {
  try {
    return require('fs').readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}

// The files of the program's own memory that are libraries.
function sharedObjects() {
  const files = new Set();
  for (const line of readProc('maps').split('\n')) {
    const file = /(?:\/\S*\.so[.\d]*|\[vdso\])$/.exec(line);
    if (file !== null) files.add(file[0] === '[vdso]' ? 'linux-vdso.so.1' : file[0]);
  }
  return Array.from(files);
}

// The version of the C library, which says so in its own text; undefined if it is another one.
function glibcVersion(libraries) {
  const file = libraries.find((name) => /\/libc(?:-[\d.]+)?\.so/.test(name));
  if (file === undefined) return undefined;
  try {
    const text = require('fs').readFileSync(file, 'latin1');
    return /GNU C Library[^\n]* release version ([\d.]*\d)/.exec(text)?.[1];
  } catch {
    return undefined;
  }
}

function networkInterfaces(os) {
  const list = [];
  for (const { 0: name, 1: addresses } of Object.entries(os.networkInterfaces())) {
    for (const { address, netmask, family, mac, internal, scopeid } of addresses) {
      const shown = { name, internal, mac, address, netmask, family };
      list.push(family === 'IPv6' ? { ...shown, scopeid } : shown);
    }
  }
  return list;
}

function header(trigger, event, filename, libraries) {
  const os = require('os');
  const now = new Date();
  const runtime = glibcVersion(libraries);
  return {
    reportVersion: kVersion,
    event,
    trigger,
    filename,
    dumpEventTime: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    dumpEventTimeStamp: `${now.getTime()}`,
    processId: process.pid,
    threadId: 0,
    cwd: process.cwd(),
    commandLine: [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    nodejsVersion: process.version,
    ...(runtime === undefined ? {} : { glibcVersionRuntime: runtime }),
    wordSize: 64,
    arch: process.arch,
    platform: process.platform,
    componentVersions: { ...process.versions },
    release: { ...process.release },
    osName: os.type(),
    osRelease: os.release(),
    osVersion: os.version(),
    osMachine: os.machine(),
    cpus: os.cpus().map(({ model, speed, times }) => ({
      model, speed, user: times.user, nice: times.nice, sys: times.sys, idle: times.idle, irq: times.irq,
    })),
    ...(settings.excludeNetwork ? {} : { networkInterfaces: networkInterfaces(os) }),
    host: os.hostname(),
  };
}

function javascriptStack(error) {
  const lines = typeof error.stack === 'string' ? error.stack.split('\n') : [String(error)];
  const first = lines.findIndex((line) => /^ {4}at /.test(line));
  const errorProperties = {};
  for (const name of Object.keys(error)) errorProperties[name] = String(error[name]);
  return {
    message: lines.slice(0, first === -1 ? lines.length : first).join('\n'),
    stack: first === -1 ? [] : lines.slice(first).map((line) => line.trim()),
    errorProperties,
  };
}

function javascriptHeap() {
  const { external, heapTotal, heapUsed } = process.memoryUsage();
  return { totalMemory: heapTotal, totalCommittedMemory: heapTotal, usedMemory: heapUsed, externalMemory: external };
}

function percent(seconds) {
  return seconds / Math.max(process.uptime(), 0.001) * 100;
}

function resourceUsage() {
  const os = require('os');
  const { userCPUTime, systemCPUTime, maxRSS, majorPageFault, minorPageFault, fsRead, fsWrite } = process.resourceUsage();
  const user = userCPUTime / 1e6;
  const kernel = systemCPUTime / 1e6;
  return {
    free_memory: os.freemem(),
    total_memory: os.totalmem(),
    rss: process.memoryUsage.rss(),
    constrained_memory: process.constrainedMemory(),
    available_memory: process.availableMemory(),
    userCpuSeconds: user,
    kernelCpuSeconds: kernel,
    cpuConsumptionPercent: percent(user + kernel),
    userCpuConsumptionPercent: percent(user),
    kernelCpuConsumptionPercent: percent(kernel),
    maxRss: maxRSS * 1024,
    pageFaults: { IORequired: majorPageFault, IONotRequired: minorPageFault },
    fsActivity: { reads: fsRead, writes: fsWrite },
  };
}

function userLimits() {
  const text = readProc('limits');
  const limits = {};
  const read = (word) => (word === kUnlimited ? kUnlimited : Number(word));
  for (const { 0: name, 1: label } of kLimits) {
    const line = new RegExp(`^${label}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(text);
    if (line !== null) limits[name] = { soft: read(line[1]), hard: read(line[2]) };
  }
  return limits;
}

function makeReport(error, trigger, event, filename) {
  const libraries = sharedObjects();
  return {
    header: header(trigger, event, filename, libraries),
    javascriptStack: javascriptStack(error),
    javascriptHeap: javascriptHeap(),
    nativeStack: [],
    resourceUsage: resourceUsage(),
    libuv: [],
    workers: [],
    ...(settings.excludeEnv ? {} : { environmentVariables: { ...process.env } }),
    userLimits: userLimits(),
    sharedObjects: libraries,
  };
}

function pad(number, digits = 2) {
  return `${number}`.padStart(digits, '0');
}

function usualName() {
  const now = new Date();
  const day = `${now.getFullYear()}${pad(now.getMonth() + 1)}${pad(now.getDate())}`;
  const time = `${pad(now.getHours())}${pad(now.getMinutes())}${pad(now.getSeconds())}`;
  return `report.${day}.${time}.${process.pid}.0.${pad(++written, 3)}.json`;
}

function write(file, error, trigger, event) {
  const name = file || settings.filename || usualName();
  const path = settings.directory === '' ? name : require('path').join(settings.directory, name);
  const text = JSON.stringify(makeReport(error, trigger, event, name), null, settings.compact ? 0 : 2);
  if (name === 'stdout' || name === 'stderr') {
    require('fs').writeSync(name === 'stdout' ? 1 : 2, `${text}\n`);
    return name;
  }
  // Of a file without a name it is known where it will be.
  binding('permission').check('fs.write', file ? path : settings.directory || process.cwd());
  process._rawDebug(`\nWriting Node.js report to file: ${name}`);
  require('fs').writeFileSync(path, `${text}\n`);
  process._rawDebug('Node.js report completed');
  return name;
}

function writeReport(file = undefined, err = undefined) {
  if (typeof file === 'object' && file !== null) {
    err = file;
    file = undefined;
  } else if (file !== undefined) {
    validateString(file, 'file');
  }
  if (err === undefined) err = new ERR_SYNTHETIC();
  else validateObject(err, 'err');
  return write(file, err, 'API', 'JavaScript API');
}

function getReport(err = undefined) {
  if (err === undefined) err = new ERR_SYNTHETIC();
  else validateObject(err, 'err');
  return makeReport(err, 'GetReport', 'JavaScript API', null);
}

function onSignal(signal) {
  write(undefined, new ERR_SYNTHETIC(), 'Signal', signal);
}

function onUncaught(error) {
  const cause = typeof error === 'object' && error !== null ? error : new ERR_SYNTHETIC();
  write(undefined, cause, 'Exception', 'Exception');
}

// How each setting is checked, by the name that the errors have, and what follows from it.
const setters = {
  directory(value) { validateString(value, 'directory'); },
  filename(value) { validateString(value, 'filename'); },
  compact(value) { validateBoolean(value, 'compact'); },
  excludeNetwork(value) { validateBoolean(value, 'excludeNetwork'); },
  signal(value) {
    validateString(value, 'signal');
    if (require('os').constants.signals[value] === undefined) {
      throw new (require('internal/errors').codes.ERR_UNKNOWN_SIGNAL)(value);
    }
    if (settings.reportOnSignal) {
      process.removeListener(settings.signal, onSignal);
      process.on(value, onSignal);
    }
  },
  reportOnFatalError(value) { validateBoolean(value, 'trigger'); },
  reportOnSignal(value) {
    validateBoolean(value, 'trigger');
    process.removeListener(settings.signal, onSignal);
    if (value) process.on(settings.signal, onSignal);
  },
  reportOnUncaughtException(value) {
    validateBoolean(value, 'trigger');
    require('internal/process/lifecycle').setReporter(value ? onUncaught : null);
  },
  excludeEnv(value) { validateBoolean(value, 'excludeEnv'); },
};

const report = { writeReport, getReport };
for (const name of Object.keys(setters)) {
  Object.defineProperty(report, name, {
    __proto__: null,
    get() { return settings[name]; },
    set(value) {
      setters[name](value);
      settings[name] = value;
    },
    enumerable: true,
    configurable: true,
  });
}

module.exports = { report };
