// inspector: there is none. It can be loaded, for tools do so to ask whether somebody debugs the program: nobody does.
'use strict';

const EventEmitter = require('events');
const { codes: { ERR_INSPECTOR_NOT_ACTIVE, ERR_INSPECTOR_NOT_CONNECTED } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { fail, functions } = require('internal/unimplemented');

class Session extends EventEmitter {
  connect() {
    fail('inspector.Session.connect()');
  }

  connectToMainThread() {
    fail('inspector.Session.connectToMainThread()');
  }

  post(method) {
    validateString(method, 'method');
    throw new ERR_INSPECTOR_NOT_CONNECTED();
  }

  disconnect() {}
}

function close() {}

function url() {
  return undefined;
}

function waitForDebugger() {
  throw new ERR_INSPECTOR_NOT_ACTIVE();
}

module.exports = {
  ...functions('inspector', ['open']),
  close,
  url,
  waitForDebugger,
  console: require('console'),
  Session,
};

// Nobody listens to what is told of requests and of storage.
const kEvents = {
  Network: ['requestWillBeSent', 'responseReceived', 'loadingFinished', 'loadingFailed', 'dataSent', 'dataReceived',
            'webSocketCreated', 'webSocketClosed', 'webSocketHandshakeResponseReceived'],
  NetworkResources: ['put'],
  DOMStorage: ['domStorageItemAdded', 'domStorageItemRemoved', 'domStorageItemUpdated', 'domStorageItemsCleared',
               'registerStorage'],
};

for (const group of Object.keys(kEvents)) {
  module.exports[group] = {};
  for (const name of kEvents[group]) module.exports[group][name] = { [name](params) {} }[name];
}
