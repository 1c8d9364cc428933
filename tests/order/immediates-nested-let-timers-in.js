// Between an immediate and the one it sets, due timers run.
const { log } = console;
setImmediate(() => {
  log('immediate 1');
  setTimeout(log, 1, 'timeout');
  setImmediate(log, 'immediate 2');
  const end = performance.now() + 10;
  while (performance.now() < end);
});
