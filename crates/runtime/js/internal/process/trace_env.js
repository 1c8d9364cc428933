// `--trace-env` and `--trace-env-js-stack`: tell of what is done with the environment.
'use strict';

const { captureSites } = require('internal/captured_sites');

const kFrames = 10;

// What `process.env` calls first, or undefined if nobody wants to know.
function tracer(getOption) {
  const withStack = getOption('--trace-env-js-stack') === true;
  if (!withStack && getOption('--trace-env') !== true) return undefined;
  return function tell(what, name) {
    const done = name === undefined ? what : `${what} "${name}"`;
    binding('errors').writeFatal(`[--trace-env] ${done}\n${withStack ? stackBelow(tell) : ''}`);
  };
}

function stackBelow(tell) {
  // The first is that of the trap.
  const lines = captureSites(kFrames + 1, tell).slice(1).map((site, index) => {
    const place = `${site.getFileName()}:${site.getLineNumber()}:${site.getColumnNumber()}`;
    const name = site.getFunctionName();
    return `${index + 1}: ${name === null || name === 'Object.<anonymous>' ? place : `${name} (${place})`}\n`;
  });
  return `\n----- JavaScript stack trace -----\n\n${lines.join('')}\n\n`;
}

module.exports = { tracer };
