// The agent of requests that name none.
'use strict';

const { Agent } = require('internal/http/agent');
const { fromProcess } = require('internal/http/proxy');

let globalAgent;

// Connections are kept for five seconds; the last one that became idle is the first to be used.
function getGlobalAgent() {
  globalAgent ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: fromProcess() });
  return globalAgent;
}

function setGlobalAgent(agent) {
  globalAgent = agent;
}

module.exports = { getGlobalAgent, setGlobalAgent };
