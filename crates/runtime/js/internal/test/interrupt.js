// SIGINT and SIGTERM while test files run: what runs is named, and the program ends.
'use strict';

function watchSignals(harness) {
  const stop = () => interrupt(harness);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  harness.atEnd(() => {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  });
}

function running(test, list = []) {
  for (const child of test.children) {
    if (child.startTime === null || child.isFinished) continue;
    const within = running(child);
    if (within.length === 0) list.push(describe(child));
    else list.push(...within);
  }
  return list;
}

function describe({ id, name, nesting, parent, place, tags }) {
  return { __proto__: null, nesting, name, testId: id, parentId: parent.id, tags, ...place };
}

// Nothing else is told any more.
async function interrupt(harness) {
  const { root, stream } = harness;
  stream.interrupted(running(root));
  for (const test of root.children) test.child?.kill('SIGKILL');
  stream.end();
  await harness.written;
  await harness.settings.teardown?.();
  process.exit(1);
}

module.exports = { watchSignals };
