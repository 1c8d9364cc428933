// EventEmitterAsyncResource: an emitter whose listeners run in the async context it was made in.
'use strict';

const EventEmitter = require('events');
const { AsyncResource } = require('async_hooks');
const { codes } = require('internal/errors');
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
    let name;
    if (typeof options === 'string') {
      name = options;
      options = undefined;
    } else {
      if (new.target === EventEmitterAsyncResource) validateString(options?.name, 'options.name');
      name = options?.name || new.target.name;
    }
    super(options);
    this.#asyncResource = new EventEmitterReferencingAsyncResource(this, name, options);
  }

  static resourceOf(emitter) {
    if (!(#asyncResource in emitter)) throw new codes.ERR_INVALID_THIS('EventEmitterAsyncResource');
    return emitter.#asyncResource;
  }

  emit(event, ...args) {
    return resourceOf(this).runInAsyncScope(super.emit, this, event, ...args);
  }

  emitDestroy() {
    resourceOf(this).emitDestroy();
  }

  get asyncId() {
    return resourceOf(this).asyncId();
  }

  get triggerAsyncId() {
    return resourceOf(this).triggerAsyncId();
  }

  get asyncResource() {
    return resourceOf(this);
  }
}

const { resourceOf } = EventEmitterAsyncResource;
delete EventEmitterAsyncResource.resourceOf;

module.exports = { EventEmitterAsyncResource };
