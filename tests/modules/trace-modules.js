// The tracing channels 'module.require' and 'module.import' tell of what is loaded.
'use strict';
const { tracingChannel } = require('diagnostics_channel');
const path = require('path');

let first;
function shown(name) {
  return (event) => {
    first ??= event;
    const { id, url, parentFilename, parentURL, result, error } = event;
    console.log(name, event === first, {
      id, url, parent: path.basename(parentFilename ?? parentURL), result: typeof result, error: error?.code,
    });
    if (name === 'asyncEnd' || (name === 'end' && url === undefined)) first = undefined;
  };
}
for (const name of ['module.require', 'module.import']) {
  const handlers = {};
  for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) handlers[event] = shown(event);
  tracingChannel(name).subscribe(handlers);
}

require('os');
try {
  require('./none.js');
} catch (error) {
  console.log(error.code);
}
(async () => {
  console.log(typeof (await import('node:os')).default);
  await import('./none.mjs').catch((error) => console.log(error.code));
})();
