// A proxy that keeps a key back which it cannot.
'use strict';
const hides = new Proxy([1, 2, 3], { ownKeys: () => [] });
try {
  Reflect.ownKeys(hides);
} catch (error) {
  console.log(error.name, error.message);
}
