// Coded errors of files, sockets, child processes, workers and compression.
'use strict';

const received = require('internal/errors/received');

// '<prefix>: rm returned EISDIR (is a directory) /a => /b'
function systemMessage(prefix) {
  return (context) => {
    let text = `${prefix}: ${context.syscall} returned ${context.code} (${context.message})`;
    if (context.path !== undefined) text += ` ${context.path}`;
    if (context.dest !== undefined) text += ` => ${context.dest}`;
    return text;
  };
}

// `info` is the context; errno, syscall, path and dest read and write through to it.
function addSystemProperties(error, args) {
  const context = args[0];
  Object.defineProperties(error, {
    name: { __proto__: null, value: 'SystemError', writable: true, configurable: true },
    info: { __proto__: null, value: context, enumerable: true, configurable: true },
    errno: accessorTo(context, 'errno'),
    syscall: accessorTo(context, 'syscall'),
  });
  if (context.path !== undefined) Object.defineProperty(error, 'path', pathAccessorTo(context, 'path'));
  if (context.dest !== undefined) Object.defineProperty(error, 'dest', pathAccessorTo(context, 'dest'));
}

function accessorTo(context, property) {
  return {
    get() { return context[property]; },
    set(value) { context[property] = value; },
    enumerable: true,
    configurable: true,
  };
}

// Paths are kept as bytes and read as text.
function pathAccessorTo(context, property) {
  return {
    get() { return context[property] === undefined ? undefined : context[property].toString(); },
    set(value) { context[property] = value ? require('buffer').Buffer.from(String(value)) : undefined; },
    enumerable: true,
    configurable: true,
  };
}

function systemEntry(prefix) {
  return ['SystemError', systemMessage(prefix), addSystemProperties];
}

