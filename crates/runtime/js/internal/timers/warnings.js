// The warnings about delays that are out of range.
'use strict';

let negativeWarned = false;
let nanWarned = false;

function delayOutOfRange(delay) {
  if (delay > 2 ** 31 - 1) {
    process.emitWarning(`${delay} does not fit into a 32-bit signed integer.` +
                        '\nTimeout duration was set to 1.', 'TimeoutOverflowWarning');
  } else if (delay < 0) {
    if (negativeWarned) return;
    negativeWarned = true;
    process.emitWarning(`${delay} is a negative number.\nTimeout duration was set to 1.`,
                        'TimeoutNegativeWarning');
  } else {
    if (nanWarned) return;
    nanWarned = true;
    process.emitWarning(`${delay} is not a number.\nTimeout duration was set to 1.`,
                        'TimeoutNaNWarning');
  }
}

module.exports = { delayOutOfRange };
