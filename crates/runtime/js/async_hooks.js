// async_hooks: stores that follow a program through its callbacks, and resources that do the same by
// hand. Hooks into every asynchronous operation there are not.
'use strict';

const { AsyncLocalStorage } = require('internal/async_local_storage');
const {
  AsyncResource,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
} = require('internal/async_resource');

function createHook() {
  const { ERR_NOT_IMPLEMENTED } = require('internal/errors').codes;
  throw new ERR_NOT_IMPLEMENTED('async_hooks.createHook()');
}

module.exports = {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  triggerAsyncId,
  executionAsyncResource,
  AsyncResource,
};
