// Connects the reporters that the command line names with where they write to.
'use strict';

const { codes: { ERR_INVALID_ARG_VALUE } } = require('internal/errors');

const { passJobs } = require('internal/test/jobs');

const kBuiltIn = ['spec', 'tap', 'dot', 'junit', 'lcov'];

// Resolves when tests can run.
async function setUp(harness) {
  try {
    await connectAll(harness);
    await passJobs(4);
  } catch (error) {
    harness.reporterError = error;
    throw error;
  }
}

async function connectAll(harness) {
  const { settings, stream } = harness;
  if (settings.context === 'child-v8') {
    harness.written = require('internal/test/reporters/to_parent').connect(stream);
    return;
  }
  const { names, destinations } = readSettings(settings);
  const reporters = [];
  for (const name of names) reporters.push(await load(name));
  const parts = reporters.map((reporter, i) => connect(harness, reporter, openDestination(destinations[i])));
  harness.written = Promise.all(parts);
}

// A reporter may go without a destination if it is the only one.
function readSettings({ context, reporters, destinations }) {
  if (reporters.length === 0 && destinations.length === 0) {
    return { names: [context === 'child' ? 'tap' : 'spec'], destinations: ['stdout'] };
  }
  const places = reporters.length === 1 && destinations.length === 0 ? ['stdout'] : destinations;
  if (reporters.length !== places.length) {
    throw new ERR_INVALID_ARG_VALUE(
      '--test-reporter', reporters, "must match the number of specified '--test-reporter-destination'");
  }
  return { names: reporters, destinations: places };
}

async function load(name) {
  if (kBuiltIn.includes(name)) return require('test/reporters')[name];
  const { importFrom } = require('internal/test/import_file');
  const { default: reporter } = await importFrom(name);
  if (reporter === undefined || reporter === null) {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('Reporter', ['function', 'stream.Duplex'], reporter);
  }
  return reporter;
}

function openDestination(name) {
  if (name === 'stdout') return process.stdout;
  if (name === 'stderr') return process.stderr;
  return require('fs').createWriteStream(name);
}

function isClass(reporter) {
  const { prototype } = reporter;
  return typeof reporter === 'function' && prototype !== undefined &&
    Object.getOwnPropertyDescriptor(prototype, 'constructor') !== undefined;
}

// Resolves when all is written.
function connect(harness, reporter, destination) {
  const { compose } = require('stream');
  const made = isClass(reporter) ? Reflect.construct(reporter, []) : reporter;
  const output = compose(harness.stream, made);
  output.on(require('events').errorMonitor, (error) => { harness.reporterError = error; });
  output.pipe(destination);
  const { promise, resolve } = Promise.withResolvers();
  const isStandard = destination === process.stdout || destination === process.stderr;
  if (isStandard) output.on('end', () => destination.write('', resolve));
  else destination.on('close', resolve);
  return promise;
}

module.exports = { setUp };
