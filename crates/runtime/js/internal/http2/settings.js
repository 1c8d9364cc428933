// Settings of a side: what they may be, and as numbers, bytes and objects.
'use strict';

const { Buffer } = require('buffer');
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');

const kMost = 2 ** 32 - 1;
const kMostCustom = 10;

// In the order in which they are listed. `least` and `most` are of numbers; without them it is a boolean.
const kKnown = [
  { name: 'headerTableSize', id: 1, least: 0, most: kMost, usual: 4096 },
  { name: 'enablePush', id: 2, usual: true },
  { name: 'initialWindowSize', id: 4, least: 0, most: 2 ** 31 - 1, usual: 65535 },
  { name: 'maxFrameSize', id: 5, least: 16384, most: 2 ** 24 - 1, usual: 16384 },
  { name: 'maxConcurrentStreams', id: 3, least: 0, most: kMost, usual: kMost },
  { name: 'maxHeaderListSize', id: 6, least: 0, most: kMost, usual: 65535 },
  { name: 'enableConnectProtocol', id: 8, usual: false },
];
// An older name of maxHeaderListSize.
const kAlias = 'maxHeaderSize';

function isNumeric(known) {
  return known.most !== undefined;
}

function checkNumber(name, value, least, most) {
  if (value === undefined) return;
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE.RangeError(name, value, least, most);
  }
}

function validateSettings(settings) {
  if (settings === undefined) return;
  if (settings.customSettings !== undefined) validateObject(settings.customSettings, 'customSettings');
  for (const known of kKnown) {
    const value = settings[known.name];
    if (isNumeric(known)) checkNumber(known.name, value, known.least, known.most);
    else if (value !== undefined && typeof value !== 'boolean') {
      throw new codes.ERR_HTTP2_INVALID_SETTING_VALUE(known.name, value);
    }
  }
  checkNumber(kAlias, settings[kAlias], 0, kMost);
  validateCustom(settings.customSettings);
}

function validateCustom(custom) {
  if (!custom) return;
  const entries = Object.entries(custom);
  if (entries.length > kMostCustom) throw new codes.ERR_HTTP2_TOO_MANY_CUSTOM_SETTINGS();
  for (const { 0: id, 1: value } of entries) {
    checkNumber('customSettings:id', Number(id), 0, 0xffff);
    checkNumber('customSettings:value', Number(value), 0, kMost);
  }
}

// [id, value, id, value, ...], by the numbers of the ids.
function settingsList(settings) {
  const pairs = [];
  for (const known of kKnown) {
    let value = settings[known.name];
    if (known.id === 6) value ??= settings[kAlias];
    if (value !== undefined) pairs.push([known.id, Number(value)]);
  }
  for (const { 0: id, 1: value } of Object.entries(settings.customSettings ?? {})) {
    const known = pairs.find((pair) => pair[0] === Number(id));
    if (known) known[1] = Number(value);
    else pairs.push([Number(id), Number(value)]);
  }
  pairs.sort((a, b) => a[0] - b[0]);
  return pairs.flat();
}

// The settings that the binding lists, by their numbers.
const kListed = [1, 2, 3, 4, 5, 6, 8];

// An object of such a list, and of others by their numbers.
function settingsFrom(list, custom) {
  return settingsNow((id) => list[kListed.indexOf(id)], custom);
}

// An object of what `valueOf(id)` tells.
function settingsNow(valueOf, custom) {
  const settings = { __proto__: null };
  for (const known of kKnown) {
    const value = valueOf(known.id);
    settings[known.name] = isNumeric(known) ? value : value !== 0;
    if (known.id === 6) settings[kAlias] = value;
  }
  if (Object.keys(custom).length > 0) settings.customSettings = { ...custom };
  return settings;
}

function getDefaultSettings() {
  const settings = { __proto__: null };
  for (const name of ['headerTableSize', 'enablePush', 'initialWindowSize', 'maxFrameSize', 'maxConcurrentStreams',
                      kAlias, 'maxHeaderListSize', 'enableConnectProtocol']) {
    const known = kKnown.find((entry) => entry.name === (name === kAlias ? 'maxHeaderListSize' : name));
    settings[name] = known.usual;
  }
  return settings;
}

function getPackedSettings(settings) {
  validateObject(settings ?? {}, 'settings');
  validateSettings(settings ?? {});
  const list = settingsList(settings ?? {});
  const bytes = Buffer.allocUnsafe(list.length * 3);
  for (let i = 0; i < list.length; i += 2) {
    bytes.writeUInt16BE(list[i], i * 3);
    bytes.writeUInt32BE(list[i + 1], i * 3 + 2);
  }
  return bytes;
}

function getUnpackedSettings(bytes, options = {}) {
  if (!ArrayBuffer.isView(bytes) || bytes.length === undefined) {
    throw new codes.ERR_INVALID_ARG_TYPE('buf', ['Buffer', 'TypedArray'], bytes);
  }
  if (bytes.length % 6 !== 0) throw new codes.ERR_HTTP2_INVALID_PACKED_SETTINGS_LENGTH();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const settings = {};
  for (let at = 0; at < bytes.length; at += 6) {
    const id = view.getUint16(at);
    const value = view.getUint32(at + 2);
    const known = kKnown.find((entry) => entry.id === id);
    if (known === undefined) {
      settings.customSettings ??= {};
      settings.customSettings[id] = value;
    } else {
      settings[known.name] = isNumeric(known) ? value : value !== 0;
      if (id === 6) settings[kAlias] = value;
    }
  }
  if (options != null && options.validate) validateSettings(settings);
  return settings;
}

module.exports = {
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  settingsFrom,
  settingsList,
  settingsNow,
  validateSettings,
};
