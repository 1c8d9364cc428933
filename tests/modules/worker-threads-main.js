// The main thread knows what it is.
const { isMainThread, threadId, parentPort, workerData, resourceLimits } = require('worker_threads');
console.log(isMainThread, threadId, parentPort, workerData, resourceLimits);
console.log(require('cluster').isPrimary, require('cluster').isWorker);
