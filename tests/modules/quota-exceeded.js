// QuotaExceededError: its amounts, what it refuses, and how it is cloned.
'use strict';

function show(...args) {
  try {
    const error = new QuotaExceededError(...args);
    console.log(error.name, error.code, error.message, error.quota, error.requested);
    const clone = structuredClone(error);
    console.log(clone instanceof QuotaExceededError, clone.message, clone.quota, clone.requested, clone.stack === error.stack);
  } catch (error) {
    console.log(error.name, error.code);
  }
}

show();
show('full', { quota: 1, requested: '2' });
show('full', { quota: 2 });
show('full', { quota: 2, requested: 1 });
show('full', { quota: -1 });
show('full', { requested: NaN });
for (const name of ['quota', 'requested']) {
  try {
    Object.getOwnPropertyDescriptor(QuotaExceededError.prototype, name).get.call({});
  } catch (error) {
    console.log(error.name, error.code);
  }
}
console.log(structuredClone(new DOMException('old', 'QuotaExceededError')) instanceof QuotaExceededError);
