// _http_agent: the old name of where Agent is.
'use strict';

const { Agent } = require('internal/http/agent');

// Connections are kept for five seconds; the last one that became idle is the first to be used.
const globalAgent = new Agent({
  keepAlive: true,
  scheduling: 'lifo',
  timeout: 5000,
  proxyEnv: undefined,
});

module.exports = { Agent, globalAgent };
