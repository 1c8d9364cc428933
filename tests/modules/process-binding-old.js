// What old packages ask process.binding() for.
'use strict';
const uv = process.binding('uv');
console.log(uv.errname(-2), uv.UV_EOF, uv.UV_ENOENT, uv.getErrorMessage(-2), uv.getErrorMap().get(-13));
console.log(Object.keys(uv).length > 80, process.binding('uv') === uv);
const { fs, os, zlib, crypto } = process.binding('constants');
console.log(fs.O_RDONLY === require('fs').constants.O_RDONLY, os.signals.SIGINT, zlib.Z_BEST_SPEED, typeof crypto);
try {
  process.binding('no such');
} catch (error) {
  console.log(error.name, error.message, error.code);
}
