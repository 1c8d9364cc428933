// The error that ends a program is printed whatever was done to built-ins.
'use strict';

Object.prototype.get = 1;
Object.prototype.set = 1;
Array.prototype.push = Array.prototype.join = Array.prototype.slice = null;
String.prototype.split = String.prototype.slice = String.prototype.replace = null;
delete Array.prototype[Symbol.iterator];
RegExp.prototype.exec = Map.prototype.get = Function.prototype.call = null;

setTimeout(() => {
  const error = new TypeError('the message');
  error.code = 'A_CODE';
  throw error;
}, 1);
