// A larger script: three turns of the loop with all queues.
const { log } = console;

function both(name) {
  process.nextTick(log, `  tick of ${name}`);
  Promise.resolve(`  promise of ${name}`).then(log);
}

setImmediate(() => {
  log('immediate, turn 1');
  both('immediate, turn 1');
  setImmediate(() => {
    log('immediate, turn 2');
    both('immediate, turn 2');
    setTimeout(() => {
      log('timer, after turn 2');
      both('timer');
      setImmediate(() => log('immediate, turn 3'));
    }, 1);
  });
});
log('script');
both('script');
