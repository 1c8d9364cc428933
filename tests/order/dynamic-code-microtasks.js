// Functions made from text, and direct eval, run in the same queues.
eval("queueMicrotask(() => console.log('microtask from eval'))");
new Function("process.nextTick(() => console.log('tick from Function'))")();
console.log('script');
