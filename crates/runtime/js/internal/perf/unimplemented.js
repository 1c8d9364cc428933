// Methods of performance that are not there yet.
'use strict';

module.exports = require('internal/unimplemented').functions('performance', [
  'clearResourceTimings', 'markResourceTiming', 'setResourceTimingBufferSize',
]);
