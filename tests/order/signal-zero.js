// Signal 0 only asks whether the process is there.
console.log(process.kill(process.pid, 0));
try {
  process.kill(process.pid, 'SIGNOTHING');
} catch (error) {
  console.log(error.code, error.message);
}
try {
  process.kill(2 ** 30, 0);
} catch (error) {
  console.log(error.code, error.syscall);
}
