// Errors of system calls of the process itself, in their old form: 'EPERM, Operation not permitted', with a positive number.
'use strict';

const { uvErrmapGet } = require('internal/errors/system');
const uv = binding('uv');

class CallError extends Error {
  constructor(status, syscall, path) {
    const name = uvErrmapGet(status)?.[0] ?? 'UNKNOWN';
    super(`${name}, ${uv.systemMessage(-status)}${path === undefined ? '' : ` '${path}'`}`);
    this.errno = -status;
    this.code = name;
    if (path !== undefined) this.path = path;
    this.syscall = syscall;
  }
}
CallError.prototype.constructor = Error;

module.exports = { CallError };
