// _http_agent: the old name of where Agent is.
'use strict';

const { Agent } = require('internal/http/agent');
const { getGlobalAgent, setGlobalAgent } = require('internal/http/global_agent');

module.exports = {
  Agent,
  get globalAgent() { return getGlobalAgent(); },
  set globalAgent(agent) { setGlobalAgent(agent); },
};
