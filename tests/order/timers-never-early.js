// The loop's time does not run ahead of the clock: no timer is early (a millisecond is the grain).
let early = 0;
let left = 20;
for (let ms = 1; ms <= 20; ms++) {
  const set = process.hrtime.bigint();
  setTimeout(() => {
    if (Number(process.hrtime.bigint() - set) / 1e6 < ms - 1) early++;
    if (--left === 0) console.log('early timers:', early);
  }, ms);
}
