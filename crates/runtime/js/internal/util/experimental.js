// Features that may change yet tell so when they are first used.
'use strict';

const told = new Set();

function warnExperimental(feature) {
  if (told.has(feature)) return;
  told.add(feature);
  process.emitWarning(`${feature} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

module.exports = { warnExperimental };
