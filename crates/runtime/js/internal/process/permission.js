// process.permission: what a program that is limited may do. Whether it may is decided in Rust, where it is done.
'use strict';

const native = binding('permission');
const { getOption, getOptions } = require('internal/process/options');
const { validateString } = require('internal/validators');

const kUnlimited = 0;
const kEnforced = 1;

// Those that let a program do things which nobody limits any more, with the codes of their warnings.
const kDangerous = [
  ['--allow-addons', 'PERM0001'],
  ['--allow-child-process', 'PERM0002'],
  ['--allow-ffi', 'PERM0003'],
  ['--allow-inspector', 'PERM0004'],
  ['--allow-wasi', 'PERM0005'],
  ['--allow-worker', 'PERM0006'],
  ['--allow-openssl-store', 'PERM0007'],
];
const kOfFiles = ['--allow-fs-read', '--allow-fs-write'];
const kWithoutWarning = ['--allow-net', ...kOfFiles];

function isLimited() {
  return native.state() !== kUnlimited;
}

// Whether what is not granted is refused, and not only told.
function isEnforced() {
  return native.state() === kEnforced;
}

// Whether native addons may be loaded.
function hasAddons() {
  return getOption('--addons') !== false && (!isEnforced() || getOption('--allow-addons') === true);
}

// Throws if an option grants something to a program that may do everything.
function checkOptions() {
  if (isLimited()) return;
  const names = [...kDangerous.map(([name]) => name), ...kWithoutWarning];
  if (names.some((name) => getOptions(name).length !== 0)) {
    throw new (require('internal/errors').codes.ERR_MISSING_OPTION)('--permission');
  }
}

// At the start of every thread.
function apply() {
  native.setTeller(tell);
  Object.defineProperty(process, 'permission', {
    __proto__: null, value: { has, drop }, writable: false, enumerable: true, configurable: false,
  });
  if (binding('worker').isMainThread) warn();
}

function warn() {
  for (const [name, code] of kDangerous) {
    if (getOption(name) !== true) continue;
    process.emitWarning(
      `The flag ${name} must be used with extreme caution. It could invalidate the permission model.`, 'SecurityWarning', code);
  }
  for (const name of kOfFiles) {
    if (!getOptions(name).some((text) => text.includes(','))) continue;
    process.emitWarning(
      `The ${name} CLI flag has changed. Passing a comma-separated list of paths is no longer valid. ` +
      'Documentation can be found at https://nodejs.org/api/permissions.html#file-system-permissions', 'Warning');
  }
  if (getOption('--allow-net') === true) {
    process.emitWarning('The flag --allow-net is under experimental phase.', 'ExperimentalWarning');
  }
}

// What was refused, or taken back.
function tell(channelName, permission, resource, isDrop) {
  const channel = require('diagnostics_channel').channel(`node:permission-model:${channelName}`);
  if (channel.hasSubscribers) channel.publish({ permission, resource, drop: isDrop ? true : undefined });
}

// A path may be given as bytes.
function readReference(reference) {
  if (reference == null) return undefined;
  const { Buffer } = require('buffer');
  if (Buffer.isBuffer(reference)) return Buffer.prototype.utf8Slice.call(reference);
  validateString(reference, 'reference');
  return reference;
}

function has(scope, reference) {
  validateString(scope, 'scope');
  return native.has(scope, readReference(reference));
}

function drop(scope, reference) {
  validateString(scope, 'scope');
  native.drop(scope, readReference(reference));
}

module.exports = { apply, checkOptions, hasAddons, isEnforced };
