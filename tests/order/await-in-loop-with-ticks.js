// A tick asked for amid awaits that need nothing from outside waits until their chain has ended.
(async () => {
  process.nextTick(() => console.log('tick of the script'));
  for (let i = 0; i < 3; i++) {
    await null;
    console.log('loop', i);
    process.nextTick(() => console.log('tick of loop', i));
  }
})();
