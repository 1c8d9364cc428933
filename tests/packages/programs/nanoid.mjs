import { nanoid, customAlphabet, customRandom, urlAlphabet } from 'nanoid';
console.log(
  nanoid().length,
  /^[\w-]{10}$/.test(nanoid(10)),
  /^[ab]{5}$/.test(customAlphabet('ab', 5)()),
  customRandom('abcd', 6, (n) => new Uint8Array(n).fill(2))(),
  urlAlphabet.length,
  new Set(Array.from({ length: 2000 }, () => nanoid())).size,
);
