// A worker has the permissions of who made it, and may read the program's own file.
'use strict';
const fs = require('fs');
const { Worker, isMainThread } = require('worker_threads');

function show() {
  const { permission } = process;
  console.log(isMainThread, permission.has('fs.read', __filename), permission.has('worker'), permission.has('child'));
  try {
    fs.readFileSync('/etc/passwd');
  } catch (error) {
    console.log(error.code, error.resource);
  }
}

show();
if (isMainThread) {
  new Worker(__filename).on('exit', () => {
    console.log(process.permission.has('worker'));
    process.permission.drop('worker');
    try {
      new Worker(__filename);
    } catch (error) {
      console.log(error.code, error.permission);
    }
  });
} else {
  process.permission.drop('worker');
}
