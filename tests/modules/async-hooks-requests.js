// Hooks hear of file requests; ids are there for those who ask, also without a hook.
'use strict';

const fs = require('fs');
const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');

const main = executionAsyncId();
process.nextTick(() => {
  const outer = executionAsyncId();
  process.nextTick(() => console.log('tick', main, outer !== main, triggerAsyncId() === outer, executionAsyncId() > outer));
  setImmediate(files);
});

function files() {
  const events = [];
  const known = new Set();
  const hook = createHook({
    init(id, type, trigger) {
      if (type !== 'FSREQCALLBACK') return;
      known.add(id);
      events.push(`init ${trigger === executionAsyncId()}`);
    },
    before(id) { if (known.has(id)) events.push(`before ${id === executionAsyncId()}`); },
    after(id) { if (known.has(id)) events.push('after'); },
    destroy(id) { if (known.has(id)) events.push('destroy'); },
  }).enable();
  fs.stat(__filename, () => {
    events.push('stat');
    fs.access('no such file', (error) => {
      events.push(error.code);
      setImmediate(() => setImmediate(() => {
        hook.disable();
        console.log(events);
      }));
    });
  });
}
