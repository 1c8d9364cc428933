// DOMException and QuotaExceededError.
'use strict';

// Names in the order of their legacy codes, from 1; null where a code has no name any more.
const names = [
  'IndexSizeError', null, 'HierarchyRequestError', 'WrongDocumentError', 'InvalidCharacterError', null,
  'NoModificationAllowedError', 'NotFoundError', 'NotSupportedError', 'InUseAttributeError',
  'InvalidStateError', 'SyntaxError', 'InvalidModificationError', 'NamespaceError', 'InvalidAccessError',
  null, 'TypeMismatchError', 'SecurityError', 'NetworkError', 'AbortError', 'URLMismatchError',
  'QuotaExceededError', 'TimeoutError', 'InvalidNodeTypeError', 'DataCloneError',
];

// The constants, in the same order.
const constants = [
  'INDEX_SIZE_ERR', 'DOMSTRING_SIZE_ERR', 'HIERARCHY_REQUEST_ERR', 'WRONG_DOCUMENT_ERR',
  'INVALID_CHARACTER_ERR', 'NO_DATA_ALLOWED_ERR', 'NO_MODIFICATION_ALLOWED_ERR', 'NOT_FOUND_ERR',
  'NOT_SUPPORTED_ERR', 'INUSE_ATTRIBUTE_ERR', 'INVALID_STATE_ERR', 'SYNTAX_ERR',
  'INVALID_MODIFICATION_ERR', 'NAMESPACE_ERR', 'INVALID_ACCESS_ERR', 'VALIDATION_ERR',
  'TYPE_MISMATCH_ERR', 'SECURITY_ERR', 'NETWORK_ERR', 'ABORT_ERR', 'URL_MISMATCH_ERR',
  'QUOTA_EXCEEDED_ERR', 'TIMEOUT_ERR', 'INVALID_NODE_TYPE_ERR', 'DATA_CLONE_ERR',
];

class DOMException extends Error {
  #message;
  #name;

  constructor(message = '', options = 'Error') {
    super();
    this.#message = `${message}`;
    if (options !== null && typeof options === 'object') {
      this.#name = `${options.name}`;
      if ('cause' in options) {
        Object.defineProperty(
          this, 'cause', { __proto__: null, value: options.cause, writable: true, configurable: true });
      }
    } else {
      this.#name = `${options}`;
    }
  }

  get name() {
    if (!(#name in this)) throw invalidThis('DOMException');
    return this.#name;
  }

  get message() {
    if (!(#name in this)) throw invalidThis('DOMException');
    return this.#message;
  }

  get code() {
    if (!(#name in this)) throw invalidThis('DOMException');
    return names.indexOf(this.#name) + 1;
  }
}

function invalidThis(name) {
  return new (require('internal/errors').codes.ERR_INVALID_THIS)(name);
}

class QuotaExceededError extends DOMException {
  #quota;
  #requested;

  constructor(message = '', options = {}) {
    super(message, 'QuotaExceededError');
    this.#quota = readAmount(options, 'quota');
    this.#requested = readAmount(options, 'requested');
    if (this.#quota !== null && this.#requested !== null && this.#requested < this.#quota) {
      throw new RangeError('options.requested must not be less than options.quota');
    }
  }

  get quota() {
    if (!(#quota in this)) throw invalidThis('QuotaExceededError');
    return this.#quota;
  }

  get requested() {
    if (!(#quota in this)) throw invalidThis('QuotaExceededError');
    return this.#requested;
  }
}

function readAmount(options, key) {
  if (options === null || options[key] === undefined) return null;
  const amount = Number(options[key]);
  if (!Number.isFinite(amount)) {
    throw new TypeError(`Cannot convert options.${key} to a double: the value is ${amount}`);
  }
  if (amount < 0) throw new RangeError(`options.${key} must not be negative`);
  return amount;
}

for (const Class of [DOMException, QuotaExceededError]) {
  const properties = {
    [Symbol.toStringTag]: { __proto__: null, value: Class.name, configurable: true },
  };
  for (const name of ['name', 'message', 'code', 'quota', 'requested']) {
    if (Object.hasOwn(Class.prototype, name)) properties[name] = { __proto__: null, enumerable: true };
  }
  Object.defineProperties(Class.prototype, properties);
}

for (let i = 0; i < constants.length; i++) {
  const constant = { __proto__: null, value: i + 1, enumerable: true };
  Object.defineProperty(DOMException, constants[i], constant);
  Object.defineProperty(DOMException.prototype, constants[i], constant);
}

module.exports = { DOMException, QuotaExceededError };
