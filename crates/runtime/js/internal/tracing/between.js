// Comes between the functions of a binding, or of a class of the library, and who calls them: so that whoever is not watched
// pays nothing for it.
'use strict';

// By object and name: the function that was there, and those that come before it.
const places = new Map();

function placeOf(target, name) {
  if (!places.has(target)) places.set(target, new Map());
  const known = places.get(target);
  if (!known.has(name)) known.set(name, { original: target[name], makers: new Set() });
  return known.get(name);
}

// `make(next)` gives the function that is called in place of `next`; the same `make` takes it away again.
function comeBetween(target, name, make, isOn) {
  const { original, makers } = placeOf(target, name);
  if (isOn) makers.add(make);
  else makers.delete(make);
  let outermost = original;
  for (const before of makers) outermost = before(outermost);
  target[name] = outermost;
}

module.exports = { comeBetween };
