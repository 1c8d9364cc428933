// The conditions by which a package may offer several files: those of require() and import, and what `-C` adds.
'use strict';

const { getOption, getOptions } = require('internal/process/options');

const added = getOptions('--conditions');
const addons = require('internal/process/permission').hasAddons() ? ['node-addons'] : [];
const sync = getOption('--require-module') === false ? [] : ['module-sync'];

const kRequireNames = ['require', 'node', ...addons, ...sync, ...added];
const kImportNames = ['node', 'import', ...sync, ...addons, ...added];

// With `isImport` a file need not be there: that is found out later, and told in other words.
const kRequire = { isImport: false, names: kRequireNames };
const kImport = { isImport: true, names: kImportNames };

// What a hook has made of the names; it may leave them out.
function conditionsOf(usual, names) {
  if (names === undefined || names === usual.names) return usual;
  if (!Array.isArray(names)) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('conditions', names, 'expected an array');
  }
  return { isImport: usual.isImport, names };
}

module.exports = { conditionsOf, kImport, kRequire };
