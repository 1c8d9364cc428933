// Warnings about what packages should no longer say of their files.
'use strict';

const { getOption } = require('internal/process/options');

const told = new Set();

let isQuiet = false;

// For whoever only looks what could be found.
function quietly(look) {
  isQuiet = true;
  try {
    return look();
  } finally {
    isQuiet = false;
  }
}

function warn(message, code) {
  if (isQuiet) return;
  process.emitWarning(message, 'DeprecationWarning', code);
}

function placeOf(context) {
  return `in the "${context.field}" field module resolution of the package at ${context.home}/package.json` +
    `${context.base ? ` imported from ${context.base}` : ''}.`;
}

// A key that ends with a slash once stood for a folder.
function trailingSlash(context, key) {
  if (!getOption('--pending-deprecation') || !isNew(`${context.home} ${key}`)) return;
  warn(`Use of deprecated trailing slash pattern mapping "${key}" ${placeOf(context)} ` +
       'Mapping specifiers ending in "/" is no longer supported.', 'DEP0155');
}

// Slashes where nothing is between them, or at the ends of what a star stands for.
function oddSlashes(context, target, request, pattern, isDouble) {
  if (process.noDeprecation || !getOption('--pending-deprecation')) return;
  warn(`Use of deprecated ${isDouble ? 'double slash' : 'leading or trailing slash matching'} resolving "${target}" for ` +
       `module request "${request}" ${request === pattern ? '' : `matched to "${pattern}" `}${placeOf(context)}`, 'DEP0166');
}

// The file that a package without "exports" is had to be searched for.
function searchedMain(home, main, found, from) {
  const imported = from === undefined ? '' : `, imported from ${from}`;
  const message = typeof main !== 'string' || main === '' ?
    `No "main" or "exports" field defined in the package.json for ${home}/ resolving the main entry point "${found}"${imported}.\n` +
      'Default "index" lookups for the main are deprecated for ES modules.' :
    `Package ${home}/ has a "main" field set to "${main}", excluding the full filename and extension to the resolved file at ` +
      `"${found}"${imported}.\n Automatic extension resolution of the "main" field is deprecated for ES modules.`;
  if (isNew(message)) warn(message, 'DEP0151');
}

function isNew(key) {
  if (told.has(key)) return false;
  told.add(key);
  return true;
}

module.exports = { oddSlashes, quietly, searchedMain, trailingSlash };