module.exports = {
  ERR_ACCESS_DENIED: [Error, '{0}', (error, [, permission = '', resource = '']) => {
    error.permission = permission;
    error.resource = resource;
  }],
  ERR_BROTLI_INVALID_PARAM: [RangeError, '{0} is not a valid Brotli parameter'],
  ERR_CHILD_CLOSED_BEFORE_REPLY: [Error, 'Child closed before reply received'],
  ERR_CHILD_PROCESS_IPC_REQUIRED: [Error,
    "Forked processes must have an IPC channel, missing value 'ipc' in {0}"],
  ERR_CHILD_PROCESS_STDIO_MAXBUFFER: [RangeError, '{0} maxBuffer length exceeded'],
  ERR_CLOSED_MESSAGE_PORT: [Error, 'Cannot send data on closed MessagePort'],
  ERR_DIR_CLOSED: [Error, 'Directory handle was closed'],
  ERR_DIR_CONCURRENT_OPERATION: [Error,
    'Cannot do synchronous work on directory handle with concurrent asynchronous operations'],
  ERR_DNS_SET_SERVERS_FAILED: [Error, 'c-ares failed to set servers: "{0}" [{1}]'],
  ERR_FS_CP_DIR_TO_NON_DIR: systemEntry('Cannot overwrite non-directory with directory'),
  ERR_FS_CP_EEXIST: systemEntry('Target already exists'),
  ERR_FS_CP_EINVAL: systemEntry('Invalid src or dest'),
  ERR_FS_CP_FIFO_PIPE: systemEntry('Cannot copy a FIFO pipe'),
  ERR_FS_CP_NON_DIR_TO_DIR: systemEntry('Cannot overwrite directory with non-directory'),
  ERR_FS_CP_SOCKET: systemEntry('Cannot copy a socket file'),
  ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY: systemEntry('Cannot overwrite symlink in subdirectory of self'),
  ERR_FS_CP_UNKNOWN: systemEntry('Cannot copy an unknown file type'),
  ERR_FS_EISDIR: systemEntry('Path is a directory'),
  ERR_FS_FILE_TOO_LARGE: [RangeError, 'File size ({0}) is greater than 2 GiB'],
  ERR_FS_WATCH_QUEUE_OVERFLOW: [Error, 'fs.watch() queued more than {0} events'],
  ERR_INVALID_ADDRESS: [Error, 'Invalid address'],
  ERR_INVALID_ADDRESS_FAMILY: [RangeError, 'Invalid address family: {0} {1}:{2}', (error, [, host, port]) => {
    error.host = host;
    error.port = port;
  }],
  ERR_INVALID_FD: [RangeError, '"fd" must be a positive integer: {0}'],
  ERR_INVALID_FD_TYPE: [TypeError, 'Unsupported fd type: {0}'],
  ERR_INVALID_HANDLE_TYPE: [TypeError, 'This handle type cannot be sent'],
  ERR_INVALID_IP_ADDRESS: [TypeError, 'Invalid IP address: {0}'],
  ERR_INVALID_TRANSFER_OBJECT: [TypeError, 'Found invalid object in transferList'],
  ERR_INVALID_SYNC_FORK_INPUT: [TypeError,
    'Asynchronous forks do not support Buffer, TypedArray, DataView or string input: {0}'],
  ERR_IPC_CHANNEL_CLOSED: [Error, 'Channel closed'],
  ERR_IPC_DISCONNECTED: [Error, 'IPC channel is already disconnected'],
  ERR_IPC_ONE_PIPE: [Error, 'Child process can have only one IPC pipe'],
  ERR_IPC_SYNC_FORK: [Error, 'IPC cannot be used with synchronous forks'],
  ERR_IP_BLOCKED: [Error, 'IP({0}) is blocked by net.BlockList'],
  ERR_MISSING_TRANSFERABLE_IN_TRANSFER_LIST: [TypeError,
    'Object that needs transfer was found in message but not listed in transferList'],
  ERR_PROXY_INVALID_CONFIG: [Error, '{0}'],
  ERR_PROXY_TUNNEL: [Error, '{0}'],
  ERR_SERVER_ALREADY_LISTEN: [Error, 'Listen method has been called more than once without closing.'],
  ERR_SERVER_NOT_RUNNING: [Error, 'Server is not running.'],
  ERR_SOCKET_ALREADY_BOUND: [Error, 'Socket is already bound'],
  ERR_SOCKET_BAD_BUFFER_SIZE: [TypeError, 'Buffer size must be a positive integer'],
  ERR_SOCKET_BAD_PORT: [RangeError, (name, port, allowZero = true) =>
    `${name} should be ${allowZero ? '>=' : '>'} 0 and < 65536. ` +
    `Received ${received.determineSpecificType(port)}.`],
  ERR_SOCKET_BAD_TYPE: [TypeError, 'Bad socket type specified. Valid types are: udp4, udp6'],
  ERR_SOCKET_BUFFER_SIZE: systemEntry('Could not get or set buffer size'),
  ERR_SOCKET_CLOSED: [Error, 'Socket is closed'],
  ERR_SOCKET_CLOSED_BEFORE_CONNECTION: [Error, 'Socket closed before the connection was established'],
  ERR_SOCKET_CONNECTION_TIMEOUT: [Error, 'Socket connection timeout'],
  ERR_SOCKET_DGRAM_IS_CONNECTED: [Error, 'Already connected'],
  ERR_SOCKET_DGRAM_NOT_CONNECTED: [Error, 'Not connected'],
  ERR_SOCKET_DGRAM_NOT_RUNNING: [Error, 'Not running'],
  ERR_SOCKET_HANDLE_ADOPTED: [Error, 'The bound socket has already been adopted by a server or socket'],
  ERR_SYSTEM_ERROR: systemEntry('A system error occurred'),
  ERR_TRAILING_JUNK_AFTER_STREAM_END: [TypeError, 'Trailing junk found after the end of the compressed stream'],
  ERR_TTY_INIT_FAILED: systemEntry('TTY initialization failed'),
  ERR_WASI_ALREADY_STARTED: [Error, 'WASI instance has already started'],
  ERR_WASI_NOT_STARTED: [Error, 'wasi.start() has not been called'],
  ERR_WEBASSEMBLY_NOT_SUPPORTED: [Error,
    'WebAssembly is not supported in this environment, but is required for {0}'],
  ERR_WEBASSEMBLY_RESPONSE: [TypeError, 'WebAssembly response {0}'],
  ERR_WORKER_HANDLE_NOT_TRANSFERABLE: [Error,
    '{0} cannot be transferred in its current state; it must be a freshly created or accepted handle ' +
    'that has not started reading and has no pending writes'],
  ERR_WORKER_INIT_FAILED: [Error, 'Worker initialization failure: {0}'],
  ERR_WORKER_INVALID_EXEC_ARGV: [Error, (errors, message = 'invalid execArgv flags') =>
    `Initiated Worker with ${message}: ${[...errors].join(', ')}`],
  ERR_WORKER_MESSAGING_ERRORED: [Error, 'The destination thread threw an error while processing the message'],
  ERR_WORKER_MESSAGING_FAILED: [Error, 'Cannot find the destination thread or listener'],
  ERR_WORKER_MESSAGING_SAME_THREAD: [Error, 'Cannot sent a message to the same thread'],
  ERR_WORKER_MESSAGING_TIMEOUT: [Error, 'Sending a message to another thread timed out'],
  ERR_WORKER_NOT_RUNNING: [Error, 'Worker instance not running'],
  ERR_WORKER_OUT_OF_MEMORY: [Error, 'Worker terminated due to reaching memory limit: {0}'],
  ERR_WORKER_PATH: [TypeError, (filename) =>
    'The worker script or module filename must be an absolute path or a relative path starting with ' +
    `'./' or '../'.${filename.startsWith('file://') ?
      ' Wrap file:// URLs with `new URL`.' : ''}${/^data:text\/javascript/i.test(filename) ?
      ' Wrap data: URLs with `new URL`.' : ''} Received "${filename}"`],
  ERR_WORKER_UNSERIALIZABLE_ERROR: [Error, 'Serializing an uncaught exception failed'],
  ERR_WORKER_UNSUPPORTED_OPERATION: [TypeError, '{0} is not supported in workers'],
  ERR_ZIP_ARCHIVE_TOO_LARGE: [RangeError, 'ZIP archive structure exceeds the allowed size: {0}'],
  ERR_ZIP_ENTRY_CORRUPT: [Error, 'ZIP entry is corrupt: {0}'],
  ERR_ZIP_ENTRY_NOT_FOUND: [Error, 'no such entry "{0}" in the archive'],
  ERR_ZIP_ENTRY_TOO_LARGE: [RangeError, 'ZIP entry exceeds the allowed size: {0}'],
  ERR_ZIP_INVALID_ARCHIVE: [Error, 'invalid ZIP archive: {0}'],
  ERR_ZIP_NOT_WRITABLE: [TypeError, 'this archive was not opened for writing'],
  ERR_ZIP_UNSUPPORTED_FEATURE: [Error, 'unsupported ZIP feature: {0}'],
  ERR_ZLIB_INITIALIZATION_FAILED: [Error, 'Initialization failed'],
  ERR_ZSTD_INVALID_PARAM: [RangeError, '{0} is not a valid zstd parameter'],
};
