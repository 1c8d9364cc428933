// Refused arguments.
const attempts = [
  () => process.chdir(1),
  () => process.kill('x'),
  () => process.exit('x'),
  () => process.hrtime(1),
  () => process.hrtime([1]),
  () => process.emitWarning(1),
  () => process.umask('99'),
  () => process.cpuUsage(1),
  () => { process.env.X = Symbol('s'); },
];
for (const attempt of attempts) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code);
  }
}
