// diagnostics_channel: named channels on which parts of a program tell what they do.
'use strict';

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

// Weak, so that a channel that nobody holds or listens to goes away.
const channels = new Map();
const forgotten = new FinalizationRegistry((name) => {
  if (channels.get(name)?.deref() === undefined) channels.delete(name);
});
// Those with subscribers are held here.
const active = new Set();

// The stores of a channel, by the name under which people see them.
class SafeMap extends Map {}

// A channel that nobody listens to. The first subscriber makes an ActiveChannel of it, so that publishing costs
// nothing as long as there is none.
class Channel {
  constructor(name) {
    this._subscribers = undefined;
    this._stores = undefined;
    this.name = name;
    this._index = undefined;
  }

  get hasSubscribers() {
    return false;
  }

  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    activate(this).subscribe(subscription);
  }

  unsubscribe() {
    return false;
  }

  bindStore(store, transform) {
    activate(this).bindStore(store, transform);
  }

  unbindStore() {
    return false;
  }

  publish() {}

  withStoreScope(data) {
    return new RunStoresScope(this, data);
  }

  runStores(data, fn, thisArg, ...args) {
    return Reflect.apply(fn, thisArg, args);
  }
}

class ActiveChannel extends Channel {
  get hasSubscribers() {
    return true;
  }

  // The list is replaced, never changed: who is told now was subscribed when the message came.
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this._subscribers = [...this._subscribers, subscription];
  }

  unsubscribe(subscription) {
    const index = this._subscribers.indexOf(subscription);
    if (index === -1) return false;
    this._subscribers = this._subscribers.toSpliced(index, 1);
    deactivateIfUnused(this);
    return true;
  }

  bindStore(store, transform) {
    this._stores.set(store, transform);
  }

  unbindStore(store) {
    const found = this._stores.delete(store);
    deactivateIfUnused(this);
    return found;
  }

  // An error of a subscriber's is not the publisher's.
  publish(data) {
    const subscribers = this._subscribers;
    for (let i = 0; i < subscribers.length; i++) {
      try {
        const subscriber = subscribers[i];
        subscriber(data, this.name);
      } catch (error) {
        throwLater(error);
      }
    }
  }

  runStores(data, fn, thisArg, ...args) {
    const scope = this.withStoreScope(data);
    try {
      return Reflect.apply(fn, thisArg, args);
    } finally {
      scope[Symbol.dispose]();
    }
  }
}

function activate(channel) {
  Object.setPrototypeOf(channel, ActiveChannel.prototype);
  channel._subscribers = [];
  channel._stores = new SafeMap();
  active.add(channel);
  if (typeof channel.name === 'string' && channel.name.startsWith('tracing:module.')) {
    require('internal/modules/trace').start();
  }
  return channel;
}

function deactivateIfUnused(channel) {
  if (channel._subscribers.length > 0 || channel._stores.size > 0) return;
  Object.setPrototypeOf(channel, Channel.prototype);
  channel._subscribers = undefined;
  channel._stores = undefined;
  active.delete(channel);
}

function throwLater(error) {
  process.nextTick(() => {
    throw error;
  });
}

// Enters the stores that are bound to a channel until it is disposed of.
class RunStoresScope {
  #scopes = [];

  constructor(channel, data) {
    for (const [store, transform] of channel._stores ?? []) {
      let context = data;
      if (transform !== undefined) {
        try {
          context = transform(data);
        } catch (error) {
          throwLater(error);
          continue;
        }
      }
      this.#scopes.push(store.withScope(context));
    }
    channel.publish(data);
  }

  [Symbol.dispose]() {
    while (this.#scopes.length > 0) this.#scopes.pop()[Symbol.dispose]();
  }
}

function channel(name) {
  const known = channels.get(name)?.deref();
  if (known !== undefined) return known;
  if (typeof name !== 'string' && typeof name !== 'symbol') {
    throw new codes.ERR_INVALID_ARG_TYPE('channel', ['string', 'symbol'], name);
  }
  const made = new Channel(name);
  channels.set(name, new WeakRef(made));
  forgotten.register(made, name);
  return made;
}

function subscribe(name, subscription) {
  return channel(name).subscribe(subscription);
}

function unsubscribe(name, subscription) {
  return channel(name).unsubscribe(subscription);
}

function hasSubscribers(name) {
  return channels.get(name)?.deref()?.hasSubscribers ?? false;
}

function tracingChannel(nameOrChannels) {
  const { TracingChannel } = require('internal/tracing_channel');
  return new TracingChannel(nameOrChannels);
}

function boundedChannel(nameOrChannels) {
  const { BoundedChannel } = require('internal/tracing_channel');
  return new BoundedChannel(nameOrChannels);
}

require('internal/console/methods').openChannels(channel);

module.exports = {
  channel,
  hasSubscribers,
  subscribe,
  tracingChannel,
  unsubscribe,
  boundedChannel,
  Channel,
  get BoundedChannel() { return require('internal/tracing_channel').BoundedChannel; },
};
