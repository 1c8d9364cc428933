// util.parseArgs(): options and positional arguments of a command line.
'use strict';

const { codes } = require('internal/errors');
const {
  validateArray, validateBoolean, validateBooleanArray, validateObject, validateString,
  validateStringArray, validateUnion,
} = require('internal/validators');
const { kEmptyObject } = require('internal/util');

const {
  ERR_INVALID_ARG_VALUE,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE,
  ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL,
  ERR_PARSE_ARGS_UNKNOWN_OPTION,
} = codes;

// Properties of the prototypes do not count, as those of a configuration or as names of options.
function own(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

const parseArgs = (config = kEmptyObject) => {
  const args = own(config, 'args') ?? mainArgs();
  const strict = own(config, 'strict') ?? true;
  const settings = {
    strict,
    allowPositionals: own(config, 'allowPositionals') ?? !strict,
    tokens: own(config, 'tokens') ?? false,
    allowNegative: own(config, 'allowNegative') ?? false,
    options: own(config, 'options') ?? { __proto__: null },
  };
  validateArray(args, 'args');
  for (const name of ['strict', 'allowPositionals', 'tokens', 'allowNegative']) {
    validateBoolean(settings[name], name);
  }
  validateOptions(settings.options);

  const tokens = tokenize(args, settings.options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (settings.tokens) result.tokens = tokens;
  for (const token of tokens) takers[token.kind](settings, token, result);
  addDefaults(settings.options, result.values);
  return result;
};

// The arguments after the script, or after the program if the script is in its options.
function mainArgs() {
  const { execArgv } = process;
  for (const argument of execArgv) {
    if (argument === '-e' || argument === '--eval' || argument === '-p' || argument === '--print' ||
        argument === '-pe' || argument.startsWith('--eval=')) {
      return process.argv.slice(1);
    }
  }
  return process.argv.slice(2);
}

function validateOptions(options) {
  validateObject(options, 'options');
  for (const [name, option] of Object.entries(options)) {
    const path = `options.${name}`;
    validateObject(option, path);
    const type = own(option, 'type');
    validateUnion(type, `${path}.type`, ['string', 'boolean']);
    if (Object.hasOwn(option, 'short')) validateShort(option.short, `${path}.short`);
    const multiple = own(option, 'multiple');
    if (Object.hasOwn(option, 'multiple')) validateBoolean(multiple, `${path}.multiple`);
    const value = own(option, 'default');
    if (value !== undefined) validateDefault(value, `${path}.default`, type, multiple);
  }
}

function validateShort(short, path) {
  validateString(short, path);
  if (short.length !== 1) throw new ERR_INVALID_ARG_VALUE(path, short, 'must be a single character');
}

function validateDefault(value, path, type, multiple) {
  const [validateOne, validateMany] = type === 'string' ?
    [validateString, validateStringArray] : [validateBoolean, validateBooleanArray];
  if (multiple) validateMany(value, path);
  else validateOne(value, path);
}

function optionOf(options, name) {
  return own(options, name) ?? kEmptyObject;
}

function isString(options, name) {
  return own(optionOf(options, name), 'type') === 'string';
}

function nameOfShort(options, short) {
  for (const [name, option] of Object.entries(options)) {
    if (own(option, 'short') === short) return name;
  }
  return short;
}

function tokenize(args, options) {
  const tokens = [];
  for (let index = 0; index < args.length; index++) {
    // Whatever was passed is a text here.
    const arg = `${args[index]}`;
    if (arg === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (index++; index < args.length; index++) {
        tokens.push({ kind: 'positional', index, value: args[index] });
      }
    } else if (arg.startsWith('--')) {
      index = takeLong(tokens, args, index, arg, options);
    } else if (arg.length > 1 && arg[0] === '-') {
      index = takeShorts(tokens, args, index, arg, options);
    } else {
      tokens.push({ kind: 'positional', index, value: args[index] });
    }
  }
  return tokens;
}

function makeOption(name, rawName, index, value, inlineValue) {
  return { kind: 'option', name, rawName, index, value, inlineValue };
}

// '--name', '--name=value', '--name value'. Returns the index of the last argument taken.
function takeLong(tokens, args, index, arg, options) {
  // The name has one character at least.
  const equals = arg.indexOf('=', 3);
  if (equals !== -1) {
    const rawName = arg.slice(0, equals);
    tokens.push(makeOption(rawName.slice(2), rawName, index, arg.slice(equals + 1), true));
    return index;
  }
  return takeWithNext(tokens, args, index, arg.slice(2), arg, options);
}

// '-a', '-abc' for '-a -b -c', '-ovalue', '-o value'.
function takeShorts(tokens, args, index, arg, options) {
  for (let i = 1; i < arg.length; i++) {
    const rawName = `-${arg[i]}`;
    const name = nameOfShort(options, arg[i]);
    if (i === arg.length - 1) return takeWithNext(tokens, args, index, name, rawName, options);
    if (isString(options, name)) {
      tokens.push(makeOption(name, rawName, index, arg.slice(i + 1), true));
      return index;
    }
    tokens.push(makeOption(name, rawName, index, undefined, undefined));
  }
  return index;
}

function takeWithNext(tokens, args, index, name, rawName, options) {
  const next = args[index + 1];
  if (!isString(options, name) || next == null) {
    tokens.push(makeOption(name, rawName, index, undefined, undefined));
    return index;
  }
  tokens.push(makeOption(name, rawName, index, next, false));
  return index + 1;
}

// What a token does to the result; a terminator does nothing.
const takers = {
  '__proto__': null,
  'option': takeOption,
  'positional': takePositional,
  'option-terminator': () => {},
};

function takeOption(settings, token, { values }) {
  if (settings.strict) checkOption(settings, token);
  storeOption(settings, token, values);
}

function takePositional({ allowPositionals }, { value }, { positionals }) {
  if (!allowPositionals) throw new ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL(value);
  positionals.push(value);
}

function checkOption({ options, allowNegative, allowPositionals }, { name, rawName, value, inlineValue }) {
  if (!Object.hasOwn(options, name)) {
    const positive = allowNegative && name.startsWith('no-') ? name.slice(3) : undefined;
    if (positive === undefined || own(optionOf(options, positive), 'type') !== 'boolean') {
      throw new ERR_PARSE_ARGS_UNKNOWN_OPTION(rawName, allowPositionals);
    }
    name = positive;
  }
  const short = own(options[name], 'short');
  const shown = `${short ? `-${short}, ` : ''}--${name}`;
  if (isString(options, name)) {
    if (typeof value !== 'string') {
      throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown} <value>' argument missing`);
    }
    if (!inlineValue && value.length > 1 && value[0] === '-') throw ambiguousValue(name, rawName);
  } else if (value !== undefined) {
    throw new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(`Option '${shown}' does not take an argument`);
  }
}

// A value that looks like an option was probably meant as one.
function ambiguousValue(name, rawName) {
  const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
  return new ERR_PARSE_ARGS_INVALID_OPTION_VALUE(
    `Option '${rawName}' argument is ambiguous.
Did you forget to specify the option argument for '${rawName}'?
To specify an option argument starting with a dash use ${example}.`);
}

// Changes the name of a negated option to the positive one.
function storeOption({ options, allowNegative }, token, values) {
  let value = token.value ?? true;
  if (allowNegative && token.value === undefined && token.name.startsWith('no-')) {
    token.name = token.name.slice(3);
    value = false;
  }
  const { name } = token;
  if (name === '__proto__') return;
  if (own(optionOf(options, name), 'multiple')) {
    values[name] ??= [];
    values[name].push(value);
  } else {
    values[name] = value;
  }
}

function addDefaults(options, values) {
  for (const [name, option] of Object.entries(options)) {
    const value = own(option, 'default');
    if (value !== undefined && values[name] === undefined && name !== '__proto__') values[name] = value;
  }
}

module.exports = { parseArgs };
