// How util.inspect shows a Buffer: <Buffer 68 69>.
'use strict';

const { checkThis } = require('internal/buffer/fast_buffer');
const { hex } = require('internal/buffer/codecs');

let maxBytes = 50;

function getMaxBytes() {
  return maxBytes;
}

function setMaxBytes(value) {
  require('internal/validators').validateNumber(value, 'INSPECT_MAX_BYTES', 0);
  maxBytes = value;
}

function inspect(recurseTimes, context) {
  const { length } = checkThis(this);
  const shown = Math.trunc(Math.min(maxBytes, length));
  const rest = length - maxBytes;
  let text = hex.decode(this, 0, shown).replace(/..(?!$)/g, '$& ');
  if (rest > 0) text += ` ... ${rest} more byte${rest > 1 ? 's' : ''}`;
  if (context) {
    const properties = inspectProperties(this, context);
    if (properties !== '') text += `${length === 0 ? '' : ', '}${properties}`;
  }
  return `<${this.constructor.name} ${text}>`;
}

// The properties a script has added to a Buffer, as util.inspect shows those of an object.
function inspectProperties(buffer, context) {
  const extras = { __proto__: null };
  let found = false;
  for (const key of require('internal/util/extra_keys').getExtraKeys(buffer, !context.showHidden)) {
    extras[key] = buffer[key];
    found = true;
  }
  if (!found) return '';
  const text = require('util').inspect(extras, { ...context, breakLength: Infinity, compact: true });
  return text.slice(text.indexOf('{ ') + 2, -2);
}

module.exports = { getMaxBytes, setMaxBytes, inspect };
