// The text of what is logged. Strings and, without colours, other primitives need no inspection.
'use strict';

// `optionsOf()` returns the options of inspections; it is not called for strings alone.
function formatLog(args, optionsOf) {
  return joinPrimitives(args, optionsOf) ??
    require('internal/util/inspect/format').formatArguments(optionsOf(), args);
}

// Returns undefined if there is more to do.
function joinPrimitives(args, optionsOf) {
  let text = '';
  let isPlain = false;
  for (let i = 0; i < args.length; i++) {
    const value = args[i];
    if (i !== 0) text += ' ';
    if (typeof value === 'string') {
      // Directives such as %s are for the arguments that follow.
      if (i === 0 && args.length > 1 && value.includes('%')) return undefined;
      text += value;
    } else {
      if (value !== null && (typeof value === 'object' || typeof value === 'function')) return undefined;
      if (!isPlain && !isWithoutStyle(optionsOf())) return undefined;
      isPlain = true;
      text += showPrimitive(value);
    }
  }
  return text;
}

function isWithoutStyle(options) {
  return options === undefined && !require('internal/util/inspect/defaults').numericSeparator;
}

function showPrimitive(value) {
  switch (typeof value) {
    case 'number': return Object.is(value, -0) ? '-0' : `${value}`;
    case 'bigint': return `${value}n`;
    default: return String(value);
  }
}

module.exports = { formatLog };
