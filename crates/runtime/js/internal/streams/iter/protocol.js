// The symbols by which objects of other libraries take part in stream/iter.
'use strict';

module.exports = {
  toStreamable: Symbol.for('Stream.toStreamable'),
  toAsyncStreamable: Symbol.for('Stream.toAsyncStreamable'),
  broadcastProtocol: Symbol.for('Stream.broadcastProtocol'),
  shareProtocol: Symbol.for('Stream.shareProtocol'),
  shareSyncProtocol: Symbol.for('Stream.shareSyncProtocol'),
  drainableProtocol: Symbol.for('Stream.drainableProtocol'),
};
