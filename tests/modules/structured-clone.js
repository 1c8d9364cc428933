// structuredClone copies deeply, keeps cycles, and refuses functions.
const source = { date: new Date(0), map: new Map([[1, new Set([2])]]), bytes: new Uint8Array([1, 2]), error: new RangeError('x'), re: /a/g };
source.self = source;
const copy = structuredClone(source);
console.log(copy !== source, copy.self === copy, copy.date, copy.map, copy.bytes, copy.error instanceof RangeError, copy.re);
try {
  structuredClone({ f() {} });
} catch (error) {
  console.log(error.name, error.code);
}
