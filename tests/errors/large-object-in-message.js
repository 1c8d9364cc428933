// What an error says of an object takes no longer if that is large.
'use strict';

const large = new Uint8Array(2 ** 30);
let many = [1];
for (let i = 0; i < 60; i++) many = [many, many];
const touched = { get secret() { console.log('looked at'); return 1; } };
for (const value of [large, many, touched, {}, new Map([[1, many]])]) {
  for (const act of [() => Array.from({ [Symbol.iterator]: value }), () => new Uint8Array({ [Symbol.iterator]: value }),
    () => Number({ valueOf: value, toString: value }), () => ({}) instanceof value, () => new Set(5, value)]) {
    try {
      act();
    } catch (error) {
      console.log(error.name, error.message.length < 1000);
    }
  }
}
