// Options of sessions, and the list of numbers that the binding takes of them.
'use strict';

const { validateInteger, validateObject, validateUint32 } = require('internal/validators');
const { validateSettings } = require('internal/http2/settings');

const kLeastClientPairs = 1;
const kLeastServerPairs = 4;
const kUsualPairs = 128;
const kUsualMegabytes = 10;

function readSessionOptions(options, isServer) {
  if (options === undefined || typeof options === 'function') options = {};
  else validateObject(options, 'options');
  const given = { ...options };
  if (given.settings !== undefined) validateObject(given.settings, 'options.settings');
  given.settings = { ...given.settings };
  validateSettings(given.settings);
  if (given.maxSessionInvalidFrames !== undefined) {
    validateUint32(given.maxSessionInvalidFrames, 'maxSessionInvalidFrames');
  }
  if (given.maxSessionRejectedStreams !== undefined) {
    validateUint32(given.maxSessionRejectedStreams, 'maxSessionRejectedStreams');
  }
  if (given.unknownProtocolTimeout !== undefined) {
    validateUint32(given.unknownProtocolTimeout, 'unknownProtocolTimeout');
  } else {
    given.unknownProtocolTimeout = 10000;
  }
  for (const name of ['streamResetBurst', 'streamResetRate']) {
    if (given[name] !== undefined) validateInteger(given[name], name, 0);
  }
  if (isServer && given.maxSendHeaderBlockLength !== undefined) {
    validateUint32(given.maxSendHeaderBlockLength, 'maxSendHeaderBlockLength');
  }
  return given;
}

function numberOr(value) {
  return typeof value === 'number' ? value : undefined;
}

function nativeOptions(options) {
  const least = options.isServer ? kLeastServerPairs : kLeastClientPairs;
  return [
    numberOr(options.maxDeflateDynamicTableSize),
    numberOr(options.maxReservedRemoteStreams) ?? 200,
    numberOr(options.maxSendHeaderBlockLength),
    numberOr(options.peerMaxConcurrentStreams) ?? 100,
    numberOr(options.maxSettings),
    numberOr(options.streamResetBurst),
    numberOr(options.streamResetRate),
    options.strictFieldWhitespaceValidation === false ? 0 : undefined,
    numberOr(options.paddingStrategy),
    Math.max(numberOr(options.maxHeaderListPairs) ?? kUsualPairs, least),
    numberOr(options.maxSessionInvalidFrames) ?? 1000,
    (numberOr(options.maxSessionMemory) ?? kUsualMegabytes) * 1e6,
    numberOr(options.maxSessionRejectedStreams) ?? 100,
  ];
}

module.exports = { nativeOptions, readSessionOptions };
