// ErrorEvent: what it carries and what it refuses.
'use strict';

const attempt = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const shown = ({ type, bubbles, message, filename, lineno, colno, error }) =>
  [type, bubbles, message, filename, lineno, colno, error].join('|');

attempt(() => shown(new ErrorEvent('x')));
attempt(() => shown(new ErrorEvent('x', { message: 1, filename: 2, lineno: '3', colno: 4.7, error: 5, bubbles: 1 })));
attempt(() => new ErrorEvent());
attempt(() => new ErrorEvent('x', 5));
attempt(() => ErrorEvent.prototype.message);
attempt(() => [Object.prototype.toString.call(new ErrorEvent('x'))]);
attempt(() => [Object.getOwnPropertyNames(ErrorEvent.prototype)]);
attempt(() => [new ErrorEvent('x') instanceof Event, ErrorEvent.length]);
