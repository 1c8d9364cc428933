// The warning about listeners that were added again and again.
'use strict';

function warnOfEmitter(emitter, type, count, max) {
  warn(emitter, type, count,
    `Possible EventEmitter memory leak detected. ${count} ${String(type)} listeners added to ` +
    `${describe(emitter)}. MaxListeners is ${max}. Use emitter.setMaxListeners() to increase limit`);
}

function warnOfTarget(target, type, count, max) {
  warn(target, type, count,
    `Possible EventTarget memory leak detected. ${count} ${String(type)} listeners added to ` +
    `${describe(target)}. MaxListeners is ${max}. Use events.setMaxListeners() to increase limit`,
    'target');
}

function describe(value) {
  return require('util').inspect(value, { depth: -1 });
}

function warn(emitter, type, count, message, property = 'emitter') {
  const warning = new Error(message);
  warning.name = 'MaxListenersExceededWarning';
  warning[property] = emitter;
  warning.type = type;
  warning.count = count;
  process.emitWarning(warning);
}

module.exports = { warnOfEmitter, warnOfTarget };
