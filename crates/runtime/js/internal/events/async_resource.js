// EventEmitterAsyncResource: an emitter whose listeners run in the async context it was made in.
'use strict';

const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { validateString } = require('internal/validators');

class EventEmitterReferencingAsyncResource extends AsyncResource {
  #eventEmitter;

  constructor(emitter, type, options) {
    super(type, options);
    this.#eventEmitter = emitter;
  }

  get eventEmitter() {
    return this.#eventEmitter;
  }
}

class EventEmitterAsyncResource extends EventEmitter {
  #asyncResource;

  constructor(options = undefined) {
    const name = nameOfResource(options, new.target);
    const settings = typeof options === 'string' ? undefined : options;
    super(settings);
    this.#asyncResource = new EventEmitterReferencingAsyncResource(this, name, settings);
  }

  emit(event, ...args) {
    return this.#asyncResource.runInAsyncScope(super.emit, this, event, ...args);
  }

  emitDestroy() {
    this.#asyncResource.emitDestroy();
  }

  get asyncId() {
    return this.#asyncResource.asyncId();
  }

  get triggerAsyncId() {
    return this.#asyncResource.triggerAsyncId();
  }

  get asyncResource() {
    return this.#asyncResource;
  }
}

// The options may be the name alone. Classes that extend this one need none: they have theirs.
function nameOfResource(options, Class) {
  if (typeof options === 'string') return options;
  if (Class === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
  return options?.name || Class.name;
}

module.exports = { EventEmitterAsyncResource };
