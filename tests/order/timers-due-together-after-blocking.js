// Timers that all came due while the script blocked still run in order of due time.
for (const ms of [50, 10, 90, 30, 70]) setTimeout(() => console.log(ms), ms);
const end = performance.now() + 120;
while (performance.now() < end);
