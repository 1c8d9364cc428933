// os: the kinds of its answers.
const os = require('os');
console.log(JSON.stringify(os.EOL), typeof os.hostname(), os.cpus().length > 0, os.totalmem() >= os.freemem());
console.log(os.platform() === process.platform, os.arch() === process.arch, typeof os.release(), typeof os.endianness());
console.log(os.tmpdir().startsWith('/'), os.homedir().startsWith('/'), os.uptime() > 0, os.loadavg().length);
console.log(os.constants.signals.SIGINT, os.constants.errno.ENOENT, typeof os.userInfo().username, os.devNull, os.availableParallelism() > 0);
