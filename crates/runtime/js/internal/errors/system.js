// Errors of system calls: made from a negative errno.
'use strict';

const uv = binding('uv');

// [name, message], or undefined for a number that is no known errno.
function uvErrmapGet(errno) {
  const name = uv.errname(errno);
  return name === undefined ? undefined : [name, uv.message(errno)];
}

function describe(errno) {
  return uvErrmapGet(errno) ?? ['UNKNOWN', 'unknown error'];
}

// "ENOENT: no such file or directory, open 'a' -> 'b'"
class UVException extends Error {
  constructor({ errno, syscall, message, path, dest }) {
    const [code, description] = describe(errno);
    let text = `${code}: ${message || description}, ${syscall}`;
    if (path !== undefined) text += ` '${path}'`;
    if (dest !== undefined) text += ` -> '${dest}'`;
    super(text);
    this.errno = errno;
    this.syscall = syscall;
    this.code = code;
    if (path !== undefined) this.path = String(path);
    if (dest !== undefined) this.dest = String(dest);
  }
}

// 'connect ECONNREFUSED: connection refused 1.2.3.4:80'
class UVExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port) {
    const [code, description] = describe(errno);
    super(`${syscall} ${code}: ${description}${showAddress(address, port)}`);
    this.code = code;
    this.errno = errno;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

// 'connect ECONNREFUSED 1.2.3.4:80 - Local (0.0.0.0:0)'
class ExceptionWithHostPort extends Error {
  constructor(errno, syscall, address, port, additional) {
    const code = errnoName(errno);
    super(`${syscall} ${code}${showAddress(address, port)}${additional ? ` - Local (${additional})` : ''}`);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

// What a program may not do with the network: `error` is what says so.
class AccessDenied extends Error {
  constructor(error, syscall, address, port) {
    super(`${syscall} ${error.code} ${error.message}`);
    this.errno = error;
    this.code = error.code;
    this.syscall = syscall;
    this.address = address;
    if (port) this.port = port;
  }
}

// 'open ENOENT'
class ErrnoException extends Error {
  constructor(errno, syscall, original) {
    const code = errnoName(errno);
    super(original ? `${syscall} ${code} ${original}` : `${syscall} ${code}`);
    this.errno = errno;
    this.code = code;
    this.syscall = syscall;
  }
}

// 'getaddrinfo ENOTFOUND host'; `code` is a number of getaddrinfo's or a name.
class DNSException extends Error {
  constructor(code, syscall, hostname) {
    const errno = typeof code === 'number' ? code : undefined;
    const name = typeof code === 'string' ? code : dnsErrorName(code);
    super(`${syscall} ${name}${hostname ? ` ${hostname}` : ''}`);
    this.errno = errno;
    this.code = name;
    this.syscall = syscall;
    if (hostname) this.hostname = hostname;
  }
}

// A host that has no data and one that does not exist are told apart by nobody.
function dnsErrorName(code) {
  const name = errnoName(code);
  return name === 'EAI_NODATA' || name === 'EAI_NONAME' ? 'ENOTFOUND' : name;
}

function errnoName(errno) {
  return describe(errno)[0];
}

function showAddress(address, port) {
  if (port && port > 0) return ` ${address}:${port}`;
  return address ? ` ${address}` : '';
}

// Errors of these classes pass for plain ones: `error.constructor` is `Error`.
for (const Class of [
  AccessDenied, DNSException, ErrnoException, ExceptionWithHostPort, UVException, UVExceptionWithHostPort,
]) {
  Class.prototype.constructor = Error;
}

module.exports = {
  AccessDenied,
  DNSException,
  ErrnoException,
  ExceptionWithHostPort,
  UVException,
  UVExceptionWithHostPort,
  uvErrmapGet,
};
