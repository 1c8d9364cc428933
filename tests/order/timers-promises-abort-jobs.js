// How many promise jobs lie between an abort and the rejection that it brings about.
const timers = require('timers/promises');

const kinds = {
  setTimeout: (signal) => timers.setTimeout(1e6, 0, { signal }),
  setImmediate: (signal) => timers.setImmediate(0, { signal }),
  wait: (signal) => timers.scheduler.wait(1e6, { signal }),
  setInterval: (signal) => timers.setInterval(1e6, 0, { signal }).next(),
  abortedBefore: () => timers.setTimeout(1e6, 0, { signal: AbortSignal.abort() }),
};

async function count(name) {
  const controller = new AbortController();
  let isSettled = false;
  kinds[name](controller.signal).catch((error) => {
    isSettled = true;
    console.log(name, error.name);
  });
  controller.abort();
  let jobs = 0;
  await new Promise((resolve) => {
    queueMicrotask(function step() {
      if (isSettled) return resolve();
      jobs++;
      queueMicrotask(step);
    });
  });
  console.log(name, jobs);
}

(async () => {
  for (const name of Object.keys(kinds)) await count(name);
})();
