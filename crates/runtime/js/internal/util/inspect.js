// util.inspect(): a value as text that tells a person what it is.
'use strict';

const { customInspectSymbol } = require('internal/util');
const options = require('internal/util/inspect/options');
const { formatValue } = require('internal/util/inspect/value');

// inspect(value, options), or as it was in the beginning: inspect(value, showHidden, depth, colors).
function inspect(value, opts, ...legacy) {
  const context = new options.Context();
  if (legacy.length > 0) {
    const [depth, colors] = legacy;
    if (depth !== undefined) context.depth = depth;
    if (colors !== undefined) context.colors = colors;
  }
  if (typeof opts === 'boolean') context.showHidden = opts;
  else if (opts) options.applyOptions(context, opts);
  options.finishContext(context);
  return formatValue(context, value, 0);
}

inspect.custom = customInspectSymbol;

Object.defineProperty(inspect, 'defaultOptions', {
  __proto__: null,
  get() {
    return options.defaultOptions;
  },
  set(values) {
    require('internal/validators').validateObject(values, 'options');
    return Object.assign(options.defaultOptions, values);
  },
});

inspect.colors = options.colors;
inspect.styles = options.styles;

module.exports = { inspect };
