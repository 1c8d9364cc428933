// Trace events of modules that are required: 'node,node.module_timer'.
'use strict';

const { watchRequires } = require('internal/modules/timer');
const { emit } = require('internal/tracing/emit');

const kCategory = 'node,node.module_timer';

function update(isOn) {
  const isTold = isOn('node', 'node.module_timer');
  watchRequires(isTold ? (phase, request) => emit(phase, kCategory, `require('${request}')`, 0) : undefined);
}

module.exports = { update };
