// Trace events of HTTP requests: 'node,node.http'.
'use strict';

const { tellOf } = require('internal/http/perf');
const { emit, newId } = require('internal/tracing/emit');

const kCategory = 'node,node.http';

// Tells that a request has begun, and gives what tells of its end.
function tell(name, about) {
  const id = newId();
  emit('b', kCategory, name, id);
  return (statusCode) => emit('e', kCategory, name, id, { data: { ...about, statusCode } });
}

function update(isOn) {
  // Node tells of these only who asks for them by their name.
  tellOf(isOn('node.http') ? tell : undefined);
}

module.exports = { update };
