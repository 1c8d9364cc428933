// v8: values as bytes, and what can be told of the heap. The engine is another one: its flags, snapshots and profiles
// are not to be had.
'use strict';

const { classes, functions } = require('internal/unimplemented');
const serialization = require('internal/serialization/v8');
const { validateString } = require('internal/validators');

// Only what the engine tells; the rest is 0.
function getHeapStatistics() {
  const { external, heapTotal, heapUsed } = process.memoryUsage();
  const limit = require('os').totalmem();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: heapTotal,
    total_available_size: Math.max(0, limit - heapUsed),
    used_heap_size: heapUsed,
    heap_size_limit: limit,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external,
    total_allocated_bytes: 0,
  };
}

// Flags are V8's: they change nothing here.
function setFlagsFromString(flags) {
  validateString(flags, 'flags');
}

function isStringOneByteRepresentation(content) {
  validateString(content, 'content');
  return !/[^\0-\xff]/.test(content);
}

// What NODE_V8_COVERAGE asks for: without it there is nothing to write or to stop.
function takeCoverage() {
  require('internal/coverage').write();
}

function stopCoverage() {
  require('internal/coverage').stop();
}

module.exports = {
  ...functions('v8', ['cachedDataVersionTag', 'getHeapSnapshot']),
  getHeapStatistics,
  ...functions('v8', ['getHeapSpaceStatistics', 'getHeapCodeStatistics', 'getCppHeapStatistics']),
  setFlagsFromString,
  Serializer: serialization.Serializer,
  Deserializer: serialization.Deserializer,
  DefaultSerializer: serialization.DefaultSerializer,
  DefaultDeserializer: serialization.DefaultDeserializer,
  deserialize: serialization.deserialize,
  takeCoverage,
  stopCoverage,
  serialize: serialization.serialize,
  ...functions('v8', ['writeHeapSnapshot']),
  promiseHooks: require('internal/promise_hooks'),
  ...functions('v8', ['queryObjects']),
  startupSnapshot: require('internal/startup_snapshot'),
  ...functions('v8', ['setHeapSnapshotNearHeapLimit', 'setHeapProfileNearHeapLimit']),
  ...classes('v8', ['GCProfiler']),
  isStringOneByteRepresentation,
  ...functions('v8', ['startCpuProfile', 'startHeapProfile']),
};
