// CloseEvent and MessageEvent: globals, and of http.
'use strict';

const http = require('http');

console.log(http.CloseEvent === CloseEvent, http.MessageEvent === MessageEvent);
console.log(CloseEvent.name, CloseEvent.length, Object.getPrototypeOf(CloseEvent) === Event);
const show = (event) => console.log(event.type, event.bubbles, event.wasClean, event.code, JSON.stringify(event.reason));
show(new CloseEvent('close'));
show(new CloseEvent('close', null));
show(new CloseEvent('close', { wasClean: 1, code: 70000, reason: 42, bubbles: true }));
show(new CloseEvent('close', { code: 'abc', reason: '\ud800' }));
show(new CloseEvent('close', { code: 1n }));
for (const given of [[], ['close', 3], ['close', 'text'], [Symbol('close')]]) {
  try {
    show(new CloseEvent(...given));
  } catch (error) {
    console.log(error.name, error.message);
  }
}
console.log(Object.keys(CloseEvent.prototype));
const target = new EventTarget();
target.addEventListener('close', (event) => console.log('told', event.code));
target.dispatchEvent(new CloseEvent('close', { code: 1000 }));
