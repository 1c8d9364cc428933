// Bytes that other programs have made: gzip, zstd, and streams of zlib and Brotli.
'use strict';
const zlib = require('zlib');

const made = {
  gunzip: 'H4sIAAAAAAACA/NNTElVSKpUyC/JSC1SKCjKTy9KzC3WU/AdIuIAkxflocAAAAA=',
  inflate: 'eJzzTUxJVUiqVMgvyUgtUigoyk8vSswt1lPwHSLiAM5nRGk=',
  brotliDecompress: 'G78A+CUAepBCDBFMn9AHQjWxcdgBWgQ=',
  zstdDecompress: 'KLUv/QRo/QAAwE1hZGUgYnkgb3RoZXIgcHJvZ3JhbXMuIAEAlJaaY82glvo=',
};

// One after the other: on the pool the end of one may come before that of another.
function unpack([name, ...others]) {
  if (name === undefined) return;
  const bytes = Buffer.from(made[name], 'base64');
  console.log(name, zlib[`${name}Sync`](bytes).toString());
  zlib[name](bytes, (error, result) => {
    console.log(name, error, result.length);
    unpack(others);
  });
}
unpack(Object.keys(made));
