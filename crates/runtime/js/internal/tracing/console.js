// Trace events of what is counted and timed by consoles: 'node,node.console'.
'use strict';

const { tellOf } = require('internal/console/methods');
const { emit } = require('internal/tracing/emit');

function tell(phase, name, count) {
  emit(phase, 'node,node.console', name, 0, count === undefined ? undefined : { data: count });
}

function update(isOn) {
  tellOf(isOn('node', 'node.console') ? tell : undefined);
}

module.exports = { update };
