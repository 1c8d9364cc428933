// A callback that is no function is refused at once, with Node's error code.
for (const schedule of [process.nextTick, queueMicrotask, setTimeout, setInterval, setImmediate]) {
  for (const value of [undefined, null, 'code', {}]) {
    try {
      schedule(value);
    } catch (error) {
      console.log(schedule.name, value, error.name, error.code);
      console.log(error.message);
    }
  }
}
