// process.exit() cannot be caught, and finally blocks do not run.
process.on('exit', (code) => console.log('exit', code));
try {
  process.exit(9);
} catch {
  console.log('catch: never');
} finally {
  console.log('finally: never');
}
