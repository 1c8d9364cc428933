// performance.now: grows, in milliseconds, from the start of the process.
const first = performance.now();
const second = performance.now();
console.log(first > 0, second >= first, Math.abs(performance.timeOrigin + performance.now() - Date.now()) < 1000);
