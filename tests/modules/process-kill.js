// process.kill() checks what it is given.
for (const args of [['x', 0], [1.5, 0], [undefined, 0], [process.pid, 'SIGNOTHING'], [process.pid, {}],
                    [process.pid, 999], [process.pid, 0], [`${process.pid}`, 0], [99999999, 0]]) {
  try {
    console.log(process.kill(...args));
  } catch (error) {
    console.log(error.name, error.code, error.message, error.errno, error.syscall);
  }
}
for (const name of ['SIGKILL', 'SIGSTOP', 'SIGWHAT']) {
  try {
    process.on(name, () => {});
    console.log(name, 'is only a name');
  } catch (error) {
    console.log(error.code, error.message, error.syscall, process.listenerCount(name));
  }
}
