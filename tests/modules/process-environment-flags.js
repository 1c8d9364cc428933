// process.allowedNodeEnvironmentFlags: finds options however they are written, and cannot be changed.
const flags = process.allowedNodeEnvironmentFlags;

for (const name of ['--no-warnings', '--no_warnings', 'no_warnings', '-r', 'r', '--stack-trace-limit=100',
                    '--stack-trace-limit=-=x=-', '-C', '--R', '--r', '-R', '---require', '--eval', '--', '', 1]) {
  console.log(name, flags.has(name));
}
const { size } = flags;
console.log(flags.add('x') === flags, flags.delete('-r'), flags.clear(), flags.size === size);
Set.prototype.add.call(flags, 'y');
console.log(flags.has('y'), Object.isFrozen(flags), flags instanceof Set, flags.constructor.name);
const lists = [[...flags], [...flags.keys()], [...flags.values()], Array.from(flags.entries(), ([name]) => name)];
console.log(lists.every((list) => list.every((name) => /^--?[\w.-]+$/.test(name))));
flags.forEach(function(name, again, set) {
  if (name !== again || set !== flags || this.tag !== 1) console.log('wrong', name);
}, { tag: 1 });
console.log(Number.isInteger(process.config.variables.node_module_version));
