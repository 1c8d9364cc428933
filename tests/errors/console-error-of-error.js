// console.error(error) prints the stack on stderr, console.log(error) on stdout.
function make() {
  return new Error('shown');
}
console.error(make());
console.log(make());
