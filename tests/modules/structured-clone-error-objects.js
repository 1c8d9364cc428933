// Of an error its class, message, stack and cause go along.
const error = new RangeError('message', { cause: new TypeError('inner') });
error.extra = 1;
const copy = structuredClone(error);
console.log(copy instanceof RangeError, copy.message, copy.stack === error.stack, copy.cause instanceof TypeError, copy.extra);
class Custom extends Error {
  name = 'Custom';
}
const custom = structuredClone(new Custom('of a class'));
console.log(custom.constructor.name, custom.name, custom.message);
const exception = structuredClone(new DOMException('text', 'AbortError'));
console.log(exception instanceof DOMException, exception.name, exception.message, exception.code);
const circular = new Error('circular');
circular.cause = circular;
const again = structuredClone(circular);
console.log(again.cause === again);
