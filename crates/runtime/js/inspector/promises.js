// inspector/promises: as `inspector`, where a session answers by promises.
'use strict';

const inspector = require('inspector');

class Session extends inspector.Session {
  async post(method, params) {
    return super.post(method, params);
  }
}

module.exports = { ...inspector, Session };
