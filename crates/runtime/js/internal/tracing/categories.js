// Which categories of trace events are on, and who tells of them. Those who do are loaded when the first of their categories
// is on: until then nothing of this is there, and nobody asks for it.
'use strict';

const native = binding('trace_events');

// How often each is asked for; the command line asks once.
const counts = new Map();
for (const name of native.categories()) counts.set(name, 1);

// A group of categories is on when one of them is.
const kTellers = [
  ['internal/tracing/async_hooks', 'node', 'node.async_hooks'],
  ['internal/tracing/console', 'node', 'node.console'],
  ['internal/tracing/dns', 'node', 'node.dns', 'node.dns.native'],
  ['internal/tracing/fs', 'node', 'node.fs', 'node.fs.sync', 'node.fs.async', 'node.fs_dir', 'node.fs_dir.sync',
   'node.fs_dir.async'],
  ['internal/tracing/http', 'node.http'],
  ['internal/tracing/modules', 'node', 'node.module_timer'],
  ['internal/tracing/net', 'node', 'node.net', 'node.net.native'],
  ['internal/tracing/pool', 'node', 'node.threadpoolwork', 'node.threadpoolwork.sync', 'node.threadpoolwork.async'],
  ['internal/tracing/rejections', 'node', 'node.promises', 'node.promises.rejections'],
  ['internal/tracing/vm', 'node', 'node.vm', 'node.vm.script'],
];
const started = new Set();

function isOn(...names) {
  return names.some((name) => counts.has(name));
}

// Has those tell whose categories are on, and no others.
function update() {
  native.watch();
  for (const { 0: id, ...names } of kTellers) {
    if (!started.has(id) && !isOn(...Object.values(names))) continue;
    started.add(id);
    require(id).update(isOn);
  }
}

let isIntroduced = false;

// What readers of a trace want to know of the process, and of this thread.
function introduce() {
  if (isIntroduced) return;
  isIntroduced = true;
  if (binding('worker').isMainThread) {
    const { arch, platform, release, title, versions } = process;
    native.metadata('process_name', JSON.stringify({ name: title }));
    native.metadata('version', JSON.stringify({ node: versions.node }));
    const shown = { versions, arch, platform, release: { name: release.name, lts: release.lts } };
    native.metadata('node', JSON.stringify({ process: shown }));
  }
  native.nameThreads();
}

// What the command line asks for, or what is on when a worker begins.
function begin() {
  introduce();
  update();
}

function apply() {
  native.setCategories([...counts.keys()].join('\0'));
  introduce();
  update();
}

// Throws if the program may not write the file.
function enable(names) {
  const before = new Map(counts);
  for (const name of names) {
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  try {
    apply();
  } catch (error) {
    counts.clear();
    before.forEach((count, name) => counts.set(name, count));
    throw error;
  }
}

function disable(names) {
  for (const name of names) {
    const left = counts.get(name) - 1;
    if (left > 0) counts.set(name, left);
    else counts.delete(name);
  }
  apply();
}

function enabledCategories() {
  return [...counts.keys()].sort().join(',');
}

module.exports = { begin, disable, enable, enabledCategories };
