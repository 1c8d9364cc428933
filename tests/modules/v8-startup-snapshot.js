// v8.startupSnapshot: no snapshot is being built.
'use strict';

const { startupSnapshot } = require('v8');

console.log(startupSnapshot, startupSnapshot.isBuildingSnapshot());
for (const name of ['addSerializeCallback', 'addDeserializeCallback', 'setDeserializeMainFunction']) {
  try {
    startupSnapshot[name](() => {});
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
