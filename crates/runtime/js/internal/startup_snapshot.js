// v8.startupSnapshot: no snapshot is ever being built here.
'use strict';

function refuse() {
  throw new (require('internal/errors').codes.ERR_NOT_BUILDING_SNAPSHOT)();
}

function addDeserializeCallback(callback, data) {
  refuse();
}

function addSerializeCallback(callback, data) {
  refuse();
}

function setDeserializeMainFunction(callback, data) {
  refuse();
}

// A number, as in Node.
function isBuildingSnapshot() {
  return 0;
}

module.exports = { addDeserializeCallback, addSerializeCallback, setDeserializeMainFunction, isBuildingSnapshot };
