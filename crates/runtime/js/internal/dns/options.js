// What a look-up can be told, and the order of addresses that holds when it is not.
'use strict';

const { ADDRCONFIG, ALL, V4MAPPED } = binding('dns');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateBoolean, validateNumber, validateOneOf } = require('internal/validators');

// A place in this list is what the binding knows an order by.
const kOrders = ['verbatim', 'ipv4first', 'ipv6first'];
const kFamilies = [0, 4, 6];

let defaultOrder;

function getDefaultResultOrder() {
  if (defaultOrder === undefined) {
    const order = require('internal/process/options').getOption('--dns-result-order') ?? 'verbatim';
    validateOneOf(order, '--dns-result-order', kOrders);
    defaultOrder = order;
  }
  return defaultOrder;
}

function setDefaultResultOrder(value) {
  validateOneOf(value, 'dnsOrder', kOrders);
  defaultOrder = value;
}

// What lookup() goes by.
class LookupOptions {
  constructor() {
    this.family = 0;
    this.hints = 0;
    this.all = false;
    this.order = getDefaultResultOrder();
  }

  // The binding's number for the order.
  get orderNumber() {
    return kOrders.indexOf(this.order);
  }
}

// `given` is a family, or an object. Only dns.lookup() knows families by name.
function readLookupOptions(given, knowsNames) {
  const options = new LookupOptions();
  if (typeof given === 'number') {
    validateOneOf(given, 'family', kFamilies);
    options.family = given;
  } else if (given !== undefined && given !== null) {
    if (typeof given !== 'object') throw new ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], given);
    readObject(given, options, knowsNames);
  }
  return options;
}

// In this order: the object may have getters.
function readObject(given, options, knowsNames) {
  const { hints, family, all, verbatim, order } = given;
  if (hints != null) options.hints = checkHints(hints);
  if (family != null) options.family = checkFamily(family, knowsNames);
  if (all != null) {
    validateBoolean(all, 'options.all');
    options.all = all;
  }
  if (verbatim != null) {
    validateBoolean(verbatim, 'options.verbatim');
    options.order = verbatim ? 'verbatim' : 'ipv4first';
  }
  if (order != null) {
    validateOneOf(order, 'options.order', kOrders);
    options.order = order;
  }
}

function checkHints(hints) {
  validateNumber(hints, 'options.hints');
  const bits = hints >>> 0;
  if ((bits & ~(ADDRCONFIG | ALL | V4MAPPED)) !== 0) throw new ERR_INVALID_ARG_VALUE('hints', bits);
  return bits;
}

function checkFamily(family, knowsNames) {
  if (knowsNames && family === 'IPv4') return 4;
  if (knowsNames && family === 'IPv6') return 6;
  validateOneOf(family, 'options.family', kFamilies);
  return family;
}

module.exports = { getDefaultResultOrder, readLookupOptions, setDefaultResultOrder };
