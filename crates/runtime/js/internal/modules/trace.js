// The tracing channels 'module.require' and 'module.import'. Nothing is traced until somebody listens.
'use strict';

const { tracingChannel } = require('diagnostics_channel');

let isOn = false;
let requires;
let imports;

function start() {
  if (isOn) return;
  isOn = true;
  requires = tracingChannel('module.require');
  imports = tracingChannel('module.import');
  require('internal/modules/cjs').traceRequires(traceRequire);
  require('internal/modules/esm').traceImports(traceImport);
}

// Loads a module for another one.
function traceRequire(load, id, parent) {
  return requires.traceSync(load, { parentFilename: parent?.filename, id });
}

// Has a module imported by `begin(done, failed)`, one of which is called later.
function traceImport(begin, url, parentURL, done, failed) {
  if (!imports.hasSubscribers) {
    begin(done, failed);
    return;
  }
  const context = { parentURL, url };
  const settle = (act, value) => {
    imports.asyncStart.runStores(context, () => imports.asyncEnd.publish(context));
    act(value);
  };
  const succeed = (result) => {
    context.result = result;
    settle(done, result);
  };
  const fail = (error) => {
    context.error = error;
    imports.error.publish(context);
    settle(failed, error);
  };
  imports.start.runStores(context, () => {
    begin(succeed, fail);
    imports.end.publish(context);
  });
}

module.exports = { start };
