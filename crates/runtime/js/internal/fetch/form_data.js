// The web's class FormData.
'use strict';

const { isBlob } = require('internal/buffer/blob');
const {
  definePairs, finishClass, illegalInvocation, isObject, requireArguments, toUsvString, typeError,
} = require('internal/fetch/web_idl');
const { markAsUncloneable } = require('internal/messaging/marks');

const kInspect = Symbol.for('nodejs.util.inspect.custom');

// What is kept for a Blob is a File, with the name that it is given.
function toValue(value, fileName) {
  if (!isBlob(value)) return toUsvString(value);
  const { File } = require('internal/buffer/file');
  if (value instanceof File && fileName === undefined) return value;
  const name = fileName ?? 'blob';
  const lastModified = value instanceof File ? value.lastModified : undefined;
  return new File([value], name, { __proto__: null, type: value.type, lastModified });
}

function readEntry(args, method) {
  requireArguments(args, 2, `FormData.${method}`);
  const { 0: name, 1: value, 2: fileName } = args;
  if (args.length > 2 && !isBlob(value)) {
    throw typeError(`FormData.${method}: Expected value ("${quote(value)}") to be an instance of Blob.`);
  }
  return [toUsvString(name), toValue(value, fileName === undefined ? undefined : toUsvString(fileName))];
}

function quote(value) {
  return typeof value === 'string' ? `"${value}"` : String(value);
}

let isFormData;
let entriesOf;

class FormData {
  #entries = [];

  static {
    isFormData = (value) => isObject(value) && #entries in value;
    entriesOf = (data) => {
      if (!isFormData(data)) throw illegalInvocation();
      return data.#entries;
    };
  }

  constructor(form = undefined) {
    markAsUncloneable(this);
    if (form !== undefined) throw typeError('FormData constructor: Argument 1 could not be converted to: undefined.');
  }

  append(name, value, filename = undefined) {
    const entries = entriesOf(this);
    entries.push(readEntry(arguments, 'append'));
  }

  delete(name) {
    entriesOf(this);
    requireArguments(arguments, 1, 'FormData.delete');
    const key = toUsvString(name);
    this.#entries = this.#entries.filter((entry) => entry[0] !== key);
  }

  get(name) {
    const entries = entriesOf(this);
    requireArguments(arguments, 1, 'FormData.get');
    const key = toUsvString(name);
    return entries.find((entry) => entry[0] === key)?.[1] ?? null;
  }

  getAll(name) {
    const entries = entriesOf(this);
    requireArguments(arguments, 1, 'FormData.getAll');
    const key = toUsvString(name);
    return entries.filter((entry) => entry[0] === key).map((entry) => entry[1]);
  }

  has(name) {
    const entries = entriesOf(this);
    requireArguments(arguments, 1, 'FormData.has');
    const key = toUsvString(name);
    return entries.some((entry) => entry[0] === key);
  }

  // The first of that name is replaced, others go.
  set(name, value, filename = undefined) {
    const entries = entriesOf(this);
    const entry = readEntry(arguments, 'set');
    const place = entries.findIndex((other) => other[0] === entry[0]);
    if (place === -1) {
      entries.push(entry);
    } else {
      entries[place] = entry;
      this.#entries = entries.filter((other, i) => i <= place || other[0] !== entry[0]);
    }
  }

  [kInspect](depth, options) {
    const shown = { __proto__: null };
    for (const { 0: name, 1: value } of entriesOf(this)) {
      if (!(name in shown)) shown[name] = value;
      else if (Array.isArray(shown[name])) shown[name].push(value);
      else shown[name] = [shown[name], value];
    }
    const plain = Object.assign({}, shown);
    return `FormData ${require('internal/util/inspect').inspect(plain, { ...options, depth: options.depth ?? depth })}`;
  }
}
definePairs(FormData, entriesOf);
finishClass(FormData);

module.exports = { FormData, entriesOf, isFormData };
