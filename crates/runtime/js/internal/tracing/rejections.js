// Trace events of promises that are rejected while nobody listens: 'node,node.promises,node.promises.rejections'.
'use strict';

const { tellOf } = require('internal/process/rejections');
const { emit } = require('internal/tracing/emit');

const kCategory = 'node,node.promises,node.promises.rejections';

let unhandled = 0;
let handledAfter = 0;

function tell(isHandled) {
  if (isHandled) handledAfter++;
  else unhandled++;
  emit('C', kCategory, 'rejections', undefined, { unhandled, handledAfter });
}

function update(isOn) {
  tellOf(isOn('node', 'node.promises', 'node.promises.rejections') ? tell : undefined);
}

module.exports = { update };
