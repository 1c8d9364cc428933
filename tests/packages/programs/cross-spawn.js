const spawn = require('cross-spawn');
console.log(spawn.sync('echo', ['a b', '$HOME', '"q"'], { encoding: 'utf8' }).stdout);
const child = spawn('cat', [], { stdio: ['pipe', 'pipe', 'inherit'] });
child.stdout.on('data', (data) => console.log(String(data)));
child.on('close', (code, signal) => {
  console.log(code, signal);
  spawn('no-such-program').on('error', (error) => console.log(error.code, error.syscall));
  console.log(spawn.sync('no-such-program').error.code);
});
child.stdin.end('through');
