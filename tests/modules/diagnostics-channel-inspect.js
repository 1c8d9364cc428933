// What a channel looks like, before it has subscribers and then.
const { Channel, channel } = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');

const one = channel('one');
const store = new AsyncLocalStorage();
const listener = () => {};
console.log(one, one instanceof Channel);
one.subscribe(listener);
console.log(one, one instanceof Channel);
one.bindStore(store);
one.unsubscribe(listener);
console.log(one.hasSubscribers, one.constructor.name);
one.unbindStore(store);
console.log(one, one.unbindStore(store), one.unsubscribe(listener));
