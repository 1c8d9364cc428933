// fs.writeFile, appendFile and their Sync forms: one call of the binding, unless a signal or a flush asks for steps.
'use strict';

const fsBinding = binding('fs');
const { validateStringData } = require('internal/fs/write');
const { getFile } = require('internal/fs/read_file');
const { getOptions, validateCallback } = require('internal/fs/validate');
const { parseFileMode, validateBoolean } = require('internal/validators');
const { stringToFlags } = require('internal/fs/flags');

const DEFAULT_MODE = 0o666;
const writeOptions = { __proto__: null, encoding: 'utf8', mode: DEFAULT_MODE, flag: 'w', flush: false };
const appendOptions = { __proto__: null, encoding: 'utf8', mode: DEFAULT_MODE, flag: 'a', flush: false };

// What is to be written, as the binding takes it: a string, written as UTF-8, or an ArrayBufferView.
function getData(data, encoding) {
  if (ArrayBuffer.isView(data)) return data;
  validateStringData(data, 'data');
  return !encoding || encoding === 'utf8' ? data : require('buffer').Buffer.from(data, encoding);
}

function getFlush(options) {
  const flush = options.flush ?? false;
  validateBoolean(flush, 'options.flush');
  return flush;
}

function writeFile(path, data, options, callback) {
  callback ||= options;
  validateCallback(callback);
  write(path, data, getOptions(options, writeOptions), 'w', callback);
}

function appendFile(path, data, options, callback) {
  callback ||= options;
  validateCallback(callback);
  write(path, data, getOptions(options, appendOptions), 'a', callback);
}

function write(path, data, options, defaultFlag, callback) {
  const flush = getFlush(options);
  data = getData(data, options.encoding);
  const file = getFile(path);
  const flags = stringToFlags(options.flag || defaultFlag);
  const mode = parseFileMode(options.mode, 'mode', DEFAULT_MODE);
  if (options.signal === undefined && !flush) {
    fsBinding.writeFile(file, data, flags, mode, callback);
  } else {
    require('internal/fs/write_file_steps').writeFile(file, data, flags, mode, flush, options.signal, callback);
  }
}

function writeFileSync(path, data, options) {
  writeSync(path, data, getOptions(options, writeOptions), 'w');
}

function appendFileSync(path, data, options) {
  writeSync(path, data, getOptions(options, appendOptions), 'a');
}

function writeSync(path, data, options, defaultFlag) {
  const flush = getFlush(options);
  data = getData(data, options.encoding);
  const flags = stringToFlags(options.flag || defaultFlag);
  const mode = parseFileMode(options.mode, 'mode', DEFAULT_MODE);
  const file = getFile(path);
  if (flush) require('internal/fs/write_file_steps').writeFileSync(file, data, flags, mode);
  else fsBinding.writeFile(file, data, flags, mode);
}

module.exports = {
  DEFAULT_MODE, appendFile, appendFileSync, appendOptions, getData, getFlush, writeFile, writeFileSync, writeOptions,
};
