// How busy a worker is: the time of its processor, and how much its loop sleeps.
'use strict';

const { codes } = require('internal/errors');

// The system counts the time of threads in such parts of a second.
const kTicksPerSecond = 100;

// Microseconds that a thread has run: { user, system }.
function threadTimes(task) {
  const text = require('fs').readFileSync(`/proc/self/task/${task}/stat`, 'latin1');
  // After the name, which may have any characters, in parentheses.
  const fields = text.substring(text.lastIndexOf(')') + 2).split(' ');
  const micros = (ticks) => Number(ticks) * (1e6 / kTicksPerSecond);
  return { user: micros(fields[11]), system: micros(fields[12]) };
}

function cpuUsage(handle, previous) {
  if (previous) checkPrevious(previous);
  const task = handle === null ? -1 : handle.task();
  if (task < 0) return Promise.reject(new codes.ERR_WORKER_NOT_RUNNING());
  const { user, system } = threadTimes(task);
  const { user: userBefore = 0, system: systemBefore = 0 } = previous || {};
  return Promise.resolve({ user: user - userBefore, system: system - systemBefore });
}

function checkPrevious(previous) {
  const { validateNumber, validateObject } = require('internal/validators');
  validateObject(previous, 'prevValue');
  for (const key of ['user', 'system']) {
    validateNumber(previous[key], `prevValue.${key}`, 0);
  }
}

// `startTime`: when it began, in milliseconds since the process did; 0 if it has not.
function eventLoopUtilization(handle, startTime, first, second) {
  const { utilizationBetween } = require('internal/perf/node_timing');
  const idle = handle === null || startTime === 0 ? -1 : handle.idleTime();
  if (idle < 0) return { idle: 0, active: 0, utilization: 0 };
  const total = binding('process').uptime() * 1e3 - startTime;
  return utilizationBetween(idle, total - idle, first, second);
}

module.exports = { cpuUsage, eventLoopUtilization };
