// How some properties of process are defined.
const { get, set, ...exitCode } = Object.getOwnPropertyDescriptor(process, 'exitCode');
console.log(typeof get, typeof set, exitCode);
console.log(process.abort.prototype, Object.keys(process.features));
for (const value of [{ user: -1, system: 1 }, { user: 1, system: Infinity }, { user: 1, system: 'x' }]) {
  try {
    process.cpuUsage(value);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
for (const descriptor of [{ value: 'x' }, { enumerable: true }, { get() {} }]) {
  try {
    Object.defineProperty(process.env, 'X', descriptor);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
