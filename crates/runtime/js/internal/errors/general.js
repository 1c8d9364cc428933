// Coded errors of arguments, buffers, events, streams, util, process and other common parts.
'use strict';

const received = require('internal/errors/received');

function missingArgs(...names) {
  const shown = names.map((name) =>
    Array.isArray(name) ? name.map((one) => `"${one}"`).join(' or ') : `"${name}"`);
  return `The ${received.formatList(shown)} argument${names.length > 1 ? 's' : ''} must be specified`;
}

function bufferOutOfBounds(name) {
  return name ? `"${name}" is outside of buffer bounds` : 'Attempt to access memory outside buffer bounds';
}

function invalidReturn(expected, place, value) {
  return `Expected ${expected} to be returned ${place} but got ${received.determineSpecificType(value)}.`;
}

function falsyRejection(error, args) {
  error.reason = args[0];
}

module.exports = {
  ERR_AMBIGUOUS_ARGUMENT: [TypeError, 'The "{0}" argument is ambiguous. {1}'],
  ERR_ARG_NOT_ITERABLE: [TypeError, '{0} must be iterable'],
  ERR_ASSERTION: [Error, '{0}'],
  ERR_ASYNC_CALLBACK: [TypeError, '{0} must be a function'],
  ERR_ASYNC_TYPE: [TypeError, 'Invalid name for async "type": {0}'],
  ERR_BUFFER_OUT_OF_BOUNDS: [RangeError, bufferOutOfBounds],
  ERR_BUFFER_TOO_LARGE: [RangeError, 'Cannot create a Buffer larger than {0} bytes'],
  ERR_CONSOLE_WRITABLE_STREAM: [TypeError, 'Console expects a writable stream instance for {0}'],
  ERR_CONSTRUCT_CALL_INVALID: [TypeError, 'Constructor cannot be called'],
  ERR_CONSTRUCT_CALL_REQUIRED: [TypeError, 'Class constructor {0} cannot be invoked without `new`'],
  ERR_DOMAIN_CALLBACK_NOT_AVAILABLE: [Error,
    'A callback was registered through process.setUncaughtExceptionCaptureCallback(), ' +
    'which is mutually exclusive with using the `domain` module'],
  ERR_DOMAIN_CANNOT_SET_UNCAUGHT_EXCEPTION_CAPTURE: [Error,
    'The `domain` module is in use, which is mutually exclusive with calling ' +
    'process.setUncaughtExceptionCaptureCallback()'],
  ERR_ENCODING_INVALID_ENCODED_DATA: [TypeError,
    'The encoded data was not valid for encoding {0}',
    (error, args) => { error.errno = args[1]; }],
  ERR_ENCODING_NOT_SUPPORTED: [RangeError, 'The "{0}" encoding is not supported'],
  ERR_EVENT_RECURSION: [Error, 'The event "{0}" is already being dispatched'],
  ERR_FALSY_VALUE_REJECTION: [Error, 'Promise was rejected with falsy value', falsyRejection],
  ERR_FEATURE_UNAVAILABLE_ON_PLATFORM: [TypeError,
    'The feature {0} is unavailable on the current platform, which is being used to run Node.js'],
  ERR_ILLEGAL_CONSTRUCTOR: [TypeError, 'Illegal constructor'],
  ERR_INCOMPATIBLE_OPTION_PAIR: [TypeError, 'Option "{0}" cannot be used in combination with option "{1}"'],
  ERR_INTERNAL_ASSERTION: [Error, (message) =>
    `${message === undefined ? '' : `${message}\n`}This is a bug in rondo or a wrong use of its internals.`],
  ERR_INVALID_ARG_TYPE: [TypeError, received.invalidArgType],
  ERR_INVALID_ARG_VALUE: [TypeError, received.invalidArgValue],
  ERR_INVALID_ASYNC_ID: [RangeError, 'Invalid {0} value: {1}'],
  ERR_INVALID_BUFFER_SIZE: [RangeError, 'Buffer size must be a multiple of {0}'],
  ERR_INVALID_CHAR: [TypeError, (name, field) =>
    `Invalid character in ${name}${field === undefined ? '' : ` ["${field}"]`}`],
  ERR_INVALID_CURSOR_POS: [TypeError, 'Cannot set cursor row without setting its column'],
  ERR_INVALID_FILE_URL_HOST: [TypeError, 'File URL host must be "localhost" or empty on {0}'],
  ERR_INVALID_FILE_URL_PATH: [TypeError, 'File URL path {0}', (error, args) => { error.input = args[1]; }],
  ERR_INVALID_MIME_SYNTAX: [TypeError, (production, text, index) =>
    `The MIME syntax for a ${production} in "${text}" is invalid${index === -1 ? '' : ` at ${index}`}`],
  ERR_INVALID_OBJECT_DEFINE_PROPERTY: [TypeError, '{0}'],
  ERR_INVALID_RETURN_PROPERTY: [TypeError, (expected, hook, property, value) =>
    invalidReturn(`a valid ${expected}`, `for the "${property}" from the "${hook}" hook`, value)],
  ERR_INVALID_RETURN_PROPERTY_VALUE: [TypeError, (expected, hook, property, value) =>
    invalidReturn(expected, `for the "${property}" from the "${hook}" hook`, value)],
  ERR_INVALID_RETURN_VALUE: [TypeError, (expected, name, value) =>
    invalidReturn(expected, `from the "${name}" function`, value)],
  ERR_INVALID_STATE: [Error, 'Invalid state: {0}'],
  ERR_INVALID_THIS: [TypeError, 'Value of "this" must be of type {0}'],
  ERR_INVALID_TUPLE: [TypeError, '{0} must be an iterable {1} tuple'],
  ERR_INVALID_URI: [URIError, 'URI malformed'],
  ERR_INVALID_URL: [TypeError, 'Invalid URL', (error, [input, base]) => {
    error.input = input;
    if (base !== undefined && base !== null) error.base = base;
  }],
  ERR_INVALID_URL_PATTERN: [TypeError, 'Invalid URL pattern'],
  ERR_INVALID_URL_SCHEME: [TypeError, (expected) => {
    const schemes = Array.isArray(expected) ? expected : [expected];
    return `The URL must be ${schemes.length > 1 ? 'one of' : 'of'} scheme ${received.formatList(schemes, 'or')}`;
  }],
  ERR_MEMORY_ALLOCATION_FAILED: [Error, 'Failed to allocate memory'],
  ERR_METHOD_NOT_IMPLEMENTED: [Error, 'The {0} method is not implemented'],
  ERR_MISSING_ARGS: [TypeError, missingArgs],
  ERR_MISSING_OPTION: [TypeError, '{0} is required'],
  ERR_MULTIPLE_CALLBACK: [Error, 'Callback called multiple times'],
  ERR_NOT_IMPLEMENTED: [Error, '{0} is not implemented in rondo'],
  ERR_NO_CRYPTO: [Error, 'Node.js is not compiled with OpenSSL crypto support'],
  ERR_NO_ICU: [TypeError, '{0} is not supported on Node.js compiled without ICU'],
  ERR_NO_TEMPORAL: [Error, 'Temporal is not supported in this environment'],
  ERR_OPERATION_FAILED: [Error, 'Operation failed: {0}'],
  ERR_OUT_OF_RANGE: [RangeError, received.outOfRange],
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: [TypeError, '{0}'],
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL: [TypeError,
    "Unexpected argument '{0}'. This command does not take positional arguments"],
  ERR_PARSE_ARGS_UNKNOWN_OPTION: [TypeError, (option, allowPositionals) =>
    `Unknown option '${option}'${allowPositionals ? `. To specify a positional argument starting with a '-', ` +
      `place it at the end of the command after '--', as in '-- "${option}"` : ''}`],
  ERR_PERFORMANCE_INVALID_TIMESTAMP: [TypeError, '{0} is not a valid timestamp'],
  ERR_PERFORMANCE_MEASURE_INVALID_OPTIONS: [TypeError, '{0}'],
  ERR_SCRIPT_EXECUTION_INTERRUPTED: [Error, 'Script execution was interrupted by `SIGINT`'],
  ERR_SCRIPT_EXECUTION_TIMEOUT: [Error, 'Script execution timed out after {0}ms'],
  ERR_STREAM_ALREADY_FINISHED: [Error, 'Cannot call {0} after a stream was finished'],
  ERR_STREAM_CANNOT_PIPE: [Error, 'Cannot pipe, not readable'],
  ERR_STREAM_DESTROYED: [Error, 'Cannot call {0} after a stream was destroyed'],
  ERR_STREAM_ITER_MISSING_FLAG: [TypeError, 'The stream/iter API requires the --experimental-stream-iter flag'],
  ERR_STREAM_NULL_VALUES: [TypeError, 'May not write null values to stream'],
  ERR_STREAM_PREMATURE_CLOSE: [Error, 'Premature close'],
  ERR_STREAM_PUSH_AFTER_EOF: [Error, 'stream.push() after EOF'],
  ERR_STREAM_UNABLE_TO_PIPE: [Error, 'Cannot pipe to a closed or destroyed stream'],
  ERR_STREAM_UNSHIFT_AFTER_END_EVENT: [Error, 'stream.unshift() after end event'],
  ERR_STREAM_WRAP: [Error, 'Stream has StringDecoder set or is in objectMode'],
  ERR_STREAM_WRITE_AFTER_END: [Error, 'write after end'],
  ERR_STRING_TOO_LONG: [Error, 'Cannot create a string longer than 0x{0} characters'],
  ERR_SYNTHETIC: [Error, 'JavaScript Callstack'],
  ERR_UNAVAILABLE_DURING_EXIT: [Error, 'Cannot call function in process exit handler'],
  ERR_UNAVAILABLE_IN_ORDER: [Error, '{0} is not in the loop of --order={1}; {2} is'],
  ERR_UNCAUGHT_EXCEPTION_CAPTURE_ALREADY_SET: [Error,
    '`process.setupUncaughtExceptionCapture()` was called while a capture callback was already active'],
  ERR_UNESCAPED_CHARACTERS: [TypeError, '{0} contains unescaped characters'],
  ERR_UNHANDLED_ERROR: [Error, (error) => error === undefined ? 'Unhandled error.' : `Unhandled error. (${error})`],
  ERR_UNKNOWN_CREDENTIAL: [Error, '{0} identifier does not exist: {1}'],
  ERR_UNKNOWN_ENCODING: [TypeError, 'Unknown encoding: {0}'],
  ERR_UNKNOWN_SIGNAL: [TypeError, 'Unknown signal: {0}'],
  ERR_USE_AFTER_CLOSE: [Error, '{0} was closed'],
  ERR_VALID_PERFORMANCE_ENTRY_TYPE: [Error, 'At least one valid performance entry type is required'],
};
