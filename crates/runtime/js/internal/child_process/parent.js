// The channel to the process that started this one, if it has left one.
'use strict';

// `number` is what NODE_CHANNEL_FD says. Children of this process are not to find it there.
function connect(number) {
  const { env } = process;
  const serialization = env.NODE_CHANNEL_SERIALIZATION_MODE;
  delete env.NODE_CHANNEL_FD;
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  require('internal/child_process/channel').connectToParent(Number.parseInt(number, 10), serialization || 'json');
  if (env.NODE_UNIQUE_ID !== undefined) require('cluster')._setupWorker();
}

module.exports = { connect };
