// Trace events of asynchronous resources: 'node,node.async_hooks'. What the library's requests and handles do is told with any of
// the two categories, all others with the second alone, as in Node.
'use strict';

const { addHook, executionAsyncId, removeHook } = require('internal/async_hooks');
const { emit } = require('internal/tracing/emit');

const kCategory = 'node,node.async_hooks';

// What is told of: whether it is one of the library's own, and its type, by number.
const resources = new Map();
let tellsAll = false;
let isHooked = false;

function isOfLibrary(type, resource) {
  if (type === 'PROMISE' || !/^[A-Z0-9]+$/.test(type)) return false;
  const { AsyncResource } = require('internal/async_resource');
  return !(resource instanceof AsyncResource) || resource.constructor !== AsyncResource;
}

const hook = {
  __proto__: null,
  hook: undefined,
  trackPromises: false,

  init(asyncId, type, triggerAsyncId, resource) {
    const isNative = isOfLibrary(type, resource);
    if (!isNative && !tellsAll) return;
    resources.set(asyncId, { isNative, type });
    const by = executionAsyncId();
    const data = isNative ? { executionAsyncId: by, triggerAsyncId } : { triggerAsyncId, executionAsyncId: by };
    emit('b', kCategory, type, asyncId, { data });
  },

  before(asyncId) {
    const known = resources.get(asyncId);
    if (known !== undefined) emit(known.isNative ? 'b' : 'B', kCategory, `${known.type}_CALLBACK`, asyncId);
  },

  after(asyncId) {
    const known = resources.get(asyncId);
    if (known !== undefined) emit(known.isNative ? 'e' : 'E', kCategory, `${known.type}_CALLBACK`, asyncId);
  },

  destroy(asyncId) {
    const known = resources.get(asyncId);
    if (known === undefined) return;
    resources.delete(asyncId);
    emit('e', kCategory, known.type, asyncId);
  },
};

function update(isOn) {
  if (isHooked) removeHook(hook);
  tellsAll = isOn('node.async_hooks');
  hook.trackPromises = tellsAll;
  isHooked = isOn('node', 'node.async_hooks');
  if (isHooked) addHook(hook);
  else resources.clear();
}

module.exports = { update };
