// process.binding(), of old: of the bindings that Node shows there is only the one with checks of types.
'use strict';

// Those that Node has, besides.
const kAbsent = [
  'async_wrap', 'buffer', 'cares_wrap', 'config', 'constants', 'contextify', 'fs', 'fs_event_wrap', 'icu', 'inspector',
  'js_stream', 'natives', 'os', 'pipe_wrap', 'process_wrap', 'spawn_sync', 'stream_wrap', 'tcp_wrap', 'tls_wrap',
  'tty_wrap', 'udp_wrap', 'uv', 'v8', 'zlib',
];

const kChecks = [
  'isAnyArrayBuffer', 'isArrayBuffer', 'isArrayBufferView', 'isAsyncFunction', 'isDataView', 'isDate', 'isExternal',
  'isMap', 'isMapIterator', 'isNativeError', 'isPromise', 'isRegExp', 'isSet', 'isSetIterator', 'isTypedArray',
  'isUint8Array',
];

// (The name of this function is that of the library's own way to bindings, which has no other use here.)
function oldBinding(name) {
  const { codes } = require('internal/errors');
  if (binding('permission').state() !== 0) {
    const error = new Error('process.binding');
    throw Object.assign(error, { code: 'ERR_ACCESS_DENIED', permission: '', resource: '' });
  }
  const module = `${name}`;
  if (require('internal/process/options').getOption('--pending-deprecation')) {
    process.emitWarning(
      `Access to process.binding('${module}') is deprecated.`, 'DeprecationWarning', 'DEP0111');
  }
  if (module === 'util') {
    const { types } = require('util');
    return Object.fromEntries(kChecks.map((check) => [check, types[check]]));
  }
  if (kAbsent.includes(module)) throw new codes.ERR_NOT_IMPLEMENTED(`process.binding('${module}')`);
  throw new codes.ERR_INVALID_MODULE(module);
}
Object.defineProperty(oldBinding, 'name', { __proto__: null, value: 'binding', configurable: true });

module.exports = { binding: oldBinding };
