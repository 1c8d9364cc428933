// await of a value and of a native promise take one job, of a thenable two.
async function run(name, value) {
  await value;
  console.log(name);
}
run('thenable', { then: (resolve) => resolve() });
run('promise', Promise.resolve());
run('value', 1);
Promise.resolve().then(() => console.log('job 1')).then(() => console.log('job 2')).then(() => console.log('job 3'));
