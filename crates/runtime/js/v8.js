// v8: statistics, snapshots and serialization are not there yet.
'use strict';

const { functions, classes } = require('internal/unimplemented');

module.exports = {
  ...functions('v8', [
    'cachedDataVersionTag', 'getHeapSnapshot', 'getHeapStatistics', 'getHeapSpaceStatistics',
    'getHeapCodeStatistics', 'setFlagsFromString', 'deserialize', 'takeCoverage', 'stopCoverage',
    'serialize', 'writeHeapSnapshot', 'queryObjects', 'setHeapSnapshotNearHeapLimit',
  ]),
  promiseHooks: functions('v8.promiseHooks', [
    'createHook', 'onInit', 'onBefore', 'onAfter', 'onSettled',
  ]),
  startupSnapshot: functions('v8.startupSnapshot', [
    'addDeserializeCallback', 'addSerializeCallback', 'setDeserializeMainFunction',
    'isBuildingSnapshot',
  ]),
  ...classes('v8', [
    'Serializer', 'Deserializer', 'DefaultSerializer', 'DefaultDeserializer', 'GCProfiler',
  ]),
};
