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

class Channel {
  #subscribers = [];
  #stores = new Map();

  constructor(name) {
    this.name = name;
  }

  get hasSubscribers() {
    return this.#subscribers.length > 0 || this.#stores.size > 0;
  }

  #changed() {
    if (this.hasSubscribers) active.add(this);
    else active.delete(this);
  }

  // The list is replaced, never changed: who is told now was subscribed when the message came.
  subscribe(subscription) {
    validateFunction(subscription, 'subscription');
    this.#subscribers = [...this.#subscribers, subscription];
    this.#changed();
  }

  unsubscribe(subscription) {
    const index = this.#subscribers.indexOf(subscription);
    if (index === -1) return false;
    this.#subscribers = this.#subscribers.toSpliced(index, 1);
    this.#changed();
    return true;
  }

  bindStore(store, transform) {
    this.#stores.set(store, transform);
    this.#changed();
  }

  unbindStore(store) {
    const found = this.#stores.delete(store);
    this.#changed();
    return found;
  }

  // An error of a subscriber's is not the publisher's.
  publish(data) {
    for (const subscriber of this.#subscribers) {
      try {
        subscriber(data, this.name);
      } catch (error) {
        throwLater(error);
      }
    }
  }

  withStoreScope(data) {
    return new RunStoresScope(this, this.#stores, data);
  }

  runStores(data, fn, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const scope = this.withStoreScope(data);
    try {
      return Reflect.apply(fn, thisArg, args);
    } finally {
      scope[Symbol.dispose]();
    }
  }
}

function throwLater(error) {
  process.nextTick(() => {
    throw error;
  });
}

// Enters the stores that are bound to a channel until it is disposed of.
class RunStoresScope {
  #scopes = [];

  constructor(channel, stores, data) {
    for (const [store, transform] of stores) {
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
