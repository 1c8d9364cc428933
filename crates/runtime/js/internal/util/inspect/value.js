// Formats one value, and with it what it holds: the heart of inspect().
'use strict';

const { getProxyDetails } = binding('util');
const { customInspectSymbol } = require('internal/util');
const { userOptions } = require('internal/util/inspect/options');
const { formatPrimitive } = require('internal/util/inspect/primitives');

// The parts that format the entries of an object call back: this comes before they are loaded.
exports.formatValue = formatValue;

const { joinEntries, kArrayExtras, kObject } = require('internal/util/inspect/layout');
const { constructorName, getObjectPrefix, getTag, isInstance } = require('internal/util/inspect/names');
const { formatProperty } = require('internal/util/inspect/properties');
const { describe } = require('internal/util/inspect/kinds');

// Of the whole output; beyond that, objects are no longer opened.
const maxOutput = 2 ** 27;

// `hideBytes`: the value is the buffer of an array whose items are shown already.
function formatValue(context, value, depth, hideBytes = false) {
  if (typeof value !== 'object' && typeof value !== 'function') {
    return formatPrimitive(context.stylize, value, context);
  }
  if (value === null) return context.stylize('null', 'null');
  const proxy = getProxyDetails(value);
  if (proxy === undefined) return formatObject(context, value, value, 0, depth, hideBytes);
  if (context.showProxy) return formatProxyParts(context, proxy, depth);
  const [target, layers] = unwrap(proxy);
  if (target !== null) return formatObject(context, target, value, layers, depth, hideBytes);
  return wrapInProxies(context, context.stylize('<Revoked Proxy>', 'special'), layers - 1);
}

// The innermost target of a proxy (null if it was revoked), and how many proxies there are around it.
function unwrap(proxy) {
  let layers = 0;
  let target;
  while (proxy !== undefined) {
    [target] = proxy;
    layers++;
    if (target === null) break;
    proxy = getProxyDetails(target);
  }
  return [target, layers];
}

function wrapInProxies(context, text, layers) {
  for (; layers > 0; layers--) {
    text = `${context.stylize('Proxy(', 'special')}${text}${context.stylize(')', 'special')}`;
  }
  return text;
}

function formatProxyParts(context, parts, depth) {
  const target = parts[0];
  if (target === null) return context.stylize('<Revoked Proxy>', 'special');
  if (context.depth !== null && depth > context.depth) return context.stylize('Proxy [Array]', 'special');
  depth++;
  context.indentationLvl += 2;
  const entries = [formatValue(context, target, depth), formatValue(context, parts[1], depth)];
  context.indentationLvl -= 2;
  return joinEntries(context, entries, '', ['Proxy [', ']'], kArrayExtras, depth, undefined);
}

// `original` is the value as the user sees it: the outermost of the proxies around `value`.
function formatObject(context, value, original, layers, depth, hideBytes) {
  if (context.customInspect) {
    const custom = value[customInspectSymbol];
    if (typeof custom === 'function' && isCustomInspection(custom, value)) {
      const text = callCustom(context, custom, original, layers > 0, depth);
      if (text !== undefined) return text;
    }
  }
  if (context.seen.includes(value)) return formatCircular(context, value);
  const text = formatRaw(context, value, depth, hideBytes);
  return layers === 0 ? text : wrapInProxies(context, text, layers);
}

// inspect() itself is no custom inspection, and a prototype is no instance of its class.
function isCustomInspection(custom, value) {
  if (custom === require('internal/util/inspect').inspect) return false;
  const { constructor } = value;
  return !(constructor && constructor.prototype === value);
}

// Returns undefined if the function returned its own object, to be formatted as usual.
function callCustom(context, custom, original, isProxied, depth) {
  const { inspect } = require('internal/util/inspect');
  const left = context.depth === null ? null : context.depth - depth;
  const isForeign = isProxied || !isInstance(original, Object);
  const result = custom.call(original, left, userOptions(context, isForeign), inspect);
  if (result === original) return undefined;
  if (typeof result !== 'string') return formatValue(context, result, depth);
  return result.replaceAll('\n', `\n${' '.repeat(context.indentationLvl)}`);
}

function formatCircular(context, value) {
  context.circular ??= new Map();
  let index = context.circular.get(value);
  if (index === undefined) {
    index = context.circular.size + 1;
    context.circular.set(value, index);
  }
  return context.stylize(`[Circular *${index}]`, 'special');
}

function formatRaw(context, value, depth, hideBytes) {
  const isTooDeep = context.depth !== null && depth > context.depth;
  let protoEntries = context.showHidden && !isTooDeep ? [] : undefined;
  const constructor = constructorName(value, context, depth, protoEntries);
  if (protoEntries !== undefined && protoEntries.length === 0) protoEntries = undefined;
  const tag = getTag(value, context);
  const view = describe(context, value, constructor, tag, {
    hideBytes,
    isTooDeep,
    hasMore: protoEntries !== undefined,
  });
  if (typeof view === 'string') return view;
  if (isTooDeep) return context.stylize(closedName(value, constructor, tag), 'special');
  depth++;
  context.seen.push(value);
  context.currentDepth = depth;
  const { indentationLvl } = context;
  let entries;
  try {
    entries = formatEntries(context, value, view, depth);
    if (protoEntries !== undefined) entries.push(...protoEntries);
  } catch (error) {
    return interrupted(context, error, closedName(value, constructor, tag), indentationLvl);
  }
  markReference(context, value, view);
  context.seen.pop();
  if (context.sorted) sortEntries(context.sorted, entries, view);
  return limited(
    context, joinEntries(context, entries, view.base, view.braces, view.kind, depth, value));
}

function formatEntries(context, value, view, depth) {
  const entries = view.format === undefined ? [] : view.format(context, value, depth, view);
  const { keys } = view;
  for (let i = 0; i < keys.length; i++) {
    entries.push(formatProperty(context, value, depth, keys[i], view.kind));
  }
  return entries;
}

// '[Foo]': an object that is not opened.
function closedName(value, constructor, tag) {
  const name = getObjectPrefix(value, constructor, tag).slice(0, -1);
  return constructor === null ? name : `[${name}]`;
}

// An object that what it holds refers to is shown with the number of the reference.
function markReference(context, value, view) {
  const index = context.circular?.get(value);
  if (index === undefined) return;
  const reference = context.stylize(`<ref *${index}>`, 'special');
  if (context.compact === true) view.braces[0] = `${reference} ${view.braces[0]}`;
  else view.base = view.base === '' ? reference : `${reference} ${view.base}`;
}

// The items of an array keep their order.
function sortEntries(sorted, entries, { kind, keys }) {
  const compare = sorted === true ? undefined : sorted;
  if (kind === kObject) {
    entries.sort(compare);
  } else if (keys.length > 1) {
    const start = entries.length - keys.length;
    entries.splice(start, keys.length, ...entries.slice(start).sort(compare));
  }
}

function limited(context, text) {
  const length = (context.budget[context.indentationLvl] ?? 0) + text.length;
  context.budget[context.indentationLvl] = length;
  if (length > maxOutput) context.depth = -1;
  return text;
}

function interrupted(context, error, name, indentationLvl) {
  if (!require('internal/util').isStackOverflowError(error)) throw error;
  context.seen.pop();
  context.indentationLvl = indentationLvl;
  return context.stylize(
    `[${name.startsWith('[') ? name.slice(1, -1) : name}: Inspection interrupted ` +
    'prematurely. Maximum call stack size exceeded.]', 'special');
}
