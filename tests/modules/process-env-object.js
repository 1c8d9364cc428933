// process.env as an object: as a prototype, cloned, and never closed to more variables.
'use strict';
process.env.KNOWN = 'yes';
const clone = structuredClone(process.env);
console.log(clone.KNOWN, Object.getPrototypeOf(clone) === Object.prototype);
console.log(Reflect.preventExtensions(process.env), Object.isExtensible(process.env));
for (const close of [Object.preventExtensions, Object.seal, Object.freeze]) {
  try {
    close(process.env);
  } catch (error) {
    console.log(error.name);
  }
}
process.env.LATER = 1;
console.log(process.env.LATER);
const heir = Object.create(process.env);
heir.OWN = 5;
heir.KNOWN = 'no';
console.log(heir, process.env.OWN, process.env.KNOWN);
delete heir.KNOWN;
console.log(heir.KNOWN, 'KNOWN' in heir, Object.getPrototypeOf(process.env) === Object.prototype);
