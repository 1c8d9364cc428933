// Tracing channels: channels that belong together, told of the beginning and the end of an action.
'use strict';

const { channel, Channel } = require('diagnostics_channel');
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const kBounds = ['start', 'end'];
const kTraces = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

// The channels by the names of their events: as they are given, or those of a name.
function channelsOf(nameOrChannels, events, className) {
  const found = {};
  for (const event of events) {
    if (typeof nameOrChannels === 'string') {
      found[event] = channel(`tracing:${nameOrChannels}:${event}`);
    } else if (typeof nameOrChannels === 'object' && nameOrChannels !== null) {
      const given = nameOrChannels[event];
      // So Node says that a channel is missing.
      if (given === undefined || given === null) throw new TypeError('Cannot convert undefined or null to object');
      if (!(given instanceof Channel)) {
        throw new codes.ERR_INVALID_ARG_TYPE(`nameOrChannels.${event}`, ['Channel'], given);
      }
      found[event] = given;
    } else {
      throw new codes.ERR_INVALID_ARG_TYPE(
        'nameOrChannels', ['string', className, 'Object'], nameOrChannels);
    }
  }
  return found;
}

function defineChannels(target, channels) {
  for (const [event, value] of Object.entries(channels)) {
    Object.defineProperty(
      target, event, { __proto__: null, value, writable: false, enumerable: false, configurable: true });
  }
}

function hasSubscribers(channels, events) {
  return events.some((event) => channels[event].hasSubscribers);
}

function subscribeAll(channels, events, handlers) {
  for (const event of events) {
    if (handlers[event]) channels[event].subscribe(handlers[event]);
  }
}

function unsubscribeAll(channels, events, handlers) {
  let found = true;
  for (const event of events) {
    if (handlers[event] && !channels[event].unsubscribe(handlers[event])) found = false;
  }
  return found;
}

class BoundedChannel {
  constructor(nameOrChannels) {
    defineChannels(this, channelsOf(nameOrChannels, kBounds, 'BoundedChannel'));
  }

  get hasSubscribers() {
    return hasSubscribers(this, kBounds);
  }

  subscribe(handlers) {
    subscribeAll(this, kBounds, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeAll(this, kBounds, handlers);
  }

  withScope(context = { __proto__: null }) {
    return new BoundedChannelScope(this, context);
  }

  run(context, fn, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const scope = this.withScope(context ?? { __proto__: null });
    try {
      return Reflect.apply(fn, thisArg, args);
    } finally {
      scope[Symbol.dispose]();
    }
  }
}

// From the start event to the end event.
class BoundedChannelScope {
  #end;
  #context;
  #stores;

  constructor(channels, context) {
    if (!channels.hasSubscribers) return;
    this.#end = channels.end;
    this.#context = context;
    this.#stores = channels.start.withStoreScope(context);
  }

  [Symbol.dispose]() {
    const stores = this.#stores;
    if (stores === undefined) return;
    this.#stores = undefined;
    this.#end.publish(this.#context);
    stores[Symbol.dispose]();
  }
}

class TracingChannel {
  constructor(nameOrChannels) {
    defineChannels(this, channelsOf(nameOrChannels, kTraces, 'TracingChannel'));
  }

  get hasSubscribers() {
    return hasSubscribers(this, kTraces);
  }

  subscribe(handlers) {
    subscribeAll(this, kTraces, handlers);
  }

  unsubscribe(handlers) {
    return unsubscribeAll(this, kTraces, handlers);
  }

  traceSync(fn, context = { __proto__: null }, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    return this.start.runStores(context, () => {
      try {
        const result = Reflect.apply(fn, thisArg, args);
        context.result = result;
        return result;
      } catch (error) {
        fail(this, context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  tracePromise(fn, context = { __proto__: null }, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    return this.start.runStores(context, () => {
      try {
        return watchPromise(this, context, Reflect.apply(fn, thisArg, args), fn);
      } catch (error) {
        fail(this, context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }

  traceCallback(fn, position = -1, context = { __proto__: null }, thisArg, ...args) {
    if (!this.hasSubscribers) return Reflect.apply(fn, thisArg, args);
    const callback = args.at(position);
    validateFunction(callback, 'callback');
    args.splice(position, 1, wrapCallback(this, context, callback));
    return this.start.runStores(context, () => {
      try {
        return Reflect.apply(fn, thisArg, args);
      } catch (error) {
        fail(this, context, error);
        throw error;
      } finally {
        this.end.publish(context);
      }
    });
  }
}

function fail(channels, context, error) {
  context.error = error;
  channels.error.publish(context);
}

function wrapCallback(channels, context, callback) {
  return function wrappedCallback(error, result) {
    if (error) fail(channels, context, error);
    else context.result = result;
    return channels.asyncStart.runStores(context, () => {
      try {
        return Reflect.apply(callback, this, arguments);
      } finally {
        channels.asyncEnd.publish(context);
      }
    });
  };
}

// A promise's followers come after the events; another thenable is only listened to.
function watchPromise(channels, context, result, fn) {
  if (typeof result?.then !== 'function') {
    process.emitWarning(`tracePromise was called with the function '${fn.name || '<anonymous>'}', ` +
                        'which returned a non-thenable.');
    context.result = result;
    return result;
  }
  const finish = () => channels.asyncStart.runStores(context, () => channels.asyncEnd.publish(context));
  const fulfilled = (value) => {
    context.result = value;
    finish();
    return value;
  };
  const rejected = (error) => {
    fail(channels, context, error);
    finish();
    throw error;
  };
  if (Object.getPrototypeOf(result) === Promise.prototype) return result.then(fulfilled, rejected);
  result.then(fulfilled, (error) => {
    fail(channels, context, error);
    finish();
  });
  return result;
}

module.exports = { BoundedChannel, TracingChannel };
