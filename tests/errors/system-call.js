// An error of a system call has errno, code, syscall and path.
require('fs').readFileSync('no such file');
