// Hooks hear of a timer that is set again after it ran as of a new one.
const { createHook, executionAsyncId } = require('async_hooks'); const fs = require('fs');
const ids = new Map(); const id = (i) => { if (!ids.has(i)) ids.set(i, ids.size); return ids.get(i); };
createHook({ init(i, t) { if (t === 'Timeout') fs.writeSync(1, `init ${t} ${id(i)}\n`); }, before(i) { if (ids.has(i)) fs.writeSync(1, `before ${id(i)}\n`); }, after(i) { if (ids.has(i)) fs.writeSync(1, `after ${id(i)}\n`); }, destroy(i) { if (ids.has(i)) fs.writeSync(1, `destroy ${id(i)}\n`); } }).enable();
let n = 0; const t = setTimeout(() => { fs.writeSync(1, 'run\n'); if (++n === 1) t.refresh(); }, 1);
setTimeout(() => t.refresh(), 30);
