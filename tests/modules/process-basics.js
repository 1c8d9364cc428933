// process: cwd and chdir, env, hrtime, memoryUsage, uptime, umask, emitWarning.
const path = require('path');
console.log(path.basename(process.cwd()) === path.basename(__dirname));
process.chdir('fixtures');
console.log(path.basename(process.cwd()));
try {
  process.chdir('nothing');
} catch (error) {
  console.log(error.code, error.syscall, error.message.replace(process.cwd(), '[CWD]'));
}
const [seconds, nanoseconds] = process.hrtime();
console.log(Number.isInteger(seconds), nanoseconds < 1e9, process.hrtime([seconds, nanoseconds]).length, typeof process.hrtime.bigint());
console.log(Object.keys(process.memoryUsage()), process.memoryUsage.rss() > 0, process.uptime() > 0);
console.log(process.umask(0o22) >= 0, process.umask(), Object.keys(process.cpuUsage()));
console.log(typeof process.title, process.argv.length, process.execArgv, process.exitCode, process.config !== undefined);
console.log(String(process), Object.prototype.toString.call(process), process instanceof require('events'));
