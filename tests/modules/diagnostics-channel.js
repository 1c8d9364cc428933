// Channels tell their subscribers; tracing channels tell of the beginning and end of an action.
const channels = require('diagnostics_channel');
const { AsyncLocalStorage } = require('async_hooks');
const channel = channels.channel('one');
const listener = (message, name) => console.log('told', message, name);
console.log(channels.hasSubscribers('one'), channel === channels.channel('one'));
channel.subscribe(listener);
channel.publish({ a: 1 });
console.log(channel.hasSubscribers, channel.unsubscribe(listener), channel.unsubscribe(listener));

const store = new AsyncLocalStorage();
channel.bindStore(store, (data) => ({ data }));
console.log(channel.runStores('value', function(a) { return [this.self, a, store.getStore()]; }, { self: 1 }, 2));
console.log(store.getStore());

const tracing = channels.tracingChannel('traced');
const handlers = {};
for (const event of ['start', 'end', 'asyncStart', 'asyncEnd', 'error']) {
  handlers[event] = (message) => console.log(event, message);
}
tracing.subscribe(handlers);
tracing.traceSync((a) => a * 2, { id: 'sync' }, undefined, 21);
try {
  tracing.traceSync(() => { throw 'thrown'; }, { id: 'throws' });
} catch (error) {
  console.log('caught', error);
}
tracing.traceCallback((callback) => setImmediate(callback, null, 'late'), -1, { id: 'callback' }, null, () => {
  tracing.tracePromise(async () => 'resolved', { id: 'promise' }).then(() => {
    const bounded = channels.boundedChannel('bounded');
    bounded.subscribe({ start: () => console.log('bounded start'), end: () => console.log('bounded end') });
    bounded.run({}, () => console.log('inside'));
    process.on('uncaughtException', (error) => console.log('uncaught', error.message));
    channel.subscribe(() => { throw new Error('of a subscriber'); });
    channel.publish(1);
    console.log('published');
  });
});
