// Lets as many jobs of promises pass as Node takes: what else a script has under way is to keep its order with tests.
'use strict';

async function passJobs(count) {
  for (let i = 1; i < count; i++) await undefined;
}

module.exports = { passJobs };
