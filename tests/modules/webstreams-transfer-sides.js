// A TransformStream and one of its sides cannot be handed over together.
'use strict';
const pairs = [
  (both) => [both, both.readable],
  (both) => [both.readable, both],
  (both) => [both, both.writable],
  (both) => [both.writable, both],
];
for (const pair of pairs) {
  const list = pair(new TransformStream());
  try {
    structuredClone(list, { transfer: list });
    console.log('handed over');
  } catch (error) {
    console.log(error.name, error.message, list.map((one) => one.locked));
  }
}
