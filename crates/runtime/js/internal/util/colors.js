// Whether a stream is to be written to in colour.
'use strict';

// FORCE_COLOR decides before the stream does.
function shouldColorize(stream) {
  const { FORCE_COLOR } = process.env;
  if (FORCE_COLOR !== undefined) return forcedDepth() > 2;
  return Boolean(stream?.isTTY) &&
    (typeof stream.getColorDepth === 'function' ? stream.getColorDepth() > 2 : true);
}

// The bits of colour that FORCE_COLOR stands for.
function forcedDepth() {
  switch (process.env.FORCE_COLOR) {
    case '': case '1': case 'true': return 4;
    case '2': return 8;
    case '3': return 24;
    default: return 1;
  }
}

module.exports = { shouldColorize };
