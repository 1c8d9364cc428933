// What a program may not do with the network: bindings throw, and this is told as other failures are.
'use strict';

// What `act` gives, or the error by which it was refused.
function attempt(act) {
  try {
    return act();
  } catch (error) {
    if (error?.code === 'ERR_ACCESS_DENIED') return error;
    throw error;
  }
}

module.exports = { attempt };
